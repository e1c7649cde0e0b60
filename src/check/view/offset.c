/* Offsets as multiples of an element's size, read off the form of their terms.
 *
 * An offset is a number modulo 2^w. If it is stride * q + r modulo 2^w, and stride is 2^t
 * times an odd number, the low w-t bits of q are the number of the element, provided that
 * stride times these bits does not wrap around. */
#include "check/view/view_internal.h"

#include "base/failure.h"

enum { DEEPEST = 14 };

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct grain grain_of(struct view *v, struct term t, unsigned fuel);

static struct grain reduced(uint64_t modulus, uint64_t residue)
{
    return (struct grain){modulus, modulus ? residue % modulus : residue};
}

/* Everything is a multiple of 1. */
static const struct grain anything = {1, 0};

static struct grain sum(struct grain x, struct grain y)
{
    return reduced(divisor(x.modulus, y.modulus), x.residue + y.residue);
}

static struct grain negated(struct grain x)
{
    if (!x.modulus)
        return (struct grain){0, -x.residue};
    return reduced(x.modulus, x.modulus - x.residue % x.modulus);
}

static struct grain times(struct grain x, uint64_t factor)
{
    uint64_t modulus, residue;
    if (__builtin_mul_overflow(x.modulus, factor, &modulus) ||
        __builtin_mul_overflow(x.residue, factor, &residue))
        return anything;
    return reduced(modulus, residue);
}

static struct grain either(struct grain x, struct grain y)
{
    uint64_t apart = x.residue > y.residue ? x.residue - y.residue : y.residue - x.residue;
    return reduced(divisor(divisor(x.modulus, y.modulus), apart), x.residue);
}

static struct grain grain_of_product(struct view *v, struct term t, unsigned fuel)
{
    uint64_t factor;
    for (unsigned k = 0; k < 2; k++)
        if (term_const_u64(v->terms, term_arg(v->terms, t, k), &factor))
            return times(grain_of(v, term_arg(v->terms, t, 1 - k), fuel), factor);
    return anything;
}

static struct grain grain_of(struct view *v, struct term t, unsigned fuel)
{
    struct terms *ts = v->terms;
    uint64_t value;
    if (term_const_u64(ts, t, &value))
        return (struct grain){0, value};
    if (!fuel--)
        return anything;
    if (term_op(ts, t) == TERM_ITE)
        return either(grain_of(v, term_arg(ts, t, 1), fuel),
                      grain_of(v, term_arg(ts, t, 2), fuel));
    if (term_class(term_op(ts, t)) != TERM_CLASS_WORD)
        return anything;
    switch ((enum term_word_op)term_op(ts, t)) {
    case TERM_BV_ADD:
        return sum(grain_of(v, term_arg(ts, t, 0), fuel),
                   grain_of(v, term_arg(ts, t, 1), fuel));
    case TERM_BV_SUB:
        return sum(grain_of(v, term_arg(ts, t, 0), fuel),
                   negated(grain_of(v, term_arg(ts, t, 1), fuel)));
    case TERM_BV_NEG:
        return negated(grain_of(v, term_arg(ts, t, 0), fuel));
    case TERM_BV_MUL:
        return grain_of_product(v, t, fuel);
    case TERM_BV_SHL:
        if (!term_const_u64(ts, term_arg(ts, t, 1), &value) || value >= 32)
            return anything;
        return times(grain_of(v, term_arg(ts, t, 0), fuel), (uint64_t)1 << value);
    case TERM_BV_CONCAT:
        if (!term_const_u64(ts, term_arg(ts, t, 1), &value))
            return anything;
        if (term_width(ts, term_arg(ts, t, 1)) >= 32)
            return anything;
        return reduced((uint64_t)1 << term_width(ts, term_arg(ts, t, 1)), value);
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
    case TERM_BV_LSHR:
    case TERM_BV_ASHR:
    case TERM_BV_EXTRACT:
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT:
    case TERM_BV_REPEAT:
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
        return anything;
    }
    BUG("no such operator");
}

struct grain offset_grain(struct view *v, struct term offset)
{
    return grain_of(v, offset, DEEPEST);
}

/* --- quotients --- */

static bool split(struct view *v, struct term t, uint64_t stride, unsigned fuel,
                  struct term *q, uint64_t *r);

/* Of a constant, as a signed number: it may stand for a step back. */
static void split_constant(struct view *v, unsigned width, uint64_t value, uint64_t stride,
                           struct term *q, uint64_t *r)
{
    int64_t number = (int64_t)(value << (64 - width)) >> (64 - width);
    int64_t quotient = number / (int64_t)stride, rest = number % (int64_t)stride;
    if (rest < 0) {
        rest += (int64_t)stride;
        quotient--;
    }
    *q = term_bv_signed(v->terms, width, quotient);
    *r = (uint64_t)rest;
}

