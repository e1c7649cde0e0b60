/* How a word is made of multiples: guesses, which callers show before they use them. */
#include "term/term.h"

enum { MOST_DEPTH = 24 };

struct guess {
    struct terms *ts;
    uint64_t stride;
    const struct term *facts;
    size_t count;
};

static struct term word(const struct guess *g, struct term like, int64_t x)
{
    return term_bv_signed(g->ts, term_width(g->ts, like), x);
}

static bool of_constant(const struct guess *g, struct term t, uint64_t value,
                        struct term *quotient, uint64_t *rest)
{
    unsigned unused = 64 - term_width(g->ts, t);
    int64_t x = (int64_t)(value << unused) >> unused, stride = (int64_t)g->stride;
    int64_t q = x / stride - (x % stride < 0);
    *quotient = word(g, t, q);
    *rest = (uint64_t)(x - q * stride);
    return true;
}

/* x times a constant. */
static bool of_product(const struct guess *g, struct term x, uint64_t factor,
                       struct term *quotient, uint64_t *rest)
{
    if (!factor || factor % g->stride || factor > INT64_MAX)
        return false;
    *quotient = term_2(g->ts, TERM_BV_MUL, x, word(g, x, (int64_t)(factor / g->stride)));
    *rest = 0;
    return true;
}

static bool divide(const struct guess *, struct term, uint32_t depth, struct term *quotient,
                   uint64_t *rest);

static bool of_sum(const struct guess *g, struct term t, bool minus, uint32_t depth,
                   struct term *quotient, uint64_t *rest)
{
    struct term q[2];
    uint64_t r[2];
    for (size_t i = 0; i < 2; i++)
        if (!divide(g, term_arg(g->ts, t, i), depth, &q[i], &r[i]))
            return false;
    int64_t carry = minus ? -(int64_t)(r[0] < r[1]) : (int64_t)(r[0] + r[1] >= g->stride);
    *rest = minus ? r[0] - r[1] + (r[0] < r[1] ? g->stride : 0) : (r[0] + r[1]) % g->stride;
    *quotient = term_2(g->ts, minus ? TERM_BV_SUB : TERM_BV_ADD, q[0], q[1]);
    *quotient = term_2(g->ts, TERM_BV_ADD, *quotient, word(g, t, carry));
    return true;
}

/* A variable that is equal to something else. */
static bool of_variable(const struct guess *g, struct term t, uint32_t depth,
                        struct term *quotient, uint64_t *rest)
{
    for (size_t i = 0; i < g->count; i++) {
        struct term f = g->facts[i];
        if (term_op(g->ts, f) != TERM_EQ)
            continue;
        for (size_t k = 0; k < 2; k++) {
            struct term other = term_arg(g->ts, f, 1 - k);
            if (!term_same(term_arg(g->ts, f, k), t) || term_op(g->ts, other) == TERM_VAR)
                continue;
            if (divide(g, other, depth, quotient, rest))
                return true;
        }
    }
    return false;
}

static bool divide(const struct guess *g, struct term t, uint32_t depth,
                   struct term *quotient, uint64_t *rest)
{
    uint64_t x;
    if (!depth)
        return false;
    if (term_const_u64(g->ts, t, &x))
        return of_constant(g, t, x, quotient, rest);
    if (term_op(g->ts, t) == TERM_BV_ADD)
        return of_sum(g, t, false, depth - 1, quotient, rest);
    if (term_op(g->ts, t) == TERM_BV_SUB)
        return of_sum(g, t, true, depth - 1, quotient, rest);
    if (term_op(g->ts, t) == TERM_VAR)
        return of_variable(g, t, depth - 1, quotient, rest);
    if (term_op(g->ts, t) == TERM_BV_MUL)
        for (size_t i = 0; i < 2; i++)
            if (term_const_u64(g->ts, term_arg(g->ts, t, i), &x))
                return of_product(g, term_arg(g->ts, t, 1 - i), x, quotient, rest);
    if (term_op(g->ts, t) == TERM_BV_SHL &&
        term_const_u64(g->ts, term_arg(g->ts, t, 1), &x) && x < 63)
        return of_product(g, term_arg(g->ts, t, 0), 1ull << x, quotient, rest);
    return false;
}

bool term_guess_multiple(struct terms *ts, struct term t, uint64_t stride,
                         const struct term *facts, size_t count, struct term *quotient,
                         uint64_t *rest)
{
    struct guess g = {ts, stride, facts, count};
    if (!stride || stride > INT32_MAX || term_width(ts, t) > 64)
        return false;
    return divide(&g, t, MOST_DEPTH, quotient, rest);
}

struct term term_is_multiple(struct terms *ts, struct term t, uint64_t stride,
                             struct term quotient, uint64_t rest)
{
    unsigned width = term_width(ts, t);
    uint64_t most = width == 64 ? UINT64_MAX : (1ull << width) - 1;
    struct term product = term_2(ts, TERM_BV_MUL, quotient, term_bv(ts, width, stride));
    struct term same =
        term_eq(ts, t, term_2(ts, TERM_BV_ADD, product, term_bv(ts, width, rest)));
    return term_and(
        ts, same,
        term_2(ts, TERM_BV_ULE, quotient, term_bv(ts, width, (most - rest) / stride)));
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint64_t factor_of(struct terms *ts, struct term t, uint32_t depth)
{
    uint64_t x;
    if (!depth || term_const_u64(ts, t, &x))
        return depth ? 0 : 1;
    if (term_op(ts, t) == TERM_BV_ADD || term_op(ts, t) == TERM_BV_SUB)
        return common_divisor(factor_of(ts, term_arg(ts, t, 0), depth - 1),
                              factor_of(ts, term_arg(ts, t, 1), depth - 1));
    if (term_op(ts, t) == TERM_BV_MUL)
        for (size_t i = 0; i < 2; i++)
            if (term_const_u64(ts, term_arg(ts, t, i), &x))
                return x;
    if (term_op(ts, t) == TERM_BV_SHL && term_const_u64(ts, term_arg(ts, t, 1), &x) && x < 32)
        return 1ull << x;
    return 1;
}

uint64_t term_factor(struct terms *ts, struct term t)
{
    return factor_of(ts, t, MOST_DEPTH);
}
