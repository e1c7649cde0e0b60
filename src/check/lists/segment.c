/* One segment: from the entry or a loop head to the loop heads that come next. */
#include "check/lists/lists_internal.h"

#include "base/failure.h"

#include <string.h>

/* --- states --- */

static struct list_state *copy(struct list_checker *c, const struct list_state *s)
{
    size_t n = c->f->instructions.count;
    struct list_state *new = ARENA_NEW(&c->arena, struct list_state);
    *new = *s;
    new->values = ARENA_ARRAY(&c->arena, struct list_value, n + 1);
    memcpy(new->values, s->values, n * sizeof *s->values);
    return new;
}

static bool same(const struct list_value *a, const struct list_value *b)
{
    return a->kind == b->kind && a->bits.id == b->bits.id && a->pointer.id == b->pointer.id &&
           a->offset == b->offset;
}

static struct list_value joined(struct list_checker *c, struct term when, struct list_value a,
                                struct list_value b)
{
    if (same(&a, &b))
        return a;
    if (a.kind != b.kind || a.offset != b.offset)
        return (struct list_value){.kind = LIST_NONE};
    if (a.kind == LIST_IS_POINTER)
        a.pointer = slh_if(c->slh, when, a.pointer, b.pointer);
    if (a.kind == LIST_IS_NUMBER)
        a.bits = term_ite(c->terms, when, a.bits, b.bits);
    return a;
}

static void keep_common_loads(struct list_state *s, const struct list_state *more)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < s->load_count; i++)
        for (unsigned k = 0; k < more->load_count; k++)
            if (s->loads[i].heap.id == more->loads[k].heap.id &&
                s->loads[i].from.id == more->loads[k].from.id &&
                s->loads[i].next.id == more->loads[k].next.id) {
                s->loads[kept++] = s->loads[i];
                break;
            }
    s->load_count = kept;
}

static void join(struct list_checker *c, struct list_state *s, const struct list_state *more)
{
    struct term when = more->guard;
    keep_common_loads(s, more);
    for (size_t i = 0; i < c->f->instructions.count; i++)
        s->values[i] = joined(c, when, more->values[i], s->values[i]);
    s->heap = slh_heap_if(c->slh, when, more->heap, s->heap);
    s->guard = term_or(c->terms, s->guard, when);
    s->nexts = more->nexts > s->nexts ? more->nexts : s->nexts;
    s->fresh = more->fresh > s->fresh ? more->fresh : s->fresh;
}

/* --- loop heads --- */

static bool is_carried(const struct list_checker *c, uint32_t block, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    if (in->block == UINT32_MAX)
        return false;
    return (in->op == OP_PHI && in->block == block) ||
           value_set_has(c->live->before[block], id);
}

/* A pointer that a later segment takes for one to a node or null. */
static bool is_taken(const struct instruction *in)
{
    return in->type.kind == TYPE_POINTER && (in->op == OP_PHI || in->op == OP_LOAD ||
                                             in->op == OP_SELECT || in->op == OP_CALL);
}

static uint32_t first_of(const struct list_checker *c, uint32_t block)
{
    return c->f->blocks.data[block].instructions.data[0];
}

static void carry(struct list_checker *c, struct list_state *s, uint32_t block)
{
    for (uint32_t id = 0; id < c->f->instructions.count; id++) {
        const struct list_value *v = &s->values[id];
        if (is_carried(c, block, id) && is_taken(&c->f->instructions.data[id]) &&
            (v->kind != LIST_IS_POINTER || v->offset))
            list_duty(c, DUTY_COVERED, s, first_of(c, block), term_bool(c->terms, true),
                      "a pointer to something else than a node");
    }
}

/* Each sum is smaller than before and was not negative, or as it was and a later one is. */
static struct term falls(struct list_checker *c, const struct list_head *h,
                         const struct list_state *s)
{
    struct terms *t = c->terms;
    struct term fine = term_bool(t, false);
    for (uint32_t k = h->measures; k-- > 0;) {
        struct term now = list_meaning(c, s, h->measure[k]);
        if (!term_is(now) || !term_is(h->last[k]))
            return term_bool(t, false);
        struct term less = term_and(t, term_2(t, TERM_BV_SLE, term_bv(t, 64, 0), h->last[k]),
                                    term_2(t, TERM_BV_SLT, now, h->last[k]));
        fine = term_or(t, less, term_and(t, term_2(t, TERM_BV_SLE, now, h->last[k]), fine));
    }
    return fine;
}

