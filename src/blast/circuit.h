/* Circuits on words: vectors of literals, lowest bit first. The building blocks of the
 * blaster and of the float circuits.
 *
 * All of it lives in the arena of the circuit; nothing is changed in place unless a function
 * says so. Widths of operands must agree where SMT-LIB wants it. Division by zero and shifts
 * beyond the width follow SMT-LIB.
 */
#ifndef BLAST_CIRCUIT_H
#define BLAST_CIRCUIT_H
#include "base/arena.h"
#include "blast/aig.h"

struct circuit {
    struct aig *aig;
    struct arena *arena; /* where results are allocated */
};
struct bits {
    literal *at; /* at[0] is the lowest */
    unsigned width;
};

/* --- making and moving: no gates --- */
/* all false; to be filled in by the caller */
struct bits bits_new(struct circuit *, unsigned width);
struct bits bits_inputs(struct circuit *, unsigned width);
struct bits bits_number(struct circuit *, unsigned width, uint64_t value);
struct bits bits_limbs(struct circuit *, unsigned width, const uint32_t *limbs);
struct bits bits_of(struct circuit *, literal); /* width 1 */
struct bits bits_repeat(struct circuit *, literal, unsigned width);
struct bits bits_extract(struct circuit *, struct bits, unsigned high, unsigned low);
struct bits bits_concat(struct circuit *, struct bits high, struct bits low);
/* to that width, at least its own */
struct bits bits_zext(struct circuit *, struct bits, unsigned width);
struct bits bits_sext(struct circuit *, struct bits, unsigned width);
struct bits bits_not(struct circuit *, struct bits);
struct bits bits_shl_by(struct circuit *, struct bits, unsigned amount); /* by a number */
struct bits bits_lshr_by(struct circuit *, struct bits, unsigned amount);
static inline literal bits_sign(struct bits a)
{
    return a.at[a.width - 1];
}
bool bits_is_constant(struct bits);

/* --- bitwise and choice --- */
struct bits bits_and(struct circuit *, struct bits, struct bits);
struct bits bits_or(struct circuit *, struct bits, struct bits);
struct bits bits_xor(struct circuit *, struct bits, struct bits);
struct bits bits_mask(struct circuit *, struct bits, literal); /* every bit and the literal */
struct bits bits_ite(struct circuit *, literal condition, struct bits then,
                     struct bits otherwise);
literal bits_any(struct circuit *, struct bits); /* some bit is one */
literal bits_all(struct circuit *, struct bits); /* every bit is one */
static inline literal bits_is_zero(struct circuit *c, struct bits a)
{
    return literal_not(bits_any(c, a));
}

/* --- order --- */
literal bits_equal(struct circuit *, struct bits, struct bits);
literal bits_ult(struct circuit *, struct bits, struct bits);
literal bits_ule(struct circuit *, struct bits, struct bits);
literal bits_slt(struct circuit *, struct bits, struct bits);
literal bits_sle(struct circuit *, struct bits, struct bits);

/* --- arithmetic --- */
/* a + b + carry_in; *carry_out (may be null) is the carry out of the top bit. */
struct bits bits_add_carry(struct circuit *, struct bits, struct bits, literal carry_in,
                           literal *carry_out);
struct bits bits_add(struct circuit *, struct bits, struct bits);
struct bits bits_sub(struct circuit *, struct bits, struct bits);
struct bits bits_neg(struct circuit *, struct bits);
struct bits bits_neg_if(struct circuit *, literal condition, struct bits);
/* a + 1 if the literal holds */
struct bits bits_add_bit(struct circuit *, struct bits, literal);
/* the low half: width of the operands */
struct bits bits_mul(struct circuit *, struct bits, struct bits);
/* unsigned, width a.width + b.width */
struct bits bits_mul_wide(struct circuit *, struct bits, struct bits);
/* unsigned */
void bits_divide(struct circuit *, struct bits a, struct bits b, struct bits *quotient,
                 struct bits *remainder);

/* --- shifts by a word; the amount may have any width --- */
struct bits bits_shl(struct circuit *, struct bits, struct bits amount);
struct bits bits_lshr(struct circuit *, struct bits, struct bits amount);
struct bits bits_ashr(struct circuit *, struct bits, struct bits amount);
/* Shift right; *sticky is the disjunction of the bits shifted out. */
struct bits bits_lshr_sticky(struct circuit *, struct bits, struct bits amount,
                             literal *sticky);

#endif
