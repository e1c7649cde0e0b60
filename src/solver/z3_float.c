/* Float operators as Z3 expressions, with the choices that term/op.def makes where SMT-LIB
 * leaves them open.
 */
#include "base/failure.h"
#include "solver/z3_translate.h"

/* The bits, with one NaN only. */
static Z3_ast to_bits(struct z3_terms *z, Z3_ast a)
{
    Z3_context c = z->context;
    Z3_sort sort = Z3_get_sort(c, a);
    unsigned eb = Z3_fpa_get_ebits(c, sort), sb = Z3_fpa_get_sbits(c, sort);
    bool *nan = (bool[256]){0};
    CHECK_LAW(eb + sb <= 256);
    for (unsigned i = 0; i <= eb; i++)
        nan[sb - 2 + i] = true;
    return Z3_mk_ite(c, Z3_mk_fpa_is_nan(c, a), Z3_mk_bv_numeral(c, eb + sb, nan),
                     Z3_mk_fpa_to_ieee_bv(c, a));
}

/* 2^power as a float; if that is beyond the format, infinity, which compares the same way
 * with rounded finite numbers. */
static Z3_ast power_of_two(struct z3_terms *z, Z3_sort sort, unsigned power)
{
    unsigned eb = Z3_fpa_get_ebits(z->context, sort);
    int64_t bias = (INT64_C(1) << (eb - 1)) - 1;
    if (power > bias)
        return Z3_mk_fpa_inf(z->context, sort, false);
    return Z3_mk_fpa_numeral_int64_uint64(z->context, false, power, 0, sort);
}

/* To an integer of that width; 0 for NaN and what is out of range after rounding. */
static Z3_ast to_integer(struct z3_terms *z, bool is_signed, unsigned width, const Z3_ast *a)
{
    Z3_context c = z->context;
    Z3_sort sort = Z3_get_sort(c, a[1]);
    Z3_ast rounded = Z3_mk_fpa_round_to_integral(c, a[0], a[1]);
    Z3_ast limit = power_of_two(z, sort, is_signed ? width - 1 : width);
    Z3_ast low = is_signed ? Z3_mk_fpa_neg(c, limit) : Z3_mk_fpa_zero(c, sort, false);
    Z3_ast fits[] = {Z3_mk_fpa_geq(c, rounded, low), Z3_mk_fpa_lt(c, rounded, limit),
                     Z3_mk_not(c, Z3_mk_fpa_is_infinite(c, a[1]))};
    Z3_ast value = is_signed ? Z3_mk_fpa_to_sbv(c, a[0], a[1], width)
                             : Z3_mk_fpa_to_ubv(c, a[0], a[1], width);
    return Z3_mk_ite(c, Z3_mk_and(c, 3, fits), value,
                     Z3_mk_unsigned_int64(c, 0, Z3_mk_bv_sort(c, width)));
}

/* a[1] when both are zero, where SMT-LIB leaves the sign of the result open. */
static Z3_ast second_zero(struct z3_terms *z, const Z3_ast *a, Z3_ast otherwise)
{
    Z3_ast zeros[] = {Z3_mk_fpa_is_zero(z->context, a[0]),
                      Z3_mk_fpa_is_zero(z->context, a[1])};
    return Z3_mk_ite(z->context, Z3_mk_and(z->context, 2, zeros), a[1], otherwise);
}

static bool is_mode_constant(Z3_context c, Z3_ast mode)
{
    switch ((int)Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, mode)))) {
    case Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN:
    case Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY:
    case Z3_OP_FPA_RM_TOWARD_POSITIVE:
    case Z3_OP_FPA_RM_TOWARD_NEGATIVE:
    case Z3_OP_FPA_RM_TOWARD_ZERO:
        return true;
    default:
        return false;
    }
}

/* Z3 4.8.12 dies (fpa2bv_converter.cpp:118) on an fma whose rounding mode is not a constant:
 * one fma for each mode. */
