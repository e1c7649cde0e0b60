#include "engine/certify.h"

#include "base/failure.h"
#include "domain/array/array.h"
#include "term/float_number.h"
#include "domain/template/relation.h"
#include "certificate/certificate.h"

#include <stdio.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void begin(const struct engine_task *task, struct certificate *c, uint32_t violations,
                  uint32_t depth, uint32_t recursion)
{
    static const enum certificate_external externals[] = {
        [EXTERN_ARGS] = CERTIFICATE_EXTERN_ARGS,
        [EXTERN_PURE] = CERTIFICATE_EXTERN_PURE,
        [EXTERN_HAVOC] = CERTIFICATE_EXTERN_HAVOC};
    *c = (struct certificate){
        .depth = depth, .recursion = recursion, .violations = violations};
    c->external = externals[task->external];
    c->malloc_may_fail = task->malloc_may_fail;
    c->program = certificate_hash(task->program);
    c->entry = task->entry;
}

static void tell(const struct engine_task *task, const struct engine_host *host,
                 struct certificate *c)
{
    struct text t = {0};
    certificate_write(c, task->program, &t);
    host->certificate(host->context, text_of(&t));
    text_release(&t);
    certificate_release(c);
}

void certify_bounded(const struct engine_task *task, const struct engine_host *host,
                     uint32_t violations, uint32_t bound, uint32_t recursion)
{
    struct certificate c;
    begin(task, &c, violations, bound, recursion);
    c.kind = CERTIFICATE_BOUNDED;
    tell(task, host, &c);
}

/* --- rows --- */

static void name_variable(const struct program *p, uint32_t variable, uint32_t at,
                          const char *otherwise, uint32_t number, char *out, size_t room)
{
    if (variable == UINT32_MAX)
        snprintf(out, room, "%s%u", otherwise, number);
    else if (at)
        snprintf(out, room, "%.24s+%u", p->variables.data[variable].name, at);
    else
        snprintf(out, room, "%.38s", p->variables.data[variable].name);
    for (char *s = out; *s; s++)
        if (*s == ' ' || *s == '\n')
            *s = '_';
}

/* The source variable that a value belongs to: its own, or that of a note about it. */
static uint32_t variable_of(const struct function *f, uint32_t id)
{
    const struct instruction *in = &f->instructions.data[id];
    if ((in->op == OP_PHI || in->op == OP_PARAM || in->op == OP_INPUT) &&
        in->variable != UINT32_MAX)
        return in->variable;
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *note = &f->instructions.data[i];
        if (note->op == OP_NOTE && note->block != UINT32_MAX &&
            note->variable != UINT32_MAX && instruction_operand(f, note, 0).id == id)
            return note->variable;
    }
    return UINT32_MAX;
}

static void name_object(const struct formula *f, uint32_t object, uint32_t at, char *out,
                        size_t room)
{
    const struct object *o = &f->memory.objects.data[object];
    uint32_t variable = o->label ? o->label - 1 : UINT32_MAX;
    if (o->kind == OBJECT_GLOBAL)
        variable = f->program->globals.data[o->index].variable;
    name_variable(f->program, variable, at, "object", object, out, room);
}

/* What a slot of a recursive function's entry is. */
static void name_slot(const struct formula *f, const struct cut_loop *l, uint32_t slot,
                      struct fact_operand *x)
{
    const struct program *p = f->program;
    if (slot >= SLOT_RESULT) {
        x->kind = FACT_RESULT;
        x->instruction = slot - SLOT_RESULT;
        snprintf(x->name, sizeof x->name, "result");
        return;
    }
    const struct touched *t =
        &l->recursive->touched
             .data[slot >= SLOT_AFTER ? slot - SLOT_AFTER : slot - SLOT_BEFORE];
    x->kind = slot >= SLOT_AFTER || l->kind == CUT_AT_CALLS ? FACT_CELL : FACT_BEFORE;
    x->object = certificate_global(t->global);
    x->at = (uint32_t)t->offset;
    x->bytes = t->type.width / 8;
    name_variable(p, p->globals.data[t->global].variable, x->at, "global", t->global, x->name,
                  sizeof x->name);
    if (x->kind == FACT_BEFORE && strlen(x->name) + 4 < sizeof x->name)
        strcat(x->name, "@old");
}

