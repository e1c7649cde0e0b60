/* solver: both back ends keep the contract of solver.h; arrays, functions, limits, recording.
 */
#include "base/failure.h"
#include "base/text.h"
#include "solver/solver.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static struct terms *terms;
static const char *const backends[] = {"cadical", "z3"};
enum { BACKENDS = 2 };

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
static struct term word(unsigned width, const char *name)
{
    return term_var(terms, sort_bv(terms, width), name);
}
static struct term flag(const char *name)
{
    return term_var(terms, sort_bool(terms), name);
}
static struct term op(enum term_op o, struct term a, struct term b)
{
    return term_2(terms, o, a, b);
}

static void models_and_activation(void **state)
{
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        struct solver *s = solver_new(terms, backends[i]);
        struct term x = word(16, "x"), y = word(16, "y"), on = flag("on");
        solver_assert(s, term_eq(terms, op(TERM_BV_MUL, x, y), bv(16, 35)));
        solver_assert(s, op(TERM_BV_ULT, x, y));
        solver_assert(s, op(TERM_BV_ULT, y, bv(16, 100)));
        solver_assert(s, term_implies(terms, on, op(TERM_BV_ULT, bv(16, 1), x)));
        assert_int_equal(solver_solve_under(s, (struct term[]){on}, 1, NULL), ANSWER_SAT);
        assert_int_equal(solver_value(s, x).id, bv(16, 5).id);
        assert_int_equal(solver_value(s, op(TERM_BV_ADD, x, y)).id, bv(16, 12).id);
        assert_int_equal(solver_value(s, word(16, "never seen")).id, bv(16, 0).id);
        solver_assert(s, term_not(terms, on)); /* retired; the model stays readable */
        assert_int_equal(solver_value(s, y).id, bv(16, 7).id);
        assert_int_equal(solver_solve_under(s, (struct term[]){on}, 1, NULL), ANSWER_UNSAT);
        assert_true(solver_failed(s, on));
        assert_int_equal(solver_solve(s, NULL), ANSWER_SAT);
        solver_free(s);
    }
}

static void failed_assumptions_name_the_culprits(void **state)
{
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        struct solver *s = solver_new(terms, backends[i]);
        struct term x = word(8, "x"), small = op(TERM_BV_ULT, x, bv(8, 10)),
                    large = op(TERM_BV_ULT, bv(8, 20), x);
        struct term other = term_eq(terms, word(8, "z"), bv(8, 1)),
                    never = term_bool(terms, false);
        assert_int_equal(solver_solve_under(s, (struct term[]){other, small, large}, 3, NULL),
                         ANSWER_UNSAT);
        assert_true(solver_failed(s, small));
        assert_true(solver_failed(s, large));
        assert_false(solver_failed(s, other));
        assert_int_equal(solver_solve_under(s, (struct term[]){small, never}, 2, NULL),
                         ANSWER_UNSAT);
        assert_true(solver_failed(s, never));
        assert_false(solver_failed(s, small));
        assert_int_equal(solver_solve(s, NULL), ANSWER_SAT); /* assumptions are gone */
        solver_free(s);
    }
}

static void temporary_clauses_last_one_call(void **state)
{
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        struct solver *s = solver_new(terms, backends[i]);
        struct term x = word(8, "x");
        solver_assert(s, op(TERM_BV_ULT, x, bv(8, 4)));
        struct term clause[] = {term_eq(terms, x, bv(8, 9)), term_eq(terms, x, bv(8, 3))};
        assert_int_equal(solver_solve_clause(s, NULL, 0, clause, 2, NULL), ANSWER_SAT);
        assert_int_equal(solver_value(s, x).id, bv(8, 3).id);
        assert_int_equal(solver_solve_clause(s, NULL, 0, clause, 1, NULL), ANSWER_UNSAT);
        assert_int_equal(solver_solve_clause(s, NULL, 0, clause, 0, NULL), ANSWER_UNSAT);
        assert_int_equal(
            solver_solve_clause(s, NULL, 0,
                                (struct term[]){clause[0], term_bool(terms, true)}, 2, NULL),
            ANSWER_SAT);
        assert_int_equal(solver_solve(s, NULL), ANSWER_SAT);
        solver_free(s);
    }
}

