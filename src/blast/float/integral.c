/* Rounding to an integral value, in place: a mask covers the fractional bits of the
 * significand, they are cleared, and the bit above the mask is added to the packed magnitude,
 * whose carry runs into the exponent by itself. */
#include "blast/float/float_internal.h"

/* how many low bits of the significand are fractional, as a mask of sb + 1 bits; the last is
 * set below 1/2 */
static struct bits fractional(struct circuit *c, struct float_format f, struct bits exponent)
{
    unsigned width = f.exponent + 2, least = float_level(f.significand + 1) + 3;
    if (width < least)
        width = least;
    struct bits none = float_number(c, width, float_bias(f) + (int64_t)f.significand - 1);
    struct bits amount = bits_sub(c, none, bits_zext(c, exponent, width));
    amount = bits_mask(c, amount, literal_not(bits_sign(amount)));
    return bits_not(c, bits_shl(c, bits_repeat(c, LITERAL_TRUE, f.significand + 1), amount));
}

struct bits float_circuit_integral(struct circuit *c, struct float_format f, struct bits mode,
                                   struct bits a)
{
    struct aig *aig = c->aig;
    unsigned precision = f.significand;
    struct float_view x = float_look(c, f, a);
    struct bits mask = fractional(c, f, x.exponent), unit = bits_new(c, precision);
    struct bits guards = bits_new(c, precision), lasts = bits_new(c, precision),
                rests = bits_new(c, precision);
    for (unsigned i = 0; i < precision; i++) {
        literal bit = x.significand.at[i];
        if (i)
            unit.at[i] = aig_and(aig, mask.at[i - 1], literal_not(mask.at[i]));
        rests.at[i] = aig_and(aig, bit, mask.at[i + 1]);
        guards.at[i] =
            aig_and(aig, bit, aig_and(aig, mask.at[i], literal_not(mask.at[i + 1])));
        lasts.at[i] = aig_and(aig, bit, unit.at[i]);
    }
    literal more = float_increments(c, float_mode(c, mode), x.sign, bits_any(c, lasts),
                                    bits_any(c, guards), bits_any(c, rests));
    struct bits cleared = bits_new(c, x.magnitude.width);
    for (unsigned i = 0; i < cleared.width; i++) {
        literal kept = i + 1 < precision ? literal_not(mask.at[i]) : LITERAL_TRUE;
        cleared.at[i] = aig_and(aig, x.magnitude.at[i], kept);
    }
    struct bits addend = bits_zext(c, bits_mask(c, unit, more), cleared.width);
    struct bits sum = bits_add(c, cleared, addend);
    /* below one: zero or one */
    struct bits one = bits_new(c, cleared.width);
    for (unsigned i = 0; i < f.exponent - 1; i++)
        one.at[precision - 1 + i] = more;
    sum = bits_ite(c, mask.at[precision - 1], one, sum);
    return float_finish(c, f, x.sign, sum, x.nan, x.infinite, x.zero);
}