static Z3_ast fma_of(struct z3_terms *z, const Z3_ast *a)
{
    Z3_context c = z->context;
    if (is_mode_constant(c, a[0]))
        return Z3_mk_fpa_fma(c, a[0], a[1], a[2], a[3]);
    Z3_ast modes[] = {Z3_mk_fpa_rne(c), Z3_mk_fpa_rna(c), Z3_mk_fpa_rtp(c), Z3_mk_fpa_rtn(c)};
    Z3_ast result = Z3_mk_fpa_fma(c, Z3_mk_fpa_rtz(c), a[1], a[2], a[3]);
    for (unsigned i = 0; i < 4; i++)
        result = Z3_mk_ite(c, Z3_mk_eq(c, a[0], modes[i]),
                           Z3_mk_fpa_fma(c, modes[i], a[1], a[2], a[3]), result);
    return result;
}

Z3_ast z3_float_test(struct z3_terms *z, enum term_op op, const Z3_ast *a)
{
    Z3_context c = z->context;
    switch ((enum term_float_test_op)op) {
    case TERM_FP_EQ:
        return Z3_mk_fpa_eq(c, a[0], a[1]);
    case TERM_FP_LT:
        return Z3_mk_fpa_lt(c, a[0], a[1]);
    case TERM_FP_LE:
        return Z3_mk_fpa_leq(c, a[0], a[1]);
    case TERM_FP_IS_NAN:
        return Z3_mk_fpa_is_nan(c, a[0]);
    case TERM_FP_IS_INF:
        return Z3_mk_fpa_is_infinite(c, a[0]);
    case TERM_FP_IS_ZERO:
        return Z3_mk_fpa_is_zero(c, a[0]);
    case TERM_FP_IS_NORMAL:
        return Z3_mk_fpa_is_normal(c, a[0]);
    case TERM_FP_IS_SUBNORMAL:
        return Z3_mk_fpa_is_subnormal(c, a[0]);
    case TERM_FP_IS_NEGATIVE:
        return Z3_mk_fpa_is_negative(c, a[0]);
    case TERM_FP_IS_POSITIVE:
        return Z3_mk_fpa_is_positive(c, a[0]);
    }
    BUG("operator %d is not a float predicate", (int)op);
}

Z3_ast z3_float_application(struct z3_terms *z, enum term_op op, struct sort result,
                            const Z3_ast *a, const unsigned *p)
{
    Z3_context c = z->context;
    switch ((enum term_float_op)op) {
    case TERM_FP_ADD:
        return Z3_mk_fpa_add(c, a[0], a[1], a[2]);
    case TERM_FP_SUB:
        return Z3_mk_fpa_sub(c, a[0], a[1], a[2]);
    case TERM_FP_MUL:
        return Z3_mk_fpa_mul(c, a[0], a[1], a[2]);
    case TERM_FP_DIV:
        return Z3_mk_fpa_div(c, a[0], a[1], a[2]);
    case TERM_FP_FMA:
        return fma_of(z, a);
    case TERM_FP_SQRT:
        return Z3_mk_fpa_sqrt(c, a[0], a[1]);
    case TERM_FP_REM:
        return Z3_mk_fpa_rem(c, a[0], a[1]);
    case TERM_FP_ROUND:
        return Z3_mk_fpa_round_to_integral(c, a[0], a[1]);
    case TERM_FP_MIN:
        return second_zero(z, a, Z3_mk_fpa_min(c, a[0], a[1]));
    case TERM_FP_MAX:
        return second_zero(z, a, Z3_mk_fpa_max(c, a[0], a[1]));
    case TERM_FP_ABS:
        return Z3_mk_fpa_abs(c, a[0]);
    case TERM_FP_NEG:
        return Z3_mk_fpa_neg(c, a[0]);
    case TERM_FP_FROM_BITS:
        return Z3_mk_fpa_to_fp_bv(c, a[0], z3_sort(z, result));
    case TERM_FP_TO_BITS:
        return to_bits(z, a[0]);
    case TERM_FP_FROM_FP:
        return Z3_mk_fpa_to_fp_float(c, a[0], a[1], z3_sort(z, result));
    case TERM_FP_FROM_SBV:
        return Z3_mk_fpa_to_fp_signed(c, a[0], a[1], z3_sort(z, result));
    case TERM_FP_FROM_UBV:
        return Z3_mk_fpa_to_fp_unsigned(c, a[0], a[1], z3_sort(z, result));
    case TERM_FP_TO_SBV:
        return to_integer(z, true, p[0], a);
    case TERM_FP_TO_UBV:
        return to_integer(z, false, p[0], a);
    }
    BUG("operator %d has no Z3 expression", (int)op);
}
