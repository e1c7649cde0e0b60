/* Solvers: one interface over CaDiCaL (through blast/) and Z3.
 *
 * A solver is tied to one term store. Only the cone of what is asserted or assumed reaches the back end.
 * There is no push/pop: assert `(=> activation f)` and assume `activation`, then assert its negation to
 * retire it. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H
#include "term/term.h"

enum answer { ANSWER_UNKNOWN, ANSWER_SAT, ANSWER_UNSAT };

struct solver;
struct solver_limits {
    double seconds;           /* of CPU time for this call; 0: none */
    int64_t conflicts;        /* 0: none */
    const volatile int *stop; /* solving ends with UNKNOWN soon after *stop becomes nonzero; may be null */
};
struct solver_statistics {
    uint64_t calls, variables, clauses, gates, array_lemmas;
    double seconds_blasting, seconds_solving;
};

/* Back ends: name, one-line summary, functions. Registered in solver_list.c. */
struct solver_backend;
extern const struct solver_backend *const solver_list[];    /* ends with null */
const struct solver_backend *solver_find(const char *name); /* "cadical", "z3"; null if unknown */

struct solver *solver_new(struct terms *, const char *backend); /* null name: cadical */
/* A decorator: everything asked of `inner` is also written as replayable SMT-LIB to the file; owns inner. */
struct solver *solver_record(struct solver *inner, const char *path);
void solver_free(struct solver *);

void solver_assert(struct solver *, struct term); /* for good */
void solver_assert_clause(struct solver *, const struct term *,
                          size_t);                /* a disjunction of Boolean terms, for good */
void solver_assume(struct solver *, struct term); /* for the next solve only */
/* A temporary clause for the next solve only; at most one. */
void solver_constrain(struct solver *, const struct term *, size_t);
enum answer solver_solve(struct solver *, const struct solver_limits *); /* limits may be null */

/* After SAT: the value of any term (its cone is completed with the model; variables never seen are 0). A
 * constant term. */
struct term solver_value(struct solver *, struct term);
bool solver_true(struct solver *, struct term); /* the same for a Boolean term */
/* After UNSAT: was this assumption (a term given to solver_assume) used? */
bool solver_failed(struct solver *, struct term assumption);

struct terms *solver_terms(struct solver *);
void solver_statistics(const struct solver *, struct solver_statistics *);

#endif
