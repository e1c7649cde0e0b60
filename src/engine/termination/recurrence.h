/* Loops that are never left (L14, closed recurrence sets, with inputs as Skolem constants).
 *
 * Some inputs are fixed to the values of a run that did not end. If under the invariants of
 * the program restricted in this way every round of a loop ends at its head again or goes on
 * in a loop inside, then the run stays there for ever. Nothing that ends a run can hide: what
 * is assumed, stops or has no meaning does not come to the head again. */
#ifndef ENGINE_TERMINATION_RECURRENCE_H
#define ENGINE_TERMINATION_RECURRENCE_H
#include "engine/termination/abstract.h"
#include "engine/termination/lasso.h"

/* Looks for such a loop and tells; true if it was told and believed. */
bool recurrence_find(const struct abstract_parts *, const struct engine_host *,
                     const struct long_run *, const struct domain *, double seconds);

#endif
