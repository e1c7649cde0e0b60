/* Order, sign changes, minimum and maximum. Magnitudes compare as unsigned words. */
#include "blast/float/float_internal.h"

struct order {
    literal less, equal, comparable;
};

static struct order compare(struct circuit *c, struct float_format f, struct bits a,
                            struct bits b)
{
    struct aig *aig = c->aig;
    struct float_view x = float_look(c, f, a), y = float_look(c, f, b);
    literal below = bits_ult(c, x.magnitude, y.magnitude),
            same = bits_equal(c, x.magnitude, y.magnitude);
    literal zeros = aig_and(aig, x.zero, y.zero), differ = aig_xor(aig, x.sign, y.sign);
    /* with equal signs, negative numbers order the other way round */
    literal alike = aig_and(aig, literal_not(same), aig_xor(aig, x.sign, below));
    literal less = aig_ite(aig, differ, aig_and(aig, x.sign, literal_not(zeros)), alike);
    literal comparable = aig_and(aig, literal_not(x.nan), literal_not(y.nan));
    literal equal = aig_or(aig, zeros, aig_and(aig, same, literal_not(differ)));
    return (struct order){aig_and(aig, comparable, less), aig_and(aig, comparable, equal),
                          comparable};
}

literal float_circuit_equal(struct circuit *c, struct float_format f, struct bits a,
                            struct bits b)
{
    return compare(c, f, a, b).equal;
}

literal float_circuit_less(struct circuit *c, struct float_format f, struct bits a,
                           struct bits b)
{
    return compare(c, f, a, b).less;
}

literal float_circuit_less_equal(struct circuit *c, struct float_format f, struct bits a,
                                 struct bits b)
{
    struct order order = compare(c, f, a, b);
    return aig_or(c->aig, order.less, order.equal);
}

static struct bits with_sign(struct circuit *c, struct bits a, literal sign)
{
    return bits_concat(c, bits_of(c, sign), bits_extract(c, a, a.width - 2, 0));
}

struct bits float_circuit_negate(struct circuit *c, struct float_format f, struct bits a)
{
    literal number = literal_not(float_look(c, f, a).nan);
    return with_sign(c, a, aig_and(c->aig, number, literal_not(bits_sign(a))));
}

struct bits float_circuit_abs(struct circuit *c, struct float_format f, struct bits a)
{
    (void)f;
    return with_sign(c, a, LITERAL_FALSE);
}

/* the first when it wins or the second is NaN; of equal ones the second, as
 * base/float/softfloat.h says */
struct bits float_circuit_min(struct circuit *c, struct float_format f, struct bits a,
                              struct bits b)
{
    literal first = aig_or(c->aig, float_look(c, f, b).nan, compare(c, f, a, b).less);
    return bits_ite(c, first, a, b);
}

struct bits float_circuit_max(struct circuit *c, struct float_format f, struct bits a,
                              struct bits b)
{
    literal first = aig_or(c->aig, float_look(c, f, b).nan, compare(c, f, b, a).less);
    return bits_ite(c, first, a, b);
}