static void arrive_at_head(struct list_checker *c, struct list_state *s, uint32_t head)
{
    const struct list_head *h = &c->heads[head];
    bool inside = c->start != UINT32_MAX &&
                  loop_contains(&c->forest, h->loop, c->heads[c->start].block);
    carry(c, s, h->block);
    for (size_t i = 0; h->facts && i < h->facts->facts.count; i++) {
        const struct fact *f = &h->facts->facts.data[i];
        if (f->kind != FACT_LIST)
            continue;
        struct term holds = list_meaning(c, s, f->list);
        list_duty(c, inside ? DUTY_INDUCTIVE : DUTY_INITIAL, s, first_of(c, h->block),
                  term_is(holds) ? term_not(c->terms, holds) : term_bool(c->terms, true),
                  NULL);
    }
    if (inside && (c->certificate->violations & VIOLATION_BIT(VIOLATION_TERMINATION)))
        list_duty(c, DUTY_RANKING, s, first_of(c, h->block),
                  term_not(c->terms, falls(c, h, s)), NULL);
}

/* --- edges --- */

static void take_phis(struct list_checker *c, const struct list_state *from, uint32_t edge,
                      uint32_t block, struct list_state *to)
{
    const struct block *b = &c->f->blocks.data[block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[i];
        const struct instruction *phi = &c->f->instructions.data[id];
        if (phi->op != OP_PHI)
            break;
        for (uint32_t k = 0; k + 1 < phi->count; k += 2)
            if (instruction_operand(c->f, phi, k + 1).id == edge)
                to->values[id] = list_value(c, from, instruction_operand(c->f, phi, k));
    }
}

static void follow(struct list_checker *c, const struct list_state *s, uint32_t from,
                   uint32_t to, struct term when)
{
    struct list_state *next = copy(c, s);
    next->guard = term_and(c->terms, s->guard, when);
    if (term_is_false(c->terms, next->guard))
        return;
    take_phis(c, s, from, to, next);
    if (c->head_of[to] != UINT32_MAX)
        arrive_at_head(c, next, c->head_of[to]);
    else if (c->arrived[to])
        join(c, c->arrived[to], next);
    else
        c->arrived[to] = next;
}

static void leave(struct list_checker *c, struct list_state *s, uint32_t block)
{
    uint32_t id = VECTOR_LAST(&c->f->blocks.data[block].instructions);
    const struct instruction *in = &c->f->instructions.data[id];
    if (in->op == OP_JUMP)
        follow(c, s, block, in->target[0], term_bool(c->terms, true));
    if (in->op == OP_SWITCH)
        list_uncovered(c, s, id, "a switch");
    if (in->op != OP_BRANCH)
        return;
    struct list_value v = list_value(c, s, instruction_operand(c->f, in, 0));
    if (v.kind != LIST_IS_NUMBER) {
        list_uncovered(c, s, id, "a branch on something unknown");
        return;
    }
    struct term yes = term_eq(c->terms, v.bits, term_bv(c->terms, 1, 1));
    follow(c, s, block, in->target[0], yes);
    follow(c, s, block, in->target[1], term_not(c->terms, yes));
}

static void run_block(struct list_checker *c, struct list_state *s, uint32_t block)
{
    const struct block *b = &c->f->blocks.data[block];
    for (size_t i = 0; i < b->instructions.count; i++)
        if (c->f->instructions.data[b->instructions.data[i]].op != OP_PHI)
            list_step(c, s, b->instructions.data[i]);
    leave(c, s, block);
}

/* --- the start --- */