static struct fact_operand operand(const struct formula *f, const struct cut_loop *l,
                                   const struct row_operand *from)
{
    struct fact_operand x = {
        .offset = from->offset, .minus = from->minus, .is_float = from->is_float};
    const struct program *p = f->program;
    const struct function *fn = &p->functions.data[l->function];
    if (!from->there)
        return x;
    const struct slot *s = from->slot == UINT32_MAX ? NULL : &l->slots.data[from->slot];
    if (s && l->kind != CUT_AT_HEAD && s->instruction >= SLOT_BEFORE)
        return name_slot(f, l, s->instruction, &x), x;
    const struct loop_constant *c = s ? NULL : &l->constants.data[from->constant];
    if (c && c->instruction == UINT32_MAX) {
        x.kind = FACT_CELL;
        x.object = c->object;
        x.at = c->at & ~PINNED;
        x.bytes = c->bytes;
        name_object(f, c->object_id, x.at, x.name, sizeof x.name);
        return x;
    }
    if (!s || s->kind == SLOT_PHI) {
        x.kind = s ? FACT_PHI : FACT_VALUE;
        x.instruction = s ? s->instruction : c->instruction;
        x.above = s ? 0 : c->above;
        if (x.above)
            fn = &p->functions.data[c->function];
        name_variable(p, variable_of(fn, x.instruction), 0, "value", x.instruction, x.name,
                      sizeof x.name);
        return x;
    }
    x.kind = s->kind == SLOT_CELL ? FACT_CELL : FACT_OBJECT;
    x.object = s->object;
    x.at = s->at & ~PINNED;
    x.bytes = s->bytes;
    name_object(f, s->object_id, x.at, x.name, sizeof x.name);
    return x;
}

uint32_t certify_variable(const struct function *f, uint32_t instruction)
{
    return variable_of(f, instruction);
}

static bool has_name(const struct formula *f, const struct cut_loop *l, const struct slot *s)
{
    if (l->kind != CUT_AT_HEAD && s->instruction >= SLOT_BEFORE)
        return true;
    if (s->kind == SLOT_PHI)
        return variable_of(&f->program->functions.data[l->function], s->instruction) !=
               UINT32_MAX;
    const struct object *o = &f->memory.objects.data[s->object_id];
    return o->label || (o->kind == OBJECT_GLOBAL &&
                        f->program->globals.data[o->index].variable != UINT32_MAX);
}

void certify_slot_name(const struct formula *f, const struct cut_loop *l, uint32_t slot,
                       char *out, size_t room)
{
    struct row_operand from = {.there = true, .slot = slot};
    out[0] = 0;
    if (!has_name(f, l, &l->slots.data[slot]))
        return;
    struct fact_operand x = operand(f, l, &from);
    snprintf(out, room, "%s", x.name);
}

/* Does the bound exclude anything at all? */
static bool says_something(const struct row *r)
{
    return r->kind != ROW_BOUND || r->value < r->most;
}

static unsigned operation_of(enum term_op op)
{
    unsigned i = 0;
    while (fact_operations[i].word && fact_operations[i].op != op)
        i++;
    if (!fact_operations[i].word)
        BUG("a relation with an operation that certificates do not have");
    return i;
}

static_assert((int)RELATION_VARIABLES <= (int)FACT_OPERANDS &&
                  (int)RELATION_CONSTANTS <= (int)FACT_CONSTANTS &&
                  (int)RELATION_STEPS <= (int)FACT_STEPS,
              "certificates have room for every relation");
static void relation_to_fact(const struct formula *f, const struct cut_loop *l,
                             const struct row_expression *e, struct fact *out)
{
    const struct relation *r = e->relation;
    out->bits = r->width;
    out->relation = (struct fact_relation){.operands = r->variables,
                                           .constants = r->constants,
                                           .steps = r->steps,
                                           .left = r->left,
                                           .right = r->right};
    for (unsigned i = 0; i < r->variables; i++)
        out->relation.operand[i] = operand(f, l, &e->operand[i]);
    for (unsigned i = 0; i < r->constants; i++)
        out->relation.constant[i] = r->constant[i];
    for (unsigned i = 0; i < r->steps; i++)
        out->relation.step[i] = (struct fact_step){(uint8_t)operation_of(r->step[i].op),
                                                   r->step[i].a, r->step[i].b};
}

