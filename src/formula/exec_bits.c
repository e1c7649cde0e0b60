/* Bit functions: counts, swaps, funnel shifts, saturation, overflow predicates. */
#include "formula/exec_internal.h"

#include "base/failure.h"

static struct term bit(struct terms *ts, struct term x, unsigned i)
{
    return term_eq(ts, term_extract(ts, x, i, i), term_bv(ts, 1, 1));
}

static struct term count_ones(struct terms *ts, struct term x)
{
    unsigned w = term_width(ts, x);
    struct term sum = term_bv(ts, w, 0);
    for (unsigned i = 0; i < w; i++)
        sum = term_2(ts, TERM_BV_ADD, sum, term_resize(ts, term_extract(ts, x, i, i), w));
    return sum;
}

/* The number of zeros before the first one, from the top or from the bottom. */
static struct term count_zeros(struct terms *ts, struct term x, bool from_top)
{
    unsigned w = term_width(ts, x);
    struct term n = term_bv(ts, w, w);
    for (unsigned i = 0; i < w; i++) {
        unsigned at = from_top ? i : w - 1 - i;
        n = term_ite(ts, bit(ts, x, at), term_bv(ts, w, from_top ? w - 1 - at : at), n);
    }
    return n;
}

static struct term rearrange(struct terms *ts, struct term x, unsigned group)
{
    unsigned w = term_width(ts, x);
    struct term r = term_extract(ts, x, group - 1, 0);
    for (unsigned i = group; i < w; i += group)
        r = term_concat(ts, r, term_extract(ts, x, i + group - 1, i));
    return r;
}

static struct term funnel(struct terms *ts, struct term high, struct term low,
                          struct term amount, bool left)
{
    unsigned w = term_width(ts, high);
    struct term both = term_concat(ts, high, low);
    struct term by =
        term_zext(ts, term_2(ts, TERM_BV_UREM, amount, term_bv(ts, w, w)), 2 * w);
    if (left)
        return term_extract(ts, term_2(ts, TERM_BV_SHL, both, by), 2 * w - 1, w);
    return term_extract(ts, term_2(ts, TERM_BV_LSHR, both, by), w - 1, 0);
}

static struct term smallest(struct terms *ts, unsigned w)
{
    return term_2(ts, TERM_BV_SHL, term_bv(ts, w, 1), term_bv(ts, w, w - 1));
}

/* The sum or difference, or the bound where it overflows. */
static struct term saturated(struct terms *ts, enum term_op overflows, enum term_op op,
                             struct term bound, struct term x, struct term y)
{
    return term_ite(ts, term_2(ts, overflows, x, y), bound, term_2(ts, op, x, y));
}

/* What signed results stop at: the sign of x says on which side. */
static struct term signed_bound(struct terms *ts, struct term x)
{
    unsigned w = term_width(ts, x);
    struct term low = smallest(ts, w), high = term_1(ts, TERM_BV_NOT, low);
    return term_ite(ts, term_2(ts, TERM_BV_SLT, x, term_bv(ts, w, 0)), low, high);
}

static struct term predicate(struct terms *ts, struct term c)
{
    return term_ite(ts, c, term_bv(ts, 1, 1), term_bv(ts, 1, 0));
}

struct sym exec_bits(struct exec *e, struct frame *fr, uint32_t id)
{
    LAW(id < fr->f->instructions.count);
    struct terms *ts = e->terms;
    const struct instruction *in = &fr->f->instructions.data[id];
    struct term a[3] = {{0}};
    for (uint32_t k = 0; k < in->count && k < 3; k++)
        a[k] = exec_value(e, fr, instruction_operand(fr->f, in, k)).a;
    struct term x = a[0], y = a[1];
    unsigned w = term_width(ts, x);
    switch ((enum bits_function)in->sub) {
    case BITS_BSWAP:
        return sym_bits(rearrange(ts, x, 8));
    case BITS_REVERSE:
        return sym_bits(rearrange(ts, x, 1));
    case BITS_POPCOUNT:
        return sym_bits(count_ones(ts, x));
    case BITS_CLZ:
        return sym_bits(count_zeros(ts, x, true));
    case BITS_CTZ:
        return sym_bits(count_zeros(ts, x, false));
    case BITS_FSHL:
        return sym_bits(funnel(ts, x, y, a[2], true));
    case BITS_FSHR:
        return sym_bits(funnel(ts, x, y, a[2], false));
    case BITS_ABS:
        return sym_bits(term_ite(ts, term_2(ts, TERM_BV_SLT, x, term_bv(ts, w, 0)),
                                 term_1(ts, TERM_BV_NEG, x), x));
    case BITS_SMIN:
        return sym_bits(term_ite(ts, term_2(ts, TERM_BV_SLT, x, y), x, y));
    case BITS_SMAX:
        return sym_bits(term_ite(ts, term_2(ts, TERM_BV_SLT, x, y), y, x));
    case BITS_UMIN:
        return sym_bits(term_ite(ts, term_2(ts, TERM_BV_ULT, x, y), x, y));
    case BITS_UMAX:
        return sym_bits(term_ite(ts, term_2(ts, TERM_BV_ULT, x, y), y, x));
    case BITS_SADD_OVERFLOW:
        return sym_bits(predicate(ts, term_2(ts, TERM_BV_SADDO, x, y)));
    case BITS_UADD_OVERFLOW:
        return sym_bits(predicate(ts, term_2(ts, TERM_BV_UADDO, x, y)));
    case BITS_SSUB_OVERFLOW:
        return sym_bits(predicate(ts, term_2(ts, TERM_BV_SSUBO, x, y)));
    case BITS_USUB_OVERFLOW:
        return sym_bits(predicate(ts, term_2(ts, TERM_BV_USUBO, x, y)));
    case BITS_SMUL_OVERFLOW:
        return sym_bits(predicate(ts, term_2(ts, TERM_BV_SMULO, x, y)));
    case BITS_UMUL_OVERFLOW:
        return sym_bits(predicate(ts, term_2(ts, TERM_BV_UMULO, x, y)));
    case BITS_SADD_SAT:
        return sym_bits(saturated(ts, TERM_BV_SADDO, TERM_BV_ADD, signed_bound(ts, x), x, y));
    case BITS_UADD_SAT:
        return sym_bits(
            saturated(ts, TERM_BV_UADDO, TERM_BV_ADD, term_bv_signed(ts, w, -1), x, y));
    case BITS_SSUB_SAT:
        return sym_bits(saturated(ts, TERM_BV_SSUBO, TERM_BV_SUB, signed_bound(ts, x), x, y));
    case BITS_USUB_SAT:
        return sym_bits(saturated(ts, TERM_BV_USUBO, TERM_BV_SUB, term_bv(ts, w, 0), x, y));
    }
    BUG("bits function %u", in->sub);
}
