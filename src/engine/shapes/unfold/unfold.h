/* Inside unfolding. */
#ifndef ENGINE_SHAPES_UNFOLD_H
#define ENGINE_SHAPES_UNFOLD_H
#include "engine/shapes/shapes.h"

/* A region that is one element of the segment (its first, its last, the only one, any),
 * without its links; the segment stays. */
uint32_t unfold_element(struct shapes *, struct graph *, uint32_t segment, bool first,
                        bool last);
/* A segment like it, with variables of its own and copies of all that it owns. */
uint32_t unfold_copy(struct shapes *, struct graph *, uint32_t segment);
void unfold_remove(struct graph *, uint32_t segment); /* with all that it owns */
void unfold_set_link(struct shapes *, struct graph *, uint32_t node, int32_t at,
                     struct graph_value);
/* Replaces the graph by one in which the tree, which is not empty, is a node with two trees.
 */
void unfold_tree(struct shapes *, struct graph *, uint32_t tree);

#endif