/* The row's stand-ins get the names that certificates use. */
static bool forall_to_fact(const struct formula *f, const struct cut_loop *l,
                           const struct row *r, struct fact *out)
{
    struct terms *ts = f->terms;
    const struct forall *all = r->forall;
    struct row inner = *r;
    struct map names = {0};
    struct text text = {0};
    struct term stands;
    if (all->scalar_count > FACT_FORALL_OPERANDS || all->array_count > FACT_FORALL_ARRAYS)
        return false;
    struct fact_forall *fact = calloc(1, sizeof *fact);
    *out = (struct fact){.kind = FACT_FORALL, .forall = fact};
    map_set(&names, all->index.id, term_var(ts, sort_bv(ts, 64), "j").id);
    for (uint32_t i = 0; i < all->scalar_count; i++) {
        char name[32];
        fact->operand[fact->operands++] = operand(f, l, &all->scalars[i].operand);
        stands = all->scalars[i].stands;
        snprintf(name, sizeof name, "x%uw%u", i, term_width(ts, stands));
        map_set(&names, stands.id, term_var(ts, term_sort(ts, stands), name).id);
    }
    for (uint32_t i = 0; i < all->array_count; i++) {
        const struct row_array *a = &all->arrays[i];
        struct fact_array *to = &fact->array[fact->arrays++];
        *to = (struct fact_array){
            .object = a->object, .at = a->at, .bytes = a->bytes, .stride = a->stride};
        name_object(f, a->object_id, a->at, to->name, sizeof to->name);
    }
    inner.forall = NULL;
    inner.ghosts = 0;
    inner.post = all->body;
    struct term condition =
        term_implies(ts, all->segment, row_condition(ts, &inner, ROW_AFTER));
    condition = array_rename(ts, all, condition, &names);
    term_print(ts, condition, &text);
    /* sums have no words in certificates */
    bool good = text.count <= LONGEST_CONDITION && !array_has_stand_in(ts, condition);
    fact->condition = strdup(text_of(&text));
    if (!good)
        fact_forall_free(fact);
    text_release(&text);
    map_release(&names);
    return good;
}

typedef VECTOR(struct row_operand) operands;

/* What an operand is at the head. */
static struct term head_term(const struct cut_loop *l, const struct row_operand *x)
{
    if (x->slot == UINT32_MAX)
        return l->constants.data[x->constant].value;
    const struct slot *s = &l->slots.data[x->slot];
    return x->offset ? s->pre.b : s->pre.a;
}

/* Terms below a condition. */
struct below {
    struct map seen;
};

static bool is_below(void *context, struct term t)
{
    return map_has(&((struct below *)context)->seen, t.id);
}

static void see_below(void *context, struct term t)
{
    map_set(&((struct below *)context)->seen, t.id, 1);
}

/* What a condition is about, if the row does not list it: the variables of the loop that it
 * mentions. */
static void find_operands(struct terms *ts, const struct cut_loop *l, struct term condition,
                          operands *out)
{
    struct below below = {0};
    variables views = {0};
    term_walk(ts, condition, is_below, see_below, &below);
    domain_variables(ts, l, &views);
    for (size_t i = 0; i < views.count; i++)
        if (is_below(&below, views.data[i].pre))
            VECTOR_PUSH(out, row_operand(&views.data[i]));
    VECTOR_RELEASE(&views);
    map_release(&below.seen);
}

static void list_operands(struct terms *ts, const struct cut_loop *l, const struct row *r,
                          operands *out)
{
    for (unsigned i = 0; i < RELATION_VARIABLES && r->expression.operand[i].there; i++)
        VECTOR_PUSH(out, r->expression.operand[i]);
    if (!out->count)
        find_operands(ts, l, r->pre, out);
}

/* Does a condition mention nothing but what it was given names for? A sum that was made
 * simpler (y + 1, where y is i + 20) names parts of operands. */
struct spelling {
    const struct terms *ts;
    const struct map *words; /* variables that certificates have names for */
    struct map seen;
    bool good;
};

static bool is_spelt(void *context, struct term t)
{
    return map_has(&((struct spelling *)context)->seen, t.id);
}

static void spell(void *context, struct term t)
{
    struct spelling *s = context;
    map_set(&s->seen, t.id, 1);
    s->good &= term_op(s->ts, t) != TERM_VAR || map_has(s->words, t.id);
}

static bool has_words(const struct terms *ts, struct term condition, const struct map *words)
{
    struct spelling s = {.ts = ts, .words = words, .good = true};
    term_walk(ts, condition, is_spelt, spell, &s);
    map_release(&s.seen);
    return s.good;
}