/* Writes in two orders at different indices give one array; at one index they need not. */
static void arrays_are_extensional(void **state)
{
    (void)state;
    struct sort sort = sort_array(terms, sort_bv(terms, 32), sort_bv(terms, 8));
    struct term a = term_var(terms, sort, "a"), i = word(32, "i"), j = word(32, "j"),
                v = word(8, "v"), w = word(8, "w");
    struct term one = term_store(terms, term_store(terms, a, i, v), j, w),
                two = term_store(terms, term_store(terms, a, j, w), i, v);
    for (int k = 0; k < BACKENDS; k++) {
        struct solver *s = solver_new(terms, backends[k]);
        solver_assert(s, term_ne(terms, one, two));
        assert_int_equal(
            solver_solve_under(s, (struct term[]){term_ne(terms, i, j)}, 1, NULL),
            ANSWER_UNSAT);
        assert_int_equal(solver_solve(s, NULL), ANSWER_SAT);
        assert_int_equal(solver_value(s, i).id, solver_value(s, j).id);
        assert_true(solver_true(s, term_ne(terms, v, w)));
        assert_true(solver_true(s, term_ne(terms, one, two)));
        solver_free(s);
    }
}

/* A chain of arrays, each defined by an equality, read at the end: as an SSA form would
 * assert it. */
static void defined_arrays(void **state)
{
    (void)state;
    enum { LENGTH = 60 };
    struct sort sort = sort_array(terms, sort_bv(terms, 32), sort_bv(terms, 32));
    struct solver *s = solver_new(terms, NULL);
    struct term last = term_var(terms, sort, "a"), start = last, base = word(32, "base"),
                k = word(32, "k");
    for (unsigned n = 0; n < LENGTH; n++) {
        struct term next = term_fresh(terms, sort, "a");
        struct term at = op(TERM_BV_ADD, base, bv(32, 3 * n));
        solver_assert(s, term_eq(terms, next, term_store(terms, last, at, bv(32, n + 1000))));
        last = next;
    }
    struct term read = term_select(terms, last, k), before = term_select(terms, start, k);
    solver_assert(s, term_ne(terms, read, before));
    assert_int_equal(solver_solve_under(s,
                                        (struct term[]){op(TERM_BV_ULT, read, bv(32, 1000)),
                                                        term_eq(terms, before, bv(32, 5000))},
                                        2, NULL),
                     ANSWER_UNSAT);
    assert_int_equal(
        solver_solve_under(s, (struct term[]){term_eq(terms, read, bv(32, 1007))}, 1, NULL),
        ANSWER_SAT);
    assert_true(solver_true(s, term_eq(terms, op(TERM_BV_SUB, k, base), bv(32, 21))));
    assert_int_equal(solver_value(s, term_select(terms, last, k)).id, bv(32, 1007).id);
    struct solver_statistics statistics;
    solver_statistics(s, &statistics);
    assert_true(statistics.array_lemmas > 0 && statistics.array_lemmas < 3000);
    solver_free(s);
}

/* Constant arrays of different elements are equal nowhere, even if written in a few places.
 */
static void constant_arrays(void **state)
{
    (void)state;
    struct sort sort = sort_array(terms, sort_bv(terms, 16), sort_bv(terms, 8));
    struct term zeros = term_array_const(terms, sort, bv(8, 0)),
                ones = term_array_const(terms, sort, bv(8, 1));
    struct term a = term_var(terms, sort, "a"), i = word(16, "i"), j = word(16, "j");
    for (int k = 0; k < BACKENDS; k++) {
        struct solver *s = solver_new(terms, backends[k]);
        solver_assert(s, term_eq(terms, term_store(terms, zeros, i, word(8, "v")), a));
        assert_int_equal(
            solver_solve_under(
                s,
                (struct term[]){term_eq(terms, a, term_store(terms, ones, j, word(8, "w")))},
                1, NULL),
            ANSWER_UNSAT);
        assert_int_equal(solver_solve(s, NULL), ANSWER_SAT);
        assert_true(
            solver_true(s, term_eq(terms, term_store(terms, zeros, i, word(8, "v")), a)));
        solver_free(s);
    }
}

