/* Conjunctions with products or remainders, refuted by substitution.
 *
 * Circuits of i*i and n*n have nothing in common, so that a solver takes long to see what one
 * is when i = n + 1. What the conjunction says besides its products often settles that:
 * `i > n` and `i <= n + 1`. Variables that are then equal, up to a number, are replaced by
 * one another, and polynomials in normal form (term/rewrite/polynomial.h) do the rest. */
#ifndef SOLVER_SUBSTITUTE_H
#define SOLVER_SUBSTITUTE_H
#include "solver/solver.h"

/* Is there a product of two variables, or a remainder, at or below some term? */
bool substitute_matters(struct terms *, const struct term *list, size_t count);
/* True: no values satisfy all terms. False says nothing. */
bool substitute_refutes(struct terms *, const struct term *list, size_t count,
                        const struct solver_limits *);

#endif
