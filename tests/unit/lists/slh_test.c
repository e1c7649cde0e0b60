/* SLH as a library: laws of lists that hold in all heaps, some that do not, and random
 * formulae against all small heaps. */
#include "../../fuzz/random_lists.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct fixture {
    struct terms *terms;
    struct slh *s;
    struct slh_heap h;
    struct slh_pointer x, y;
};

static struct fixture begin(void)
{
    struct fixture f = {.terms = terms_new()};
    f.s = slh_new(f.terms);
    f.h = slh_base(f.s, SLH_PROPER);
    f.x = slh_variable(f.s, "x", SLH_PROPER);
    f.y = slh_variable(f.s, "y", SLH_PROPER);
    return f;
}

static void end(struct fixture *f)
{
    slh_free(f->s);
    terms_free(f->terms);
}

static void valid_laws(void **state)
{
    (void)state;
    struct fixture f = begin();
    struct terms *t = f.terms;
    struct term path = slh_is_path(f.s, f.h, f.x, f.y);
    struct term back = slh_is_path(f.s, f.h, f.y, f.x);
    struct term same = slh_alias(f.s, f.x, f.y);
    struct term circle = slh_circular(f.s, f.h, f.x);
    assert_int_equal(
        slh_valid(f.s, term_implies(t, term_and(t, path, back), term_or(t, same, circle)),
                  NULL, NULL),
        ANSWER_SAT);
    struct slh_heap linked = slh_link(f.s, f.h, f.x, f.y);
    struct term one = term_eq(t, slh_length(f.s, linked, f.x, f.y), term_bv(t, 64, 1));
    struct term fine = term_or(t, one, term_or(t, same, slh_is_null(f.s, f.x)));
    assert_int_equal(slh_valid(f.s, fine, NULL, NULL), ANSWER_SAT);
    end(&f);
}

/* A field that is 0 in the base heap is so in all nodes, also in those that no variable leads
 * to, until one is written. */
static void zero_everywhere(void **state)
{
    (void)state;
    struct fixture f = begin();
    struct terms *t = f.terms;
    struct slh_pointer null = slh_null(f.s);
    struct term none = term_bv(t, 1, 0), one = term_bv(t, 1, 1);
    unsigned field = slh_field(f.s, 1, SLH_UNSIGNED);
    slh_field_zero(f.s, field);
    struct term path = slh_is_path(f.s, f.h, f.x, null);
    struct term all = slh_within(f.s, f.h, f.x, null, field, none, none);
    assert_int_equal(slh_valid(f.s, term_implies(t, path, all), NULL, NULL), ANSWER_SAT);
    struct slh_heap put = slh_put(f.s, f.h, f.y, field, one);
    struct term rest = slh_within(f.s, put, f.x, null, field, none, none);
    struct term apart = term_not(t, slh_is_path(f.s, f.h, f.x, f.y));
    struct term fine = term_implies(t, term_and(t, path, apart), rest);
    assert_int_equal(slh_valid(f.s, fine, NULL, NULL), ANSWER_SAT);
    assert_int_equal(slh_valid(f.s, term_implies(t, path, rest), NULL, NULL), ANSWER_UNSAT);
    end(&f);
}

static void counterexamples_are_small(void **state)
{
    (void)state;
    struct fixture f = begin();
    struct terms *t = f.terms;
    struct slh_pointer null = slh_null(f.s);
    struct term finite =
        term_and(t, slh_is_path(f.s, f.h, f.x, null), slh_is_path(f.s, f.h, f.y, null));
    struct term same =
        term_eq(t, slh_length(f.s, f.h, f.x, null), slh_length(f.s, f.h, f.y, null));
    struct slh_model m;
    struct term wrong = term_implies(t, term_and(t, finite, same), slh_alias(f.s, f.x, f.y));
    assert_int_equal(slh_valid(f.s, wrong, NULL, &m), ANSWER_UNSAT);
    assert_int_equal(m.count, 2);
    assert_false(slh_model_holds(f.s, &m, wrong));
    slh_model_release(&m);
    end(&f);
}

static void the_bound_counts_what_is_mentioned(void **state)
{
    (void)state;
    struct fixture f = begin();
    struct term always = term_bool(f.terms, true);
    struct slh_pointer next = slh_next(f.s, always, f.h, f.x, SLH_OWN_SLOT);
    struct term formula = slh_is_path(f.s, f.h, next, f.y);
    struct slh_size size = slh_size(f.s, &formula, 1);
    assert_int_equal(size.pointers, 2);
    assert_int_equal(size.nexts, 1);
    assert_int_equal(size.nodes, 6);
    end(&f);
}

static void random_formulae(void **state)
{
    (void)state;
    random_state = 4711;
    for (unsigned i = 0; i < 60; i++) {
        struct terms *terms = terms_new();
        struct lists l;
        lists_begin(&l, terms, 1 + random_below(2), !random_below(8));
        struct term formula = lists_formula(&l, 1 + random_below(3));
        struct slh_model model;
        enum answer answer = slh_satisfiable(l.s, formula, NULL, &model);
        if (answer == ANSWER_SAT) {
            assert_true(!model.whole || slh_model_holds(l.s, &model, formula));
            slh_model_release(&model);
        } else if (answer == ANSWER_UNSAT) {
            assert_false(lists_brute_force(&l, formula, l.with_data ? 2 : 4));
        }
        slh_free(l.s);
        terms_free(terms);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_laws),
        cmocka_unit_test(zero_everywhere),
        cmocka_unit_test(counterexamples_are_small),
        cmocka_unit_test(the_bound_counts_what_is_mentioned),
        cmocka_unit_test(random_formulae),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