static void functions_are_functions(void **state)
{
    (void)state;
    struct term x = word(32, "x"), y = word(32, "y");
    struct term fx = term_call(terms, "f", sort_bv(terms, 32), &x, 1),
                fy = term_call(terms, "f", sort_bv(terms, 32), &y, 1);
    struct term ffx = term_call(terms, "f", sort_bv(terms, 32), &fx, 1);
    for (int k = 0; k < BACKENDS; k++) {
        struct solver *s = solver_new(terms, backends[k]);
        solver_assert(s, term_ne(terms, fx, fy));
        solver_assert(s, term_eq(terms, ffx, x));
        assert_int_equal(solver_solve(s, NULL), ANSWER_SAT);
        assert_true(solver_true(s, term_ne(terms, x, y)));
        assert_true(solver_true(s, term_eq(terms, ffx, x)));
        assert_int_equal(
            solver_solve_under(s,
                               (struct term[]){term_eq(terms, op(TERM_BV_ADD, x, bv(32, 1)),
                                                       op(TERM_BV_ADD, y, bv(32, 1)))},
                               1, NULL),
            ANSWER_UNSAT);
        solver_free(s);
    }
}

static void what_is_not_handled_is_unknown(void **state)
{
    (void)state;
    struct sort inner = sort_array(terms, sort_bv(terms, 8), sort_bv(terms, 8)),
                outer = sort_array(terms, sort_bv(terms, 8), inner);
    struct term m = term_var(terms, outer, "m"), i = word(8, "i"), j = word(8, "j");
    struct term a = term_select(terms, term_select(terms, m, i), j),
                b = term_select(terms, term_select(terms, m, j), i);
    struct solver *s = solver_new(terms, NULL);
    solver_assert(s, term_ne(terms, a, b));
    assert_int_equal(solver_solve(s, NULL), ANSWER_UNKNOWN);
    solver_assert(s, term_bool(terms, false));
    assert_int_equal(solver_solve(s, NULL), ANSWER_UNSAT);
    solver_free(s);
}

/* A prime of 40 bits as a product of two numbers of 24 bits. */
static struct term hard(void)
{
    struct term x = word(24, "p"), y = word(24, "q");
    struct term product = op(TERM_BV_MUL, term_zext(terms, x, 48), term_zext(terms, y, 48));
    struct term proper =
        term_and(terms, op(TERM_BV_UGT, x, bv(24, 1)), op(TERM_BV_UGT, y, bv(24, 1)));
    return term_and(terms, proper, term_eq(terms, product, bv(48, 1000000000039)));
}

static volatile int stop;
enum { STOPS = 10 };

static void *stop_soon(void *context)
{
    (void)context;
    usleep(10000);
    stop = 1;
    return NULL;
}

static void limits_end_in_unknown(void **state)
{
    (void)state;
    for (int i = 0; i < BACKENDS; i++) {
        struct solver *s = solver_new(terms, backends[i]);
        solver_assert(s, hard());
        assert_int_equal(solver_solve(s, &(struct solver_limits){.seconds = 0.1}),
                         ANSWER_UNKNOWN);
        assert_int_equal(solver_solve(s, &(struct solver_limits){.conflicts = 50}),
                         ANSWER_UNKNOWN);
        struct term zero = term_eq(terms, word(24, "p"), bv(24, 0));
        for (int k = 0; k < STOPS; k++) {
            pthread_t thread;
            stop = 0;
            pthread_create(&thread, NULL, stop_soon, NULL);
            assert_int_equal(
                solver_solve(s, &(struct solver_limits){.stop = &stop, .seconds = 60}),
                ANSWER_UNKNOWN);
            pthread_join(thread, NULL);
            assert_int_equal(solver_solve_under(s, &zero, 1, NULL),
                             ANSWER_UNSAT); /* still usable, however it was stopped */
        }
        solver_free(s);
    }
}

/* Circuits are made within the limits, too; a question that was given up half way leaves
 * nothing, and can be asked again. */
static void limits_hold_for_circuits(void **state)
{
    (void)state;
    struct solver *s = solver_new(terms, "cadical");
    struct term x = word(64, "far"), chain = x;
    for (int i = 0; i < 400; i++)
        chain = op(TERM_BV_MUL, op(TERM_BV_XOR, chain, bv(64, (uint64_t)i + 3)), chain);
    struct term question = term_eq(terms, chain, bv(64, 1)),
                even = term_eq(terms, x, bv(64, 2));
    struct solver_statistics before, after;
    solver_statistics(s, &before);
    stop = 1;
    assert_int_equal(
        solver_solve_under(s, &question, 1, &(struct solver_limits){.stop = &stop}),
        ANSWER_UNKNOWN);
    assert_int_equal(solver_solve_clause(s, &even, 1, &question, 1,
                                         &(struct solver_limits){.stop = &stop}),
                     ANSWER_UNKNOWN);
    solver_statistics(s, &after);
    assert_int_equal(after.clauses, before.clauses);
    assert_int_equal(solver_solve_under(s, &even, 1, NULL),
                     ANSWER_SAT); /* the question is not there any more */
    solver_free(s);
}

