/* Random SLH formulae: the decision procedure against all heaps of up to 5 nodes (4 with
 * data), and its bound on nodes against a larger one. Arguments: number of formulae, seed.
 * Exits 1 at the first disagreement. */
#include "random_lists.h"

struct tally {
    unsigned satisfiable, unsatisfiable, large, unknown;
};

static enum answer with_more_nodes(struct lists *l, struct term formula, unsigned more)
{
    struct slh_encoding *e = slh_encoding_new(l->s, &formula, 1, more);
    struct solver *solver = solver_new(l->terms, NULL);
    solver_assert(solver, slh_encode(e, formula));
    solver_assert(solver, slh_encoding_sides(e));
    enum answer answer = solver_solve(solver, NULL);
    solver_free(solver);
    slh_encoding_free(e);
    return answer;
}

static bool disagree(const char *what, unsigned i, struct lists *l, struct term formula)
{
    struct text text = {0};
    term_print(l->terms, formula, &text);
    fprintf(stderr, "formula %u: %s\n%s\n", i, what, text_of(&text));
    text_release(&text);
    return false;
}

static bool one(unsigned i, struct tally *tally)
{
    struct terms *terms = terms_new();
    struct lists l;
    lists_begin(&l, terms, 1 + random_below(LISTS_POINTERS), !random_below(8));
    unsigned nodes = l.with_data ? 3 : l.variable_count == 3 ? 4 : LISTS_NODES;
    struct term formula = lists_formula(&l, 1 + random_below(4));
    struct slh_model model;
    enum answer answer = slh_satisfiable(l.s, formula, NULL, &model);
    bool large = answer == ANSWER_SAT && (model.count > nodes || !model.whole);
    bool fine = true;
    if (answer == ANSWER_UNSAT && lists_brute_force(&l, formula, nodes))
        fine = disagree("called unsatisfiable, a heap exists", i, &l, formula);
    if (answer == ANSWER_SAT && model.whole && !slh_model_holds(l.s, &model, formula))
        fine = disagree("the model is none", i, &l, formula);
    if (answer == ANSWER_SAT && model.count && !large &&
        lists_brute_force(&l, formula, model.count - 1))
        fine = disagree("a smaller heap exists", i, &l, formula);
    if (!(i % 4) && answer != ANSWER_UNKNOWN &&
        with_more_nodes(&l, formula, 1 + random_below(4)) != answer)
        fine = disagree("more nodes than the bound change the answer", i, &l, formula);
    tally->satisfiable += answer == ANSWER_SAT;
    tally->unsatisfiable += answer == ANSWER_UNSAT;
    tally->unknown += answer == ANSWER_UNKNOWN;
    tally->large += large;
    if (answer == ANSWER_SAT)
        slh_model_release(&model);
    slh_free(l.s);
    terms_free(terms);
    return fine;
}

int main(int argc, char **argv)
{
    unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    random_state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    struct tally tally = {0};
    for (unsigned i = 0; i < count; i++)
        if (!one(i, &tally))
            return 1;
    printf("%u formulae: %u satisfiable (%u only in larger heaps), %u unsatisfiable, %u "
           "unknown; no disagreement\n",
           count, tally.satisfiable, tally.large, tally.unsatisfiable, tally.unknown);
    return 0;
}
