/* Conversions between formats and from integers: an exact value that only needs rounding. */
#include "blast/float/float_internal.h"

#include "base/failure.h"

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

struct bits float_circuit_convert(struct circuit *c, struct float_format from,
                                  struct float_format to, struct bits mode, struct bits a)
{
    struct float_view x = float_look(c, from, a);
    unsigned width =
        larger(larger(from.exponent, to.exponent), float_level(from.significand) + 1) + 2;
    /* By how much the exponents of the new format reach further down than those of the old
     * one. Subnormal numbers move left that far at most. */
    int64_t reach = float_bias(to) - float_bias(from), zeros = (int64_t)from.significand - 1;
    int64_t left = reach < zeros ? reach : zeros;
    if (reach <= 0)
        left = 0;
    struct bits exponent = bits_zext(c, x.exponent, width);
    struct float_exact exact = {.sign = x.sign,
                                .sticky = LITERAL_FALSE,
                                .below =
                                    bits_add(c, exponent, float_number(c, width, reach - 1)),
                                .word = x.significand,
                                .left = (unsigned)left,
                                .right = reach < 0 ? (unsigned)-reach : 0,
                                .limit = reach < zeros ? LEFT_LIMITED : LEFT_FREE};
    struct bits magnitude = float_round(c, to, float_mode(c, mode), &exact);
    return float_finish(c, to, x.sign, magnitude, x.nan, x.infinite, x.zero);
}

struct bits float_circuit_from_integer(struct circuit *c, struct float_format f,
                                       struct bits mode, enum float_sign sign, struct bits a)
{
    LAW(a.width >= 1);
    LAW(mode.width == 3);
    unsigned width = larger(f.exponent, float_level(a.width) + 1) + 3;
    literal negative = sign == FLOAT_SIGNED ? bits_sign(a) : LITERAL_FALSE;
    struct float_exact exact = {
        .sign = negative,
        .sticky = LITERAL_FALSE,
        .below = float_number(c, width, float_bias(f) + (int64_t)a.width - 2),
        .word = bits_neg_if(c, negative, a),
        .left = a.width - 1,
        .limit = LEFT_FREE};
    struct bits magnitude = float_round(c, f, float_mode(c, mode), &exact);
    literal zero = bits_is_zero(c, a);
    return float_finish(c, f, negative, magnitude, LITERAL_FALSE, LITERAL_FALSE, zero);
}

/* integer part and two bits that tell the rest */
struct parts {
    struct bits integer;
    literal guard, sticky,
        beyond; /* beyond: the leading bit lies above the integer's width */
};

static struct parts split(struct circuit *c, struct float_format f, struct float_view x,
                          unsigned width)
{
    LAW(width >= 1);
    unsigned exponent_width = larger(f.exponent, float_level(width) + 1) + 2,
             have = f.significand;
    struct parts parts = {.sticky = LITERAL_FALSE};
    struct bits word = x.significand;
    if (have > width + 1) {
        parts.sticky = bits_any(c, bits_extract(c, word, have - width - 2, 0));
        word = float_top(c, word, width + 1);
    } else if (have < width + 1) {
        word = bits_concat(c, word, bits_new(c, width + 1 - have));
    }
    struct bits top = float_number(c, exponent_width, float_bias(f) + (int64_t)width - 1);
    struct bits amount = bits_sub(c, top, bits_zext(c, x.exponent, exponent_width));
    literal lost;
    word = bits_lshr_sticky(c, word, bits_extract(c, amount, exponent_width - 2, 0), &lost);
    parts.beyond = bits_sign(amount);
    parts.integer = bits_extract(c, word, width, 1);
    parts.guard = word.at[0];
    parts.sticky = aig_or(c->aig, parts.sticky, lost);
    return parts;
}

struct bits float_circuit_to_integer(struct circuit *c, struct float_format f,
                                     struct bits mode, enum float_sign sign, unsigned width,
                                     struct bits a)
{
    LAW(a.width == softfloat_width(f));
    LAW(width >= 1);
    struct aig *aig = c->aig;
    struct float_view x = float_look(c, f, a);
    struct parts parts = split(c, f, x, width);
    literal more = float_increments(c, float_mode(c, mode), x.sign, parts.integer.at[0],
                                    parts.guard, parts.sticky);
    struct bits value = bits_add_bit(c, bits_zext(c, parts.integer, width + 1), more);
    literal carry = bits_sign(value), top = value.at[width - 1];
    struct bits result = bits_extract(c, value, width - 1, 0);
    literal bad =
        aig_or(aig, carry, aig_or(aig, parts.beyond, aig_or(aig, x.nan, x.infinite)));
    if (sign == FLOAT_UNSIGNED) {
        bad = aig_or(aig, bad, aig_and(aig, x.sign, bits_any(c, result)));
    } else {
        literal rest =
            width > 1 ? bits_any(c, bits_extract(c, result, width - 2, 0)) : LITERAL_FALSE;
        bad = aig_or(aig, bad, aig_and(aig, top, aig_or(aig, literal_not(x.sign), rest)));
        result = bits_neg_if(c, x.sign, result);
    }
    return bits_mask(c, result, literal_not(bad));
}
