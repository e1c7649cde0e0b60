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

/* For operators of two arguments whose result may not wrap beyond `limit`, the largest of the
 * width. */
static uint64_t most_of_two(const struct terms *ts, struct term t, unsigned fuel,
                            uint64_t limit)
{
    uint64_t a = most(ts, term_arg(ts, t, 0), fuel), b = most(ts, term_arg(ts, t, 1), fuel),
             value;
    switch ((int)term_op(ts, t)) {
    case TERM_BV_ADD:
        return __builtin_add_overflow(a, b, &value) ? limit : smaller(value, limit);
    case TERM_BV_MUL:
        return __builtin_mul_overflow(a, b, &value) ? limit : smaller(value, limit);
    case TERM_BV_AND:
        return smaller(a, b);
    case TERM_BV_OR:
    case TERM_BV_XOR:
        return smaller(all_ones_up_to(a | b), limit);
    case TERM_BV_UREM: /* x rem 0 is x */
        return term_const_u64(ts, term_arg(ts, t, 1), &value) && value ? smaller(a, value - 1)
                                                                       : a;
    case TERM_BV_UDIV: /* x div 0 is all ones */
        return term_const_u64(ts, term_arg(ts, t, 1), &value) && value ? a / value : limit;
    case TERM_BV_LSHR:
        return term_const_u64(ts, term_arg(ts, t, 1), &value) ? (value < 64 ? a >> value : 0)
                                                              : a;
    default:
        return limit;
    }
}

static uint64_t most(const struct terms *ts, struct term t, unsigned fuel)
{
    uint64_t value, limit = most_of_width(term_width(ts, t));
    if (term_const_u64(ts, t, &value))
        return value;
    LAW(fuel <= FUEL);
    if (!fuel || term_width(ts, t) > 64)
        return limit;
    switch ((int)term_op(ts, t)) {
    case TERM_BV_ADD:
    case TERM_BV_MUL:
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_UREM:
    case TERM_BV_UDIV:
    case TERM_BV_LSHR:
        return most_of_two(ts, t, fuel - 1, limit);
    case TERM_BV_ZEXT:
        return most(ts, term_arg(ts, t, 0), fuel - 1);
    case TERM_BV_CONCAT: {
        uint64_t high = most(ts, term_arg(ts, t, 0), fuel - 1),
                 low = most(ts, term_arg(ts, t, 1), fuel - 1);
        return (high << term_width(ts, term_arg(ts, t, 1))) | all_ones_up_to(low);
    }
    case TERM_ITE: {
        uint64_t a = most(ts, term_arg(ts, t, 1), fuel - 1),
                 b = most(ts, term_arg(ts, t, 2), fuel - 1);
        return a > b ? a : b;
    }
    default:
        return limit;
    }
}

uint64_t term_most(const struct terms *ts, struct term t)
{
    return most(ts, t, FUEL);
}
