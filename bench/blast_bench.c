/* How fast terms become gates and clauses, what opening a solver on a cone costs, and what a
 * trivial incremental call costs by instance size. */
#include "blast/blaster.h"
#include "solver/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct term word(struct terms *terms, const char *name, unsigned n)
{
    char text[32];
    snprintf(text, sizeof text, "%s%u", name, n);
    return term_var(terms, sort_bv(terms, 32), text);
}

/* Step n of a made-up program: additions, comparisons, choices and now and then a product. */
static struct term step(struct terms *terms, struct term x, unsigned n)
{
    struct term y = word(terms, "y", n), less = term_2(terms, TERM_BV_SLT, x, y);
    struct term sum = term_2(terms, TERM_BV_ADD, x, y),
                mixed = term_2(terms, TERM_BV_XOR, x,
                               term_2(terms, TERM_BV_LSHR, y, term_bv(terms, 32, 3)));
    if (n % 16 == 0)
        sum = term_2(terms, TERM_BV_MUL, sum, mixed);
    return term_ite(terms, less, sum, mixed);
}

static void million_gates(void)
{
    struct terms *terms = terms_new();
    struct blaster *blaster = blaster_of(terms);
    struct term x = word(terms, "x", 0);
    unsigned n = 0;
    double start = seconds();
    while (blaster_aig(blaster)->gates < 1000000) {
        x = step(terms, x, n++);
        blaster_bits(blaster, x);
    }
    double blasted = seconds();
    struct solver *solver = solver_new(terms, NULL);
    solver_assert(solver, term_eq(terms, x, word(terms, "out", 0)));
    double encoded = seconds();
    struct solver_statistics statistics;
    solver_statistics(solver, &statistics);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("1 million gates from %u steps: blasting %.3f s, clauses %.3f s (%llu variables, "
           "%llu clauses), "
           "%ld MB in all\n",
           n, blasted - start, encoded - blasted, (unsigned long long)statistics.variables,
           (unsigned long long)statistics.clauses, usage.ru_maxrss / 1024);
    start = seconds();
    enum { CONES = 1000 };
    for (unsigned i = 0; i < CONES; i++) {
        struct solver *cone = solver_new(terms, NULL);
        struct term y = word(terms, "y", i % n), z = word(terms, "y", (i + 1) % n);
        solver_assert(cone, term_2(terms, TERM_BV_SLT, y, z));
        solver_solve(cone, NULL);
        solver_free(cone);
    }
    printf("a solver for a small cone of that store, with one call: %.3f ms\n",
           (seconds() - start) * 1000 / CONES);
    solver_free(solver);
    terms_free(terms);
}

static void trivial_calls(unsigned variables)
{
    struct terms *terms = terms_new();
    struct solver *solver = solver_new(terms, NULL);
    struct term x = word(terms, "x", 0);
    struct solver_statistics statistics = {0};
    for (unsigned n = 1; statistics.variables < variables; n++) {
        x = step(terms, x, n % 16 ? n : n + 1);
        solver_assert(solver, term_ne(terms, x, word(terms, "out", n)));
        solver_statistics(solver, &statistics);
    }
    solver_solve(solver, NULL);
    enum { CALLS = 30 };
    double start = seconds();
    for (unsigned i = 0; i < CALLS; i++) {
        struct term y = word(terms, "y", 1 + i % 3);
        struct term low = term_eq(terms, term_extract(terms, y, 7, 0), term_bv(terms, 8, i));
        if (solver_solve_under(solver, &low, 1, NULL) != ANSWER_SAT)
            printf("unexpected answer\n");
        solver_value(solver, y);
    }
    printf("a trivial call on %7llu variables: %.3f ms\n",
           (unsigned long long)statistics.variables, (seconds() - start) * 1000 / CALLS);
    solver_free(solver);
    terms_free(terms);
}

int main(void)
{
    million_gates();
    trivial_calls(1000);
    trivial_calls(20000);
    trivial_calls(200000);
    return 0;
}
