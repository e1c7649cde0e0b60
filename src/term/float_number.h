/* The order-preserving map from IEEE floats to integers: x <= y as numbers if and only if
 * float_number(x) <= float_number(y).
 *
 * Positive floats map to their bits, negative ones to minus the bits of their absolute value;
 * both zeros are 0, the infinities are the outermost values. NaNs have no place in the order.
 */
#ifndef TERM_FLOAT_NUMBER_H
#define TERM_FLOAT_NUMBER_H
#include "term/term.h"

static inline __int128 float_number(unsigned width, uint64_t bits)
{
    uint64_t sign = (uint64_t)1 << (width - 1), size = bits & (sign - 1);
    return bits & sign ? -(__int128)size : (__int128)size;
}
static inline uint64_t float_bits(unsigned width,
                                  __int128 number) /* the other way; of 0: +0 */
{
    return number < 0 ? (uint64_t)1 << (width - 1) | (uint64_t)-number : (uint64_t)number;
}
/* The number of +infinity. */
static inline __int128 float_number_infinity(unsigned exponent, unsigned significand)
{
    return (((__int128)1 << exponent) - 1) << (significand - 1);
}

/* The number of a float, or of its negation, as a term two bits wider than the float; the
 * least number for a NaN. */
struct term float_number_term(struct terms *, struct term, bool minus);

#endif
