/* Evaluation of float operators against Z3's simplifier, on random and corner arguments; a
 * number as argument is the number of cases.
 *
 * Where Z3 4.8.12 is not asked, and why we hold to our results:
 * - fp.to_sbv, fp.to_ubv and to_ieee_bv have unspecified results (NaN, out of range), which
 * Z3's simplifier leaves standing; ours are 0 and the canonical NaN, by the contract in
 * op.def. Such a case must then be one of these.
 * - fp.fma with three bits of significand gives wrong or malformed numbers (5/3: 1.25*2^-14 *
 * -2 + 2^-15 is exactly -2^-13), and fp.roundToIntegral to nearest with two bits of exponent
 * rounds 0.375 and 0.25 to 1. Our results on these formats are checked against the definition
 * in tests/unit/base/softfloat_definition_test.c.
 */
#include "../../support/float_z3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static unsigned cases = 40000;

static const struct float_format formats[] = {
    FLOAT_HALF, FLOAT_SINGLE, FLOAT_DOUBLE, FLOAT_X87, FLOAT_QUAD, {3, 4},
    {4, 5},     {2, 3},       {2, 5},       {5, 3},    {8, 8},     {6, 30}};
enum { FORMATS = sizeof formats / sizeof *formats };

static bool z3_is_wrong(const struct float_operation *o)
{
    if (o->op == TERM_FP_FMA)
        return o->format.significand == 3;
    return o->op == TERM_FP_ROUND && o->format.exponent == 2;
}

/* is the result left open by SMT-LIB? */
static bool unspecified(const struct float_case *c)
{
    const struct float_operation *o = &c->operation;
    uint32_t out[CASE_LIMBS];
    if (o->op == TERM_FP_MIN || o->op == TERM_FP_MAX)
        return softfloat_is_zero(o->format, c->values[0]) &&
               softfloat_is_zero(o->format, c->values[1]) &&
               softfloat_is_negative(o->format, c->values[0]) !=
                   softfloat_is_negative(o->format, c->values[1]);
    if (o->op == TERM_FP_TO_BITS)
        return softfloat_is_nan(o->format, c->values[0]);
    if (o->op == TERM_FP_TO_SBV)
        return !softfloat_to_integer(o->format, o->mode, FLOAT_SIGNED, o->width, c->values[0],
                                     out);
    if (o->op == TERM_FP_TO_UBV)
        return !softfloat_to_integer(o->format, o->mode, FLOAT_UNSIGNED, o->width,
                                     c->values[0], out);
    return false;
}

static void random_case(struct float_case *c)
{
    memset(c, 0, sizeof *c);
    struct float_operation *o = &c->operation;
    do {
        o->op =
            (enum term_op)(TERM_FP_ADD + (int)case_below(TERM_FP_TO_UBV - TERM_FP_ADD + 1));
        o->mode = (enum rounding)case_below(5);
        o->format = formats[case_below(FORMATS)];
        o->to = formats[case_below(FORMATS)];
        o->width = 1 + case_below(case_below(2) ? 128 : 20);
        /* Z3 divides exponents far apart bit by bit */
    } while (z3_is_wrong(o) || (o->op == TERM_FP_REM && o->format.exponent > 11));
    case_arguments(c);
}

static void check_case(Z3_context z, const struct float_case *c)
{
    uint32_t own[CASE_LIMBS];
    case_apply(c, own);
    Z3_ast theirs = Z3_simplify(z, z3_case(z, c)),
           ours = Z3_simplify(z, z3_result(z, &c->operation, own));
    if (unspecified(c)) {
        if (Z3_get_ast_kind(z, theirs) == Z3_APP_AST)
            return; /* left standing */
    } else if (Z3_is_eq_ast(z, theirs, ours)) {
        return;
    }
    case_print(c);
    fprintf(stderr, ": own %s", Z3_ast_to_string(z, ours));
    fprintf(stderr, ", Z3 %s\n", Z3_ast_to_string(z, theirs));
    fail();
}

static void evaluation_agrees_with_the_simplifier(void **state)
{
    (void)state;
    Z3_config config = Z3_mk_config();
    for (unsigned done = 0; done < cases;) {
        Z3_context z = Z3_mk_context(config);
        for (unsigned i = 0; i < 1000 && done < cases; i++, done++) {
            struct float_case c;
            random_case(&c);
            check_case(z, &c);
        }
        Z3_del_context(z);
    }
    Z3_del_config(config);
}

int main(int count, char **arguments)
{
    if (count > 1)
        cases = (unsigned)atoi(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_agrees_with_the_simplifier)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