/* The condition at the head, with the names that certificates use. */
static bool condition_to_fact(const struct formula *f, const struct cut_loop *l,
                              const struct row *r, struct fact *out)
{
    struct terms *ts = f->terms;
    struct map names = {0}, words = {0};
    struct text text = {0};
    struct fact_forall *fact = calloc(1, sizeof *fact);
    operands used = {0};
    list_operands(ts, l, r, &used);
    bool good = used.count <= FACT_FORALL_OPERANDS;
    for (unsigned i = 0; i < used.count && good; i++) {
        char name[32];
        struct term x = head_term(l, &used.data[i]);
        fact->operand[fact->operands++] = operand(f, l, &used.data[i]);
        snprintf(name, sizeof name, "x%uw%u", i, term_width(ts, x));
        struct term word = term_var(ts, term_sort(ts, x), name);
        map_set(&names, x.id, word.id);
        map_set(&words, word.id, 1);
    }
    struct term condition = term_substitute(ts, r->pre, &names);
    term_print(ts, condition, &text);
    good = good && text.count <= LONGEST_CONDITION && has_words(ts, condition, &words);
    fact->condition = strdup(text_of(&text));
    if (!good)
        fact_forall_free(fact);
    if (good)
        out->forall = fact;
    VECTOR_RELEASE(&used);
    text_release(&text);
    map_release(&names);
    map_release(&words);
    return good;
}

static bool to_fact(const struct formula *f, const struct cut_loop *l, const struct row *r,
                    struct fact *out)
{
    static const enum fact_kind kinds[] = {[FORM_LINEAR] = FACT_BOUND,
                                           [FORM_LOW_BITS] = FACT_LOW_BITS,
                                           [FORM_EQUAL] = FACT_EQUAL,
                                           [FORM_DIFFERENT] = FACT_DIFFERENT,
                                           [FORM_ALIVE] = FACT_ALIVE,
                                           [FORM_DEAD] = FACT_DEAD,
                                           [FORM_NOT_NULL] = FACT_NOT_NULL,
                                           [FORM_PLAIN] = FACT_PLAIN,
                                           [FORM_FLOAT_BOUND] = FACT_FLOAT_BOUND,
                                           [FORM_NUMBER] = FACT_NUMBER,
                                           [FORM_FLOAT_ORDER] = FACT_FLOAT_ORDER,
                                           [FORM_SUM] = FACT_SUM,
                                           [FORM_RELATION] = FACT_RELATION,
                                           [FORM_CONDITION] = FACT_CONDITION};
    if (r->state == ROW_TOP || r->expression.form == FORM_OTHER || !says_something(r))
        return false;
    if (r->forall)
        return forall_to_fact(f, l, r, out);
    *out = (struct fact){.kind = kinds[r->expression.form],
                         .is_unsigned = r->expression.is_unsigned,
                         .bits = r->expression.bits};
    out->ghosts = r->ghosts;
    out->values = r->values;
    if (r->state == ROW_BOTTOM && r->kind != ROW_FACT)
        out->kind = FACT_NEVER;
    if (out->kind == FACT_NEVER)
        return true;
    if (r->expression.form == FORM_RELATION)
        return relation_to_fact(f, l, &r->expression, out), true;
    if (r->expression.form == FORM_CONDITION)
        return condition_to_fact(f, l, r, out);
    out->value = r->kind == ROW_FACT ? 0 : r->value;
    if (out->kind == FACT_FLOAT_BOUND)
        out->value = float_bits(out->bits, r->value);
    out->x = operand(f, l, &r->expression.x);
    out->y = operand(f, l, &r->expression.y);
    out->z = operand(f, l, &r->expression.z);
    if (r->expression.form == FORM_ALIVE || r->expression.form == FORM_DEAD)
        out->x.offset = false;
    return true;
}

static bool has_never(const struct certificate_loop *l, const struct fact *never)
{
    for (size_t i = 0; i < l->facts.count; i++) {
        const struct fact *f = &l->facts.data[i];
        if (f->kind == FACT_NEVER && f->ghosts == never->ghosts && f->values == never->values)
            return true;
    }
    return false;
}

static void list_written(const struct formula *f, const struct cut_loop *l,
                         struct certificate_loop *out)
{
    for (uint32_t i = 0; i < l->recursive->touched.count; i++) {
        struct fact_operand x = {.is_float =
                                     l->recursive->touched.data[i].type.kind == TYPE_FLOAT};
        if (!l->recursive->touched.data[i].written)
            continue;
        name_slot(f, l, SLOT_AFTER + i, &x);
        VECTOR_PUSH(&out->written, x);
    }
}

/* A row that narrows the states and that certificates have no words for. */
static bool is_beyond_words(const struct row *r)
{
    return r->state != ROW_TOP && says_something(r);
}

