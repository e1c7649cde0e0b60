/* Floats from bits to parts and back: decoding, rounding, overflow, gradual underflow.
 *
 * softfloat_pack is the only place where a result is rounded; all operations hand it an exact
 * value, or one whose tail far below the last place is summed up in a lowest bit. */
#include "base/failure.h"
#include "base/float/softfloat_internal.h"

#include <string.h>

bool softfloat_format_ok(struct float_format f)
{
    return f.exponent >= 2 && f.exponent <= 30 && f.significand >= 2 && f.significand <= 256;
}

static int64_t bias(struct float_format f)
{
    return ((int64_t)1 << (f.exponent - 1)) - 1;
}

static uint32_t exponent_mask(struct float_format f)
{
    return (1u << f.exponent) - 1;
}

int64_t softfloat_exponent_minimum(struct float_format f)
{
    return 1 - bias(f);
}

/* the bits of the exponent field, which may lie across two limbs */
static uint32_t exponent_field(struct float_format f, const uint32_t *bits)
{
    unsigned low = f.significand - 1, limb = low / 32;
    uint64_t window = bits[limb];
    if (limb + 1 < softfloat_limbs(f))
        window |= (uint64_t)bits[limb + 1] << 32;
    return (uint32_t)(window >> low % 32) & exponent_mask(f);
}

static bool sign_bit(struct float_format f, const uint32_t *bits)
{
    unsigned top = softfloat_width(f) - 1;
    return bits[top / 32] >> top % 32 & 1;
}

void softfloat_unpack(struct float_format f, const uint32_t *bits, struct float_parts *parts)
{
    CHECK_LAW(softfloat_format_ok(f));
    uint32_t field = exponent_field(f, bits);
    parts->negative = sign_bit(f, bits);
    bignum_set_limbs(&parts->magnitude, bits, f.significand - 1);
    bool fraction = parts->magnitude.count != 0;
    if (field == exponent_mask(f)) {
        parts->class = fraction ? FLOAT_CLASS_NAN : FLOAT_CLASS_INFINITE;
        return;
    }
    parts->class = field || fraction ? FLOAT_CLASS_FINITE : FLOAT_CLASS_ZERO;
    if (field)
        bignum_set_bit(&parts->magnitude, f.significand - 1);
    parts->exponent = (field ? (int64_t)field : 1) - bias(f) - (int64_t)(f.significand - 1);
    LAW(float_parts_hold(parts));
}

/* writes sign, exponent field and fraction; the fraction fits below the exponent */
static void assemble(struct float_format f, bool negative, uint32_t field,
                     const struct bignum *fraction, uint32_t *out)
{
    LAW(field <= exponent_mask(f));
    LAW(bignum_length(fraction) < f.significand); /* it fits below the exponent */
    unsigned low = f.significand - 1, top = softfloat_width(f) - 1;
    memset(out, 0, softfloat_limbs(f) * sizeof *out);
    memcpy(out, fraction->limb, fraction->count * sizeof *out);
    uint64_t window = (uint64_t)field << low % 32;
    out[low / 32] |= (uint32_t)window;
    if (window >> 32)
        out[low / 32 + 1] |= (uint32_t)(window >> 32);
    if (negative)
        out[top / 32] |= 1u << top % 32;
}

void softfloat_nan(struct float_format f, uint32_t *out)
{
    struct bignum fraction;
    bignum_set(&fraction, 0);
    bignum_set_bit(&fraction, f.significand - 2);
    assemble(f, false, exponent_mask(f), &fraction, out);
}

void softfloat_zero(struct float_format f, bool negative, uint32_t *out)
{
    struct bignum fraction;
    bignum_set(&fraction, 0);
    assemble(f, negative, 0, &fraction, out);
}

void softfloat_infinity(struct float_format f, bool negative, uint32_t *out)
{
    struct bignum fraction;
    bignum_set(&fraction, 0);
    assemble(f, negative, exponent_mask(f), &fraction, out);
}

static void largest(struct float_format f, bool negative, uint32_t *out)
{
    struct bignum fraction;
    bignum_set(&fraction, 0);
    for (unsigned i = 0; i + 1 < f.significand; i++)
        bignum_set_bit(&fraction, i);
    assemble(f, negative, exponent_mask(f) - 1, &fraction, out);
}

