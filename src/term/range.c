/* Ranges: a sum of constants and of terms that somebody bounds. */
#include "term/term.h"

#include "base/failure.h"

enum { DEEPEST_RANGE = 12 };

struct bounds {
    const struct terms *terms;
    uint64_t (*most)(void *context, struct term);
    void *context;
};

static struct term_range anything(const struct bounds *b, struct term t)
{
    unsigned w = term_width(b->terms, t);
    return (struct term_range){0, w >= 64 ? UINT64_MAX : (UINT64_C(1) << w) - 1};
}

static struct term_range range_of(const struct bounds *b, struct term t, unsigned fuel);

/* None of these may wrap around: else nothing is known. */
static struct term_range sum_of(const struct bounds *b, struct term t, unsigned fuel)
{
    struct term_range all = anything(b, t), x = range_of(b, term_arg(b->terms, t, 0), fuel),
                      y = range_of(b, term_arg(b->terms, t, 1), fuel);
    if (x.most > all.most - y.most)
        return all;
    return (struct term_range){x.least + y.least, x.most + y.most};
}

static struct term_range product_of(const struct bounds *b, struct term t, unsigned fuel)
{
    struct term_range all = anything(b, t), x = range_of(b, term_arg(b->terms, t, 0), fuel),
                      y = range_of(b, term_arg(b->terms, t, 1), fuel);
    if (y.most && x.most > all.most / y.most)
        return all;
    return (struct term_range){x.least * y.least, x.most * y.most};
}

/* High bits before low ones. */
static struct term_range concat_of(const struct bounds *b, struct term t, unsigned fuel)
{
    const struct terms *ts = b->terms;
    struct term low = term_arg(ts, t, 1);
    struct term_range high = range_of(b, term_arg(ts, t, 0), fuel), all = anything(b, t),
                      rest = range_of(b, low, fuel);
    unsigned w = term_width(ts, low);
    if (w >= 64 || high.most > all.most >> w)
        return all;
    return (struct term_range){(high.least << w) + rest.least, (high.most << w) + rest.most};
}

/* Of x << y. Amounts of the width and more, which give 0, count as wrapping around. */
static struct term_range left_shift_of(const struct bounds *b, struct term t, unsigned fuel)
{
    struct term_range all = anything(b, t), x = range_of(b, term_arg(b->terms, t, 0), fuel),
                      y = range_of(b, term_arg(b->terms, t, 1), fuel);
    if (y.most >= term_width(b->terms, t) || x.most > all.most >> y.most)
        return all;
    return (struct term_range){x.least << y.least, x.most << y.most};
}

/* Of x >> y. Amounts of the width and more give 0. */
static struct term_range right_shift_of(const struct bounds *b, struct term t, unsigned fuel)
{
    struct term_range x = range_of(b, term_arg(b->terms, t, 0), fuel),
                      y = range_of(b, term_arg(b->terms, t, 1), fuel);
    unsigned width = term_width(b->terms, t);
    return (struct term_range){y.most < width ? x.least >> y.most : 0,
                               y.least < width ? x.most >> y.least : 0};
}

static struct term_range by_form(const struct bounds *b, struct term t, unsigned fuel)
{
    const struct terms *ts = b->terms;
    struct term_range x;
    if (term_class(term_op(ts, t)) != TERM_CLASS_WORD)
        return anything(b, t);
    switch ((enum term_word_op)term_op(ts, t)) {
    case TERM_BV_ADD:
        return sum_of(b, t, fuel);
    case TERM_BV_MUL:
        return product_of(b, t, fuel);
    case TERM_BV_CONCAT:
        return concat_of(b, t, fuel);
    case TERM_BV_SHL:
        return left_shift_of(b, t, fuel);
    case TERM_BV_LSHR:
        return right_shift_of(b, t, fuel);
    case TERM_BV_ZEXT:
        return range_of(b, term_arg(ts, t, 0), fuel);
    case TERM_BV_SEXT: /* where the sign is known to be 0 */
        x = range_of(b, term_arg(ts, t, 0), fuel);
        return x.most > anything(b, term_arg(ts, t, 0)).most / 2 ? anything(b, t) : x;
    case TERM_BV_EXTRACT: /* of the lowest bits, where the others are 0 */
        x = range_of(b, term_arg(ts, t, 0), fuel);
        if (term_parameter(ts, t, 1) || x.most > anything(b, t).most)
            return anything(b, t);
        return x;
    case TERM_BV_NEG:
    case TERM_BV_SUB:
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
    case TERM_BV_NOT:
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_NAND:
    case TERM_BV_NOR:
    case TERM_BV_XNOR:
    case TERM_BV_COMP:
    case TERM_BV_ASHR:
    case TERM_BV_REPEAT:
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
        return anything(b, t);
    }
    BUG("no such operator");
}

static struct term_range range_of(const struct bounds *b, struct term t, unsigned fuel)
{
    const struct terms *ts = b->terms;
    uint64_t value;
    if (term_const_u64(ts, t, &value))
        return (struct term_range){value, value};
    struct term_range all = anything(b, t);
    if (term_width(ts, t) > 64)
        return all;
    struct term_range r = fuel ? by_form(b, t, fuel - 1) : all;
    uint64_t most = b->most(b->context, t), shown = term_most(ts, t);
    if (shown < most)
        most = shown;
    if (most < r.most && most >= r.least)
        r.most = most;
    return r;
}

struct term_range term_range(const struct terms *ts, struct term t,
                             uint64_t (*most)(void *, struct term), void *context)
{
    struct bounds b = {ts, most, context};
    return range_of(&b, t, DEEPEST_RANGE);
}

uint64_t term_most_by(const struct terms *ts, struct term literal, struct term t)
{
    uint64_t value;
    bool negated = term_op(ts, literal) == TERM_NOT;
    if (negated)
        literal = term_arg(ts, literal, 0);
    enum term_op op = term_op(ts, literal);
    if (op != TERM_BV_ULT && op != TERM_BV_ULE)
        return UINT64_MAX;
    if (!term_same(term_arg(ts, literal, negated), t) ||
        !term_const_u64(ts, term_arg(ts, literal, !negated), &value))
        return UINT64_MAX;
    bool strict = (op == TERM_BV_ULT) != negated;
    return strict && value ? value - 1 : value;
}
