/* Classification, order, sign changes, minimum and maximum: what needs no rounding. */
#include "base/float/softfloat_internal.h"

#include <string.h>

static enum float_class class_of(struct float_format f, const uint32_t *a)
{
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    return x.class;
}

bool softfloat_is_nan(struct float_format f, const uint32_t *a)
{
    return class_of(f, a) == FLOAT_CLASS_NAN;
}

bool softfloat_is_infinite(struct float_format f, const uint32_t *a)
{
    return class_of(f, a) == FLOAT_CLASS_INFINITE;
}

bool softfloat_is_zero(struct float_format f, const uint32_t *a)
{
    return class_of(f, a) == FLOAT_CLASS_ZERO;
}

static bool is_finite_with_hidden_bit(struct float_format f, const uint32_t *a, bool hidden)
{
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    return x.class == FLOAT_CLASS_FINITE &&
           bignum_bit(&x.magnitude, f.significand - 1) == hidden;
}

bool softfloat_is_normal(struct float_format f, const uint32_t *a)
{
    return is_finite_with_hidden_bit(f, a, true);
}

bool softfloat_is_subnormal(struct float_format f, const uint32_t *a)
{
    return is_finite_with_hidden_bit(f, a, false);
}

bool softfloat_is_negative(struct float_format f, const uint32_t *a)
{
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    return x.class != FLOAT_CLASS_NAN && x.negative;
}

bool softfloat_is_positive(struct float_format f, const uint32_t *a)
{
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    return x.class != FLOAT_CLASS_NAN && !x.negative;
}

static void set_sign(struct float_format f, bool negative, const uint32_t *a, uint32_t *out)
{
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    x.negative = negative;
    softfloat_pack(f, ROUND_ZERO, &x, out);
}

void softfloat_abs(struct float_format f, const uint32_t *a, uint32_t *out)
{
    set_sign(f, false, a, out);
}

void softfloat_negate(struct float_format f, const uint32_t *a, uint32_t *out)
{
    set_sign(f, !softfloat_is_negative(f, a), a, out);
}

void softfloat_canonical(struct float_format f, const uint32_t *a, uint32_t *out)
{
    set_sign(f, softfloat_is_negative(f, a), a, out);
}

enum order { ORDER_LESS, ORDER_EQUAL, ORDER_GREATER, ORDER_NONE };

static enum order magnitude_order(struct float_format f, const uint32_t *a, const uint32_t *b)
{
    struct bignum x, y;
    bignum_set_limbs(&x, a, softfloat_width(f) - 1);
    bignum_set_limbs(&y, b, softfloat_width(f) - 1);
    int order = bignum_compare(&x, &y);
    if (order < 0)
        return ORDER_LESS;
    return order > 0 ? ORDER_GREATER : ORDER_EQUAL;
}

static enum order compare(struct float_format f, const uint32_t *a, const uint32_t *b)
{
    struct float_parts x, y;
    softfloat_unpack(f, a, &x);
    softfloat_unpack(f, b, &y);
    if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN)
        return ORDER_NONE;
    if (x.class == FLOAT_CLASS_ZERO && y.class == FLOAT_CLASS_ZERO)
        return ORDER_EQUAL;
    if (x.negative != y.negative)
        return x.negative ? ORDER_LESS : ORDER_GREATER;
    return x.negative ? magnitude_order(f, b, a) : magnitude_order(f, a, b);
}

bool softfloat_equal(struct float_format f, const uint32_t *a, const uint32_t *b)
{
    return compare(f, a, b) == ORDER_EQUAL;
}

bool softfloat_less(struct float_format f, const uint32_t *a, const uint32_t *b)
{
    return compare(f, a, b) == ORDER_LESS;
}

bool softfloat_less_equal(struct float_format f, const uint32_t *a, const uint32_t *b)
{
    enum order order = compare(f, a, b);
    return order == ORDER_LESS || order == ORDER_EQUAL;
}

/* the first argument when it stands in `order` to the second, or the second is NaN; otherwise
 * the second */
static void choose(struct float_format f, enum order order, const uint32_t *a,
                   const uint32_t *b, uint32_t *out)
{
    bool first = softfloat_is_nan(f, b) || compare(f, a, b) == order;
    softfloat_canonical(f, first ? a : b, out);
}

void softfloat_min(struct float_format f, const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    choose(f, ORDER_LESS, a, b, out);
}

void softfloat_max(struct float_format f, const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    choose(f, ORDER_GREATER, a, b, out);
}
