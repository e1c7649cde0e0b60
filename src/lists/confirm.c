/* Whether a condition that is not proved is really violated: runs from the entry with loops
 * unwound. */
#include "lists/prove.h"

static struct confirmation try_formula(struct prover *p, struct question *q, struct term raw)
{
    struct confirmation c = {0};
    if (term_is_false(p->l->terms, raw))
        return c;
    q->encoding = slh_encoding_new(q->run.slh, &raw, 1, 0);
    q->solver = solver_new(p->l->terms, NULL);
    struct term coded = slh_encode(q->encoding, raw);
    solver_assert(q->solver, coded);
    solver_assert(q->solver, slh_encoding_sides(q->encoding));
    if (question_ask(p, q, TERM_NONE) == ANSWER_SAT) {
        c.heap = question_heap(p, q, raw, coded);
        c.found = c.heap != NULL;
    }
    slh_encoding_free(q->encoding);
    solver_free(q->solver);
    q->encoding = NULL;
    q->solver = NULL;
    return c;
}

struct confirmation prover_confirm(struct prover *p, struct question *q,
                                   const struct obligation *o)
{
    struct terms *t = p->l->terms;
    struct term bad = term_bool(t, false);
    for (size_t i = 0; i < q->run.obligations.count; i++) {
        const struct obligation *b = &q->run.obligations.data[i];
        if (b->kind == OBLIGATION_CONDITION && b->instruction == o->instruction &&
            text_same(b->text, o->text))
            bad = term_or(t, bad, b->bad);
    }
    return try_formula(p, q, bad);
}

/* --- runs without end --- */

static void use(bool *relevant, bool *changed, struct value v)
{
    if (value_is_constant(v) || value_is_none(v) || relevant[v.id])
        return;
    relevant[v.id] = true;
    *changed = true;
}

static bool decides(const struct lists *l, const struct instruction *in)
{
    if (in->op == OP_CALL)
        return text_starts(call_name(l->program, l->f, in), "__sooth_") == false;
    return in->op == OP_BRANCH || in->op == OP_LOAD || in->op == OP_STORE ||
           in->op == OP_CHECK || in->op == OP_ASSUME;
}

/* The values that decide which way the loop goes, and what it does to the heap. */
static bool *relevant_values(const struct lists *l, uint32_t loop, struct arena *arena)
{
    const struct function *f = l->f;
    bool *relevant = ARENA_ARRAY(arena, bool, f->instructions.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t id = 0; id < f->instructions.count; id++) {
            const struct instruction *in = &f->instructions.data[id];
            if (in->block == UINT32_MAX || !loop_contains(&l->cuts.forest, loop, in->block))
                continue;
            if (!relevant[id] && !decides(l, in))
                continue;
            for (uint32_t k = 0; k < in->count; k++)
                if (!instruction_operand_is_block(in, k))
                    use(relevant, &changed, instruction_operand(f, in, k));
        }
    }
    return relevant;
}

static struct term same_value(struct prover *p, struct question *q, struct lists_value a,
                              struct lists_value b)
{
    if (a.kind != b.kind || a.offset != b.offset || a.kind == VALUE_UNSUPPORTED)
        return term_bool(p->l->terms, false);
    if (a.kind == VALUE_POINTER)
        return slh_alias(q->run.slh, a.pointer, b.pointer);
    return term_eq(p->l->terms, a.number, b.number);
}

static struct term same_state(struct prover *p, struct question *q, const struct arrival *a,
                              const struct arrival *b, const bool *relevant)
{
    struct terms *t = p->l->terms;
    struct term same = term_and(t, a->state->guard, b->state->guard);
    same = term_and(t, same, slh_same(q->run.slh, a->state->heap, b->state->heap));
    for (uint32_t id = 0; id < p->l->f->instructions.count; id++)
        if (relevant[id] && run_carries(p->l, &p->l->cuts.list.data[a->cut], id))
            same = term_and(t, same,
                            same_value(p, q, a->state->values[id], b->state->values[id]));
    return same;
}

struct confirmation prover_confirm_endless(struct prover *p, struct question *q, uint32_t cut)
{
    struct terms *t = p->l->terms;
    struct term again = term_bool(t, false);
    struct arena arena;
    arena_init(&arena);
    const bool *relevant = relevant_values(p->l, p->l->cuts.list.data[cut].loop, &arena);
    for (size_t i = 0; i < q->run.arrivals.count; i++)
        for (size_t j = 0; j < q->run.arrivals.count; j++) {
            const struct arrival *a = &q->run.arrivals.data[i];
            const struct arrival *b = &q->run.arrivals.data[j];
            if (a->cut == cut && b->cut == cut && a->pass < b->pass)
                again = term_or(t, again, same_state(p, q, a, b, relevant));
        }
    arena_release(&arena);
    return try_formula(p, q, again);
}
