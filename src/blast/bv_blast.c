/* Circuits of the bit-vector operators, one case each, out of the blocks of circuit.h. */
#include "base/failure.h"
#include "blast/blaster_internal.h"

static struct bits divide_signed(struct circuit *c, enum term_op op, struct bits a,
                                 struct bits b)
{
    literal a_sign = bits_sign(a), b_sign = bits_sign(b);
    struct bits quotient, remainder;
    bits_divide(c, bits_neg_if(c, a_sign, a), bits_neg_if(c, b_sign, b), &quotient,
                &remainder);
    literal differ = aig_xor(c->aig, a_sign, b_sign);
    if (op == TERM_BV_SDIV)
        return bits_neg_if(c, differ, quotient);
    struct bits r = bits_neg_if(c, a_sign, remainder);
    if (op == TERM_BV_SREM)
        return r;
    literal adjust = aig_and(c->aig, differ, bits_any(c, remainder));
    return bits_add(c, r, bits_mask(c, b, adjust));
}

static struct bits divide(struct circuit *c, enum term_op op, struct bits a, struct bits b)
{
    if (op != TERM_BV_UDIV && op != TERM_BV_UREM)
        return divide_signed(c, op, a, b);
    struct bits quotient, remainder;
    bits_divide(c, a, b, &quotient, &remainder);
    return op == TERM_BV_UDIV ? quotient : remainder;
}

static literal is_minimum(struct circuit *c, struct bits a)
{
    return bits_equal(c, a, bits_shl_by(c, bits_number(c, a.width, 1), a.width - 1));
}

/* Signed addition of a and (xor'd) b overflows: equal signs in, another sign out. */
static literal add_overflows(struct circuit *c, struct bits a, struct bits b, literal carry)
{
    struct bits sum = bits_add_carry(c, a, b, carry, NULL);
    literal same = aig_equal(c->aig, bits_sign(a), bits_sign(b));
    return aig_and(c->aig, same, aig_xor(c->aig, bits_sign(a), bits_sign(sum)));
}

/* Two bits whose positions sum to the width or more overflow at once; else the product on one
 * more bit tells.
 */
static literal multiply_overflows_unsigned(struct circuit *c, struct bits a, struct bits b)
{
    unsigned w = a.width;
    literal overflow = LITERAL_FALSE,
            above = LITERAL_FALSE; /* above: some bit of a from position w - i on */
    for (unsigned i = 1; i < w; i++) {
        above = aig_or(c->aig, above, a.at[w - i]);
        overflow = aig_or(c->aig, overflow, aig_and(c->aig, above, b.at[i]));
    }
    struct bits product = bits_mul(c, bits_zext(c, a, w + 1), bits_zext(c, b, w + 1));
    return aig_or(c->aig, overflow, bits_sign(product));
}

/* The product of the sign-extended operands does not fit: its high half is not the sign of
 * its low half. */
static literal multiply_overflows_signed(struct circuit *c, struct bits a, struct bits b)
{
    unsigned w = a.width;
    literal a_sign = bits_sign(a), b_sign = bits_sign(b);
    literal overflow = LITERAL_FALSE,
            above = LITERAL_FALSE; /* over bits that differ from the sign */
    for (unsigned i = 1; i + 1 < w; i++) {
        above = aig_or(c->aig, above, aig_xor(c->aig, a.at[w - 1 - i], a_sign));
        overflow = aig_or(c->aig, overflow,
                          aig_and(c->aig, above, aig_xor(c->aig, b.at[i], b_sign)));
    }
    struct bits product = bits_mul(c, bits_sext(c, a, w + 1), bits_sext(c, b, w + 1));
    return aig_or(c->aig, overflow, aig_xor(c->aig, product.at[w], product.at[w - 1]));
}

static literal order(struct circuit *c, enum term_op op, const struct bits *args)
{
    struct bits a = args[0];
    switch ((enum term_order_op)op) {
    case TERM_BV_ULT:
        return bits_ult(c, a, args[1]);
    case TERM_BV_ULE:
        return bits_ule(c, a, args[1]);
    case TERM_BV_UGT:
        return bits_ult(c, args[1], a);
    case TERM_BV_UGE:
        return bits_ule(c, args[1], a);
    case TERM_BV_SLT:
        return bits_slt(c, a, args[1]);
    case TERM_BV_SLE:
        return bits_sle(c, a, args[1]);
    case TERM_BV_SGT:
        return bits_slt(c, args[1], a);
    case TERM_BV_SGE:
        return bits_sle(c, args[1], a);
    }
    BUG("not a comparison: operator %d", (int)op);
}

