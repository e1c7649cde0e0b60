/* domain: the laws of rows hold for rows as they are made, and rows that break them are seen.
 */
#include "domain/array/array.h"
#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct world {
    struct terms *terms;
    struct cut_model model;
    rows rows;
};

static int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    w->terms = terms_new();
    cut_model_init(&w->model, 1);
    VECTOR_PUSH(&w->model.loops, (struct cut_loop){0});
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    cut_model_release(&w->model);
    VECTOR_RELEASE(&w->rows);
    terms_free(w->terms);
    free(w);
    return 0;
}

static bool lawful(struct world *w)
{
    return rows_are_lawful(w->terms, &w->model, &w->rows);
}

static struct row *add_bound(struct world *w)
{
    struct term x = term_var(w->terms, sort_bv(w->terms, 10), "x");
    VECTOR_PUSH(
        &w->rows,
        (struct row){.kind = ROW_BOUND, .pre = x, .entry = x, .post = x, .most = 255});
    return &VECTOR_LAST(&w->rows);
}

static void bounds_are_values_of_their_expression(void **state)
{
    struct world *w = *state;
    struct row *r = add_bound(w);
    assert_true(lawful(w));
    r->state = ROW_VALUE;
    for (int value = -512; value <= 255; value++) {
        r->value = value;
        assert_true(lawful(w));
    }
    r->value = 256;
    assert_false(lawful(w));
    r->value = -513;
    assert_false(lawful(w));
}

static void moments_are_of_one_form(void **state)
{
    struct world *w = *state;
    struct row *r = add_bound(w);
    struct term narrow = term_var(w->terms, sort_bv(w->terms, 9), "narrow");
    struct term kept = r->post;
    r->post = narrow;
    assert_false(lawful(w));
    r->post = kept;
    r->kind = ROW_FACT; /* a number is no condition */
    assert_false(lawful(w));
    r->kind = ROW_BOUND;
    r->loop = 1;
    assert_false(lawful(w));
    r->loop = 0;
    r->values = 1; /* of a ghost that it does not name */
    assert_false(lawful(w));
    r->values = 0;
    assert_true(lawful(w));
}

static void echoes_lead_to_rows(void **state)
{
    struct world *w = *state;
    add_bound(w);
    struct row *echo = add_bound(w);
    echo->state = ROW_TOP;
    echo->echo = 1;
    assert_true(lawful(w));
    echo->echo = 2; /* itself */
    assert_false(lawful(w));
    echo->echo = 3;
    assert_false(lawful(w));
}

/* for all j < n: a[j] = 0 */
static void quantified_rows_name_what_they_speak_of(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    struct sort word = sort_bv(ts, 64);
    struct term j = term_var(ts, word, "forall!j"), n = term_var(ts, word, "forall!x0!64"),
                other = term_var(ts, word, "other");
    struct term element = term_call(ts, "forall!a0!4", sort_bv(ts, 32), &j, 1);
    struct row_array array = {.bytes = 4, .stride = 4, .function = "forall!a0!4"};
    struct row_scalar scalar = {.stands = n};
    struct forall f = {.index = j,
                       .segment = term_2(ts, TERM_BV_ULT, j, n),
                       .body = term_eq(ts, element, term_bv(ts, 32, 0)),
                       .array_count = 1,
                       .scalar_count = 1,
                       .arrays = &array,
                       .scalars = &scalar};
    struct sort condition = sort_bool(ts);
    assert_true(forall_is_lawful(ts, &f, condition));
    f.scalar_count = 0;
    assert_false(forall_is_lawful(ts, &f, condition));
    f.scalar_count = 1;
    f.segment = term_2(ts, TERM_BV_ULT, j, other);
    assert_false(forall_is_lawful(ts, &f, condition));
    f.segment = term_bool(ts, true);
    assert_true(forall_is_lawful(ts, &f, condition));
    array.function = "forall!a1!4";
    assert_false(forall_is_lawful(ts, &f, condition));
    array.function = "forall!a0!4";
    array.at = 1; /* elements would reach into the next stride */
    assert_false(forall_is_lawful(ts, &f, condition));
    array.at = 0;
    assert_false(forall_is_lawful(ts, &f, word));
    struct term guard = j, value = f.body;
    f.instances = 1, f.guard = &guard, f.value = &value;
    assert_false(forall_is_lawful(ts, &f, condition)); /* a number as a guard */
    guard = term_bool(ts, true);
    assert_true(forall_is_lawful(ts, &f, condition));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bounds_are_values_of_their_expression, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(moments_are_of_one_form, setup, teardown),
        cmocka_unit_test_setup_teardown(echoes_lead_to_rows, setup, teardown),
        cmocka_unit_test_setup_teardown(quantified_rows_name_what_they_speak_of, setup,
                                        teardown),
    };
    return cmocka_run_group_tests_name("domain.law", tests, NULL, NULL);
}
