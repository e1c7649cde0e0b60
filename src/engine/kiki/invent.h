/* Invented invariants (L14, SI): for loops that the template domains leave open, relations between variables
 * are synthesised from states that the loop passes through, and kept as rows when they hold at entry and the
 * body keeps them. */
#ifndef ENGINE_KIKI_INVENT_H
#define ENGINE_KIKI_INVENT_H
#include "domain/relation.h"
#include "domain/strategy.h"

struct invented {
    uint64_t loop; /* its name */
    struct relation relation;
};
struct invention {
    VECTOR(struct invented) relations;
};
/* Looks anew for relations of every loop of the model, for options->seconds at most. Law: with the rows
 * `known`, which are invariants, those found are invariants, too. The solver has the formula's axioms. */
void invention_look(struct invention *, struct solver *, const struct cut_model *, const rows *known,
                    const struct strategy_options *);
/* Adds a row for each relation. The invention must not change while they are used. */
void invention_rows(const struct invention *, struct terms *, const struct cut_model *, rows *out);
void invention_release(struct invention *);

#endif
