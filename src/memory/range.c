/* Ranges of offsets: a sum of constants and of terms that the path being executed bounds. */
#include "memory/memory_internal.h"

enum { DEEPEST_RANGE = 12 };

struct range {
    uint64_t least, most;
};

static struct range anything(struct memory *m, struct term t)
{
    unsigned w = term_width(m->terms, t);
    return (struct range){0, w >= 64 ? UINT64_MAX : (UINT64_C(1) << w) - 1};
}

static struct range range_of(struct memory *m, struct term t, unsigned fuel);

/* None of these may wrap around: else nothing is known. */
static struct range sum_of(struct memory *m, struct term t, unsigned fuel)
{
    struct range all = anything(m, t), x = range_of(m, term_arg(m->terms, t, 0), fuel),
                 y = range_of(m, term_arg(m->terms, t, 1), fuel);
    if (x.most > all.most - y.most) return all;
    return (struct range){x.least + y.least, x.most + y.most};
}

static struct range product_of(struct memory *m, struct term t, unsigned fuel)
{
    struct range all = anything(m, t), x = range_of(m, term_arg(m->terms, t, 0), fuel),
                 y = range_of(m, term_arg(m->terms, t, 1), fuel);
    if (y.most && x.most > all.most / y.most) return all;
    return (struct range){x.least * y.least, x.most * y.most};
}

/* High bits before low ones. */
static struct range concat_of(struct memory *m, struct term t, unsigned fuel)
{
    struct terms *ts = m->terms;
    struct term low = term_arg(ts, t, 1);
    struct range high = range_of(m, term_arg(ts, t, 0), fuel), all = anything(m, t), rest = range_of(m, low, fuel);
    unsigned w = term_width(ts, low);
    if (w >= 64 || high.most > all.most >> w) return all;
    return (struct range){(high.least << w) + rest.least, (high.most << w) + rest.most};
}

static struct range by_form(struct memory *m, struct term t, unsigned fuel)
{
    struct terms *ts = m->terms;
    struct range x;
    switch ((int)term_op(ts, t)) {
    case TERM_BV_ADD:
        return sum_of(m, t, fuel);
    case TERM_BV_MUL:
        return product_of(m, t, fuel);
    case TERM_BV_CONCAT:
        return concat_of(m, t, fuel);
    case TERM_BV_ZEXT:
        return range_of(m, term_arg(ts, t, 0), fuel);
    case TERM_BV_SEXT: /* where the sign is known to be 0 */
        x = range_of(m, term_arg(ts, t, 0), fuel);
        return x.most > anything(m, term_arg(ts, t, 0)).most / 2 ? anything(m, t) : x;
    case TERM_BV_EXTRACT: /* of the lowest bits, where the others are 0 */
        x = range_of(m, term_arg(ts, t, 0), fuel);
        if (term_parameter(ts, t, 1) || x.most > anything(m, t).most) return anything(m, t);
        return x;
    default:
        return anything(m, t);
    }
}

static struct range range_of(struct memory *m, struct term t, unsigned fuel)
{
    struct terms *ts = m->terms;
    uint64_t value;
    if (term_const_u64(ts, t, &value)) return (struct range){value, value};
    struct range all = anything(m, t);
    if (term_width(ts, t) > 64) return all;
    struct range r = fuel ? by_form(m, t, fuel - 1) : all;
    uint64_t most = m->most(m->most_context, t), shown = term_most(ts, t);
    if (shown < most) most = shown;
    if (most < r.most && most >= r.least) r.most = most;
    return r;
}

bool offset_range(struct memory *m, struct term offset, uint64_t *least, uint64_t *most)
{
    if (!m->most) return false;
    struct range r = range_of(m, offset, DEEPEST_RANGE);
    *least = r.least;
    *most = r.most;
    return true;
}
