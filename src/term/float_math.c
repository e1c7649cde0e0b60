/* Functions of C's math library as terms. */
#include "term/float_math.h"

struct term term_float_copysign(struct terms *terms, struct term x, struct term y)
{
    struct term magnitude = term_1(terms, TERM_FP_ABS, x);
    struct term negative = term_1(terms, TERM_FP_IS_NEGATIVE, y);
    return term_ite(terms, negative, term_1(terms, TERM_FP_NEG, magnitude), magnitude);
}

struct term term_float_modulo(struct terms *terms, struct term x, struct term y)
{
    /* On magnitudes, the nearest quotient is the truncated one or one more; then the
     * remainder is negative, and adding |y| is exact, because the sum is fmod's result, which
     * is always a float. */
    struct term width = term_1(terms, TERM_FP_ABS, y), any = term_rounding(terms, ROUND_ZERO);
    struct term nearest = term_2(terms, TERM_FP_REM, term_1(terms, TERM_FP_ABS, x), width);
    struct term raised = term_3(terms, TERM_FP_ADD, any, nearest, width);
    struct term negative = term_1(terms, TERM_FP_IS_NEGATIVE, nearest);
    return term_float_copysign(terms, term_ite(terms, negative, raised, nearest), x);
}
