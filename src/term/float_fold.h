/* The hook where float operators on constants are folded; the arithmetic is in float_*.c.
 *
 * Called for every FP_* operator (never for ITE and EQ, which need no float knowledge) when
 * all arguments are constants: FLOAT, ROUNDING or CONST. `result` is the result's sort. Float
 * constants are made with term_float_bits, which makes NaN canonical. Always returns a
 * constant. */
#ifndef TERM_FLOAT_FOLD_H
#define TERM_FLOAT_FOLD_H
#include "term/float_apply.h"

struct term float_fold(struct terms *, enum term_op, const struct term *arguments,
                       size_t count, struct sort result);
/* Rewrites of float applications whose arguments are not all constant; TERM_NONE when there
 * is none. */
struct term float_rewrite(struct terms *, enum term_op, const struct term *arguments,
                          size_t count, struct sort result);
/* The operation that an FP_* operator with these arguments means, without their values;
 * `mode` is set when it is constant. */
struct float_operation float_operation_of(const struct terms *, enum term_op,
                                          const struct term *arguments, struct sort result);
/* Is this IEEE bit pattern a NaN? And the canonical one (0 1..1 10..0). */
bool float_is_nan(unsigned exponent, unsigned significand, const uint32_t *limbs);
void float_set_nan(unsigned exponent, unsigned significand, uint32_t *limbs);

#endif
