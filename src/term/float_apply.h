/* The FP_* operators on plain values: one table from operator to base/softfloat, shared by
 * constant folding, evaluation and the tests of the circuits. */
#ifndef TERM_FLOAT_APPLY_H
#define TERM_FLOAT_APPLY_H
#include "base/float/softfloat.h"
#include "term/term.h"

/* An FP_* operator with all that is not a float or bit-vector argument. */
struct float_operation {
    enum term_op op;
    enum rounding mode; /* when the operator takes one */
    /* of the float arguments; of the result for FP_FROM_BITS, FP_FROM_SBV, FP_FROM_UBV */
    struct float_format format;
    struct float_format to; /* FP_FROM_FP: of the result */
    /* FP_FROM_SBV, FP_FROM_UBV: of the argument; FP_TO_SBV, FP_TO_UBV: of the result */
    unsigned width;
};

bool float_op_rounds(enum term_op);        /* is the first argument a rounding mode? */
unsigned float_op_arguments(enum term_op); /* how many arguments besides the rounding mode */
bool float_op_is_predicate(enum term_op);  /* is the result a Boolean? */
bool float_op_makes_float(enum term_op);   /* is the result a float? */
struct float_format float_result_format(const struct float_operation *);
unsigned float_result_width(const struct float_operation *); /* in bits; 1 for predicates */

/* out: float_result_width bits; arguments: as many as float_op_arguments says, low limb first
 */
void float_apply(const struct float_operation *, const uint32_t *const *arguments,
                 uint32_t *out);

#endif
