/* Addition: the smaller magnitude is shifted right under the larger one and added or
 * subtracted.
 *
 * Ordering by magnitude first makes every difference non-negative. Three extra bits below the
 * significand (the last one sticky) are enough for every mode; sums are never rounded among
 * subnormal numbers, so rounding needs no right shift. */
#include "blast/float/float_internal.h"

#include "base/failure.h"

struct bits float_circuit_add(struct circuit *c, struct float_format f, struct bits mode_bits,
                              struct bits a, struct bits b)
{
    LAW(a.width == softfloat_width(f) && b.width == softfloat_width(f));
    LAW(mode_bits.width == 3);
    struct aig *aig = c->aig;
    struct float_view x = float_look(c, f, a), y = float_look(c, f, b);
    struct float_mode mode = float_mode(c, mode_bits);
    unsigned precision = f.significand;

    literal swap = bits_ult(c, x.magnitude, y.magnitude);
    literal sign = aig_ite(aig, swap, y.sign, x.sign), differ = aig_xor(aig, x.sign, y.sign);
    struct bits big = bits_ite(c, swap, y.significand, x.significand);
    struct bits small = bits_ite(c, swap, x.significand, y.significand);
    struct bits high = bits_ite(c, swap, y.exponent, x.exponent),
                low = bits_ite(c, swap, x.exponent, y.exponent);

    literal lost;
    struct bits extra = bits_new(c, 2);
    small = bits_lshr_sticky(c, bits_concat(c, small, extra), bits_sub(c, high, low), &lost);
    small = bits_zext(c, bits_concat(c, small, bits_of(c, lost)), precision + 4);
    big = bits_zext(c, bits_concat(c, big, bits_new(c, 3)), precision + 4);
    small = bits_xor(c, small, bits_repeat(c, differ, precision + 4));

    struct float_exact sum = {.sign = sign,
                              .sticky = LITERAL_FALSE,
                              .below = bits_zext(c, high, f.exponent + 2),
                              .word = bits_add_carry(c, big, small, differ, NULL),
                              .left = precision + 1,
                              .limit = LEFT_LIMITED};
    literal cancelled = bits_is_zero(c, sum.word);
    struct bits magnitude = float_round(c, f, mode, &sum);

    literal nan = aig_or(aig, aig_or(aig, x.nan, y.nan),
                         aig_and(aig, differ, aig_and(aig, x.infinite, y.infinite)));
    literal infinite = aig_or(aig, x.infinite, y.infinite);
    /* a sum that is exactly zero: the common sign, or that of the mode */
    literal zero_sign = aig_ite(aig, differ, mode.down, x.sign);
    sign = aig_ite(aig, cancelled, zero_sign, sign);
    return float_finish(c, f, sign, magnitude, nan, infinite, cancelled);
}
