/* Satisfiability and validity of SLH formulae, and the heaps that show it. */
#ifndef LISTS_SLH_SOLVE_H
#define LISTS_SLH_SOLVE_H
#include "lists/slh/encode.h"
#include "lists/slh/model.h"
#include "solver/solver.h"

/* A model is made of what is satisfiable, with as few nodes as possible where that is up to
 * 15; release it with slh_model_release. Law: the formula holds in it (it was evaluated
 * there), unless it is too large to be written out (`whole` is false). `model` may be null.
 */
enum answer slh_satisfiable(struct slh *, struct term formula, const struct solver_limits *,
                            struct slh_model *);
/* SAT here means valid, UNSAT that the model is a counterexample. */
enum answer slh_valid(struct slh *, struct term formula, const struct solver_limits *,
                      struct slh_model *);

/* A formula and an encoding that are asked more than once. */
struct slh_query {
    struct slh_encoding *encoding;
    struct solver *solver;
    struct term formula; /* that the model must satisfy */
    const struct solver_limits *limits;
};
/* After SAT of `solver` under the assumptions: a model of the formula, with few nodes. False:
 * it could not be confirmed. */
bool slh_query_model(const struct slh_query *, const struct term *assumptions, size_t count,
                     struct slh_model *);

#endif
