/* term: hash-consing, folding at the edges, rewriting, substitution, evaluation, SMT-LIB
 * text. */
#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct terms *terms;

static int setup(void **state)
{
    (void)state;
    terms = terms_new();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    terms_free(terms);
    return 0;
}

static struct term bv(unsigned width, uint64_t value)
{
    return term_bv(terms, width, value);
}
static struct term word(const char *name)
{
    return term_var(terms, sort_bv(terms, 32), name);
}
static struct term op(enum term_op o, struct term a, struct term b)
{
    return term_2(terms, o, a, b);
}

#define SAME(a, b) assert_int_equal((a).id, (b).id)

static void equal_terms_have_equal_handles(void **state)
{
    (void)state;
    struct term x = word("x"), y = word("y");
    SAME(op(TERM_BV_ADD, x, y), op(TERM_BV_ADD, y, x));
    SAME(op(TERM_BV_UGT, x, y), op(TERM_BV_ULT, y, x));
    SAME(word("x"), x);
    assert_int_not_equal(x.id, y.id);
    assert_int_not_equal(bv(8, 1).id, bv(9, 1).id);
    assert_int_not_equal(term_fresh(terms, sort_bv(terms, 32), "x").id,
                         term_fresh(terms, sort_bv(terms, 32), "x").id);
}

static void division_follows_smt_lib(void **state)
{
    (void)state;
    SAME(op(TERM_BV_UDIV, bv(8, 7), bv(8, 0)), bv(8, 255));
    SAME(op(TERM_BV_UREM, bv(8, 7), bv(8, 0)), bv(8, 7));
    SAME(op(TERM_BV_SDIV, bv(8, 7), bv(8, 0)), bv(8, 255));
    SAME(op(TERM_BV_SDIV, bv(8, 0xf9), bv(8, 0)), bv(8, 1));
    SAME(op(TERM_BV_SDIV, bv(8, 0x80), bv(8, 0xff)), bv(8, 0x80));
    SAME(op(TERM_BV_SREM, bv(8, 0xf9), bv(8, 2)), bv(8, 0xff));
    SAME(op(TERM_BV_SMOD, bv(8, 0xf9), bv(8, 2)), bv(8, 1));
    SAME(op(TERM_BV_SMOD, bv(8, 7), bv(8, 0xfe)), bv(8, 0xff));
    SAME(op(TERM_BV_SMOD, bv(8, 0x80), bv(8, 0)), bv(8, 0x80));
}

/* What the rewriting of quotients and remainders rests on, for all pairs of four bits: by 0
 * and of overflow, too. */
static void quotient_and_remainder_make_the_whole(void **state)
{
    (void)state;
    struct term x = word("x"), y = word("y");
    struct term whole = op(TERM_BV_MUL, op(TERM_BV_SDIV, x, y), y),
                rest = op(TERM_BV_SREM, x, y);
    SAME(op(TERM_BV_ADD, whole, rest), x);
    SAME(op(TERM_BV_SUB, x, whole), rest);
    SAME(op(TERM_BV_SUB, x, op(TERM_BV_MUL, y, op(TERM_BV_UDIV, x, y))),
         op(TERM_BV_UREM, x, y));
    assert_int_not_equal(op(TERM_BV_ADD, whole, op(TERM_BV_UREM, x, y)).id, x.id);
    for (unsigned i = 0; i < 256; i++) {
        struct term a = bv(4, i & 15), b = bv(4, i >> 4);
        SAME(op(TERM_BV_ADD, op(TERM_BV_MUL, op(TERM_BV_SDIV, a, b), b),
                op(TERM_BV_SREM, a, b)),
             a);
        SAME(op(TERM_BV_ADD, op(TERM_BV_MUL, op(TERM_BV_UDIV, a, b), b),
                op(TERM_BV_UREM, a, b)),
             a);
    }
}

