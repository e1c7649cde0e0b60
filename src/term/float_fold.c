/* Folding of float operators on constants. */
#include "term/float_fold.h"

#include "term/limbs.h"

bool float_is_nan(unsigned exponent, unsigned significand, const uint32_t *limbs)
{
    for (unsigned i = 0; i < exponent; i++)
        if (!limbs_bit(limbs, significand - 1 + i)) return false;
    for (unsigned i = 0; i + 1 < significand; i++)
        if (limbs_bit(limbs, i)) return true;
    return false;
}

void float_set_nan(unsigned exponent, unsigned significand, uint32_t *limbs)
{
    limbs_zero(limbs, exponent + significand);
    for (unsigned i = 0; i <= exponent; i++)
        limbs_set_bit(limbs, significand - 2 + i, true);
}

struct term float_fold(struct terms *terms, enum term_op op, const struct term *arguments, size_t count,
                       struct sort result)
{
    (void)terms, (void)op, (void)arguments, (void)count, (void)result;
    return TERM_NONE;
}

struct term float_rewrite(struct terms *terms, enum term_op op, const struct term *arguments, size_t count,
                          struct sort result)
{
    (void)terms, (void)op, (void)arguments, (void)count, (void)result;
    return TERM_NONE;
}
