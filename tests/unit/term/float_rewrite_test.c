/* Rewriting of float terms keeps their value: random trees are made as terms, which rewrites
 * them, and evaluated under random assignments both as a term and as the tree that was asked
 * for. */
#include "../../support/float_trees.h"

#include "term/float_fold.h"
#include "term/float_math.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void rewriting_keeps_the_value(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    for (unsigned i = 0; i < 20000; i++) {
        struct tree *t = tree_root();
        struct term term = tree_term(terms, t);
        for (unsigned number = 0; number < 6; number++) {
            uint32_t want[2] = {0};
            tree_evaluate(t, number, want);
            struct term value = term_evaluate(terms, term, tree_value,
                                              &(struct tree_assignment){terms, number});
            assert_true(term_is_const(terms, value));
            uint32_t got = term_is_true(terms, value)    ? 1
                           : term_is_false(terms, value) ? 0
                                                         : term_limbs(terms, value)[0];
            assert_int_equal(got, want[0]);
        }
    }
    terms_free(terms);
}

static void rewrites_that_matter(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct sort single = sort_float(terms, 8, 24);
    struct term x = term_var(terms, single, "x"),
                rm = term_rounding(terms, ROUND_NEAREST_EVEN);
    struct term wide =
        term_make(terms, TERM_FP_FROM_FP, (struct term[]){rm, x}, 2, (unsigned[]){11, 53});
    /* (double)x < 0.1 compares in float */
    struct term less = term_2(terms, TERM_FP_LT, wide, term_double(terms, 0.1));
    assert_true(
        term_same(less, term_2(terms, TERM_FP_LE, x, term_float(terms, 0x1.999998p-4f))));
    /* x / 4 is x * 0.25, x / 3 stays */
    struct term quarter = term_3(terms, TERM_FP_DIV, rm, x, term_float(terms, 4));
    assert_true(
        term_same(quarter, term_3(terms, TERM_FP_MUL, rm, x, term_float(terms, 0.25f))));
    assert_int_equal(term_op(terms, term_3(terms, TERM_FP_DIV, rm, x, term_float(terms, 3))),
                     TERM_FP_DIV);
    /* (float)(double)x is x; x + 0 is not x, since -0 + 0 is 0 */
    struct term back =
        term_make(terms, TERM_FP_FROM_FP, (struct term[]){rm, wide}, 2, (unsigned[]){8, 24});
    assert_true(term_same(back, x));
    assert_false(term_same(term_3(terms, TERM_FP_ADD, rm, x, term_float(terms, 0)), x));
    assert_true(term_same(term_3(terms, TERM_FP_SUB, rm, x, term_float(terms, 0)), x));
    terms_free(terms);
}

static void modulo_is_fmod(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    const struct float_format formats[] = {{3, 4}, {5, 8}, FLOAT_DOUBLE};
    for (unsigned i = 0; i < 30000; i++) {
        struct float_format f = formats[i % 3];
        struct sort sort = sort_float(terms, f.exponent, f.significand);
        uint32_t a[2] = {0}, b[2] = {0}, want[2] = {0};
        case_float(f, a);
        case_float(f, b);
        softfloat_modulo(f, a, b, want);
        struct term x = term_float_bits(terms, sort, a), y = term_float_bits(terms, sort, b);
        assert_true(
            term_same(term_float_modulo(terms, x, y), term_float_bits(terms, sort, want)));
    }
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rewriting_keeps_the_value),
        cmocka_unit_test(rewrites_that_matter),
        cmocka_unit_test(modulo_is_fmod),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