static bool rounds_away(enum rounding mode, bool negative, bool odd, bool half, bool tail)
{
    switch (mode) {
    case ROUND_NEAREST_EVEN:
        return half && (tail || odd);
    case ROUND_NEAREST_AWAY:
        return half;
    case ROUND_UP:
        return !negative && (half || tail);
    case ROUND_DOWN:
        return negative && (half || tail);
    case ROUND_ZERO:
        return false;
    }
    BUG("rounding mode %d", (int)mode);
}

void softfloat_round_magnitude(enum rounding mode, bool negative, struct bignum *magnitude,
                               unsigned drop)
{
    if (!drop)
        return;
    bool half = bignum_bit(magnitude, drop - 1), tail = bignum_any_below(magnitude, drop - 1);
    bignum_shift_right(magnitude, magnitude, drop);
    if (rounds_away(mode, negative, bignum_bit(magnitude, 0), half, tail))
        bignum_increment(magnitude);
}

void softfloat_compress(struct float_parts *parts, unsigned keep)
{
    unsigned length = bignum_length(&parts->magnitude);
    if (length <= keep)
        return;
    unsigned drop = length - keep;
    bool tail = bignum_any_below(&parts->magnitude, drop);
    bignum_shift_right(&parts->magnitude, &parts->magnitude, drop);
    if (tail)
        bignum_set_bit(&parts->magnitude, 0);
    parts->exponent += drop;
    LAW(bignum_length(&parts->magnitude) == keep);
}

static void overflow(struct float_format f, enum rounding mode, bool negative, uint32_t *out)
{
    bool nearest = mode == ROUND_NEAREST_EVEN || mode == ROUND_NEAREST_AWAY;
    if (nearest || mode == (negative ? ROUND_DOWN : ROUND_UP))
        softfloat_infinity(f, negative, out);
    else
        largest(f, negative, out);
}

static void pack_finite(struct float_format f, enum rounding mode,
                        const struct float_parts *parts, uint32_t *out)
{
    LAW(bignum_length(&parts->magnitude) > 0);
    struct bignum magnitude;
    bignum_copy(&magnitude, &parts->magnitude);
    unsigned length = bignum_length(&magnitude), precision = f.significand;
    int64_t lead = parts->exponent + (int64_t)length - 1,
            least = softfloat_exponent_minimum(f);
    if (lead > bias(f)) {
        overflow(f, mode, parts->negative, out);
        return;
    }
    int64_t unit = (lead > least ? lead : least) - (int64_t)(precision - 1),
            drop = unit - parts->exponent;
    if (drop >
        (int64_t)length + 1) { /* far below half of the last place: one bit stands for all */
        bignum_set(&magnitude, 1);
        drop = 2;
    }
    if (drop > 0)
        softfloat_round_magnitude(mode, parts->negative, &magnitude, (unsigned)drop);
    else
        bignum_shift_left(&magnitude, &magnitude, (unsigned)-drop);
    if (bignum_length(&magnitude) > precision) {
        bignum_shift_right(&magnitude, &magnitude, 1);
        unit++;
    }
    LAW(bignum_length(&magnitude) <= precision);
    int64_t field = 0;
    if (bignum_bit(&magnitude, precision - 1)) {
        field = unit + (int64_t)(precision - 1) + bias(f);
        bignum_clear_bit(&magnitude, precision - 1);
    }
    if (field >= exponent_mask(f))
        overflow(f, mode, parts->negative, out);
    else
        assemble(f, parts->negative, (uint32_t)field, &magnitude, out);
}

void softfloat_pack(struct float_format f, enum rounding mode,
                    const struct float_parts *parts, uint32_t *out)
{
    LAW(float_parts_hold(parts));
    CHECK_LAW(softfloat_format_ok(f));
    switch (parts->class) {
    case FLOAT_CLASS_ZERO:
        softfloat_zero(f, parts->negative, out);
        return;
    case FLOAT_CLASS_INFINITE:
        softfloat_infinity(f, parts->negative, out);
        return;
    case FLOAT_CLASS_NAN:
        softfloat_nan(f, out);
        return;
    case FLOAT_CLASS_FINITE:
        pack_finite(f, mode, parts, out);
        return;
    }
}
