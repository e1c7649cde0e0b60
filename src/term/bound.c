/* The largest unsigned value a term may have, as far as its structure shows it. */
#include "term/term.h"

#include "base/failure.h"

enum { FUEL = 12 };

static uint64_t most_of_width(unsigned width)
{
    LAW(width > 0);
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static uint64_t all_ones_up_to(uint64_t value)
{
    return value ? UINT64_MAX >> __builtin_clzll(value) : 0;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most(const struct terms *ts, struct term t, unsigned fuel);

/* A term, the most of its arguments (those of them that are words), and the most of its
 * width. */
struct bounded {
    const struct terms *terms;
    struct term term;
    uint64_t a, b, limit;
};

static uint64_t most_of_sum(const struct bounded *x)
{
    uint64_t sum;
    return __builtin_add_overflow(x->a, x->b, &sum) ? x->limit : smaller(sum, x->limit);
}

static uint64_t most_of_product(const struct bounded *x)
{
    uint64_t product;
    if (__builtin_mul_overflow(x->a, x->b, &product))
        return x->limit;
    return smaller(product, x->limit);
}

static uint64_t most_of_and(const struct bounded *x)
{
    return smaller(x->a, x->b);
}

static uint64_t most_of_or(const struct bounded *x)
{
    return smaller(all_ones_up_to(x->a | x->b), x->limit);
}

static bool has_constant(const struct bounded *x, uint64_t *value)
{
    return term_const_u64(x->terms, term_arg(x->terms, x->term, 1), value);
}

static uint64_t most_of_remainder(const struct bounded *x) /* x rem 0 is x */
{
    uint64_t divisor;
    return has_constant(x, &divisor) && divisor ? smaller(x->a, divisor - 1) : x->a;
}

static uint64_t most_of_quotient(const struct bounded *x) /* x div 0 is all ones */
{
    uint64_t divisor;
    return has_constant(x, &divisor) && divisor ? x->a / divisor : x->limit;
}

static uint64_t most_of_shift(const struct bounded *x)
{
    uint64_t amount;
    if (!has_constant(x, &amount))
        return x->a;
    return amount < 64 ? x->a >> amount : 0;
}

static uint64_t most_of_extension(const struct bounded *x)
{
    return x->a;
}

static uint64_t most_of_concat(const struct bounded *x)
{
    unsigned low = term_width(x->terms, term_arg(x->terms, x->term, 1));
    return (x->a << low) | all_ones_up_to(x->b);
}

static uint64_t most_of_choice(const struct bounded *x)
{
    return x->a > x->b ? x->a : x->b;
}

static uint64_t (*const rules[TERM_OP_COUNT])(const struct bounded *) = {
    [TERM_BV_ADD] = most_of_sum,        [TERM_BV_MUL] = most_of_product,
    [TERM_BV_AND] = most_of_and,        [TERM_BV_OR] = most_of_or,
    [TERM_BV_XOR] = most_of_or,         [TERM_BV_UREM] = most_of_remainder,
    [TERM_BV_UDIV] = most_of_quotient,  [TERM_BV_LSHR] = most_of_shift,
    [TERM_BV_ZEXT] = most_of_extension, [TERM_BV_CONCAT] = most_of_concat,
    [TERM_ITE] = most_of_choice,
};

static uint64_t most(const struct terms *ts, struct term t, unsigned fuel)
{
    uint64_t value, limit = most_of_width(term_width(ts, t));
    enum term_op op = term_op(ts, t);
    if (term_const_u64(ts, t, &value))
        return value;
    LAW(fuel <= FUEL);
    if (!fuel || term_width(ts, t) > 64 || !rules[op])
        return limit;
    struct bounded x = {.terms = ts, .term = t, .limit = limit};
    unsigned first = op == TERM_ITE; /* the condition is no word */
    x.a = most(ts, term_arg(ts, t, first), fuel - 1);
    if (term_count(ts, t) > 1)
        x.b = most(ts, term_arg(ts, t, first + 1), fuel - 1);
    return rules[op](&x);
}

uint64_t term_most(const struct terms *ts, struct term t)
{
    return most(ts, t, FUEL);
}
