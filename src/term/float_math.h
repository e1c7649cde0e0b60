/* Functions of C's math library that are not operators of terms, written with the operators
 * that are. */
#ifndef TERM_FLOAT_MATH_H
#define TERM_FLOAT_MATH_H
#include "term/term.h"

/* x with the sign of y; a NaN y counts as positive, since terms have one NaN only. */
struct term term_float_copysign(struct terms *, struct term x, struct term y);
/* x - y n with n = x / y truncated: C's fmod and LLVM's frem (FP_REM is C's remainder).
 * Exact. */
struct term term_float_modulo(struct terms *, struct term x, struct term y);

#endif
