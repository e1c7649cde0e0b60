/* Division and square root, one bit of the result per row, on significands with a leading
 * one. */
#include "blast/float/float_internal.h"

/* signed width for exponents of numbers with a leading one, their differences and the bias */
static unsigned exponent_width(struct float_format f)
{
    unsigned least = float_level(f.significand) + 1;
    return (f.exponent > least ? f.exponent : least) + 3;
}

/* rest := rest - divisor if that is not negative; says whether it was so */
static literal subtract_if(struct circuit *c, struct bits *rest, struct bits divisor)
{
    literal fits;
    struct bits difference =
        bits_add_carry(c, *rest, bits_not(c, divisor), LITERAL_TRUE, &fits);
    *rest = bits_ite(c, fits, difference, *rest);
    return fits;
}

/* floor(a 2^(digits - 1) / b) for a < 2 b, and whether there is a rest */
static struct bits quotient(struct circuit *c, struct bits a, struct bits b, unsigned digits,
                            literal *inexact)
{
    unsigned width = b.width + 1;
    struct bits result = bits_new(c, digits), rest = bits_zext(c, a, width),
                divisor = bits_zext(c, b, width);
    for (unsigned i = digits; i-- > 0;) {
        result.at[i] = subtract_if(c, &rest, divisor);
        if (i)
            rest = bits_shl_by(c, rest, 1); /* rest < b: its top bit is zero */
    }
    *inexact = bits_any(c, rest);
    return result;
}

struct bits float_circuit_divide(struct circuit *c, struct float_format f,
                                 struct bits mode_bits, struct bits a, struct bits b)
{
    struct aig *aig = c->aig;
    unsigned width = exponent_width(f);
    struct float_view x = float_look(c, f, a), y = float_look(c, f, b);
    struct float_normal n = float_normalise(c, x, width), d = float_normalise(c, y, width);
    struct bits offset = float_number(c, width, float_bias(f) - 1);
    struct float_exact exact = {.sign = aig_xor(aig, x.sign, y.sign),
                                .below =
                                    bits_add(c, bits_sub(c, n.exponent, d.exponent), offset),
                                .left = 1,
                                .right = (unsigned)float_bias(f) + f.significand,
                                .limit = LEFT_LIMITED};
    exact.word = quotient(c, n.significand, d.significand, f.significand + 2, &exact.sticky);
    struct bits magnitude = float_round(c, f, float_mode(c, mode_bits), &exact);
    literal invalid =
        aig_or(aig, aig_and(aig, x.zero, y.zero), aig_and(aig, x.infinite, y.infinite));
    literal nan = aig_or(aig, invalid, aig_or(aig, x.nan, y.nan));
    literal infinite = aig_or(aig, x.infinite, y.zero),
            zero = aig_or(aig, x.zero, y.infinite);
    return float_finish(c, f, exact.sign, magnitude, nan, infinite, zero);
}

/* floor(sqrt(square)), digits bits for 2 digits bits, and whether there is a rest */
static struct bits root(struct circuit *c, struct bits square, unsigned digits,
                        literal *inexact)
{
    struct bits result = bits_new(c, 0), rest = bits_new(c, 0);
    for (unsigned i = digits; i-- > 0;) {
        /* rest <= 2 * result, so that rest and trial fit the width of result and two more
         * bits */
        unsigned width = result.width + 2;
        rest = bits_concat(c, rest, bits_extract(c, square, 2 * i + 1, 2 * i));
        if (rest.width < width + 1)
            rest = bits_zext(c, rest, width + 1);
        struct bits trial =
            bits_zext(c, bits_concat(c, result, bits_number(c, 2, 1)), width + 1);
        literal digit = subtract_if(c, &rest, trial);
        result = bits_concat(c, result, bits_of(c, digit));
        rest = bits_extract(c, rest, width - 1, 0);
    }
    *inexact = bits_any(c, rest);
    return result;
}

struct bits float_circuit_sqrt(struct circuit *c, struct float_format f,
                               struct bits mode_bits, struct bits a)
{
    unsigned width = exponent_width(f), precision = f.significand;
    struct float_view x = float_look(c, f, a);
    struct float_normal n = float_normalise(c, x, width);
    /* The bias is odd: an even biased exponent is an odd exponent, whose significand is
     * doubled. */
    literal odd = literal_not(n.exponent.at[0]);
    struct bits wide = bits_zext(c, n.significand, precision + 1);
    struct bits radicand = bits_ite(c, odd, bits_shl_by(c, wide, 1), wide);
    struct bits half = bits_sext(c, bits_extract(c, n.exponent, width - 1, 1), width);
    int64_t offset = (float_bias(f) - 1) / 2 - 1,
            least = (2 - (int64_t)precision - 1) / 2 + offset;
    struct float_exact exact = {
        .sign = LITERAL_FALSE,
        .below =
            bits_add_carry(c, half, float_number(c, width, offset), n.exponent.at[0], NULL),
        .right = least < 0 ? (unsigned)-least : 0,
        .limit = LEFT_LIMITED};
    radicand = bits_concat(c, radicand, bits_new(c, precision + 1));
    exact.word = root(c, radicand, precision + 1, &exact.sticky);
    struct bits magnitude = float_round(c, f, float_mode(c, mode_bits), &exact);
    literal nan = aig_or(c->aig, x.nan, aig_and(c->aig, x.sign, literal_not(x.zero)));
    return float_finish(c, f, x.sign, magnitude, nan, x.infinite, x.zero);
}
