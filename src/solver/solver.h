/* Solvers: one interface over CaDiCaL (through blast/) and Z3.
 *
 * A solver is tied to one term store. Only the cone of what is asserted or assumed reaches
 * the back end. There is no push/pop: assert `(=> activation f)` and assume `activation`,
 * then assert its negation to retire it. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H
#include "term/term.h"

enum answer { ANSWER_UNKNOWN, ANSWER_SAT, ANSWER_UNSAT };

struct solver;
struct solver_limits {
    double seconds;    /* of CPU time for this call; 0: none */
    int64_t conflicts; /* 0: none */
    /* solving ends with UNKNOWN soon after *stop becomes nonzero; may be null */
    const volatile int *stop;
};
struct solver_statistics {
    uint64_t calls, variables, clauses, gates, array_lemmas;
    double seconds_blasting, seconds_solving;
};

/* Back ends: name, one-line summary, functions. Registered in solver.c. */
struct solver_backend;
extern const struct solver_backend *const solver_list[]; /* ends with null */
/* "cadical", "z3"; null if unknown */
const struct solver_backend *solver_find(const char *name);

struct solver *solver_new(struct terms *, const char *backend); /* null name: cadical */
/* A decorator: everything asked of `inner` is also written as replayable SMT-LIB to the file;
 * owns inner. */
struct solver *solver_record(struct solver *inner, const char *path);
void solver_free(struct solver *);
/* Questions will be many and small: what simplifies the whole instance now and then costs
 * more than it saves. */
void solver_keep_plain(struct solver *);

void solver_assert(struct solver *, struct term); /* for good */
/* a disjunction of Boolean terms, for good */
void solver_assert_clause(struct solver *, const struct term *, size_t);
/* limits may be null */
enum answer solver_solve(struct solver *, const struct solver_limits *);
/* The same where the assumptions hold too, and some term of the clause, if one is given. Both
 * are for this call only: nothing is left for the next one. */
enum answer solver_solve_under(struct solver *, const struct term *assumptions, size_t count,
                               const struct solver_limits *);
enum answer solver_solve_clause(struct solver *, const struct term *assumptions, size_t count,
                                const struct term *clause, size_t clause_count,
                                const struct solver_limits *);

/* After SAT: the value of any term (its cone is completed with the model; variables never
 * seen are 0). A constant term. */
struct term solver_value(struct solver *, struct term);
bool solver_true(struct solver *, struct term); /* the same for a Boolean term */
/* After UNSAT: was this assumption (a term given to that call) used? */
bool solver_failed(struct solver *, struct term assumption);

struct terms *solver_terms(struct solver *);
void solver_statistics(const struct solver *, struct solver_statistics *);

#endif