static literal overflow(struct circuit *c, enum term_op op, const struct bits *args)
{
    struct bits a = args[0];
    literal carry;
    switch ((enum term_overflow_op)op) {
    case TERM_BV_NEGO:
        return is_minimum(c, a);
    case TERM_BV_UADDO:
        return bits_add_carry(c, a, args[1], LITERAL_FALSE, &carry), carry;
    case TERM_BV_USUBO:
        return bits_ult(c, a, args[1]);
    case TERM_BV_SADDO:
        return add_overflows(c, a, args[1], LITERAL_FALSE);
    case TERM_BV_SSUBO:
        return add_overflows(c, a, bits_not(c, args[1]), LITERAL_TRUE);
    case TERM_BV_UMULO:
        return multiply_overflows_unsigned(c, a, args[1]);
    case TERM_BV_SMULO:
        return multiply_overflows_signed(c, a, args[1]);
    case TERM_BV_SDIVO:
        return aig_and(c->aig, is_minimum(c, a), bits_all(c, args[1]));
    }
    BUG("not an overflow predicate: operator %d", (int)op);
}

static struct bits rotate_left(struct circuit *c, struct bits a, unsigned amount)
{
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++)
        r.at[(i + amount) % a.width] = a.at[i];
    return r;
}

static struct bits repeat(struct circuit *c, struct bits a, unsigned times)
{
    struct bits r = bits_new(c, a.width * times);
    for (unsigned i = 0; i < r.width; i++)
        r.at[i] = a.at[i % a.width];
    return r;
}

struct bits blast_bv(struct circuit *c, const struct terms *terms, struct term t,
                     const struct bits *args)
{
    struct bits a = args[0];
    unsigned p = term_parameter(terms, t, 0);
    enum term_op op = term_op(terms, t);
    switch ((enum term_word_op)op) {
    case TERM_BV_NEG:
        return bits_neg(c, a);
    case TERM_BV_ADD:
        return bits_add(c, a, args[1]);
    case TERM_BV_SUB:
        return bits_sub(c, a, args[1]);
    case TERM_BV_MUL:
        return bits_mul(c, a, args[1]);
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
        return divide(c, op, a, args[1]);
    case TERM_BV_NOT:
        return bits_not(c, a);
    case TERM_BV_AND:
        return bits_and(c, a, args[1]);
    case TERM_BV_OR:
        return bits_or(c, a, args[1]);
    case TERM_BV_XOR:
        return bits_xor(c, a, args[1]);
    case TERM_BV_NAND:
        return bits_not(c, bits_and(c, a, args[1]));
    case TERM_BV_NOR:
        return bits_not(c, bits_or(c, a, args[1]));
    case TERM_BV_XNOR:
        return bits_not(c, bits_xor(c, a, args[1]));
    case TERM_BV_COMP:
        return bits_of(c, bits_equal(c, a, args[1]));
    case TERM_BV_SHL:
        return bits_shl(c, a, args[1]);
    case TERM_BV_LSHR:
        return bits_lshr(c, a, args[1]);
    case TERM_BV_ASHR:
        return bits_ashr(c, a, args[1]);
    case TERM_BV_CONCAT:
        return bits_concat(c, a, args[1]);
    case TERM_BV_EXTRACT:
        return bits_extract(c, a, p, term_parameter(terms, t, 1));
    case TERM_BV_ZEXT:
        return bits_zext(c, a, a.width + p);
    case TERM_BV_SEXT:
        return bits_sext(c, a, a.width + p);
    case TERM_BV_REPEAT:
        return repeat(c, a, p);
    case TERM_BV_ROTL:
        return rotate_left(c, a, p % a.width);
    case TERM_BV_ROTR:
        return rotate_left(c, a, a.width - p % a.width);
    }
    BUG("no circuit for operator %d", (int)op);
}

struct bits blast_order(struct circuit *c, enum term_op op, const struct bits *args)
{
    return bits_of(c, order(c, op, args));
}

struct bits blast_overflow(struct circuit *c, enum term_op op, const struct bits *args)
{
    return bits_of(c, overflow(c, op, args));
}
