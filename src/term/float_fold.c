/* Folding of float operators on constants: from terms to base/softfloat and back. */
#include "term/float_fold.h"

#include "base/failure.h"
#include "term/limbs.h"

#include <stdlib.h>

bool float_is_nan(unsigned exponent, unsigned significand, const uint32_t *limbs)
{
    return softfloat_is_nan((struct float_format){exponent, significand}, limbs);
}

void float_set_nan(unsigned exponent, unsigned significand, uint32_t *limbs)
{
    softfloat_nan((struct float_format){exponent, significand}, limbs);
}

static struct float_format format_of(const struct terms *terms, struct sort sort)
{
    return (struct float_format){sort_exponent(terms, sort), sort_significand(terms, sort)};
}

struct float_operation float_operation_of(const struct terms *terms, enum term_op op,
                                          const struct term *arguments, struct sort result)
{
    struct float_operation operation = {.op = op};
    bool rounds = float_op_rounds(op);
    LAW(sort_kind(terms, term_sort(terms, arguments[0])) == SORT_ROUNDING || !rounds);
    if (rounds && term_op(terms, arguments[0]) == TERM_ROUNDING)
        operation.mode = (enum rounding)term_parameter(terms, arguments[0], 0);
    struct sort first = term_sort(terms, arguments[rounds]);
    if (sort_kind(terms, first) == SORT_FLOAT) {
        operation.format = format_of(terms, first);
        if (op == TERM_FP_FROM_FP)
            operation.to = format_of(terms, result);
        if (sort_kind(terms, result) == SORT_BV)
            operation.width = sort_width(terms, result);
    } else {
        operation.format = format_of(terms, result);
        operation.width = sort_width(terms, first);
    }
    return operation;
}

static struct term constant(struct terms *terms, struct sort sort, const uint32_t *limbs)
{
    switch (sort_kind(terms, sort)) {
    case SORT_BOOL:
        return term_bool(terms, limbs[0]);
    case SORT_BV:
        return term_bv_limbs(terms, sort_width(terms, sort), limbs);
    case SORT_FLOAT:
        return term_float_bits(terms, sort, limbs);
    case SORT_ARRAY:
    case SORT_ROUNDING:
        break;
    }
    BUG("float operator with a result of sort kind %d", (int)sort_kind(terms, sort));
}

struct term float_fold(struct terms *terms, enum term_op op, const struct term *arguments,
                       size_t count, struct sort result)
{
    struct float_operation operation = float_operation_of(terms, op, arguments, result);
    const uint32_t *values[3];
    bool rounds = float_op_rounds(op);
    CHECK_LAW(count == rounds + float_op_arguments(op));
    LAW(float_result_width(&operation) ==
        (sort_kind(terms, result) == SORT_BOOL ? 1 : sort_width(terms, result)));
    for (size_t i = rounds; i < count; i++)
        values[i - rounds] = term_limbs(terms, arguments[i]);
    uint32_t *out = calloc(LIMBS(float_result_width(&operation)), sizeof *out);
    if (!out)
        BUG("out of memory");
    float_apply(&operation, values, out);
    struct term folded = constant(terms, result, out);
    free(out);
    return folded;
}
