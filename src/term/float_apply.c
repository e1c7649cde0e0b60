/* The FP_* operators on plain values, by base/softfloat. */
#include "term/float_apply.h"

#include "base/failure.h"

bool float_op_rounds(enum term_op op)
{
    if (float_op_is_predicate(op))
        return false;
    switch ((enum term_float_op)op) {
    case TERM_FP_ADD:
    case TERM_FP_SUB:
    case TERM_FP_MUL:
    case TERM_FP_DIV:
    case TERM_FP_FMA:
    case TERM_FP_SQRT:
    case TERM_FP_ROUND:
    case TERM_FP_FROM_FP:
    case TERM_FP_FROM_SBV:
    case TERM_FP_FROM_UBV:
    case TERM_FP_TO_SBV:
    case TERM_FP_TO_UBV:
        return true;
    case TERM_FP_REM:
    case TERM_FP_MIN:
    case TERM_FP_MAX:
    case TERM_FP_ABS:
    case TERM_FP_NEG:
    case TERM_FP_FROM_BITS:
    case TERM_FP_TO_BITS:
        return false;
    }
    BUG("not an operator of floats");
}

unsigned float_op_arguments(enum term_op op)
{
    static const unsigned char all[] = {
#define OP(name, smt, arity, parameters) (unsigned char)(arity),
#include "term/op.def"
    };
    return all[op] - float_op_rounds(op);
}

bool float_op_is_predicate(enum term_op op)
{
    return term_class(op) == TERM_CLASS_FLOAT_TEST;
}

bool float_op_makes_float(enum term_op op)
{
    return !float_op_is_predicate(op) && op != TERM_FP_TO_BITS && op != TERM_FP_TO_SBV &&
           op != TERM_FP_TO_UBV;
}

struct float_format float_result_format(const struct float_operation *o)
{
    return o->op == TERM_FP_FROM_FP ? o->to : o->format;
}

unsigned float_result_width(const struct float_operation *o)
{
    LAW(softfloat_format_ok(o->format));
    if (float_op_is_predicate(o->op))
        return 1;
    if (o->op == TERM_FP_TO_SBV || o->op == TERM_FP_TO_UBV)
        return o->width;
    return softfloat_width(float_result_format(o));
}

static bool predicate(const struct float_operation *o, const uint32_t *a, const uint32_t *b)
{
    struct float_format f = o->format;
    switch ((enum term_float_test_op)o->op) {
    case TERM_FP_EQ:
        return softfloat_equal(f, a, b);
    case TERM_FP_LT:
        return softfloat_less(f, a, b);
    case TERM_FP_LE:
        return softfloat_less_equal(f, a, b);
    case TERM_FP_IS_NAN:
        return softfloat_is_nan(f, a);
    case TERM_FP_IS_INF:
        return softfloat_is_infinite(f, a);
    case TERM_FP_IS_ZERO:
        return softfloat_is_zero(f, a);
    case TERM_FP_IS_NORMAL:
        return softfloat_is_normal(f, a);
    case TERM_FP_IS_SUBNORMAL:
        return softfloat_is_subnormal(f, a);
    case TERM_FP_IS_NEGATIVE:
        return softfloat_is_negative(f, a);
    case TERM_FP_IS_POSITIVE:
        return softfloat_is_positive(f, a);
    }
    BUG("operator %d is not a float predicate", (int)o->op);
}

void float_apply(const struct float_operation *o, const uint32_t *const *arguments,
                 uint32_t *out)
{
    struct float_format f = o->format;
    const uint32_t *a = arguments[0], *b = float_op_arguments(o->op) > 1 ? arguments[1] : a;
    if (float_op_is_predicate(o->op)) {
        out[0] = predicate(o, a, b);
        return;
    }
    switch ((enum term_float_op)o->op) {
    case TERM_FP_ADD:
        softfloat_add(f, o->mode, a, b, out);
        return;
    case TERM_FP_SUB:
        softfloat_subtract(f, o->mode, a, b, out);
        return;
    case TERM_FP_MUL:
        softfloat_multiply(f, o->mode, a, b, out);
        return;
    case TERM_FP_DIV:
        softfloat_divide(f, o->mode, a, b, out);
        return;
    case TERM_FP_FMA:
        softfloat_fma(f, o->mode, a, b, arguments[2], out);
        return;
    case TERM_FP_SQRT:
        softfloat_sqrt(f, o->mode, a, out);
        return;
    case TERM_FP_REM:
        softfloat_remainder(f, a, b, out);
        return;
    case TERM_FP_ROUND:
        softfloat_round_to_integral(f, o->mode, a, out);
        return;
    case TERM_FP_MIN:
        softfloat_min(f, a, b, out);
        return;
    case TERM_FP_MAX:
        softfloat_max(f, a, b, out);
        return;
    case TERM_FP_ABS:
        softfloat_abs(f, a, out);
        return;
    case TERM_FP_NEG:
        softfloat_negate(f, a, out);
        return;
    case TERM_FP_FROM_BITS:
    case TERM_FP_TO_BITS:
        softfloat_canonical(f, a, out);
        return;
    case TERM_FP_FROM_FP:
        softfloat_convert(f, o->to, o->mode, a, out);
        return;
    case TERM_FP_FROM_SBV:
        softfloat_from_integer(f, o->mode, FLOAT_SIGNED, o->width, a, out);
        return;
    case TERM_FP_FROM_UBV:
        softfloat_from_integer(f, o->mode, FLOAT_UNSIGNED, o->width, a, out);
        return;
    case TERM_FP_TO_SBV:
        softfloat_to_integer(f, o->mode, FLOAT_SIGNED, o->width, a, out);
        return;
    case TERM_FP_TO_UBV:
        softfloat_to_integer(f, o->mode, FLOAT_UNSIGNED, o->width, a, out);
        return;
    }
}
