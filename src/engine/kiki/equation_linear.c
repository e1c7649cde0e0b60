/* Sums of multiples of terms, modulo 2^width: most equations are seen to be kept without a
 * solver, which takes long over sums that are the same in another order. */
#include "engine/kiki/equation.h"

#include "base/failure.h"

void linear_sum_init(struct linear_sum *s, const struct terms *ts)
{
    *s = (struct linear_sum){.terms = ts};
}

static void add_atom(struct linear_sum *s, struct term t, uint64_t factor)
{
    LAW(s->count <= LINEAR_ATOMS);
    for (unsigned i = 0; i < s->count; i++)
        if (term_same(s->atom[i], t)) {
            s->factor[i] += factor;
            return;
        }
    if (s->count == LINEAR_ATOMS) {
        s->full = true;
        return;
    }
    s->atom[s->count] = t;
    s->factor[s->count++] = factor;
}

static void add_product(struct linear_sum *s, struct term t, uint64_t factor, unsigned depth)
{
    LAW(term_op(s->terms, t) == TERM_BV_MUL);
    uint64_t number;
    for (size_t k = 0; k < 2; k++)
        if (term_const_u64(s->terms, term_arg(s->terms, t, k), &number)) {
            linear_sum_add(s, term_arg(s->terms, t, 1 - k), factor * number, depth);
            return;
        }
    add_atom(s, t, factor);
}

/* Narrow numbers are kept in 64 bits: who asks looks at the low ones. */
void linear_sum_add(struct linear_sum *s, struct term t, uint64_t factor, unsigned depth)
{
    LAW(depth <= LINEAR_DEPTH);
    uint64_t number;
    enum term_op op = term_op(s->terms, t);
    if (term_const_u64(s->terms, t, &number)) {
        s->constant += factor * number;
    } else if (!depth) {
        add_atom(s, t, factor);
    } else if (op == TERM_BV_ADD || op == TERM_BV_SUB) {
        linear_sum_add(s, term_arg(s->terms, t, 0), factor, depth - 1);
        linear_sum_add(s, term_arg(s->terms, t, 1), op == TERM_BV_ADD ? factor : 0 - factor,
                       depth - 1);
    } else if (op == TERM_BV_NEG) {
        linear_sum_add(s, term_arg(s->terms, t, 0), 0 - factor, depth - 1);
    } else if (op == TERM_BV_MUL) {
        add_product(s, t, factor, depth - 1);
    } else {
        add_atom(s, t, factor);
    }
}

bool linear_sum_is_zero(const struct linear_sum *s, unsigned width)
{
    LAW(width >= 1 && width <= 64);
    uint64_t mask = width == 64 ? UINT64_MAX : (1ull << width) - 1, rest = s->constant;
    for (unsigned i = 0; i < s->count; i++)
        rest |= s->factor[i];
    return !s->full && !(rest & mask);
}
