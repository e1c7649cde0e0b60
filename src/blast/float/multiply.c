/* Multiplication and fused multiply-add: one exact product of the significands, subnormal
 * ones unshifted. */
#include "blast/float/float_internal.h"

#include "base/failure.h"

struct product {
    literal nan, infinite, zero, sign;
    struct bits word;  /* 2 sb bits */
    struct bits below; /* biased exponent of the word's top bit, minus one; signed */
};

static struct product multiply(struct circuit *c, struct float_format f,
                               unsigned exponent_width, struct bits a, struct bits b)
{
    LAW(a.width == softfloat_width(f) && b.width == softfloat_width(f));
    LAW(exponent_width > f.exponent);
    struct aig *aig = c->aig;
    struct float_view x = float_look(c, f, a), y = float_look(c, f, b);
    struct bits sum = bits_add(c, bits_zext(c, x.exponent, f.exponent + 1),
                               bits_zext(c, y.exponent, f.exponent + 1));
    literal invalid =
        aig_or(aig, aig_and(aig, x.infinite, y.zero), aig_and(aig, x.zero, y.infinite));
    return (struct product){.nan = aig_or(aig, invalid, aig_or(aig, x.nan, y.nan)),
                            .infinite = aig_or(aig, x.infinite, y.infinite),
                            .zero = aig_or(aig, x.zero, y.zero),
                            .sign = aig_xor(aig, x.sign, y.sign),
                            .word = bits_mul_wide(c, x.significand, y.significand),
                            .below =
                                bits_add(c, bits_zext(c, sum, exponent_width),
                                         float_number(c, exponent_width, -float_bias(f)))};
}

struct bits float_circuit_multiply(struct circuit *c, struct float_format f,
                                   struct bits mode_bits, struct bits a, struct bits b)
{
    struct product p = multiply(c, f, f.exponent + 2, a, b);
    /* a left shift happens with one subnormal factor at most: two of them have a tiny product
     */
    struct float_exact exact = {.sign = p.sign,
                                .sticky = LITERAL_FALSE,
                                .below = p.below,
                                .word = p.word,
                                .left = f.significand,
                                .right = (unsigned)float_bias(f),
                                .limit = LEFT_LIMITED};
    struct bits magnitude = float_round(c, f, float_mode(c, mode_bits), &exact);
    return float_finish(c, f, p.sign, magnitude, p.nan, p.infinite, p.zero);
}

/* The window in which product and addend meet, from the top: sb bits where the addend may
 * begin, two more so that it stays clear of the product, the 2 sb bits of the product, and
 * three below (the last one sticky) for an addend that ends below the product. */
struct window {
    struct bits product, addend; /* of one width */
    struct bits below;           /* exponent of the top bit, minus one */
};

static struct window meet(struct circuit *c, struct float_format f, const struct product *p,
                          struct float_view z, unsigned exponent_width)
{
    LAW(p->word.width == 2 * f.significand);
    LAW(p->below.width == exponent_width);
    unsigned precision = f.significand, width = 3 * precision + 5;
    struct bits exponent = bits_zext(c, z.exponent, exponent_width);
    struct bits above = bits_add(c, p->below, float_number(c, exponent_width, precision + 3));
    struct bits distance = bits_sub(c, above, exponent);
    /* the addend begins above the window, or there is no product: the product is only a rest
     */
    literal alone = aig_or(c->aig, bits_sign(distance), p->zero), lost;
    distance =
        bits_mask(c, bits_extract(c, distance, exponent_width - 2, 0), literal_not(alone));
    struct bits addend = bits_concat(c, z.significand, bits_new(c, width - 1 - precision));
    addend = bits_lshr_sticky(c, addend, distance, &lost);
    struct bits product = bits_zext(
        c, bits_concat(c, bits_mask(c, p->word, literal_not(alone)), bits_new(c, 3)), width);
    product.at[0] = aig_and(c->aig, alone, literal_not(p->zero));
    struct bits top = bits_ite(c, alone, exponent, above);
    return (struct window){
        .product = product, .addend = bits_concat(c, addend, bits_of(c, lost)), .below = top};
}

struct bits float_circuit_fma(struct circuit *c, struct float_format f, struct bits mode_bits,
                              struct bits a, struct bits b, struct bits addend)
{
    struct aig *aig = c->aig;
    unsigned least = float_level(3 * f.significand + 8) + 1;
    unsigned exponent_width = (f.exponent > least ? f.exponent : least) + 3;
    struct product p = multiply(c, f, exponent_width, a, b);
    struct float_view z = float_look(c, f, addend);
    struct float_mode mode = float_mode(c, mode_bits);
    struct window w = meet(c, f, &p, z, exponent_width);

    /* one bit on top for the carry; after a subtraction it is the sign */
    unsigned width = w.product.width + 1;
    literal differ = aig_xor(aig, p.sign, z.sign);
    struct bits first = bits_zext(c, w.addend, width),
                second = bits_zext(c, w.product, width);
    struct bits sum = bits_add_carry(
        c, first, bits_xor(c, second, bits_repeat(c, differ, width)), differ, NULL);
    literal negative = aig_and(aig, differ, bits_sign(sum));
    sum = bits_neg_if(c, negative, sum);
    literal cancelled = bits_is_zero(c, sum), sign = aig_ite(aig, negative, p.sign, z.sign);
    struct float_exact exact = {.sign = sign,
                                .sticky = LITERAL_FALSE,
                                .below = w.below,
                                .word = sum,
                                .left = width - 1,
                                .limit = LEFT_LIMITED};
    struct bits magnitude = float_round(c, f, mode, &exact);

    literal opposed = aig_and(aig, differ, aig_and(aig, p.infinite, z.infinite));
    literal nan = aig_or(aig, opposed, aig_or(aig, p.nan, z.nan));
    literal infinite = aig_or(aig, p.infinite, z.infinite);
    sign = aig_ite(aig, infinite, aig_ite(aig, p.infinite, p.sign, z.sign), sign);
    literal zero_sign = aig_ite(aig, differ, mode.down, z.sign);
    sign = aig_ite(aig, aig_and(aig, cancelled, literal_not(infinite)), zero_sign, sign);
    return float_finish(c, f, sign, magnitude, nan, infinite, cancelled);
}
