/* Invented invariants (L14, SI): for loops that the template domains leave open, relations
 * between variables are synthesised from states that the loop passes through, and kept as
 * rows when they hold at entry and the body keeps them. */
#ifndef ENGINE_KIKI_INVENT_H
#define ENGINE_KIKI_INVENT_H
#include "domain/template/relation.h"
#include "domain/strategy/strategy.h"

/* Looks anew for relations of every loop of the model, for options->seconds at most. Law:
 * with the rows `known`, which are invariants, those found are invariants, too. The solver
 * has the formula's axioms. */
void invent_relations(struct loop_relations *, struct solver *, const struct cut_model *,
                      const rows *known, const struct strategy_options *);

#endif
