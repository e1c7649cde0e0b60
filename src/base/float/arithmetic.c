/* Addition, multiplication, division, fused multiply-add and square root: the exact result,
 * then softfloat_pack.
 *
 * Where the exact result has no end or would be too long (quotients, roots, sums of numbers
 * far apart), it is computed to more bits than the precision and its non-zero rest becomes
 * one lowest bit, which rounds alike in all modes. */
#include "base/float/softfloat_internal.h"

#include <stddef.h>

static void set_class(struct float_parts *parts, enum float_class class, bool negative)
{
    parts->class = class;
    parts->negative = negative;
}

static int64_t lead(const struct float_parts *p)
{
    return p->exponent + (int64_t)bignum_length(&p->magnitude) - 1;
}

/* lowers the exponent without changing the value */
static void extend(struct float_parts *p, unsigned bits)
{
    bignum_shift_left(&p->magnitude, &p->magnitude, bits);
    p->exponent -= bits;
}

/* Makes the exponents equal; `small` may be replaced by a tiny number of its sign when it
 * lies wholly below the last bit of `big`, which has more bits than the precision by then.
 * Requires lead(big) >= lead(small).
 */
static void align(unsigned precision, struct float_parts *big, struct float_parts *small)
{
    unsigned length = bignum_length(&big->magnitude);
    if (length < precision + 3)
        extend(big, precision + 3 - length);
    if (lead(small) < big->exponent) {
        bignum_set(&small->magnitude, 1);
        extend(big, 2);
        small->exponent = big->exponent;
    } else if (small->exponent < big->exponent) {
        extend(big, (unsigned)(big->exponent - small->exponent));
    } else {
        extend(small, (unsigned)(small->exponent - big->exponent));
    }
}

/* x := x + y, both finite and not zero */
static void add_finite(unsigned precision, enum rounding mode, struct float_parts *x,
                       struct float_parts *y)
{
    if (lead(x) >= lead(y))
        align(precision, x, y);
    else
        align(precision, y, x);
    if (x->negative == y->negative) {
        bignum_add(&x->magnitude, &x->magnitude, &y->magnitude);
        return;
    }
    int order = bignum_compare(&x->magnitude, &y->magnitude);
    if (order == 0) {
        set_class(x, FLOAT_CLASS_ZERO, mode == ROUND_DOWN);
    } else if (order > 0) {
        bignum_subtract(&x->magnitude, &x->magnitude, &y->magnitude);
    } else {
        bignum_subtract(&x->magnitude, &y->magnitude, &x->magnitude);
        x->negative = y->negative;
    }
}

/* x := x + y; y is used up */
static void add_parts(unsigned precision, enum rounding mode, struct float_parts *x,
                      struct float_parts *y)
{
    if (x->class == FLOAT_CLASS_NAN || y->class == FLOAT_CLASS_NAN) {
        x->class = FLOAT_CLASS_NAN;
    } else if (x->class == FLOAT_CLASS_INFINITE) {
        if (y->class == FLOAT_CLASS_INFINITE && x->negative != y->negative)
            x->class = FLOAT_CLASS_NAN;
    } else if (y->class == FLOAT_CLASS_INFINITE) {
        set_class(x, FLOAT_CLASS_INFINITE, y->negative);
    } else if (y->class == FLOAT_CLASS_ZERO) {
        if (x->class == FLOAT_CLASS_ZERO && x->negative != y->negative)
            x->negative = mode == ROUND_DOWN;
    } else if (x->class == FLOAT_CLASS_ZERO) {
        *x = *y;
    } else {
        add_finite(precision, mode, x, y);
    }
}

/* x := x * y, exactly */
static void multiply_parts(struct float_parts *x, const struct float_parts *y)
{
    bool negative = x->negative != y->negative;
    bool infinite = x->class == FLOAT_CLASS_INFINITE || y->class == FLOAT_CLASS_INFINITE;
    bool zero = x->class == FLOAT_CLASS_ZERO || y->class == FLOAT_CLASS_ZERO;
    if (x->class == FLOAT_CLASS_NAN || y->class == FLOAT_CLASS_NAN || (infinite && zero)) {
        x->class = FLOAT_CLASS_NAN;
    } else if (infinite || zero) {
        x->class = infinite ? FLOAT_CLASS_INFINITE : FLOAT_CLASS_ZERO;
    } else {
        bignum_multiply(&x->magnitude, &x->magnitude, &y->magnitude);
        x->exponent += y->exponent;
    }
    x->negative = negative;
}