static struct list_value any_value(struct list_checker *c, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    const char *name = arena_format(&c->arena, "v%u", id);
    if (is_taken(in))
        return (struct list_value){.kind = LIST_IS_POINTER,
                                   .pointer = slh_variable(c->slh, name, SLH_MAYBE_JUNK)};
    if (in->type.kind != TYPE_INT || in->type.width > 64)
        return (struct list_value){.kind = LIST_NONE};
    return (struct list_value){
        .kind = LIST_IS_NUMBER,
        .bits = term_fresh(c->terms, sort_bv(c->terms, in->type.width), name)};
}

/* Members of nodes, from pointers that are carried; blocks are in an order in which they come
 * after these. */
static void carry_members(struct list_checker *c, struct list_state *s, uint32_t block)
{
    for (uint32_t k = 0; k < c->dominators.count; k++) {
        const struct block *b = &c->f->blocks.data[c->dominators.rpo[k]];
        for (size_t i = 0; i < b->instructions.count; i++) {
            uint32_t id = b->instructions.data[i];
            if (c->f->instructions.data[id].op == OP_PTRADD && is_carried(c, block, id))
                list_step(c, s, id);
        }
    }
}

static void begin_at(struct list_checker *c, struct list_state *s, const struct list_head *h)
{
    for (uint32_t id = 0; id < c->f->instructions.count; id++)
        if (is_carried(c, h->block, id))
            s->values[id] = any_value(c, id);
    carry_members(c, s, h->block);
    for (size_t i = 0; h->facts && i < h->facts->facts.count; i++) {
        const struct fact *f = &h->facts->facts.data[i];
        struct term holds = f->kind == FACT_LIST ? list_meaning(c, s, f->list) : TERM_NONE;
        if (term_is(holds))
            c->known = term_and(c->terms, c->known, holds);
    }
}

/* What measures of loops around the start were at their last heads is any number. */
static void begin_measures(struct list_checker *c, uint32_t start)
{
    for (uint32_t k = 0; k < c->head_count; k++) {
        struct list_head *h = &c->heads[k];
        bool around = start != UINT32_MAX && k != start &&
                      loop_contains(&c->forest, h->loop, c->heads[start].block);
        for (uint32_t m = 0; m < LIST_MOST_MEASURES; m++) {
            h->last[m] = TERM_NONE;
            if (around && m < h->measures)
                h->last[m] = term_fresh(c->terms, sort_bv(c->terms, 64), "last");
        }
    }
}

static void note_measures(struct list_checker *c, const struct list_state *s, uint32_t start)
{
    struct list_head *h = &c->heads[start];
    for (uint32_t m = 0; m < h->measures; m++)
        h->last[m] = list_meaning(c, s, h->measure[m]);
}

void list_segment(struct list_checker *c, uint32_t start)
{
    LAW(start == UINT32_MAX || start < c->head_count);
    c->start = start;
    c->slh = slh_new(c->terms);
    c->known = term_bool(c->terms, true);
    VECTOR_CLEAR(&c->duties);
    for (uint32_t m = 0; m < c->node->count; m++)
        c->fields[m] = slh_field(c->slh, c->node->member[m].width,
                                 c->node->member[m].is_signed ? SLH_SIGNED : SLH_UNSIGNED);
    c->freed = slh_field(c->slh, 1, SLH_UNSIGNED);
    if (!c->frees)
        slh_field_zero(c->slh, c->freed);
    c->arrived = ARENA_ARRAY(&c->arena, struct list_state *, c->f->blocks.count);
    struct list_state *s = ARENA_NEW(&c->arena, struct list_state);
    s->guard = term_bool(c->terms, true);
    s->heap = slh_base(c->slh, SLH_MAYBE_JUNK);
    s->values = ARENA_ARRAY(&c->arena, struct list_value, c->f->instructions.count + 1);
    uint32_t first = start == UINT32_MAX ? 0 : c->heads[start].block;
    begin_measures(c, start);
    if (start != UINT32_MAX) {
        begin_at(c, s, &c->heads[start]);
        note_measures(c, s, start);
    }
    c->arrived[first] = s;
    for (uint32_t k = 0; k < c->dominators.count; k++) {
        uint32_t block = c->dominators.rpo[k];
        if (c->arrived[block])
            run_block(c, c->arrived[block], block);
    }
}
