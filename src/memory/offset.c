/* Offsets: what is known of an offset term modulo constants, and its division by an array's
 * stride.
 *
 * Arithmetic on offsets wraps at the pointer's width, so a congruence modulo m survives only
 * for the power of two in m; offset_divide therefore says when its answer is exact. */
#include "memory/memory_internal.h"

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static struct congruence combine(uint64_t modulus, uint64_t residue)
{
    return (struct congruence){modulus, modulus ? residue % modulus : residue};
}

static struct congruence scale(struct congruence c, uint64_t factor)
{
    return combine(c.modulus * factor, c.residue * factor);
}

static struct congruence congruence_of(struct memory *m, struct term t, unsigned fuel)
{
    struct terms *ts = m->terms;
    struct congruence any = {1, 0};
    uint64_t value;
    if (term_const_u64(ts, t, &value))
        return (struct congruence){0, value};
    if (!fuel)
        return any;
    struct congruence a, b;
    switch ((int)term_op(ts, t)) {
    case TERM_BV_ADD:
        a = congruence_of(m, term_arg(ts, t, 0), fuel - 1);
        b = congruence_of(m, term_arg(ts, t, 1), fuel - 1);
        return combine(gcd(a.modulus, b.modulus), a.residue + b.residue);
    case TERM_BV_SUB:
        a = congruence_of(m, term_arg(ts, t, 0), fuel - 1);
        b = congruence_of(m, term_arg(ts, t, 1), fuel - 1);
        value = gcd(a.modulus, b.modulus);
        return value ? combine(value, a.residue % value + (value - b.residue % value)) : any;
    case TERM_BV_NEG:
        a = congruence_of(m, term_arg(ts, t, 0), fuel - 1);
        return a.modulus ? combine(a.modulus, a.modulus - a.residue) : any;
    case TERM_BV_MUL:
        if (term_const_u64(ts, term_arg(ts, t, 0), &value))
            return scale(congruence_of(m, term_arg(ts, t, 1), fuel - 1), value);
        if (term_const_u64(ts, term_arg(ts, t, 1), &value))
            return scale(congruence_of(m, term_arg(ts, t, 0), fuel - 1), value);
        return any;
    case TERM_BV_SHL:
        if (term_const_u64(ts, term_arg(ts, t, 1), &value) && value < 32)
            return scale(congruence_of(m, term_arg(ts, t, 0), fuel - 1),
                         (uint64_t)1 << value);
        return any;
    case TERM_BV_CONCAT: /* x ++ 00 is a shift */
        if (term_const_u64(ts, term_arg(ts, t, 1), &value) &&
            term_width(ts, term_arg(ts, t, 1)) < 32)
            return combine((uint64_t)1 << term_width(ts, term_arg(ts, t, 1)), value);
        return any;
    case TERM_ITE:
        a = congruence_of(m, term_arg(ts, t, 1), fuel - 1);
        b = congruence_of(m, term_arg(ts, t, 2), fuel - 1);
        value = a.residue > b.residue ? a.residue - b.residue : b.residue - a.residue;
        value = gcd(gcd(a.modulus, b.modulus), value);
        return value ? combine(value, a.residue) : a;
    default:
        return any;
    }
}

struct congruence offset_congruence(struct memory *m, struct term offset)
{
    return congruence_of(m, offset, 12);
}

/* offset = quotient * stride + residue, read off the term's structure; false if the structure
 * does not show it. */
static bool divide(struct memory *m, struct term t, uint64_t stride, unsigned fuel,
                   struct term *q, uint64_t *r)
{
    struct terms *ts = m->terms;
    unsigned w = term_width(ts, t);
    uint64_t value, r2;
    struct term a, b;
    if (term_const_u64(ts, t, &value)) {
        int64_t v = w == 64 ? (int64_t)value : (int64_t)(value << (64 - w)) >> (64 - w);
        int64_t quotient = v / (int64_t)stride, residue = v % (int64_t)stride;
        if (residue < 0)
            residue += (int64_t)stride, quotient--;
        *q = term_bv_signed(ts, w, quotient);
        *r = (uint64_t)residue;
        return true;
    }
    if (!fuel)
        return false;
    switch ((int)term_op(ts, t)) {
    case TERM_BV_ADD:
        if (!divide(m, term_arg(ts, t, 0), stride, fuel - 1, &a, r))
            return false;
        if (!divide(m, term_arg(ts, t, 1), stride, fuel - 1, &b, &r2))
            return false;
        *q = term_2(ts, TERM_BV_ADD, a, b);
        *r += r2;
        if (*r >= stride) {
            *r -= stride;
            *q = term_2(ts, TERM_BV_ADD, *q, term_bv(ts, w, 1));
        }
        return true;
    case TERM_BV_MUL:
        for (unsigned k = 0; k < 2; k++)
            if (term_const_u64(ts, term_arg(ts, t, k), &value) && value % stride == 0 &&
                value / stride < 1u << 31) {
                *q = term_2(ts, TERM_BV_MUL, term_arg(ts, t, 1 - k),
                            term_bv(ts, w, value / stride));
                *r = 0;
                return true;
            }
        return false;
    case TERM_BV_SHL:
        if (term_const_u64(ts, term_arg(ts, t, 1), &value) && value < 32 &&
            ((uint64_t)1 << value) % stride == 0) {
            *q = term_2(ts, TERM_BV_MUL, term_arg(ts, t, 0),
                        term_bv(ts, w, ((uint64_t)1 << value) / stride));
            *r = 0;
            return true;
        }
        return false;
    case TERM_ITE:
        if (!divide(m, term_arg(ts, t, 1), stride, fuel - 1, &a, r))
            return false;
        if (!divide(m, term_arg(ts, t, 2), stride, fuel - 1, &b, &r2) || r2 != *r)
            return false;
        *q = term_ite(ts, term_arg(ts, t, 0), a, b);
        return true;
    default:
        return false;
    }
}

static unsigned zeros_below(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

void offset_divide(struct memory *m, struct term offset, uint64_t stride,
                   struct term *quotient, uint32_t *residue, struct term *exact)
{
    struct terms *ts = m->terms;
    unsigned w = term_width(ts, offset), t = zeros_below(stride);
    bool power = stride == (uint64_t)1 << t;
    uint64_t r;
    *exact = term_bool(ts, true);
    if (divide(m, offset, stride, 12, quotient, &r)) {
        /* Modulo 2^w only the quotient's low w-t bits are determined; the rest must not
         * count. */
        if (t)
            *quotient = term_zext(ts, term_extract(ts, *quotient, w - t - 1, 0), w);
        *residue = (uint32_t)r;
        if (!power) {
            struct term wide = term_bv(ts, 2 * w, stride);
            struct term product =
                term_2(ts, TERM_BV_MUL, term_zext(ts, *quotient, 2 * w), wide);
            product = term_2(ts, TERM_BV_ADD, product, term_bv(ts, 2 * w, r));
            if (!term_is_const(ts, *quotient))
                *exact = term_eq(ts, product, term_zext(ts, offset, 2 * w));
        }
        return;
    }
    struct congruence c = offset_congruence(m, offset);
    *residue = (uint32_t)(c.residue % stride);
    struct term based = term_2(ts, TERM_BV_SUB, offset, term_bv(ts, w, *residue));
    *quotient = term_2(ts, TERM_BV_UDIV, based, term_bv(ts, w, stride));
    if (!power) {
        struct term rest = term_2(ts, TERM_BV_UREM, based, term_bv(ts, w, stride));
        *exact = term_eq(ts, rest, term_bv(ts, w, 0));
    }
}
