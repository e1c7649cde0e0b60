/* Bit-vectors of any width as little-endian arrays of 32-bit limbs, (width + 31) / 32 of
 * them.
 *
 * Law of every function: operands have their unused high bits zero, and so has the result.
 * Results may alias operands unless said otherwise. Division by zero follows SMT-LIB. */
#ifndef TERM_LIMBS_H
#define TERM_LIMBS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIMBS(width) (((size_t)(width) + 31) / 32)

void limbs_trim(uint32_t *r, unsigned width); /* zeroes the unused high bits */
void limbs_zero(uint32_t *r, unsigned width);
void limbs_ones(uint32_t *r, unsigned width);
void limbs_copy(uint32_t *r, const uint32_t *a, unsigned width);
void limbs_set_u64(uint32_t *r, unsigned width, uint64_t value);

static inline bool limbs_bit(const uint32_t *a, unsigned at)
{
    return a[at / 32] >> (at % 32) & 1;
}
void limbs_set_bit(uint32_t *r, unsigned at, bool value);
bool limbs_is_zero(const uint32_t *a, unsigned width);
bool limbs_is_ones(const uint32_t *a, unsigned width);
bool limbs_same(const uint32_t *a, const uint32_t *b, unsigned width);
/* unsigned: -1, 0, 1 */
int limbs_compare(const uint32_t *a, const uint32_t *b, unsigned width);
/* two's complement */
int limbs_compare_signed(const uint32_t *a, const uint32_t *b, unsigned width);
/* Position of the highest one bit plus one; 0 for zero. */
unsigned limbs_length(const uint32_t *a, unsigned width);
/* True if exactly one bit is set; *at is its position. */
bool limbs_power(const uint32_t *a, unsigned width, unsigned *at);
/* false if it needs more than 64 bits */
bool limbs_u64(const uint32_t *a, unsigned width, uint64_t *value);

void limbs_not(uint32_t *r, const uint32_t *a, unsigned width);
void limbs_and(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width);
void limbs_or(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width);
void limbs_xor(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width);
void limbs_neg(uint32_t *r, const uint32_t *a, unsigned width);
/* returns the carry out of `width` */
bool limbs_add(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width);
/* returns the borrow */
bool limbs_sub(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width);
/* r aliases nothing */
void limbs_mul(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width);
/* quotient and remainder (either may be null); neither aliases an operand */
void limbs_divide(uint32_t *quotient, uint32_t *remainder, const uint32_t *a,
                  const uint32_t *b, unsigned width);

/* Shifts by a number; amounts >= width give 0 (the sign for limbs_ashr). */
void limbs_shl(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount);
void limbs_lshr(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount);
void limbs_ashr(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount);
/* An amount held in limbs as a number, cut to width when larger. */
unsigned limbs_amount(const uint32_t *a, unsigned width);

/* no aliasing */
void limbs_extract(uint32_t *r, const uint32_t *a, unsigned high, unsigned low);
/* r[at + width - 1 : at] = a */
void limbs_insert(uint32_t *r, unsigned at, const uint32_t *a, unsigned width);
void limbs_zext(uint32_t *r, unsigned to, const uint32_t *a, unsigned from);
void limbs_sext(uint32_t *r, unsigned to, const uint32_t *a, unsigned from);

#endif
