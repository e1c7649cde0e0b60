/* From FP_* operators to their circuits. */
#include "blast/float/circuit.h"

#include "base/failure.h"
#include "blast/float/blast.h"
#include "blast/float/float_internal.h"

static literal normal(struct circuit *c, struct float_view x, literal hidden)
{
    literal special = aig_or(c->aig, x.nan, aig_or(c->aig, x.infinite, x.zero));
    return aig_and(c->aig, hidden, literal_not(special));
}

static literal predicate(struct circuit *c, const struct float_operation *o,
                         const struct bits *v)
{
    struct float_view x = float_look(c, o->format, v[0]);
    literal hidden = bits_sign(x.significand);
    switch ((enum term_float_test_op)o->op) {
    case TERM_FP_EQ:
        return float_circuit_equal(c, o->format, v[0], v[1]);
    case TERM_FP_LT:
        return float_circuit_less(c, o->format, v[0], v[1]);
    case TERM_FP_LE:
        return float_circuit_less_equal(c, o->format, v[0], v[1]);
    case TERM_FP_IS_NAN:
        return x.nan;
    case TERM_FP_IS_INF:
        return x.infinite;
    case TERM_FP_IS_ZERO:
        return x.zero;
    case TERM_FP_IS_NORMAL:
        return normal(c, x, hidden);
    case TERM_FP_IS_SUBNORMAL:
        return normal(c, x, literal_not(hidden));
    case TERM_FP_IS_NEGATIVE:
        return aig_and(c->aig, x.sign, literal_not(x.nan));
    case TERM_FP_IS_POSITIVE:
        return aig_and(c->aig, literal_not(x.sign), literal_not(x.nan));
    }
    BUG("operator %d is not a float predicate", (int)o->op);
}

struct bits float_circuit(struct circuit *c, const struct float_operation *o,
                          struct bits mode, const struct bits *v)
{
    struct float_format f = o->format;
    if (float_op_is_predicate(o->op))
        return bits_of(c, predicate(c, o, v));
    switch ((enum term_float_op)o->op) {
    case TERM_FP_ADD:
        return float_circuit_add(c, f, mode, v[0], v[1]);
    case TERM_FP_SUB:
        return float_circuit_add(c, f, mode, v[0], float_circuit_negate(c, f, v[1]));
    case TERM_FP_MUL:
        return float_circuit_multiply(c, f, mode, v[0], v[1]);
    case TERM_FP_DIV:
        return float_circuit_divide(c, f, mode, v[0], v[1]);
    case TERM_FP_FMA:
        return float_circuit_fma(c, f, mode, v[0], v[1], v[2]);
    case TERM_FP_SQRT:
        return float_circuit_sqrt(c, f, mode, v[0]);
    case TERM_FP_REM:
        return float_circuit_remainder(c, f, v[0], v[1]);
    case TERM_FP_ROUND:
        return float_circuit_integral(c, f, mode, v[0]);
    case TERM_FP_MIN:
        return float_circuit_min(c, f, v[0], v[1]);
    case TERM_FP_MAX:
        return float_circuit_max(c, f, v[0], v[1]);
    case TERM_FP_ABS:
        return float_circuit_abs(c, f, v[0]);
    case TERM_FP_NEG:
        return float_circuit_negate(c, f, v[0]);
    case TERM_FP_FROM_BITS:
        return float_canonical(c, f.exponent, f.significand, v[0]);
    case TERM_FP_TO_BITS:
        return v[0];
    case TERM_FP_FROM_FP:
        return float_circuit_convert(c, f, o->to, mode, v[0]);
    case TERM_FP_FROM_SBV:
        return float_circuit_from_integer(c, f, mode, FLOAT_SIGNED, v[0]);
    case TERM_FP_FROM_UBV:
        return float_circuit_from_integer(c, f, mode, FLOAT_UNSIGNED, v[0]);
    case TERM_FP_TO_SBV:
        return float_circuit_to_integer(c, f, mode, FLOAT_SIGNED, o->width, v[0]);
    case TERM_FP_TO_UBV:
        return float_circuit_to_integer(c, f, mode, FLOAT_UNSIGNED, o->width, v[0]);
    }
    BUG("no circuit for operator %d", (int)o->op);
}
