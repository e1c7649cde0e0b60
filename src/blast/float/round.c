/* Rounding: from an exact result to the bits of the format. Shared by all operators that
 * round.
 *
 * The word is shifted left until its top bit is set or the exponent is that of subnormal
 * numbers, or right when the exponent is below that; then the significand is incremented
 * where the mode asks for it. The exponent field is `below` plus the leading bit plus the
 * increment's carry, so subnormal, normal and overflowing results need no cases. */
#include "blast/float/float_internal.h"

#include "base/failure.h"

literal float_increments(struct circuit *c, struct float_mode mode, literal sign,
                         literal last, literal guard, literal sticky)
{
    literal directed = aig_ite(c->aig, sign, mode.down, mode.up);
    literal tie_or_more =
        aig_or(c->aig, mode.away, aig_and(c->aig, mode.even, aig_or(c->aig, sticky, last)));
    return aig_or(c->aig, aig_and(c->aig, guard, tie_or_more),
                  aig_and(c->aig, directed, aig_or(c->aig, guard, sticky)));
}

/* a - 1 if the literal holds, for a > 0 */
static struct bits decrement_if(struct circuit *c, struct bits a, literal condition)
{
    return bits_not(c, bits_add_bit(c, bits_not(c, a), condition));
}

/* `below` reduced by shift = 2^level if the literal holds, for below >= shift */
static struct bits lower_exponent(struct circuit *c, struct bits below, unsigned level,
                                  literal condition)
{
    LAW(level < below.width);
    struct bits high = bits_extract(c, below, below.width - 1, level);
    high = decrement_if(c, high, condition);
    return level ? bits_concat(c, high, bits_extract(c, below, level - 1, 0)) : high;
}

static literal at_least(struct circuit *c, struct bits below, unsigned level)
{
    LAW(below.width > 0);
    if (level + 1 >= below.width)
        return LITERAL_FALSE;
    literal some = bits_any(c, bits_extract(c, below, below.width - 2, level));
    return aig_and(c->aig, some, literal_not(bits_sign(below)));
}

static literal any_of_low(struct circuit *c, struct bits word, unsigned from, unsigned to)
{
    LAW(from >= to || to <= word.width);
    return from < to ? bits_any(c, bits_extract(c, word, to - 1, from)) : LITERAL_FALSE;
}

/* One step of the left shift; bits that can no longer reach the upper `keep` bits go to
 * sticky. */
static void shift_left_step(struct circuit *c, struct float_exact *x, unsigned level,
                            unsigned keep)
{
    unsigned shift = 1u << level, width = x->word.width;
    literal moves = bits_is_zero(c, float_top(c, x->word, shift < width ? shift : width));
    if (x->limit == LEFT_LIMITED)
        moves = aig_and(c->aig, moves, at_least(c, x->below, level));
    unsigned drop = width > keep ? width - keep : 0,
             drop_moved = drop > shift ? drop - shift : 0;
    literal lost =
        aig_and(c->aig, literal_not(moves), any_of_low(c, x->word, drop_moved, drop));
    x->sticky = aig_or(c->aig, x->sticky,
                       aig_or(c->aig, lost, any_of_low(c, x->word, 0, drop_moved)));
    struct bits moved = bits_shl_by(c, x->word, shift);
    x->word = bits_ite(c, moves, float_top(c, moved, width - drop),
                       float_top(c, x->word, width - drop));
    x->below = lower_exponent(c, x->below, level, moves);
    LAW(x->word.width <= width);
}

static void shift_left(struct circuit *c, struct float_exact *x, unsigned precision)
{
    if (!x->left)
        return;
    for (unsigned level = float_level(x->left) + 1; level-- > 0;)
        shift_left_step(c, x, level, precision + 1 + (1u << level) - 1);
}

