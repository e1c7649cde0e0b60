/* Float operations as Z3 terms, for tests that hold evaluation and circuits against Z3. Header only. */
#ifndef TESTS_FLOAT_Z3_H
#define TESTS_FLOAT_Z3_H
#include "float_cases.h"

#include <z3.h>

static inline Z3_ast z3_mode(Z3_context z, enum rounding mode)
{
    switch (mode) {
    case ROUND_NEAREST_EVEN:
        return Z3_mk_fpa_rne(z);
    case ROUND_NEAREST_AWAY:
        return Z3_mk_fpa_rna(z);
    case ROUND_UP:
        return Z3_mk_fpa_rtp(z);
    case ROUND_DOWN:
        return Z3_mk_fpa_rtn(z);
    case ROUND_ZERO:
        return Z3_mk_fpa_rtz(z);
    }
    abort();
}

static inline Z3_sort z3_float_sort(Z3_context z, struct float_format f)
{
    return Z3_mk_fpa_sort(z, f.exponent, f.significand);
}

static inline Z3_ast z3_bits(Z3_context z, const uint32_t *limbs, unsigned width)
{
    bool bits[CASE_LIMBS * 32];
    for (unsigned i = 0; i < width; i++)
        bits[i] = limbs[i / 32] >> i % 32 & 1;
    return Z3_mk_bv_numeral(z, width, bits);
}

static inline Z3_ast z3_float(Z3_context z, struct float_format f, const uint32_t *limbs)
{
    return Z3_mk_fpa_to_fp_bv(z, z3_bits(z, limbs, softfloat_width(f)), z3_float_sort(z, f));
}

static inline Z3_ast z3_predicate(Z3_context z, enum term_op op, Z3_ast a, Z3_ast b)
{
    switch ((int)op) {
    case TERM_FP_EQ:
        return Z3_mk_fpa_eq(z, a, b);
    case TERM_FP_LT:
        return Z3_mk_fpa_lt(z, a, b);
    case TERM_FP_LE:
        return Z3_mk_fpa_leq(z, a, b);
    case TERM_FP_IS_NAN:
        return Z3_mk_fpa_is_nan(z, a);
    case TERM_FP_IS_INF:
        return Z3_mk_fpa_is_infinite(z, a);
    case TERM_FP_IS_ZERO:
        return Z3_mk_fpa_is_zero(z, a);
    case TERM_FP_IS_NORMAL:
        return Z3_mk_fpa_is_normal(z, a);
    case TERM_FP_IS_SUBNORMAL:
        return Z3_mk_fpa_is_subnormal(z, a);
    case TERM_FP_IS_NEGATIVE:
        return Z3_mk_fpa_is_negative(z, a);
    case TERM_FP_IS_POSITIVE:
        return Z3_mk_fpa_is_positive(z, a);
    default:
        abort();
    }
}

static inline Z3_ast z3_apply(Z3_context z, const struct float_operation *o, Z3_ast r, Z3_ast a, Z3_ast b,
                              Z3_ast c)
{
    switch ((int)o->op) {
    case TERM_FP_ADD:
        return Z3_mk_fpa_add(z, r, a, b);
    case TERM_FP_SUB:
        return Z3_mk_fpa_sub(z, r, a, b);
    case TERM_FP_MUL:
        return Z3_mk_fpa_mul(z, r, a, b);
    case TERM_FP_DIV:
        return Z3_mk_fpa_div(z, r, a, b);
    case TERM_FP_FMA:
        return Z3_mk_fpa_fma(z, r, a, b, c);
    case TERM_FP_SQRT:
        return Z3_mk_fpa_sqrt(z, r, a);
    case TERM_FP_REM:
        return Z3_mk_fpa_rem(z, a, b);
    case TERM_FP_ROUND:
        return Z3_mk_fpa_round_to_integral(z, r, a);
    case TERM_FP_MIN:
        return Z3_mk_fpa_min(z, a, b);
    case TERM_FP_MAX:
        return Z3_mk_fpa_max(z, a, b);
    case TERM_FP_ABS:
        return Z3_mk_fpa_abs(z, a);
    case TERM_FP_NEG:
        return Z3_mk_fpa_neg(z, a);
    case TERM_FP_FROM_BITS:
        return a;
    case TERM_FP_TO_BITS:
        return Z3_mk_fpa_to_ieee_bv(z, a);
    case TERM_FP_FROM_FP:
        return Z3_mk_fpa_to_fp_float(z, r, a, z3_float_sort(z, o->to));
    case TERM_FP_FROM_SBV:
        return Z3_mk_fpa_to_fp_signed(z, r, a, z3_float_sort(z, o->format));
    case TERM_FP_FROM_UBV:
        return Z3_mk_fpa_to_fp_unsigned(z, r, a, z3_float_sort(z, o->format));
    case TERM_FP_TO_SBV:
        return Z3_mk_fpa_to_sbv(z, r, a, o->width);
    case TERM_FP_TO_UBV:
        return Z3_mk_fpa_to_ubv(z, r, a, o->width);
    default:
        return z3_predicate(z, o->op, a, b);
    }
}

/* The operation on the case's values. */
static inline Z3_ast z3_case(Z3_context z, const struct float_case *c)
{
    const struct float_operation *o = &c->operation;
    Z3_ast v[3];
    for (unsigned i = 0; i < 3; i++)
        v[i] = case_takes_integer(o->op) ? z3_bits(z, c->values[i], o->width)
                                         : z3_float(z, o->format, c->values[i]);
    return z3_apply(z, o, z3_mode(z, o->mode), v[0], v[1], v[2]);
}

/* A result of the operation, given by its bits. */
static inline Z3_ast z3_result(Z3_context z, const struct float_operation *o, const uint32_t *bits)
{
    if (float_op_is_predicate(o->op)) return bits[0] ? Z3_mk_true(z) : Z3_mk_false(z);
    if (float_op_makes_float(o->op)) return z3_float(z, float_result_format(o), bits);
    return z3_bits(z, bits, float_result_width(o));
}

#endif
