/* Parts that the float circuits (float_*.c) share: taking floats apart, and rounding an exact
 * result.
 *
 * Exponents are biased throughout: the smallest normal number has exponent 1, and subnormal
 * numbers have exponent 1 and a leading zero. `c` is the circuit; formats are SMT-LIB's eb,
 * sb. */
#ifndef BLAST_FLOAT_FLOAT_INTERNAL_H
#define BLAST_FLOAT_FLOAT_INTERNAL_H
#include "base/float/softfloat.h"
#include "blast/circuit.h"

/* A float's bits, looked at. No shifting: a subnormal number keeps its leading zeros. */
struct float_view {
    literal nan, infinite, zero, sign;
    struct bits magnitude;   /* all bits but the sign */
    struct bits exponent;    /* eb bits, at least 1 for finite numbers */
    struct bits significand; /* sb bits with the hidden one */
};
struct float_view float_look(struct circuit *, struct float_format, struct bits);

/* A non-zero finite float with its leading one at the top; exponent is signed, of the given
 * width. */
struct float_normal {
    struct bits exponent, significand;
};
struct float_normal float_normalise(struct circuit *, struct float_view,
                                    unsigned exponent_width);

/* What the rounding mode asks for; none of them: towards zero. */
struct float_mode {
    literal even, away, up, down;
};
struct float_mode float_mode(struct circuit *, struct bits mode);

/* Is the integer part increased? Guard is the first bit cut off, sticky whether any later one
 * is set. */
literal float_increments(struct circuit *, struct float_mode, literal sign, literal last,
                         literal guard, literal sticky);

enum float_limit { LEFT_LIMITED, LEFT_FREE };

/* An exact non-zero result before rounding: word is an integer whose top bit has the biased
 * exponent `below`
 * + 1 (signed), sticky stands for a non-zero rest below it. The circuit shifts left by at
 * most `left`, and right by at most `right`; where no such shift is ever needed, 0 makes it
 * smaller. */
struct float_exact {
    literal sign, sticky;
    struct bits below, word;
    unsigned left, right;
    enum float_limit limit; /* LEFT_FREE: normalising cannot make the result subnormal */
};
/* The magnitude (eb + sb - 1 bits) of the result rounded to the format; infinite or largest
 * on overflow. Meaningless for a zero word. */
struct bits float_round(struct circuit *, struct float_format, struct float_mode,
                        const struct float_exact *);

/* The magnitude with the sign in front, unless the result is special; nan before infinite
 * before zero. */
struct bits float_finish(struct circuit *, struct float_format, literal sign,
                         struct bits magnitude, literal nan, literal infinite, literal zero);

/* Shifts left by 2^level, ..., 2, 1 as long as the bits that go are zero; *count gets the
 * amount, of width level + 1. */
struct bits float_shift_zeros(struct circuit *, struct bits, unsigned level,
                              struct bits *count);

unsigned float_level(unsigned amount); /* the highest bit of an amount >= 1 */
int64_t float_bias(struct float_format);
struct bits float_number(struct circuit *, unsigned width, int64_t);  /* two's complement */
struct bits float_top(struct circuit *, struct bits, unsigned width); /* the highest bits */

/* --- one circuit per operator; mode is 3 bits --- */
struct bits float_circuit_add(struct circuit *, struct float_format, struct bits mode,
                              struct bits, struct bits);
struct bits float_circuit_multiply(struct circuit *, struct float_format, struct bits mode,
                                   struct bits, struct bits);
struct bits float_circuit_fma(struct circuit *, struct float_format, struct bits mode,
                              struct bits, struct bits, struct bits);
struct bits float_circuit_divide(struct circuit *, struct float_format, struct bits mode,
                                 struct bits, struct bits);
struct bits float_circuit_sqrt(struct circuit *, struct float_format, struct bits mode,
                               struct bits);
struct bits float_circuit_remainder(struct circuit *, struct float_format, struct bits,
                                    struct bits);
struct bits float_circuit_integral(struct circuit *, struct float_format, struct bits mode,
                                   struct bits);
struct bits float_circuit_convert(struct circuit *, struct float_format from,
                                  struct float_format to, struct bits mode, struct bits);
struct bits float_circuit_from_integer(struct circuit *, struct float_format,
                                       struct bits mode, enum float_sign, struct bits);
struct bits float_circuit_to_integer(struct circuit *, struct float_format, struct bits mode,
                                     enum float_sign, unsigned width, struct bits);
struct bits float_circuit_negate(struct circuit *, struct float_format, struct bits);
struct bits float_circuit_abs(struct circuit *, struct float_format, struct bits);
struct bits float_circuit_min(struct circuit *, struct float_format, struct bits,
                              struct bits);
struct bits float_circuit_max(struct circuit *, struct float_format, struct bits,
                              struct bits);
literal float_circuit_equal(struct circuit *, struct float_format, struct bits, struct bits);
literal float_circuit_less(struct circuit *, struct float_format, struct bits, struct bits);
literal float_circuit_less_equal(struct circuit *, struct float_format, struct bits,
                                 struct bits);

#endif
