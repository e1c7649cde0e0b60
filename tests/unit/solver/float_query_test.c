/* Symbolic float queries over small formats: CaDiCaL through the circuits and Z3 must agree;
 * a model must make the query true, and no random assignment may make true what has no model.
 * A number as argument is the number of queries.
 *
 * Formats are such that Z3 4.8.12 can blast fp.roundToIntegral: it needs about two bits more
 * of significand than of exponent and otherwise ends with "invalid extract application". Z3
 * takes most of the time, so it is given little. */
#include "../../support/float_trees.h"

#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static unsigned queries = 60;
static double patience = 0.5; /* seconds for Z3 */

static struct term random_literal(struct terms *terms)
{
    struct tree *t = tree_root();
    struct term made = tree_term(terms, t);
    bool negate = case_below(2);
    if (sort_kind(terms, term_sort(terms, made)) != SORT_BOOL) {
        /* identity with another tree or constant of the sort */
        struct term other;
        if (sort_kind(terms, term_sort(terms, made)) == SORT_BV)
            other = term_bv(terms, term_width(terms, made), case_below(8));
        else
            other = tree_term(terms, tree_float(t->format, 2));
        made = term_eq(terms, made, other);
    }
    return negate ? term_not(terms, made) : made;
}

static struct term random_query(struct terms *terms)
{
    struct term query = term_bool(terms, true);
    for (unsigned i = 0, n = 1 + case_below(3); i < n; i++)
        query = term_and(terms, query, random_literal(terms));
    return query;
}

static enum answer ask(struct terms *terms, const char *backend, struct term query,
                       double seconds, bool *model_holds)
{
    struct solver *solver = solver_new(terms, backend);
    solver_assert(solver, query);
    enum answer answer = solver_solve(solver, &(struct solver_limits){.seconds = seconds});
    *model_holds = answer != ANSWER_SAT || solver_true(solver, query);
    solver_free(solver);
    return answer;
}

/* false if some assignment is found that makes the query true */
static bool seems_unsatisfiable(struct terms *terms, struct term query)
{
    for (unsigned number = 0; number < 200; number++) {
        struct tree_assignment assignment = {terms, number};
        if (term_is_true(terms, term_evaluate(terms, query, tree_value, &assignment)))
            return false;
    }
    return true;
}

static void answers_agree_with_z3(void **state)
{
    (void)state;
    unsigned counts[3] = {0}, compared = 0;
    for (unsigned i = 0; i < queries; i++) {
        struct terms *terms = terms_new();
        struct term query = random_query(terms);
        bool own_holds, their_model_holds;
        enum answer own = ask(terms, "cadical", query, 60, &own_holds);
        enum answer theirs = ask(terms, "z3", query, patience, &their_model_holds);
        counts[own]++;
        assert_true(own_holds);
        assert_int_not_equal(own, ANSWER_UNKNOWN);
        if (own == ANSWER_UNSAT)
            assert_true(seems_unsatisfiable(terms, query));
        if (theirs != ANSWER_UNKNOWN)
            assert_int_equal(own, theirs);
        compared += theirs != ANSWER_UNKNOWN;
        terms_free(terms);
    }
    print_message("%u satisfiable, %u not; Z3 answered %u\n", counts[ANSWER_SAT],
                  counts[ANSWER_UNSAT], compared);
    assert_true(compared > queries / 3);
    assert_true(counts[ANSWER_SAT] > queries / 10 && counts[ANSWER_UNSAT] > queries / 20);
}

int main(int count, char **arguments)
{
    if (count > 1)
        queries = (unsigned)atoi(arguments[1]), patience = 5;
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_agree_with_z3)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
