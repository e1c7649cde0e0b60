/* Exact IEEE 754 arithmetic in every binary format and rounding mode, on plain limbs.
 *
 * A float is given by its IEEE bits (sign, exponent, significand without the hidden bit) in
 * softfloat_limbs(format) 32-bit limbs, low first; bits above the format's width are ignored
 * in arguments and zero in results. Results may be written over arguments. Each result is the
 * exact mathematical one rounded once; every NaN result is the canonical quiet NaN
 * (0 1..1 10..0), whatever the payloads of the arguments. Tininess, flags and traps are not
 * modelled. Used by the term room (constant folding, evaluation), by the interpreter, and as
 * the judge of the circuits. */
#ifndef BASE_FLOAT_SOFTFLOAT_H
#define BASE_FLOAT_SOFTFLOAT_H
#include "base/float/rounding.h"

#include <stdbool.h>
#include <stdint.h>

/* SMT-LIB's eb and sb: the significand counts the hidden bit. 2 <= exponent <= 30, 2 <=
 * significand <= 256.
 */
struct float_format {
    unsigned exponent, significand;
};

#define FLOAT_HALF ((struct float_format){5, 11})
#define FLOAT_BFLOAT ((struct float_format){8, 8})
#define FLOAT_SINGLE ((struct float_format){8, 24})
#define FLOAT_DOUBLE ((struct float_format){11, 53})
/* 79 bits: without the explicit integer bit, see below */
#define FLOAT_X87 ((struct float_format){15, 64})
#define FLOAT_QUAD ((struct float_format){15, 113})

enum { SOFTFLOAT_LIMBS = 9 }; /* enough for every format */

static inline unsigned softfloat_width(struct float_format f)
{
    return f.exponent + f.significand;
}
static inline unsigned softfloat_limbs(struct float_format f)
{
    return (softfloat_width(f) + 31) / 32;
}
bool softfloat_format_ok(struct float_format); /* within the bounds above */

/* --- arithmetic: out = the operation's exact result, rounded --- */
void softfloat_add(struct float_format, enum rounding, const uint32_t *a, const uint32_t *b,
                   uint32_t *out);
void softfloat_subtract(struct float_format, enum rounding, const uint32_t *a,
                        const uint32_t *b, uint32_t *out);
void softfloat_multiply(struct float_format, enum rounding, const uint32_t *a,
                        const uint32_t *b, uint32_t *out);
void softfloat_divide(struct float_format, enum rounding, const uint32_t *a,
                      const uint32_t *b, uint32_t *out);
/* a * b + c, rounded once */
void softfloat_fma(struct float_format, enum rounding, const uint32_t *a, const uint32_t *b,
                   const uint32_t *c, uint32_t *out);
void softfloat_sqrt(struct float_format, enum rounding, const uint32_t *a, uint32_t *out);
/* a - b * n, n the integer nearest to a / b, ties to even: C's remainder(). Never rounds. A
 * zero result has a's sign. */
void softfloat_remainder(struct float_format, const uint32_t *a, const uint32_t *b,
                         uint32_t *out);
/* a - b * n, n the quotient a / b truncated: C's fmod() and LLVM's frem. Never rounds. A zero
 * result has a's sign. */
void softfloat_modulo(struct float_format, const uint32_t *a, const uint32_t *b,
                      uint32_t *out);
void softfloat_round_to_integral(struct float_format, enum rounding, const uint32_t *a,
                                 uint32_t *out);

/* --- sign, order, class --- */
void softfloat_nan(struct float_format, uint32_t *out); /* the canonical one */
void softfloat_zero(struct float_format, bool negative, uint32_t *out);
void softfloat_infinity(struct float_format, bool negative, uint32_t *out);
void softfloat_canonical(struct float_format, const uint32_t *a,
                         uint32_t *out); /* NaN to the canonical one */
void softfloat_abs(struct float_format, const uint32_t *a, uint32_t *out);
void softfloat_negate(struct float_format, const uint32_t *a, uint32_t *out);
/* The other argument when one is NaN. Of two zeros of different sign, where IEEE leaves the
 * choice open, the second argument, as x86's minsd/maxsd choose. */
void softfloat_min(struct float_format, const uint32_t *a, const uint32_t *b, uint32_t *out);
void softfloat_max(struct float_format, const uint32_t *a, const uint32_t *b, uint32_t *out);

bool softfloat_equal(struct float_format, const uint32_t *a,
                     const uint32_t *b); /* IEEE: +0 = -0, NaN unlike all */
bool softfloat_less(struct float_format, const uint32_t *a, const uint32_t *b);
bool softfloat_less_equal(struct float_format, const uint32_t *a, const uint32_t *b);
bool softfloat_is_nan(struct float_format, const uint32_t *a);
bool softfloat_is_infinite(struct float_format, const uint32_t *a);
bool softfloat_is_zero(struct float_format, const uint32_t *a);
bool softfloat_is_normal(struct float_format, const uint32_t *a);
bool softfloat_is_subnormal(struct float_format, const uint32_t *a);
bool softfloat_is_negative(struct float_format, const uint32_t *a); /* false for NaN */
bool softfloat_is_positive(struct float_format, const uint32_t *a); /* false for NaN */

/* --- conversions --- */
enum float_sign { FLOAT_UNSIGNED, FLOAT_SIGNED };

void softfloat_convert(struct float_format from, struct float_format to, enum rounding,
                       const uint32_t *a, uint32_t *out);
/* Integers are bit-vectors of `width` >= 1 bits in (width + 31) / 32 limbs, low first. */
void softfloat_from_integer(struct float_format, enum rounding, enum float_sign,
                            unsigned width, const uint32_t *integer, uint32_t *out);
/* The float rounded to an integer. When it is a NaN, an infinity or, after rounding, outside
 * the range of the integer type, the result is 0 and the function returns false. */
bool softfloat_to_integer(struct float_format, enum rounding, enum float_sign, unsigned width,
                          const uint32_t *a, uint32_t *integer);
/* The 80 bits (three limbs) of x87 memory to and from FLOAT_X87. Encodings that an x87
 * rejects (unnormals, pseudo-NaNs, pseudo-infinities) become NaN; pseudo-denormals keep their
 * value. */
void softfloat_from_x87(const uint32_t memory[3], uint32_t out[3]);
void softfloat_to_x87(const uint32_t a[3], uint32_t memory[3]);

#endif
