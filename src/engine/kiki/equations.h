/* All affine equations between numbers of a loop, modulo 2^width: `k + j = m + n`,
 * `p = 2*i + start`. Found by models, from none upwards: a state that is reached and breaks
 * an equation takes part in what is known, until no state does (domain/template/affine.h).
 * There are hardly more questions than variables, whatever the factors are. */
#ifndef ENGINE_KIKI_EQUATIONS_H
#define ENGINE_KIKI_EQUATIONS_H
#include "domain/template/relation.h"
#include "domain/strategy/strategy.h"

/* Equations of every loop of the model, for options->seconds at most, as relations. Law: with
 * the rows `known`, which are invariants, those found are inductive together. The solver has
 * the formula's axioms. */
void equations_find(struct loop_relations *, struct solver *, const struct cut_model *,
                    const rows *known, const struct strategy_options *);

#endif