/* The facts of one loop; true if one of them is guarded. */
static bool add_loop(const struct formula *f, const struct cut_model *model, const rows *all,
                     uint32_t number, struct certificate *c)
{
    const struct cut_loop *l = &model->loops.data[number];
    static const enum certificate_at places[] = {[CUT_AT_HEAD] = CERTIFICATE_AT_HEAD,
                                                 [CUT_AT_CALLS] = CERTIFICATE_AT_CALLS,
                                                 [CUT_AT_RETURN] = CERTIFICATE_AT_RETURN};
    struct certificate_loop loop = {
        .at = places[l->kind], .path = l->path, .function = l->function, .header = l->header};
    if (l->kind == CUT_AT_RETURN)
        list_written(f, l, &loop);
    struct fact fact;
    bool guarded = false;
    for (size_t r = 0; r < all->count; r++) {
        if (all->data[r].loop != number)
            continue;
        if (!to_fact(f, l, &all->data[r], &fact)) {
            c->partial |= is_beyond_words(&all->data[r]);
            continue;
        }
        if (fact.kind == FACT_NEVER && has_never(&loop, &fact))
            continue;
        guarded |= fact.ghosts != 0;
        VECTOR_PUSH(&loop.facts, fact);
    }
    VECTOR_PUSH(&c->loops, loop);
    return guarded;
}

void certify_describe(const struct formula *f, const struct cut_model *model, const rows *all,
                      uint32_t loop, struct text *out)
{
    struct certificate c = {.kind = CERTIFICATE_INVARIANTS};
    add_loop(f, model, all, loop, &c);
    if (c.loops.data[0].facts.count)
        certificate_print_facts(&c.loops.data[0], out);
    certificate_release(&c);
}

void certify_rows(const struct engine_task *task, const struct engine_host *host,
                  uint32_t violations, uint32_t k, uint32_t recursion,
                  const struct formula *f, const struct cut_model *model, const rows *all)
{
    struct certificate c;
    static const enum certificate_ghost_kind kinds[] = {
        [GHOST_LOOP] = CERTIFICATE_GHOST_LOOP, [GHOST_BRANCH] = CERTIFICATE_GHOST_BRANCH};
    bool guarded = false;
    struct map known = {0}; /* a loop may occur several times when k > 1 */
    begin(task, &c, violations, k, recursion);
    c.kind = CERTIFICATE_INVARIANTS;
    for (uint32_t i = 0; i < model->loops.count; i++) {
        const struct cut_loop *l = &model->loops.data[i];
        if (map_has(&known, l->name))
            continue;
        map_set(&known, l->name, 1);
        guarded |= add_loop(f, model, all, i, &c);
    }
    for (size_t i = 0; i < model->ghosts.count && guarded; i++) {
        const struct ghost *g = &model->ghosts.data[i];
        VECTOR_PUSH(&c.ghosts, ((struct certificate_ghost){kinds[g->kind], g->path,
                                                           g->function, g->from, g->to}));
    }
    map_release(&known);
    tell(task, host, &c);
}

static void add_ranks(const struct formula *f, const struct cut_model *model,
                      const struct certify_sum *sums, size_t count, uint32_t loop,
                      struct certificate_loop *out)
{
    const struct cut_loop *l = &model->loops.data[loop];
    for (size_t i = 0; i < count; i++) {
        struct fact_rank r = {.count = sums[i].count};
        if (sums[i].loop != loop)
            continue;
        for (unsigned k = 0; k < r.count; k++) {
            struct row_operand x = {.there = true, .slot = sums[i].part[k].slot};
            x.offset = l->slots.data[x.slot].pre.kind == SYM_POINTER;
            r.part[k].factor = sums[i].part[k].factor;
            r.part[k].reading = sums[i].part[k].reading;
            r.part[k].x = operand(f, l, &x);
            x = (struct row_operand){.there = true, .slot = sums[i].part[k].other};
            if (rank_has_two(r.part[k].reading))
                r.part[k].y = operand(f, l, &x);
        }
        VECTOR_PUSH(&out->ranks, r);
    }
}

void certify_ranks(const struct engine_task *task, const struct engine_host *host,
                   uint32_t recursion, const struct formula *f, const struct cut_model *model,
                   const rows *all, const struct certify_sum *sums, size_t count)
{
    struct certificate c;
    begin(task, &c, VIOLATION_BIT(VIOLATION_TERMINATION), 1, recursion);
    c.kind = CERTIFICATE_INVARIANTS;
    for (uint32_t i = 0; i < model->loops.count; i++) {
        add_loop(f, model, all, i, &c);
        add_ranks(f, model, sums, count, i, &VECTOR_LAST(&c.loops));
    }
    tell(task, host, &c);
}