static bool split_sum(struct view *v, struct term x, struct term y, uint64_t stride,
                      unsigned fuel, struct term *q, uint64_t *r)
{
    struct term qx, qy;
    uint64_t rx, ry;
    if (!split(v, x, stride, fuel, &qx, &rx) || !split(v, y, stride, fuel, &qy, &ry))
        return false;
    uint64_t carry = (rx + ry) / stride;
    *q = term_2(v->terms, TERM_BV_ADD, qx, qy);
    *q = term_2(v->terms, TERM_BV_ADD, *q, term_bv(v->terms, term_width(v->terms, x), carry));
    *r = (rx + ry) % stride;
    return true;
}

/* x times a factor: the factor has the stride in it, or x has what is missing. */
static bool split_product(struct view *v, struct term x, uint64_t factor, uint64_t stride,
                          unsigned fuel, struct term *q, uint64_t *r)
{
    struct terms *ts = v->terms;
    unsigned w = term_width(ts, x);
    uint64_t common = divisor(factor, stride), inner = stride / common;
    *r = 0;
    if (inner == 1) {
        *q = term_2(ts, TERM_BV_MUL, x, term_bv(ts, w, factor / stride));
        return true;
    }
    uint64_t rest;
    if (!split(v, x, inner, fuel, q, &rest))
        return false;
    /* factor * (inner * q + rest) = stride * (factor / common * q) + factor * rest */
    uint64_t more;
    if (__builtin_mul_overflow(factor, rest, &more))
        return false;
    *q = term_2(ts, TERM_BV_MUL, *q, term_bv(ts, w, factor / common));
    *q = term_2(ts, TERM_BV_ADD, *q, term_bv(ts, w, more / stride));
    *r = more % stride;
    return true;
}

/* The remainders of both must be the same. */
static bool split_choice(struct view *v, struct term t, uint64_t stride, unsigned fuel,
                         struct term *q, uint64_t *r)
{
    struct terms *ts = v->terms;
    struct term x, y;
    uint64_t other;
    if (!split(v, term_arg(ts, t, 1), stride, fuel, &x, r))
        return false;
    if (!split(v, term_arg(ts, t, 2), stride, fuel, &y, &other) || *r != other)
        return false;
    *q = term_ite(ts, term_arg(ts, t, 0), x, y);
    return true;
}

static bool split(struct view *v, struct term t, uint64_t stride, unsigned fuel,
                  struct term *q, uint64_t *r)
{
    struct terms *ts = v->terms;
    unsigned w = term_width(ts, t);
    uint64_t value, other;
    struct term x, y;
    if (term_const_u64(ts, t, &value)) {
        split_constant(v, w, value, stride, q, r);
        return true;
    }
    if (stride == 1) {
        *q = t;
        *r = 0;
        return true;
    }
    if (!fuel--)
        return false;
    if (term_op(ts, t) == TERM_ITE)
        return split_choice(v, t, stride, fuel, q, r);
    if (term_class(term_op(ts, t)) != TERM_CLASS_WORD)
        return false;
    switch ((enum term_word_op)term_op(ts, t)) {
    case TERM_BV_ADD:
        return split_sum(v, term_arg(ts, t, 0), term_arg(ts, t, 1), stride, fuel, q, r);
    case TERM_BV_SUB:
        return split_sum(v, term_arg(ts, t, 0), term_1(ts, TERM_BV_NEG, term_arg(ts, t, 1)),
                         stride, fuel, q, r);
    case TERM_BV_NEG:
        if (!split(v, term_arg(ts, t, 0), stride, fuel, &x, &value))
            return false;
        *q = term_1(ts, value ? TERM_BV_NOT : TERM_BV_NEG,
                    x); /* -(s*x + r) = s*(-x - 1) + (s - r) */
        *r = value ? stride - value : 0;
        return true;
    case TERM_BV_MUL:
        for (unsigned k = 0; k < 2; k++)
            if (term_const_u64(ts, term_arg(ts, t, k), &value))
                return split_product(v, term_arg(ts, t, 1 - k), value, stride, fuel, q, r);
        return false;
    case TERM_BV_SHL:
        if (!term_const_u64(ts, term_arg(ts, t, 1), &value) || value >= 32)
            return false;
        return split_product(v, term_arg(ts, t, 0), (uint64_t)1 << value, stride, fuel, q, r);
    case TERM_BV_CONCAT: /* high * 2^n + low */
        y = term_arg(ts, t, 1);
        if (!term_const_u64(ts, y, &value) || term_width(ts, y) >= 32)
            return false;
        other = (uint64_t)1 << term_width(ts, y);
        if (other % stride)
            return false;
        x = term_zext(ts, term_arg(ts, t, 0), w);
        *q = term_2(ts, TERM_BV_MUL, x, term_bv(ts, w, other / stride));
        *q = term_2(ts, TERM_BV_ADD, *q, term_bv(ts, w, value / stride));
        *r = value % stride;
        return true;
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
    case TERM_BV_LSHR:
    case TERM_BV_ASHR:
    case TERM_BV_EXTRACT:
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT:
    case TERM_BV_REPEAT:
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
        return false;
    }
    BUG("no such operator");
}

bool offset_split(struct view *v, struct term offset, uint64_t stride, struct term *quotient,
                  uint64_t *residue)
{
    LAW(stride);
    return split(v, offset, stride, DEEPEST, quotient, residue);
}