/* What was recorded reads back: the permanent assertions, without the assumption. */
static void recording_can_be_replayed(void **state)
{
    (void)state;
    char path[] = "/tmp/sooth-record-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    struct solver *s = solver_record(solver_new(terms, NULL), path);
    struct term x = word(8, "x"), sum = op(TERM_BV_ADD, x, word(8, "y"));
    solver_assert(s, term_eq(terms, op(TERM_BV_MUL, sum, sum), bv(8, 49)));
    solver_assert(s, op(TERM_BV_SADDO, x, sum));
    enum answer answer =
        solver_solve_under(s, (struct term[]){op(TERM_BV_ULT, x, bv(8, 3))}, 1, NULL);
    assert_int_equal(
        solver_solve_under(
            s, (struct term[]){term_eq(terms, op(TERM_BV_MUL, sum, sum), bv(8, 50))}, 1,
            NULL),
        ANSWER_UNSAT);
    solver_free(s);
    struct text text = {0};
    struct failure failure = {0};
    assert_true(text_read_file(&text, path, &failure));
    assert_non_null(strstr(text_of(&text), answer == ANSWER_SAT ? "(check-sat) ; sat"
                                                                : "(check-sat) ; unsat"));
    assert_non_null(strstr(text_of(&text), "(check-sat) ; unsat"));
    text_release(&text);
    unlink(path);
}

/* A call that ran out of conflicts leaves neither its assumptions nor its clause to the next
 * one. */
static void unanswered_calls_leave_nothing(void **state)
{
    (void)state;
    struct terms *ts = terms_new();
    struct solver *s = solver_new(ts, "cadical");
    struct term x = term_zext(ts, term_var(ts, sort_bv(ts, 20), "x"), 40),
                y = term_zext(ts, term_var(ts, sort_bv(ts, 20), "y"), 40);
    struct term hard =
        term_eq(ts, term_2(ts, TERM_BV_MUL, x, y), term_bv(ts, 40, 1048573ull * 1048571ull));
    struct term apart = term_2(ts, TERM_BV_ULT, x, y), easy = term_not(ts, hard),
                same = term_eq(ts, x, y);
    struct solver_limits few = {.conflicts = 5};
    assert_int_equal(solver_solve_clause(s, &apart, 1, &hard, 1, &few), ANSWER_UNKNOWN);
    assert_int_equal(solver_solve_under(s, &easy, 1, NULL), ANSWER_SAT);
    assert_int_equal(solver_solve_under(s, (struct term[]){hard, apart}, 2, &few),
                     ANSWER_UNKNOWN);
    assert_int_equal(solver_solve_clause(s, &easy, 1, &apart, 1, NULL), ANSWER_SAT);
    assert_int_equal(solver_solve_clause(s, &apart, 1, &hard, 1, &few), ANSWER_UNKNOWN);
    assert_int_equal(solver_solve_clause(s, &easy, 1, &same, 1, NULL), ANSWER_SAT);
    solver_free(s);
    terms_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(models_and_activation, setup, teardown),
        cmocka_unit_test_setup_teardown(failed_assumptions_name_the_culprits, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(temporary_clauses_last_one_call, setup, teardown),
        cmocka_unit_test_setup_teardown(arrays_are_extensional, setup, teardown),
        cmocka_unit_test_setup_teardown(defined_arrays, setup, teardown),
        cmocka_unit_test_setup_teardown(constant_arrays, setup, teardown),
        cmocka_unit_test_setup_teardown(functions_are_functions, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_handled_is_unknown, setup, teardown),
        cmocka_unit_test_setup_teardown(limits_end_in_unknown, setup, teardown),
        cmocka_unit_test_setup_teardown(limits_hold_for_circuits, setup, teardown),
        cmocka_unit_test(unanswered_calls_leave_nothing),
        cmocka_unit_test_setup_teardown(recording_can_be_replayed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
