/* Imprecise variables (I19, section 4): which parts of the states that loops start in are not
 * bounded by the invariants that were found, and matter for what stays open. A part matters
 * if a claim that is not excluded, or another part that matters, is computed from it. */
#include "engine/certify.h"
#include "engine/kiki/kiki_internal.h"

#include <stdio.h>

struct looking {
    const struct kiki *q;
    const struct formula *f;
    const rows *all;
    struct map seen; /* terms that claims, and parts that matter, are computed from */
    VECTOR(struct term) variables; /* among them */
    explanation out;
};

/* --- what matters --- */

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct looking *)context)->seen, t.id);
}

static void see(void *context, struct term t)
{
    struct looking *l = context;
    map_set(&l->seen, t.id, 1);
    if (term_op(l->q->bmc.terms, t) == TERM_VAR)
        VECTOR_PUSH(&l->variables, t);
}

static void look_below(struct looking *l, struct term t)
{
    if (term_is(t))
        term_walk(l->q->bmc.terms, t, is_seen, see, l);
}

static void look_at(struct looking *l, struct sym value)
{
    look_below(l, value.a);
    look_below(l, value.b);
}

static bool matters(struct looking *l, const struct slot *s)
{
    bool a = term_is(s->pre.a) && is_seen(l, s->pre.a);
    return a || (term_is(s->pre.b) && is_seen(l, s->pre.b));
}

/* Until nothing new is seen. */
static void find_what_matters(struct looking *l)
{
    for (size_t i = 0; i < l->q->open.count; i++) {
        const struct explain_item *o = &l->q->open.data[i];
        LAW(o->kind == EXPLAIN_OPEN ? o->value < l->f->claims.count
                                    : o->value < l->f->cuts.count);
        look_below(l, o->kind == EXPLAIN_OPEN ? l->f->claims.data[o->value].bad
                                              : l->f->cuts.data[o->value].when);
    }
    for (bool more = true; more;) {
        uint64_t before = l->seen.count;
        for (size_t i = 0; i < l->q->cuts.loops.count; i++) {
            const struct cut_loop *loop = &l->q->cuts.loops.data[i];
            for (size_t k = 0; k < loop->slots.count; k++) {
                if (!matters(l, &loop->slots.data[k]))
                    continue;
                look_at(l, loop->slots.data[k].entry);
                look_at(l, loop->slots.data[k].post);
            }
        }
        more = l->seen.count > before;
    }
}

/* --- what the rows say --- */

struct bounds {
    bool upper, lower, not_null;
};

static void add_operand(struct bounds *b, const struct row_operand *x, uint32_t slot)
{
    if (!x->there || x->slot != slot)
        return;
    b->upper |= !x->minus;
    b->lower |= x->minus;
}

static bool names(const struct row_expression *e, uint32_t slot)
{
    bool any = (e->x.there && e->x.slot == slot) || (e->y.there && e->y.slot == slot);
    for (int i = 0; i < RELATION_VARIABLES; i++)
        any |= e->operand[i].there && e->operand[i].slot == slot;
    return any || (e->z.there && e->z.slot == slot);
}

static void add_row(struct bounds *b, const struct row *r, uint32_t slot)
{
    const struct row_expression *e = &r->expression;
    switch (e->form) {
    case FORM_LINEAR:
    case FORM_FLOAT_BOUND:
        add_operand(b, &e->x, slot);
        add_operand(b, &e->y, slot);
        return;
    case FORM_EQUAL:
    case FORM_SUM:
    case FORM_RELATION:
    case FORM_FLOAT_ORDER:
        if (names(e, slot))
            b->upper = b->lower = true;
        return;
    case FORM_NOT_NULL:
        b->not_null |= names(e, slot);
        return;
    case FORM_OTHER:
    case FORM_LOW_BITS:
    case FORM_DIFFERENT:
    case FORM_ALIVE:
    case FORM_DEAD:
    case FORM_PLAIN:
    case FORM_NUMBER:
    case FORM_CONDITION:
    case FORM_FORALL:
        return;
    }
}

static struct bounds bounds_of(const struct looking *l, uint32_t loop, uint32_t slot)
{
    LAW(loop < l->q->cuts.loops.count && slot < l->q->cuts.loops.data[loop].slots.count);
    struct bounds b = {0};
    for (size_t i = 0; i < l->all->count; i++) {
        struct row r = row_known(l->all, i);
        if (r.loop != loop || row_guarded(&r) || r.state == ROW_TOP)
            continue;
        if (r.kind == ROW_BOUND && r.value >= r.most)
            continue;
        add_row(&b, &r, slot);
    }
    return b;
}

/* --- words --- */

/* The allocation that made the object. */
static void find_allocation(const struct looking *l, const struct object *o,
                            struct explain_item *item)
{
    const struct program *p = l->f->program;
    uint64_t key = l->f->memory.sites.data[o->site].key;
    for (uint32_t f = 0; f < p->functions.count; f++)
        for (uint32_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            if (p->functions.data[f].instructions.data[i].op != OP_CALL)
                continue;
            uint64_t own = hash_pair(hash_pair(3, f), i);
            bool found = own == key;
            for (uint32_t caller = 0; caller < p->functions.count && !found; caller++)
                found = hash_pair(own, caller) == key;
            if (!found)
                continue;
            item->made_function = f;
            item->made = i;
            return;
        }
}

