/* What a term may be while its variables stay within ranges.
 *
 * Floats are ordered by float_number (term/float_number.h), in which both zeros are one: a
 * range never says which of them it is. Arithmetic that rounds to nearest, or in any one
 * direction, is monotone, so that the ends of a range are results of the operation itself. */
#ifndef SOLVER_BOX_VALUE_H
#define SOLVER_BOX_VALUE_H
#include "base/float/softfloat.h"
#include "term/term.h"

enum { BOX_FALSE = 1, BOX_TRUE = 2, BOX_EITHER = 3 };
enum { BOX_WIDEST = 96 };
enum box_kind {
    BOX_TRUTH,
    BOX_FLOAT, /* of at most 64 bits */
    BOX_WORD,  /* of at most BOX_WIDEST bits */
    BOX_OTHER  /* nothing is known of it */
};

typedef __int128 box_integer;
/* Law: it is one that the term has in no run only if no run is within the ranges. Of words
 * both ranges hold. */
struct box_value {
    uint8_t truth;           /* TRUTH: which of the two it may be */
    bool nan;                /* FLOAT: it may be one */
    box_integer least, most; /* FLOAT, as float_number; least > most: nothing but NaN. WORD,
                                with sign */
    box_integer from, to;    /* WORD, without sign */
};
struct box_form {
    enum box_kind kind;
    unsigned width;             /* WORD, FLOAT */
    struct float_format format; /* FLOAT */
};

struct box_form box_form(const struct terms *, struct sort);
struct box_value box_anything(struct box_form);
struct box_value box_constant(const struct terms *, struct term);
struct box_value box_join(struct box_form, struct box_value, struct box_value);
/* The law of values: some value is left, and ranges are of the form's own. */
bool box_value_holds(struct box_form, struct box_value);
bool box_is_point(struct box_form, struct box_value); /* one value, or one of the zeros */
static inline box_integer box_power(unsigned exponent)
{
    return (box_integer)1 << exponent;
}
/* Words between the two, without sign and with it. */
struct box_value box_words(unsigned width, box_integer from, box_integer to);
struct box_value box_signed_words(unsigned width, box_integer least, box_integer most);
/* The number of +infinity. */
int64_t box_infinity(struct float_format);

/* An operation on floats: the rounding mode is known. */
struct box_operation {
    enum term_op op;
    enum rounding mode;
    struct float_format format, to; /* of arguments; of the result of FROM_FP */
    unsigned width;                 /* of words that it takes or makes */
    bool same;                      /* both arguments are one term */
};
/* One result on numbers; false: it is NaN. */
bool box_apply(const struct box_operation *, const int64_t *arguments, int64_t *out);
struct box_value box_float(const struct box_operation *, const struct box_value *arguments);
uint8_t box_float_test(const struct box_operation *, const struct box_value *arguments);
/* Conversions between floats and words. */
struct box_value box_convert(const struct box_operation *, const struct box_value *argument);

struct box_value box_word(const struct terms *, struct term, const struct box_value *);
uint8_t box_order(enum term_op, const struct box_value *);

#endif
