/* Inside lazy abstraction: predicates that may be worth it, and what a way to an alarm needs
 * of them. */
#ifndef ENGINE_LAZY_LAZY_INTERNAL_H
#define ENGINE_LAZY_LAZY_INTERNAL_H
#include "engine/shapes/precision.h"

struct lazy {
    const struct engine_task *task;
    const struct engine_host *host;
    struct graph_precision precision;
    struct graph_layouts layouts;
    struct graph_questions questions;
    unsigned lists;       /* how lists are folded (lazy.c), from coarse to fine */
    unsigned refinements; /* of the precision and of lists */
    double until;         /* CPU time */
};

/* candidate.c: comparisons of the program with constants, as predicates of the precision,
 * which has none before; none is tracked. Heads are only ever added to it. */
void lazy_find_candidates(struct lazy *);

/* refine.c: why an alarm is no error. */
enum refined {
    REFINED,       /* predicates were added: with them the way is not there */
    REFINED_LISTS, /* what is tracked excludes the way; folding let it in */
    REFINED_NOT    /* nothing that could be tracked excludes it */
};
enum refined lazy_refine(struct lazy *, const struct graph_way *);
/* Elements that are folded together are told apart by all that is compared with fields of
 * which something is tracked; false: that was so before. */
bool lazy_track_related(struct lazy *, const struct graph_way *);
/* Graphs are told apart by what is compared with values that change at the heads of the way;
 * false: that was so before. */
bool lazy_track_phis(struct lazy *, const struct graph_way *);

#endif
