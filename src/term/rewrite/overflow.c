/* Rewriting of overflow predicates: false where the structure of both operands shows that the
 * exact result always fits, as in sext(a) * sext(b) of twice the width. Circuits of wide
 * products are what solvers are slowest with. */
#include "base/failure.h"
#include "term/rewrite/rewrite_internal.h"
#include "term/term_internal.h"

typedef __int128 wide;

enum { FUEL = 6, WIDEST = 64 };

/* All values of a word, seen as signed; low <= high, both of the word's width. */
struct interval {
    wide low, high;
};

static struct interval all_of_width(unsigned width)
{
    LAW(width > 0 && width <= WIDEST);
    wide half = (wide)1 << (width - 1);
    return (struct interval){-half, half - 1};
}

static bool is_within(struct interval x, struct interval y)
{
    return x.low >= y.low && x.high <= y.high;
}

static struct interval hull(struct interval x, struct interval y)
{
    return (struct interval){x.low < y.low ? x.low : y.low,
                             x.high > y.high ? x.high : y.high};
}

static struct interval product(struct interval x, struct interval y)
{
    struct interval a = {x.low * y.low, x.low * y.low}, b = {x.low * y.high, x.low * y.high};
    struct interval c = {x.high * y.low, x.high * y.low},
                    d = {x.high * y.high, x.high * y.high};
    return hull(hull(a, b), hull(c, d));
}

static struct interval sum(struct interval x, struct interval y)
{
    return (struct interval){x.low + y.low, x.high + y.high};
}

static struct interval difference(struct interval x, struct interval y)
{
    return (struct interval){x.low - y.high, x.high - y.low};
}

/* What is exact of two words; operators that are not there are none of these. */
typedef struct interval exact_result(struct interval x, struct interval y);
static exact_result *const exact[TERM_OP_COUNT] = {
    [TERM_BV_ADD] = sum,          [TERM_BV_SADDO] = sum,   [TERM_BV_SUB] = difference,
    [TERM_BV_SSUBO] = difference, [TERM_BV_MUL] = product, [TERM_BV_SMULO] = product};

static struct interval interval_of(const struct terms *, struct term, unsigned fuel);

/* What the operator shows; the sum of large ones wraps around, so that it may be anything. */
static struct interval interval_of_op(const struct terms *ts, struct term t, unsigned fuel)
{
    struct interval all = all_of_width(term_width(ts, t));
    enum term_op op = term_op(ts, t);
    if (op == TERM_BV_SEXT)
        return interval_of(ts, term_arg(ts, t, 0), fuel);
    if (op == TERM_ITE)
        return hull(interval_of(ts, term_arg(ts, t, 1), fuel),
                    interval_of(ts, term_arg(ts, t, 2), fuel));
    if (!exact[op] || term_count(ts, t) != 2)
        return all;
    struct interval x = exact[op](interval_of(ts, term_arg(ts, t, 0), fuel),
                                  interval_of(ts, term_arg(ts, t, 1), fuel));
    return is_within(x, all) ? x : all;
}

static struct interval interval_of(const struct terms *ts, struct term t, unsigned fuel)
{
    struct interval all = all_of_width(term_width(ts, t));
    uint64_t value;
    if (term_const_u64(ts, t, &value)) {
        wide x = value > (uint64_t)all.high ? (wide)value + 2 * all.low : (wide)value;
        return (struct interval){x, x};
    }
    struct interval x = fuel ? interval_of_op(ts, t, fuel - 1) : all;
    uint64_t most = term_most(ts, t);
    if (most > (uint64_t)all.high)
        return x;
    x.low = x.low < 0 ? 0 : x.low;
    x.high = x.high > (wide)most ? (wide)most : x.high;
    return x;
}

static bool fits_unsigned(const struct terms *ts, const struct making *m, unsigned width)
{
    unsigned __int128 x = term_most(ts, m->args[0]), y = term_most(ts, m->args[1]);
    return (m->op == TERM_BV_UADDO ? x + y : x * y) >> width == 0;
}

bool rewrite_never_overflows(const struct terms *ts, const struct making *m)
{
    LAW(m->count == 2);
    unsigned width = term_width(ts, m->args[0]);
    if (width > WIDEST)
        return false;
    if (m->op == TERM_BV_UADDO || m->op == TERM_BV_UMULO)
        return fits_unsigned(ts, m, width);
    if (!exact[m->op])
        return false;
    struct interval x =
        exact[m->op](interval_of(ts, m->args[0], FUEL), interval_of(ts, m->args[1], FUEL));
    return is_within(x, all_of_width(width));
}
