/* Polynomial equations between numbers of a loop, modulo 2^width: `2*s = i*i - i`,
 * `c = i*m + j`, and remainders: `c = i % 7`. States that the loop passes through suggest
 * them (states.h); the affine space of their monomials has all equations that hold in these
 * states. */
#ifndef ENGINE_KIKI_POLYNOMIALS_H
#define ENGINE_KIKI_POLYNOMIALS_H
#include "domain/template/relation.h"
#include "domain/strategy/strategy.h"
#include "formula/formula.h"

/* Adds equations of every loop of the model, for options->seconds at most, as relations. Law:
 * with the rows `known`, which are invariants, those found are inductive together. The solver
 * has the formula's axioms. */
void polynomials_find(struct loop_relations *, struct solver *, const struct cut_model *,
                      const rows *known, const struct strategy_options *);
/* What the formula claims has products, quotients or remainders. */
bool polynomials_matter(struct terms *, const struct formula *);

#endif