/* cuts the word to its upper `width` bits, or fills up with zeros */
static void fit(struct circuit *c, struct float_exact *x, unsigned width)
{
    LAW(width > 0);
    unsigned have = x->word.width;
    if (have < width) {
        x->word = bits_concat(c, x->word, bits_new(c, width - have));
    } else if (have > width) {
        x->sticky = aig_or(c->aig, x->sticky, any_of_low(c, x->word, 0, have - width));
        x->word = float_top(c, x->word, width);
        LAW(x->word.width == width);
    }
}

static void shift_right(struct circuit *c, struct float_exact *x)
{
    if (!x->right)
        return;
    literal negative = bits_sign(x->below), lost;
    unsigned width = float_level(x->right) + 1;
    struct bits amount = bits_neg(c, x->below);
    if (width < amount.width)
        amount = bits_extract(c, amount, width - 1, 0);
    amount = bits_mask(c, amount, negative);
    x->word = bits_lshr_sticky(c, x->word, amount, &lost);
    x->sticky = aig_or(c->aig, x->sticky, lost);
    x->below = bits_mask(c, x->below, literal_not(negative));
}

/* infinity or the largest number in place of the magnitude */
static struct bits overflow(struct circuit *c, struct float_format f, struct float_mode mode,
                            literal sign, literal overflows, struct bits fraction,
                            struct bits field)
{
    LAW(fraction.width == f.significand - 1);
    LAW(field.width >= f.exponent);
    literal directed = aig_ite(c->aig, sign, mode.down, mode.up);
    literal infinite = aig_or(c->aig, directed, aig_or(c->aig, mode.even, mode.away));
    fraction = bits_ite(c, overflows, bits_repeat(c, literal_not(infinite), fraction.width),
                        fraction);
    struct bits most = bits_repeat(c, LITERAL_TRUE, f.exponent);
    most.at[0] = infinite;
    return bits_concat(
        c, bits_ite(c, overflows, most, bits_extract(c, field, f.exponent - 1, 0)), fraction);
}

struct bits float_round(struct circuit *c, struct float_format f, struct float_mode mode,
                        const struct float_exact *exact)
{
    LAW(exact->word.width > 0);
    LAW(exact->below.width > f.exponent);
    struct float_exact x = *exact;
    unsigned precision = f.significand;
    shift_left(c, &x, precision);
    fit(c, &x, precision + 1);
    shift_right(c, &x);
    struct bits significand = float_top(c, x.word, precision);
    literal increments =
        float_increments(c, mode, x.sign, significand.at[0], x.word.at[0], x.sticky);
    struct bits fraction =
        bits_zext(c, bits_extract(c, significand, precision - 2, 0), precision);
    fraction = bits_add_bit(c, fraction, increments);
    struct bits leading = bits_zext(c, bits_of(c, bits_sign(significand)), x.below.width);
    struct bits field = bits_add_carry(c, x.below, leading, bits_sign(fraction), NULL);
    literal overflows = bits_all(c, bits_extract(c, field, f.exponent - 1, 0));
    if (field.width > f.exponent)
        overflows = aig_or(c->aig, overflows,
                           bits_any(c, bits_extract(c, field, field.width - 1, f.exponent)));
    return overflow(c, f, mode, x.sign, overflows,
                    bits_extract(c, fraction, precision - 2, 0), field);
}

struct bits float_finish(struct circuit *c, struct float_format f, literal sign,
                         struct bits magnitude, literal nan, literal infinite, literal zero)
{
    LAW(magnitude.width == softfloat_width(f) - 1);
    struct bits result = bits_new(c, softfloat_width(f));
    literal special = aig_or(c->aig, nan, infinite), cleared = aig_or(c->aig, special, zero);
    for (unsigned i = 0; i < magnitude.width; i++) {
        literal bit = aig_and(c->aig, magnitude.at[i], literal_not(cleared));
        if (i >= f.significand - 1)
            bit = aig_or(c->aig, bit, special);
        if (i == f.significand - 2)
            bit = aig_or(c->aig, bit, nan);
        result.at[i] = bit;
    }
    result.at[magnitude.width] = aig_and(c->aig, sign, literal_not(nan));
    return result;
}
