/* The IEEE remainder x - y n: long division of the significands, one row per possible
 * distance of the exponents.
 *
 * The rows have fixed weights; x's significand is loaded into the running rest at the row
 * that its exponent names, so that rows above it see zero. The number of rows is about 2^eb.
 */
#include "blast/float/float_internal.h"

static unsigned exponent_width(struct float_format f)
{
    unsigned least = float_level(f.significand) + 1;
    return (f.exponent > least ? f.exponent : least) + 3;
}

enum { MOST_BITS_FOR_ROWS = 11 }; /* of the exponent */

/* |x| 2^distance mod |y| and the last bit of the quotient, for distance >= 0; 0 otherwise */
static struct bits reduce_by_rows(struct circuit *c, struct bits x, struct bits y,
                                  struct bits distance, unsigned furthest, literal *odd)
{
    unsigned width = y.width;
    struct bits divisor = bits_not(c, bits_zext(c, y, width + 1)), rest = bits_new(c, width);
    *odd = LITERAL_FALSE;
    for (unsigned row = furthest + 1; row-- > 0;) {
        literal loads = bits_equal(c, distance, bits_number(c, distance.width, row));
        struct bits low = bits_concat(c, rest, bits_new(c, 1));
        low = bits_or(c, low, bits_zext(c, bits_mask(c, x, loads), width + 1));
        struct bits difference = bits_add_carry(c, low, divisor, LITERAL_TRUE, odd);
        rest = bits_ite(c, *odd, bits_extract(c, difference, width - 1, 0),
                        bits_extract(c, low, width - 1, 0));
    }
    return rest;
}

/* a mod m, for m with its top bit set and a longer than m */
static struct bits modulo(struct circuit *c, struct bits a, struct bits m)
{
    unsigned width = m.width;
    struct bits divisor = bits_not(c, bits_zext(c, m, width + 1));
    struct bits rest = bits_zext(c, float_top(c, a, width - 1), width); /* less than m */
    for (unsigned i = a.width - (width - 1); i-- > 0;) {
        literal fits;
        struct bits low = bits_concat(c, rest, bits_extract(c, a, i, i));
        struct bits difference = bits_add_carry(c, low, divisor, LITERAL_TRUE, &fits);
        rest = bits_ite(c, fits, bits_extract(c, difference, width - 1, 0),
                        bits_extract(c, low, width - 1, 0));
    }
    return rest;
}

/* the same by powers of two modulo 2 |y|, which also tells the quotient's last bit */
static struct bits reduce_by_powers(struct circuit *c, struct bits x, struct bits y,
                                    struct bits distance, unsigned furthest, literal *odd)
{
    struct bits twice = bits_concat(c, y, bits_new(c, 1)),
                power = bits_number(c, twice.width, 1);
    for (unsigned i = float_level(furthest) + 1; i-- > 0;) {
        struct bits square = bits_mul_wide(c, power, power);
        square = bits_zext(c, square, square.width + 1);
        square = bits_ite(c, distance.at[i], bits_shl_by(c, square, 1), square);
        power = modulo(c, square, twice);
    }
    struct bits rest = modulo(c, bits_mul_wide(c, x, power), twice);
    struct bits low = bits_extract(c, rest, y.width - 1, 0);
    struct bits less =
        bits_add_carry(c, rest, bits_not(c, bits_zext(c, y, rest.width)), LITERAL_TRUE, odd);
    literal counts = literal_not(bits_sign(distance));
    rest = bits_ite(c, *odd, bits_extract(c, less, y.width - 1, 0), low);
    *odd = aig_and(c->aig, *odd, counts);
    return bits_mask(c, rest, counts);
}

struct bits float_circuit_remainder(struct circuit *c, struct float_format f, struct bits a,
                                    struct bits b)
{
    struct aig *aig = c->aig;
    unsigned width = exponent_width(f), precision = f.significand;
    struct float_view x = float_look(c, f, a), y = float_look(c, f, b);
    struct float_normal n = float_normalise(c, x, width), d = float_normalise(c, y, width);
    struct bits distance = bits_sub(c, n.exponent, d.exponent);
    literal odd, one_below = bits_all(c, distance);
    unsigned furthest = (1u << f.exponent) - 4 + precision;
    bool rows = f.exponent <= MOST_BITS_FOR_ROWS;
    struct bits rest = (rows ? reduce_by_rows : reduce_by_powers)(
        c, n.significand, d.significand, distance, furthest, &odd);

    /* with one more bit below, for |y| / 4 <= |x| < |y|; then the smaller of rest and |y| -
     * rest */
    rest = bits_concat(c, rest, bits_new(c, 1));
    rest =
        bits_or(c, rest, bits_zext(c, bits_mask(c, n.significand, one_below), precision + 1));
    struct bits other = bits_sub(c, bits_concat(c, d.significand, bits_new(c, 1)), rest);
    literal nearer = bits_ult(c, other, rest), tie = bits_equal(c, other, rest);
    literal flips = aig_or(aig, nearer, aig_and(aig, tie, odd));
    struct bits below = bits_add(c, d.exponent, float_number(c, width, -1));
    struct float_exact exact = {.sign = aig_xor(aig, x.sign, flips),
                                .sticky = LITERAL_FALSE,
                                .below = below,
                                .word = bits_ite(c, flips, other, rest),
                                .left = precision,
                                .right = precision,
                                .limit = LEFT_LIMITED};
    struct float_mode exactly = {LITERAL_FALSE, LITERAL_FALSE, LITERAL_FALSE, LITERAL_FALSE};
    struct bits magnitude = float_round(c, f, exactly, &exact);
    literal zero = bits_is_zero(c, exact.word);

    /* |x| < |y| / 4, or y infinite, or x zero: x itself */
    literal small = aig_and(aig, bits_sign(distance), literal_not(one_below));
    literal keeps = aig_or(aig, small, aig_or(aig, y.infinite, x.zero));
    magnitude = bits_ite(c, keeps, x.magnitude, magnitude);
    literal sign = aig_ite(aig, aig_or(aig, keeps, zero), x.sign, exact.sign);
    literal nan = aig_or(aig, aig_or(aig, x.nan, y.nan), aig_or(aig, x.infinite, y.zero));
    return float_finish(c, f, sign, magnitude, nan, LITERAL_FALSE,
                        aig_and(aig, zero, literal_not(keeps)));
}