static void squares_are_not_negative(void **state)
{
    (void)state;
    struct term narrow = term_var(terms, sort_bv(terms, 16), "n"), x = word("x"),
                zero = bv(32, 0);
    struct term wide = term_sext(terms, narrow, 32);
    SAME(op(TERM_BV_SLT, op(TERM_BV_MUL, wide, wide), zero), term_bool(terms, false));
    SAME(op(TERM_BV_SGT, op(TERM_BV_MUL, wide, wide), term_bv_signed(terms, 32, -1)),
         term_bool(terms, true));
    assert_int_not_equal(op(TERM_BV_SLT, op(TERM_BV_MUL, x, x), zero).id,
                         term_bool(terms, false).id);
    struct term positive = term_zext(terms, narrow, 32); /* 65535 * 65535 has the sign */
    assert_int_not_equal(op(TERM_BV_SLT, op(TERM_BV_MUL, positive, positive), zero).id,
                         term_bool(terms, false).id);
}

static void shifts_beyond_the_width(void **state)
{
    (void)state;
    struct term x = word("x");
    SAME(op(TERM_BV_SHL, x, bv(32, 32)), bv(32, 0));
    SAME(op(TERM_BV_LSHR, bv(8, 0x80), bv(8, 255)), bv(8, 0));
    SAME(op(TERM_BV_ASHR, bv(8, 0x80), bv(8, 200)), bv(8, 0xff));
    uint32_t wide[4] = {0, 0, 0, 0x80000000},
             amount[4] = {0, 1, 0, 0}; /* an amount of 2^32 */
    struct term a = term_bv_limbs(terms, 128, wide), b = term_bv_limbs(terms, 128, amount);
    SAME(op(TERM_BV_ASHR, a, b), term_bv_signed(terms, 128, -1));
    SAME(op(TERM_BV_SHL, a, b), bv(128, 0));
}

static void overflow_predicates_at_the_edges(void **state)
{
    (void)state;
    struct term minimum = bv(8, 0x80), minus_one = bv(8, 0xff), t = term_bool(terms, true),
                f = term_bool(terms, false);
    SAME(term_1(terms, TERM_BV_NEGO, minimum), t);
    SAME(op(TERM_BV_SDIVO, minimum, minus_one), t);
    SAME(op(TERM_BV_SMULO, minimum, minus_one), t);
    SAME(op(TERM_BV_SMULO, bv(8, 0xf0), bv(8, 8)), f); /* -16 * 8 = -128 fits */
    SAME(op(TERM_BV_UMULO, bv(8, 16), bv(8, 16)), t);
    SAME(op(TERM_BV_SSUBO, bv(8, 0), minimum), t);
    SAME(op(TERM_BV_SADDO, bv(8, 0x7f), bv(8, 1)), t);
    SAME(op(TERM_BV_UADDO, bv(8, 0x7f), bv(8, 1)), f);
    SAME(op(TERM_BV_SMULO, bv(1, 1), bv(1, 1)), t);
}

static void wide_numbers(void **state)
{
    (void)state;
    uint32_t product[4] = {1, 0xfffffffe, 0, 0};
    struct term m = bv(128, 0xffffffff);
    SAME(op(TERM_BV_MUL, m, m), term_bv_limbs(terms, 128, product));
    SAME(op(TERM_BV_UDIV, op(TERM_BV_MUL, m, m), m), m);
    uint32_t big[4] = {5, 6, 7, 8}, divisor[4] = {9, 0, 1, 0};
    struct term a = term_bv_limbs(terms, 128, big), b = term_bv_limbs(terms, 128, divisor);
    struct term q = op(TERM_BV_UDIV, a, b), r = op(TERM_BV_UREM, a, b);
    SAME(op(TERM_BV_ADD, op(TERM_BV_MUL, q, b), r), a);
    assert_true(term_is_true(terms, op(TERM_BV_ULT, r, b)));
}

