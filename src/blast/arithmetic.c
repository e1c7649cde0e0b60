/* Circuits on words: addition (ripple carry), multiplication (rows of shifted addends; a
 * constant is recoded in signed digits so that it has the fewest rows) and restoring
 * division. */
#include "blast/circuit.h"

#include "base/failure.h"

struct bits bits_add_carry(struct circuit *c, struct bits a, struct bits b, literal carry,
                           literal *carry_out)
{
    CHECK_LAW(a.width == b.width);
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++) {
        r.at[i] = aig_xor(c->aig, aig_xor(c->aig, a.at[i], b.at[i]), carry);
        if (i + 1 < a.width || carry_out)
            carry = aig_majority(c->aig, a.at[i], b.at[i], carry);
    }
    if (carry_out)
        *carry_out = carry;
    return r;
}

struct bits bits_add(struct circuit *c, struct bits a, struct bits b)
{
    return bits_add_carry(c, a, b, LITERAL_FALSE, NULL);
}

struct bits bits_sub(struct circuit *c, struct bits a, struct bits b)
{
    return bits_add_carry(c, a, bits_not(c, b), LITERAL_TRUE, NULL);
}

struct bits bits_add_bit(struct circuit *c, struct bits a, literal carry)
{
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++) {
        r.at[i] = aig_xor(c->aig, a.at[i], carry);
        carry = aig_and(c->aig, a.at[i], carry);
    }
    return r;
}

struct bits bits_neg(struct circuit *c, struct bits a)
{
    return bits_add_bit(c, bits_not(c, a), LITERAL_TRUE);
}

struct bits bits_neg_if(struct circuit *c, literal condition, struct bits a)
{
    LAW(literal_node(condition) < c->aig->count);
    if (literal_is_constant(condition))
        return condition == LITERAL_TRUE ? bits_neg(c, a) : a;
    return bits_add_bit(c, bits_xor(c, a, bits_repeat(c, condition, a.width)), condition);
}

static unsigned constant_bits(struct bits a)
{
    unsigned n = 0;
    for (unsigned i = 0; i < a.width; i++)
        n += literal_is_constant(a.at[i]);
    return n;
}

/* r's bits from `from` on plus or minus the low bits of a. */
static struct bits accumulate(struct circuit *c, struct bits r, struct bits a, unsigned from,
                              bool minus)
{
    LAW(from < r.width);
    LAW(a.width >= r.width - from);
    struct bits high = bits_extract(c, r, r.width - 1, from),
                addend = bits_extract(c, a, r.width - 1 - from, 0);
    high = minus ? bits_sub(c, high, addend) : bits_add(c, high, addend);
    return from ? bits_concat(c, high, bits_extract(c, r, from - 1, 0)) : high;
}

/* a times a constant k: k's signed-digit form has no two neighbouring nonzero digits. */
static struct bits multiply_constant(struct circuit *c, struct bits a, struct bits k)
{
    LAW(a.width == k.width);
    LAW(bits_is_constant(k));
    struct bits r = bits_new(c, a.width);
    unsigned carry = 0;
    for (unsigned i = 0; i < k.width; i++) {
        unsigned bit = (k.at[i] == LITERAL_TRUE) + carry;
        unsigned next = i + 1 < k.width && k.at[i + 1] == LITERAL_TRUE;
        if (bit == 1) { /* digit 1, or -1 with a carry when the next bit is one too */
            r = accumulate(c, r, a, i, next);
            carry = next;
        } else {
            carry = bit >> 1;
        }
    }
    return r;
}

struct bits bits_mul(struct circuit *c, struct bits a, struct bits b)
{
    CHECK_LAW(a.width == b.width);
    if (constant_bits(a) > constant_bits(b)) {
        struct bits t = a;
        a = b;
        b = t;
    }
    if (bits_is_constant(b))
        return multiply_constant(c, a, b);
    struct bits r = bits_mask(c, a, b.at[0]);
    for (unsigned i = 1; i < a.width; i++) {
        if (b.at[i] == LITERAL_FALSE)
            continue;
        r = accumulate(c, r, bits_mask(c, a, b.at[i]), i, false);
    }
    return r;
}

struct bits bits_mul_wide(struct circuit *c, struct bits a, struct bits b)
{
    return bits_mul(c, bits_zext(c, a, a.width + b.width),
                    bits_zext(c, b, a.width + b.width));
}

void bits_divide(struct circuit *c, struct bits a, struct bits b, struct bits *quotient,
                 struct bits *remainder)
{
    CHECK_LAW(a.width == b.width);
    unsigned width = a.width;
    struct bits q = bits_new(c, width), r = bits_new(c, 0);
    /* After step i, r is the remainder of a's bits from i up, in width - i bits. When b is 0
     * every comparison holds and nothing is subtracted: q is all ones and r becomes a. */
    for (unsigned i = width; i-- > 0;) {
        unsigned used = width - i;
        struct bits low = bits_new(c, used);
        for (unsigned j = 0; j < used; j++)
            low.at[j] = j == 0 ? a.at[i] : r.at[j - 1];
        literal fits;
        struct bits divisor = bits_extract(c, b, used - 1, 0);
        struct bits difference =
            bits_add_carry(c, low, bits_not(c, divisor), LITERAL_TRUE, &fits);
        if (used < width)
            fits =
                aig_and(c->aig, fits, bits_is_zero(c, bits_extract(c, b, width - 1, used)));
        q.at[i] = fits;
        r = bits_ite(c, fits, difference, low);
    }
    *quotient = q;
    *remainder = r;
    LAW(q.width == width && r.width == width);
}
