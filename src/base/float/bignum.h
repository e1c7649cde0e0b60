/* Natural numbers of up to BIGNUM_LIMBS * 32 bits, on the stack: what exact float evaluation
 * computes with.
 *
 * Invariant: limb[0 .. count) are the limbs, low first, and the highest of them is not zero
 * (zero has count 0). A result that does not fit is a bug of the caller. Every result may be
 * one of the arguments. */
#ifndef BASE_FLOAT_BIGNUM_H
#define BASE_FLOAT_BIGNUM_H
#include <stdbool.h>
#include <stdint.h>

enum { BIGNUM_LIMBS = 28 };

struct bignum {
    unsigned count;
    uint32_t limb[BIGNUM_LIMBS];
};

void bignum_set(struct bignum *, uint64_t value);
/* the low `width` bits */
void bignum_set_limbs(struct bignum *, const uint32_t *limbs, unsigned width);
void bignum_copy(struct bignum *, const struct bignum *);
unsigned bignum_length(const struct bignum *); /* bits up to the highest one; 0 for zero */
bool bignum_bit(const struct bignum *, unsigned index);
/* is one of the bits below index set? */
bool bignum_any_below(const struct bignum *, unsigned index);
/* negative, zero or positive */
int bignum_compare(const struct bignum *, const struct bignum *);

void bignum_add(struct bignum *, const struct bignum *, const struct bignum *);
/* the first is not less */
void bignum_subtract(struct bignum *, const struct bignum *, const struct bignum *);
void bignum_multiply(struct bignum *, const struct bignum *, const struct bignum *);
void bignum_shift_left(struct bignum *, const struct bignum *, unsigned amount);
void bignum_shift_right(struct bignum *, const struct bignum *, unsigned amount);
void bignum_increment(struct bignum *);
void bignum_set_bit(struct bignum *, unsigned index);
void bignum_clear_bit(struct bignum *, unsigned index);

/* dividend = quotient * divisor + rest, rest < divisor; the divisor is not zero. Quotient may
 * be null. */
void bignum_divide(struct bignum *quotient, struct bignum *rest,
                   const struct bignum *dividend, const struct bignum *divisor);
/* The largest root with root * root <= square; says whether they are equal. */
bool bignum_root(struct bignum *root, const struct bignum *square);

#endif
