/* Candidate facts about floats: bounds by constants that the program has, and order of two.
 * Each comparison that holds says too that its operands are numbers. */
#include "engine/shapes/shapes.h"

enum { MOST_FLOATS = 8 };

void shapes_note_float(struct shapes *s, const struct constant *c)
{
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_FLOAT || c->type.width > 64)
        return;
    struct term bits = term_bv_limbs(s->terms, c->type.width, c->limbs);
    struct term t = shapes_of_bits(s, bits, c->type).term;
    if (s->floats.count < MOST_FLOATS && !graph_terms_have(&s->floats, t))
        graph_terms_add(&s->arena, &s->floats, t);
}

static void add_comparisons(struct shapes *s, struct term v, struct term w,
                            struct graph_terms *out)
{
    struct terms *ts = s->terms;
    if (term_sort(ts, v).id != term_sort(ts, w).id)
        return;
    enum term_op ops[] = {TERM_FP_LE, TERM_FP_LT};
    for (int i = 0; i < 2; i++) {
        graph_terms_add(&s->arena, out, term_2(ts, ops[i], v, w));
        graph_terms_add(&s->arena, out, term_2(ts, ops[i], w, v));
    }
}

bool shapes_is_float(const struct shapes *s, struct term t)
{
    return sort_kind(s->terms, term_sort(s->terms, t)) == SORT_FLOAT;
}

void shapes_float_bounds(struct shapes *s, struct term v, struct graph_terms *out)
{
    LAW(shapes_is_float(s, v));
    for (uint32_t i = 0; i < s->floats.count; i++)
        add_comparisons(s, v, s->floats.data[i], out);
    graph_terms_add(&s->arena, out, term_not(s->terms, term_1(s->terms, TERM_FP_IS_NAN, v)));
}

void shapes_float_order(struct shapes *s, struct term v, struct term w,
                        struct graph_terms *out)
{
    LAW(shapes_is_float(s, v) && shapes_is_float(s, w));
    add_comparisons(s, v, w, out);
}
