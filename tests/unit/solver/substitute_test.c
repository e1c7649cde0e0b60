/* solver: what substitution refutes has no model, against all values of three small words. */
#include "base/map.h"
#include "solver/cases.h"
#include "solver/substitute.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

enum { WIDTH = 4, SPAN = 1 << WIDTH, VARIABLES = 3, CONJUNCTS = 5, ROUNDS = 400 };
static struct terms *terms;
static struct term variable[VARIABLES];
static uint64_t at[VARIABLES], seed = 7;

static uint64_t draw(uint64_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % below;
}

static struct term random_word(unsigned depth)
{
    static const enum term_op ops[] = {TERM_BV_ADD, TERM_BV_SUB, TERM_BV_MUL, TERM_BV_MUL,
                                       TERM_BV_UREM};
    if (!depth || !draw(4))
        return draw(4) ? variable[draw(VARIABLES)] : term_bv(terms, WIDTH, draw(SPAN));
    return term_2(terms, ops[draw(5)], random_word(depth - 1), random_word(depth - 1));
}

static struct term random_condition(unsigned depth)
{
    static const enum term_op ops[] = {TERM_BV_ULT, TERM_BV_SLE};
    if (depth && !draw(3))
        return term_or(terms, random_condition(depth - 1), random_condition(depth - 1));
    struct term x = random_word(2), y = random_word(2);
    struct term t = draw(2) ? term_eq(terms, x, y) : term_2(terms, ops[draw(2)], x, y);
    return draw(2) ? t : term_not(terms, t);
}

static struct term leaf_of(void *context, struct term t)
{
    (void)context;
    for (unsigned i = 0; i < VARIABLES; i++)
        if (term_same(t, variable[i]))
            return term_bv(terms, WIDTH, at[i]);
    return TERM_NONE;
}

static bool has_model(const struct term *list, unsigned count)
{
    for (unsigned code = 0; code < SPAN * SPAN * SPAN; code++) {
        struct map memo = {0};
        bool all = true;
        for (unsigned i = 0; i < VARIABLES; i++)
            at[i] = code >> i * WIDTH & (SPAN - 1);
        for (unsigned i = 0; i < count && all; i++)
            all =
                term_is_true(terms, term_evaluate_memo(terms, list[i], &memo, leaf_of, NULL));
        map_release(&memo);
        if (all)
            return true;
    }
    return false;
}

/* A choice, or a remainder of the next number. */
static struct term random_choice(void)
{
    struct term one = term_bv(terms, WIDTH, 1), by = term_bv(terms, WIDTH, 2 + draw(6));
    struct term next = term_2(terms, TERM_BV_ADD, variable[draw(VARIABLES)], one);
    if (!draw(3))
        return term_2(terms, draw(2) ? TERM_BV_UREM : TERM_BV_SREM, next, by);
    return term_ite(terms, random_condition(0), random_word(1), random_word(1));
}

/* `x = y` is denied in each; what cases refute is what the words of y decide. */
static void what_cases_refute_has_no_model(void **state)
{
    (void)state;
    unsigned refuted = 0;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        struct term list[4], x = draw(2) ? random_choice() : random_word(1),
                             y = random_choice();
        list[0] = term_ne(terms, x, y);
        list[1] = random_condition(0);
        list[2] = term_eq(terms, variable[draw(VARIABLES)], draw(2) ? y : random_word(1));
        list[3] = term_eq(terms, x, random_word(1));
        if (!cases_refute(terms, list, 4, (struct cases_limits){1, round % 2}))
            continue;
        refuted++;
        assert_false(has_model(list, 4));
    }
    assert_true(refuted > 40 && refuted < 3 * ROUNDS);
}

/* The remainder of x is `before`: what is refuted of that of x + 1 has no model, among all
 * numbers and among negative ones. */
static void all_remainders(void **state)
{
    (void)state;
    unsigned refuted = 0;
    struct term x = variable[0], zero = term_bv(terms, WIDTH, 0),
                next = term_2(terms, TERM_BV_ADD, x, term_bv(terms, WIDTH, 1));
    for (unsigned code = 0; code < 4 * 6 * SPAN * SPAN; code++) {
        enum term_op op = code & 1 ? TERM_BV_UREM : TERM_BV_SREM;
        struct term by = term_bv(terms, WIDTH, 2 + (code >> 2) % 6),
                    before = term_bv(terms, WIDTH, (code >> 2) / 6 % SPAN),
                    after = term_bv(terms, WIDTH, (code >> 2) / 6 / SPAN);
        struct term list[] = {term_eq(terms, term_2(terms, op, x, by), before),
                              term_ne(terms, term_2(terms, op, next, by), after),
                              term_2(terms, TERM_BV_SLT, x, zero)};
        unsigned count = code & 2 ? 3 : 2;
        if (!cases_refute(terms, list, count, (struct cases_limits){1, false}))
            continue;
        refuted++;
        assert_false(has_model(list, count));
    }
    assert_true(refuted > 0);
}

