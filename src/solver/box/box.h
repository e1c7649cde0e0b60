/* Boxes: shows that a formula over floats has no model, by ranges of its variables.
 *
 * The whole space of the variables is one box. A box in which some clause cannot hold is
 * empty; any other is split in two. If no box is left there is no model. It only ever
 * refutes: a box that cannot be split any more and may hold a model ends the search. That
 * happens soon when there is a model, so trying costs little. Polynomials, divisions and
 * roots of a few variables, which circuits take long over, are its strength. */
#ifndef SOLVER_BOX_BOX_H
#define SOLVER_BOX_BOX_H
#include "term/term.h"

struct boxes;
/* Is there arithmetic of floats in the term that circuits take long over? `seen` keeps which
 * terms were looked at (ids). */
struct map;
bool box_is_hard(const struct terms *, struct term, struct map *seen);

struct boxes *boxes_new(struct terms *);
void boxes_free(struct boxes *);
void boxes_add_clause(struct boxes *, const struct term *, size_t); /* one of these holds */
enum box_result { BOX_REFUTED, BOX_STUCK, BOX_LATE };
/* REFUTED: the clauses cannot all hold. STUCK: boxes will not show it. LATE: the seconds are
 * over, or *stop (may be null) is set; the search can be continued. */
enum box_result boxes_search(struct boxes *, double seconds, const volatile int *stop);

#endif