static void reads_pass_writes(void **state)
{
    (void)state;
    struct sort sort = sort_array(terms, sort_bv(terms, 32), sort_bv(terms, 8));
    struct term a = term_var(terms, sort, "a"), i = word("i"),
                next = op(TERM_BV_ADD, i, bv(32, 1));
    struct term stored = term_store(terms, term_store(terms, a, i, bv(8, 1)), next, bv(8, 2));
    SAME(term_select(terms, stored, i), bv(8, 1));
    SAME(term_select(terms, stored, op(TERM_BV_ADD, i, bv(32, 5))),
         term_select(terms, a, op(TERM_BV_ADD, i, bv(32, 5))));
    assert_int_equal(term_op(terms, term_select(terms, stored, word("j"))), TERM_SELECT);
    SAME(term_store(terms, a, i, term_select(terms, a, i)), a);
}

static void array_values_are_equal_by_content(void **state)
{
    (void)state;
    struct sort sort = sort_array(terms, sort_bv(terms, 1), sort_bv(terms, 8));
    struct term zeros = term_array_const(terms, sort, bv(8, 0)),
                ones = term_array_const(terms, sort, bv(8, 1));
    struct term filled =
        term_store(terms, term_store(terms, zeros, bv(1, 0), bv(8, 1)), bv(1, 1), bv(8, 1));
    assert_true(term_is_true(terms, term_eq(terms, filled, ones)));
    assert_true(term_is_false(terms, term_eq(terms, zeros, ones)));
    SAME(term_normal(terms, filled), ones);
}

static struct term seven(void *context, struct term variable)
{
    (void)context;
    return bv(term_width(terms, variable), 7);
}

static void substitution_and_evaluation(void **state)
{
    (void)state;
    struct term x = word("x"), y = word("y"), t = op(TERM_BV_MUL, op(TERM_BV_ADD, x, y), x);
    struct map map = {0};
    map_set(&map, x.id, bv(32, 3).id);
    SAME(term_substitute(terms, t, &map),
         op(TERM_BV_MUL, op(TERM_BV_ADD, bv(32, 3), y), bv(32, 3)));
    map_release(&map);
    SAME(term_evaluate(terms, t, seven, NULL), bv(32, 98));
    SAME(term_evaluate(terms, term_call(terms, "f", sort_bv(terms, 4), &x, 1), seven, NULL),
         bv(4, 7));
}

/* Deeper than a stack would allow. */
static void deep_terms(void **state)
{
    (void)state;
    enum { DEPTH = 300000 };
    struct term t = word("x");
    for (unsigned i = 0; i < DEPTH; i++)
        t = op(TERM_BV_XOR, op(TERM_BV_ADD, t, word("y")), word(i % 2 ? "z" : "u"));
    term_evaluate(terms, t, seven, NULL);
    struct term query = term_eq(terms, t, bv(32, 1)), *read = NULL;
    struct text text = {0};
    term_print_script(terms, &query, 1, &text);
    size_t count = 0;
    struct failure failure = {0};
    assert_true(term_read_script(terms, text_of(&text), &read, &count, &failure));
    SAME(read[0], query);
    free(read);
    text_release(&text);
}

static void text_of_terms(void **state)
{
    (void)state;
    struct text text = {0};
    struct term x = word("x"), odd = word("a strange|name");
    term_print(terms, op(TERM_BV_ADD, x, bv(32, 255)), &text);
    assert_string_equal(text_of(&text), "(bvadd x #x000000ff)");
    text_clear(&text);
    struct term query = term_eq(terms, odd, x), *read = NULL;
    size_t count = 0;
    struct failure failure = {0};
    term_print_script(terms, &query, 1, &text);
    assert_true(term_read_script(terms, text_of(&text), &read, &count, &failure));
    assert_int_equal(count, 1);
    SAME(read[0], query);
    free(read);
    text_release(&text);
}