/* The member at an offset of what the variable points to. */
static void name_member(const struct program *p, const struct explain_item *item, uint32_t at,
                        char *out, size_t room)
{
    snprintf(out, room, "byte %u", at);
    if (item->made == EXPLAIN_NOWHERE)
        return;
    uint32_t variable = certify_variable(&p->functions.data[item->made_function], item->made);
    if (variable == UINT32_MAX)
        return;
    const struct ctype *pointer = &p->ctypes.data[p->variables.data[variable].ctype];
    if (pointer->kind != CTYPE_POINTER)
        return;
    const struct ctype *t = &p->ctypes.data[pointer->element];
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++)
        if (t->members[i].bit_offset == (uint64_t)at * 8)
            snprintf(out, room, "%s", t->members[i].name);
}

static uint32_t first_of(const struct program *p, const struct cut_loop *loop)
{
    const struct function *f = &p->functions.data[loop->function];
    if (loop->header >= f->blocks.count || !f->blocks.data[loop->header].instructions.count)
        return EXPLAIN_NOWHERE;
    return f->blocks.data[loop->header].instructions.data[0];
}

static bool is_told(const struct looking *l, const struct explain_item *item)
{
    for (size_t i = 0; i < l->out.count; i++) {
        const struct explain_item *o = &l->out.data[i];
        if (o->kind == item->kind && o->function == item->function &&
            o->instruction == item->instruction && text_same(o->name, item->name))
            return true;
    }
    return false;
}

static void tell_slot(struct looking *l, uint32_t number, uint32_t slot)
{
    const struct cut_loop *loop = &l->q->cuts.loops.data[number];
    const struct slot *s = &loop->slots.data[slot];
    struct explain_item item =
        explain_item(EXPLAIN_VARIABLE, loop->function, first_of(l->f->program, loop));
    bool whole = s->kind == SLOT_OBJECT || s->array;
    struct bounds b = bounds_of(l, number, slot);
    bool known = b.upper && b.lower && (b.not_null || s->pre.kind != SYM_POINTER);
    if (s->is_ghost || s->kind == SLOT_ALIVE || (known && !whole))
        return;
    if (b.upper != b.lower && s->pre.kind != SYM_POINTER)
        item.missing = b.upper ? MISSING_LOWER : MISSING_UPPER;
    if (whole)
        item.kind = EXPLAIN_OBJECT;
    certify_slot_name(l->f, loop, slot, item.name, sizeof item.name);
    if (s->kind == SLOT_PHI) {
        item.value = s->instruction;
    } else if (!item.name[0] && l->f->memory.objects.data[s->object_id].kind == OBJECT_HEAP) {
        item.kind = EXPLAIN_MEMBER;
        find_allocation(l, &l->f->memory.objects.data[s->object_id], &item);
        name_member(l->f->program, &item, s->at, item.name, sizeof item.name);
    }
    if (item.name[0] && !is_told(l, &item))
        VECTOR_PUSH(&l->out, item);
}

/* An object that the summary stands for. */
static const struct object *instance_of(const struct looking *l, const struct object *summary)
{
    for (size_t i = 0; i < l->f->memory.objects.count; i++) {
        const struct object *o = &l->f->memory.objects.data[i];
        if (!o->summary && summary_path(o->path) == summary->path)
            return o;
    }
    return summary;
}

/* What is read from objects of earlier iterations is any value. */
static void tell_read(struct looking *l, struct term variable)
{
    uint32_t object, at;
    struct explain_item item = explain_item(EXPLAIN_MEMBER, EXPLAIN_NOWHERE, EXPLAIN_NOWHERE);
    if (sscanf(term_name(l->q->bmc.terms, variable), SUMMARY_FORMAT, &object, &at) != 2)
        return;
    if (object >= l->f->memory.objects.count)
        return;
    find_allocation(l, instance_of(l, &l->f->memory.objects.data[object]), &item);
    name_member(l->f->program, &item, at, item.name, sizeof item.name);
    if (!is_told(l, &item))
        VECTOR_PUSH(&l->out, item);
}

void kiki_explain(const struct kiki *q, const struct formula *f, const rows *all)
{
    struct looking l = {.q = q, .f = f, .all = all};
    for (size_t i = 0; i < q->open.count; i++) {
        struct explain_item item = q->open.data[i];
        item.value = EXPLAIN_NOWHERE;
        VECTOR_PUSH(&l.out, item);
    }
    find_what_matters(&l);
    for (uint32_t i = 0; i < q->cuts.loops.count; i++)
        for (uint32_t k = 0; k < q->cuts.loops.data[i].slots.count; k++)
            if (q->cuts.loops.data[i].kind == CUT_AT_HEAD &&
                matters(&l, &q->cuts.loops.data[i].slots.data[k]))
                tell_slot(&l, i, k);
    for (size_t i = 0; i < l.variables.count; i++)
        tell_read(&l, l.variables.data[i]);
    q->bmc.host->explained(q->bmc.host->context, EXPLAIN_INVARIANTS, l.out.data, l.out.count);
    VECTOR_RELEASE(&l.out);
    VECTOR_RELEASE(&l.variables);
    map_release(&l.seen);
}

void kiki_explain_obstacle(const struct kiki *q, enum cut_obstacle why)
{
    struct explain_item item =
        explain_item(EXPLAIN_OBSTACLE, EXPLAIN_NOWHERE, EXPLAIN_NOWHERE);
    snprintf(item.name, sizeof item.name, "%.*s", (int)sizeof item.name - 1,
             cut_obstacle_text(why));
    q->bmc.host->explained(q->bmc.host->context, EXPLAIN_LOOPS, &item, 1);
}