/* c = i % 7, and both step on. */
static void the_next_remainder(void **state)
{
    (void)state;
    struct sort word = sort_bv(terms, 32);
    struct term i = term_var(terms, word, "i"), c = term_var(terms, word, "c"),
                one = term_bv(terms, 32, 1), seven = term_bv(terms, 32, 7);
    struct term more = term_2(terms, TERM_BV_ADD, c, one);
    struct term after =
                    term_ite(terms, term_eq(terms, more, seven), term_bv(terms, 32, 0), more),
                rest = term_2(terms, TERM_BV_UREM, term_2(terms, TERM_BV_ADD, i, one), seven);
    struct term list[] = {term_eq(terms, c, term_2(terms, TERM_BV_UREM, i, seven)),
                          term_ne(terms, after, rest),
                          term_2(terms, TERM_BV_ULT, i, term_var(terms, word, "n"))};
    assert_true(cases_refute(terms, list, 3, (struct cases_limits){1, false}));
    assert_false(cases_refute(terms, list, 2,
                              (struct cases_limits){1, false})); /* i may wrap around */
}

static void what_is_refuted_has_no_model(void **state)
{
    (void)state;
    unsigned refuted = 0;
    struct solver_limits limits = {.seconds = 2};
    for (int round = 0; round < ROUNDS; round++) {
        struct term list[CONJUNCTS];
        unsigned count = 2 + (unsigned)draw(CONJUNCTS - 1);
        for (unsigned i = 0; i < count; i++)
            list[i] = random_condition(1);
        if (!substitute_refutes(terms, list, count, &limits))
            continue;
        refuted++;
        assert_false(has_model(list, count));
    }
    assert_true(refuted > 20 && refuted < ROUNDS - 20);
}

/* n < i <= n + 1 and i*i = i + 2*s: then 2*s = n*n + n, in words of 32 bits at once. */
static void squares_of_neighbours(void **state)
{
    (void)state;
    struct sort word = sort_bv(terms, 32);
    struct term i = term_var(terms, word, "i"), n = term_var(terms, word, "n"),
                s = term_var(terms, word, "s"), one = term_bv(terms, 32, 1);
    struct term twice = term_2(terms, TERM_BV_ADD, s, s);
    struct term squares = term_2(terms, TERM_BV_MUL, n, term_2(terms, TERM_BV_ADD, n, one));
    struct term list[] = {
        term_2(terms, TERM_BV_ULT, n, i),
        term_2(terms, TERM_BV_ULT, n, term_bv(terms, 32, 60000)),
        term_not(terms, term_2(terms, TERM_BV_ULT, term_2(terms, TERM_BV_ADD, n, one), i)),
        term_eq(terms, term_2(terms, TERM_BV_MUL, i, i),
                term_2(terms, TERM_BV_ADD, i, twice)),
        term_ne(terms, twice, squares)};
    struct solver_limits limits = {.seconds = 10};
    assert_true(substitute_matters(terms, list, 5));
    assert_true(substitute_refutes(terms, list, 5, &limits));
    assert_false(substitute_refutes(terms, list, 4, &limits));
    assert_false(substitute_matters(terms, list, 3));
}

static int setup(void **state)
{
    (void)state;
    static const char *const names[] = {"x", "y", "z"};
    terms = terms_new();
    for (unsigned i = 0; i < VARIABLES; i++)
        variable[i] = term_var(terms, sort_bv(terms, WIDTH), names[i]);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    terms_free(terms);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_refuted_has_no_model),
                                       cmocka_unit_test(squares_of_neighbours),
                                       cmocka_unit_test(what_cases_refute_has_no_model),
                                       cmocka_unit_test(all_remainders),
                                       cmocka_unit_test(the_next_remainder)};
    return cmocka_run_group_tests_name("solver.substitute", tests, setup, teardown);
}
