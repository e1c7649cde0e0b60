/* Stages: the domains that kIkI tries, cheap ones first, and what a proof needed of them. */
#ifndef ENGINE_KIKI_STAGES_H
#define ENGINE_KIKI_STAGES_H
#include "domain/compose.h"
#include "domain/strategy.h"

enum { MOST_STAGES = 12 };
struct stages {
    struct arena arena;
    const struct domain *list[MOST_STAGES];
    int count;
};
/* `only` (the text of a domain that can be read) or, if it is null, all of them. */
void stages_init(struct stages *, const char *only);
void stages_release(struct stages *);
/* The symbolic paths that a domain holds; null if it holds none. */
struct symbolic_paths *stage_paths(const struct domain *);
bool stage_holds(const struct domain *,
                 const char *name); /* is it, or does it hold, the domain of that name? */

/* The ghosts of symbolic paths over the loops of a model: its loops and, on request, branches inside them. */
void stage_ghosts(const struct program *, const struct symbolic_paths *, struct cut_model *);
/* After SAT: chooses the paths that the loops of the model were on or, if all of them were chosen before,
 * paths from which chosen ones are reached; false if there are none. */
bool stage_learn(struct solver *, const struct cut_model *, struct symbolic_paths *);

/* Leaves out the rows of each domain, the richest first, that are not needed for the rest to be inductive and
 * to exclude `bad`. */
void stage_reduce(struct solver *, const struct cut_model *, rows *, struct term bad,
                  const struct strategy_options *);
/* The domain of the rows that say something: "zones", "product(intervals, floats)", "paths(intervals)";
 * empty: none does. */
void stage_name(const rows *, const struct domain *tried, struct text *);

#endif