static void wrong_text_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "(assert x)",
        "(declare-const x Bool) (assert (bvadd x x))",
        "(declare-const x (_ BitVec 8)) (assert x)",
        "(declare-const x (_ BitVec 8)) (assert (= x #b1))",
        "(declare-const x (_ BitVec 0))",
        "(assert (= #b1",
        "(assert ((_ extract 9 0) #b1))",
        "(push 1)",
        "(declare-const x Bool) (assert x) (declare-const x (_ BitVec 8)) (assert (= x x))",
        "(define-fun f ((x Bool)) Bool x)",
        "(assert |x)",
        ")",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct term *read = NULL;
        size_t count = 0;
        struct failure failure = {0};
        terms_free(terms);
        terms = terms_new();
        assert_false(term_read_script(terms, wrong[i], &read, &count, &failure));
        assert_int_equal(failure.kind, FAILURE_INPUT);
        assert_non_null(strstr(failure.message, "line 1"));
        free(read);
    }
}

static void spellings_of_others_are_read(void **state)
{
    (void)state;
    const char *script =
        "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8)) ; a comment\n(declare-fun y () "
        "(_ BitVec 8))\n"
        "(assert (distinct x y (_ bv300 8)))\n(assert (= x (bvadd x y #x01) #x05))\n"
        "(assert (let ((z (bvnot x)) (w y)) (bvule z w)))\n(check-sat)\n(exit)";
    struct term *read = NULL;
    size_t count = 0;
    struct failure failure = {0};
    assert_true(term_read_script(terms, script, &read, &count, &failure));
    assert_int_equal(count, 3);
    struct term x = term_var(terms, sort_bv(terms, 8), "x"),
                y = term_var(terms, sort_bv(terms, 8), "y");
    SAME(read[2], op(TERM_BV_ULE, term_1(terms, TERM_BV_NOT, x), y));
    free(read);
}

static void structure_shows_a_bound(void **state)
{
    (void)state;
    struct term x = word("x"), small = op(TERM_BV_UREM, x, bv(32, 64));
    assert_int_equal(term_most(terms, x), UINT32_MAX);
    assert_int_equal(term_most(terms, op(TERM_BV_ADD, small, bv(32, 1))), 64);
    assert_int_equal(term_most(terms, op(TERM_BV_ADD, x, bv(32, 1))),
                     UINT32_MAX);                                          /* it may wrap */
    assert_int_equal(term_most(terms, op(TERM_BV_UREM, bv(32, 9), x)), 9); /* 9 rem 0 is 9 */
    assert_int_equal(term_most(terms, op(TERM_BV_UDIV, bv(32, 9), x)), UINT32_MAX);
    assert_true(term_most(terms, op(TERM_BV_OR, small, bv(32, 64))) >= 127);
    assert_int_equal(term_most(terms, term_ite(terms, op(TERM_BV_ULT, x, bv(32, 5)),
                                               bv(32, 4), bv(32, 7))),
                     7);
    assert_int_equal(term_most(terms, term_zext(terms, x, 64)), UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_terms_have_equal_handles, setup, teardown),
        cmocka_unit_test_setup_teardown(division_follows_smt_lib, setup, teardown),
        cmocka_unit_test_setup_teardown(quotient_and_remainder_make_the_whole, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(squares_are_not_negative, setup, teardown),
        cmocka_unit_test_setup_teardown(shifts_beyond_the_width, setup, teardown),
        cmocka_unit_test_setup_teardown(overflow_predicates_at_the_edges, setup, teardown),
        cmocka_unit_test_setup_teardown(wide_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(reads_pass_writes, setup, teardown),
        cmocka_unit_test_setup_teardown(array_values_are_equal_by_content, setup, teardown),
        cmocka_unit_test_setup_teardown(substitution_and_evaluation, setup, teardown),
        cmocka_unit_test_setup_teardown(deep_terms, setup, teardown),
        cmocka_unit_test_setup_teardown(structure_shows_a_bound, setup, teardown),
        cmocka_unit_test_setup_teardown(text_of_terms, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_text_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(spellings_of_others_are_read, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
