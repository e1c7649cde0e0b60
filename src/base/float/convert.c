/* Conversions: between formats, from and to integers of any width, and x87 memory. */
#include "base/failure.h"
#include "base/float/softfloat_internal.h"

#include <string.h>

void softfloat_convert(struct float_format from, struct float_format to, enum rounding mode,
                       const uint32_t *a, uint32_t *out)
{
    struct float_parts x;
    softfloat_unpack(from, a, &x);
    softfloat_pack(to, mode, &x, out);
}

static bool limb_bit(const uint32_t *limbs, unsigned index)
{
    return limbs[index / 32] >> index % 32 & 1;
}

/* bit `index` of |integer|: when negative, bits above the lowest one are inverted */
static bool magnitude_bit(const uint32_t *integer, unsigned index, bool negative,
                          unsigned lowest_one)
{
    return limb_bit(integer, index) != (negative && index > lowest_one);
}

void softfloat_from_integer(struct float_format f, enum rounding mode, enum float_sign sign,
                            unsigned width, const uint32_t *integer, uint32_t *out)
{
    LAW(width >= 1);
    LAW(softfloat_format_ok(f));
    struct float_parts x;
    x.negative = sign == FLOAT_SIGNED && limb_bit(integer, width - 1);
    unsigned lowest = 0, top = width;
    while (lowest < width && !limb_bit(integer, lowest))
        lowest++;
    if (lowest == width) {
        softfloat_zero(f, false, out);
        return;
    }
    while (!magnitude_bit(integer, top - 1, x.negative, lowest))
        top--;
    /* the leading bits, two more than the precision; the rest becomes a lowest bit */
    unsigned keep = f.significand + 2, low = top > keep ? top - keep : 0;
    x.class = FLOAT_CLASS_FINITE;
    x.exponent = low;
    bignum_set(&x.magnitude, 0);
    for (unsigned i = low; i < top; i++)
        if (magnitude_bit(integer, i, x.negative, lowest))
            bignum_set_bit(&x.magnitude, i - low);
    if (lowest < low)
        bignum_set_bit(&x.magnitude, 0);
    softfloat_pack(f, mode, &x, out);
}

/* integer := (-1)^negative * magnitude * 2^shift, modulo 2^width */
static void store_integer(const struct bignum *magnitude, unsigned shift, bool negative,
                          unsigned width, uint32_t *integer)
{
    bool seen = false;
    memset(integer, 0, (width + 31) / 32 * sizeof *integer);
    for (unsigned i = shift; i < width; i++) {
        bool bit = bignum_bit(magnitude, i - shift);
        if (bit != (negative && seen))
            integer[i / 32] |= 1u << i % 32;
        seen |= bit;
    }
}

/* is magnitude * 2^shift, negated or not, outside the integer type? */
static bool out_of_range(const struct bignum *magnitude, unsigned shift, bool negative,
                         enum float_sign sign, unsigned width)
{
    unsigned length = bignum_length(magnitude);
    if (!length)
        return false;
    if (sign == FLOAT_UNSIGNED)
        return negative || length + shift > width;
    if (length + shift < width)
        return false;
    bool minimum =
        negative && length + shift == width && !bignum_any_below(magnitude, length - 1);
    return !minimum;
}

bool softfloat_to_integer(struct float_format f, enum rounding mode, enum float_sign sign,
                          unsigned width, const uint32_t *a, uint32_t *integer)
{
    LAW(width >= 1);
    LAW(softfloat_format_ok(f));
    struct float_parts x;
    softfloat_unpack(f, a, &x);
    memset(integer, 0, (width + 31) / 32 * sizeof *integer);
    if (x.class == FLOAT_CLASS_ZERO)
        return true;
    if (x.class != FLOAT_CLASS_FINITE || x.exponent > (int64_t)width)
        return false;
    if (x.exponent < 0) {
        int64_t drop = -x.exponent;
        if (drop > f.significand + 1) { /* below a half: one bit stands for all */
            bignum_set(&x.magnitude, 1);
            drop = 2;
        }
        softfloat_round_magnitude(mode, x.negative, &x.magnitude, (unsigned)drop);
        x.exponent = 0;
    }
    unsigned shift = (unsigned)x.exponent;
    if (out_of_range(&x.magnitude, shift, x.negative, sign, width))
        return false;
    store_integer(&x.magnitude, shift, x.negative, width, integer);
    return true;
}

void softfloat_from_x87(const uint32_t memory[3], uint32_t out[3])
{
    uint32_t field = memory[2] & 0x7fff, sign = memory[2] >> 15 & 1;
    bool integer_bit = memory[1] >> 31;
    if (field && !integer_bit) {
        softfloat_nan(FLOAT_X87, out);
        return;
    }
    if (!field && integer_bit)
        field = 1;
    uint32_t low = memory[0], high = (memory[1] & 0x7fffffff) | field << 31;
    out[0] = low;
    out[1] = high;
    out[2] = field >> 1 | sign << 14;
}

void softfloat_to_x87(const uint32_t a[3], uint32_t memory[3])
{
    uint32_t field = (a[1] >> 31 | a[2] << 1) & 0x7fff, sign = a[2] >> 14 & 1;
    memory[0] = a[0];
    memory[1] = (a[1] & 0x7fffffff) | (field ? 0x80000000u : 0);
    memory[2] = field | sign << 15;
}