void softfloat_add(struct float_format f, enum rounding mode, const uint32_t *a,
                   const uint32_t *b, uint32_t *out)
{
    struct float_parts x, y;
    softfloat_unpack(f, a, &x);
    softfloat_unpack(f, b, &y);
    add_parts(f.significand, mode, &x, &y);
    softfloat_pack(f, mode, &x, out);
}

void softfloat_subtract(struct float_format f, enum rounding mode, const uint32_t *a,
                        const uint32_t *b, uint32_t *out)
{
    struct float_parts x, y;
    softfloat_unpack(f, a, &x);
    softfloat_unpack(f, b, &y);
    y.negative = !y.negative;
    add_parts(f.significand, mode, &x, &y);
    softfloat_pack(f, mode, &x, out);
}

void softfloat_multiply(struct float_format f, enum rounding mode, const uint32_t *a,
                        const uint32_t *b, uint32_t *out)
{
    struct float_parts x, y;
    softfloat_unpack(f, a, &x);
    softfloat_unpack(f, b, &y);
    multiply_parts(&x, &y);
    softfloat_pack(f, mode, &x, out);
}

void softfloat_fma(struct float_format f, enum rounding mode, const uint32_t *a,
                   const uint32_t *b, const uint32_t *c, uint32_t *out)
{
    struct float_parts x, y, z;
    softfloat_unpack(f, a, &x);
    softfloat_unpack(f, b, &y);
    softfloat_unpack(f, c, &z);
    multiply_parts(&x, &y);
    add_parts(f.significand, mode, &x, &z);
    softfloat_pack(f, mode, &x, out);
}

/* x := x / y, both finite and not zero, to precision + 2 bits or more and a lowest bit for
 * the rest */
static void divide_finite(unsigned precision, struct float_parts *x,
                          const struct float_parts *y)
{
    unsigned have = bignum_length(&x->magnitude),
             want = bignum_length(&y->magnitude) + precision + 3;
    if (have < want)
        extend(x, want - have);
    struct bignum rest;
    bignum_divide(&x->magnitude, &rest, &x->magnitude, &y->magnitude);
    x->exponent -= y->exponent;
    if (rest.count)
        bignum_set_bit(&x->magnitude, 0);
}

void softfloat_divide(struct float_format f, enum rounding mode, const uint32_t *a,
                      const uint32_t *b, uint32_t *out)
{
    struct float_parts x, y;
    softfloat_unpack(f, a, &x);
    softfloat_unpack(f, b, &y);
    x.negative = x.negative != y.negative;
    bool like =
        x.class == y.class && x.class != FLOAT_CLASS_FINITE; /* 0/0 and infinity/infinity */
    if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN || like)
        x.class = FLOAT_CLASS_NAN;
    else if (x.class == FLOAT_CLASS_INFINITE || y.class == FLOAT_CLASS_ZERO)
        x.class = FLOAT_CLASS_INFINITE;
    else if (x.class == FLOAT_CLASS_ZERO || y.class == FLOAT_CLASS_INFINITE)
        x.class = FLOAT_CLASS_ZERO;
    else
        divide_finite(f.significand, &x, &y);
    softfloat_pack(f, mode, &x, out);
}

void softfloat_sqrt(struct float_format f, enum rounding mode, const uint32_t *a,
                    uint32_t *out)
{
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    if (x.negative && x.class != FLOAT_CLASS_ZERO)
        x.class = FLOAT_CLASS_NAN;
    if (x.class == FLOAT_CLASS_FINITE) {
        unsigned have = bignum_length(&x.magnitude), want = 2 * f.significand + 5;
        extend(&x, want - have);
        if (x.exponent % 2 != 0)
            extend(&x, 1);
        if (!bignum_root(&x.magnitude, &x.magnitude)) {
            /* the rest makes one more bit below the root */
            bignum_shift_left(&x.magnitude, &x.magnitude, 1);
            bignum_set_bit(&x.magnitude, 0);
            x.exponent -= 2;
        }
        x.exponent /= 2;
    }
    softfloat_pack(f, mode, &x, out);
}
