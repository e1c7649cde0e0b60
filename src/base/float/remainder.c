/* Remainders and rounding to an integral value.
 *
 * With a = A 2^i and b = B 2^j, i >= j, the remainder is (A 2^(i-j) mod B) 2^j; the power is
 * reduced modulo 2B by repeated squaring, so that the quotient's parity, which decides ties,
 * comes out as well. */
#include "base/float/softfloat_internal.h"

#include "base/failure.h"

#include <stddef.h>

enum quotient { QUOTIENT_NEAREST, QUOTIENT_TRUNCATED };

/* 2^power modulo m */
static void power_of_two(struct bignum *result, uint64_t power, const struct bignum *m)
{
    bignum_set(result, 1);
    bignum_divide(NULL, result, result, m);
    for (int i = 63 - __builtin_clzll(power | 1); i >= 0; i--) {
        bignum_multiply(result, result, result);
        if (power >> i & 1)
            bignum_shift_left(result, result, 1);
        bignum_divide(NULL, result, result, m);
    }
}

/* |x| := |x| mod |y| for the truncated quotient; returns the quotient's parity; requires
 * x->exponent >= y->exponent */
static bool reduce(struct float_parts *x, const struct float_parts *y)
{
    LAW(x->exponent >= y->exponent);
    LAW(y->magnitude.count > 0);
    struct bignum modulus, power;
    bignum_shift_left(&modulus, &y->magnitude, 1);
    power_of_two(&power, (uint64_t)(x->exponent - y->exponent), &modulus);
    bignum_multiply(&x->magnitude, &x->magnitude, &power);
    bignum_divide(NULL, &x->magnitude, &x->magnitude, &modulus);
    x->exponent = y->exponent;
    bool odd = bignum_compare(&x->magnitude, &y->magnitude) >= 0;
    if (odd)
        bignum_subtract(&x->magnitude, &x->magnitude, &y->magnitude);
    LAW(bignum_compare(&x->magnitude, &y->magnitude) < 0);
    return odd;
}

static void remainder_finite(struct float_parts *x, struct float_parts *y,
                             enum quotient quotient)
{
    LAW(x->magnitude.count && y->magnitude.count);
    int64_t lead_x = x->exponent + (int64_t)bignum_length(&x->magnitude);
    int64_t lead_y = y->exponent + (int64_t)bignum_length(&y->magnitude);
    if (lead_x + 1 < lead_y)
        return; /* |x| < |y| / 2 */
    if (y->exponent > x->exponent) {
        bignum_shift_left(&y->magnitude, &y->magnitude,
                          (unsigned)(y->exponent - x->exponent));
        y->exponent = x->exponent;
    }
    bool odd = reduce(x, y);
    if (quotient == QUOTIENT_NEAREST) {
        struct bignum twice;
        bignum_shift_left(&twice, &x->magnitude, 1);
        int order = bignum_compare(&twice, &y->magnitude);
        if (order > 0 || (order == 0 && odd)) {
            bignum_subtract(&x->magnitude, &y->magnitude, &x->magnitude);
            x->negative = !x->negative;
        }
    }
    if (!x->magnitude.count)
        x->class = FLOAT_CLASS_ZERO;
}

static void remainder_of(struct float_format f, enum quotient quotient, const uint32_t *a,
                         const uint32_t *b, uint32_t *out)
{
    struct float_parts x, y;
    softfloat_unpack(f, a, &x);
    softfloat_unpack(f, b, &y);
    if (y.class == FLOAT_CLASS_NAN || x.class == FLOAT_CLASS_INFINITE ||
        y.class == FLOAT_CLASS_ZERO)
        x.class = FLOAT_CLASS_NAN;
    if (x.class == FLOAT_CLASS_FINITE && y.class == FLOAT_CLASS_FINITE)
        remainder_finite(&x, &y, quotient);
    softfloat_pack(f, ROUND_NEAREST_EVEN, &x, out);
}

void softfloat_remainder(struct float_format f, const uint32_t *a, const uint32_t *b,
                         uint32_t *out)
{
    remainder_of(f, QUOTIENT_NEAREST, a, b, out);
}

void softfloat_modulo(struct float_format f, const uint32_t *a, const uint32_t *b,
                      uint32_t *out)
{
    remainder_of(f, QUOTIENT_TRUNCATED, a, b, out);
}

void softfloat_round_to_integral(struct float_format f, enum rounding mode, const uint32_t *a,
                                 uint32_t *out)
{
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    if (x.class == FLOAT_CLASS_FINITE && x.exponent < 0) {
        int64_t drop = -x.exponent;
        if (drop > f.significand + 1) { /* below a half: one bit stands for all */
            bignum_set(&x.magnitude, 1);
            drop = 2;
        }
        softfloat_round_magnitude(mode, x.negative, &x.magnitude, (unsigned)drop);
        x.exponent = 0;
        if (!x.magnitude.count)
            x.class = FLOAT_CLASS_ZERO;
    }
    softfloat_pack(f, mode, &x, out);
}
