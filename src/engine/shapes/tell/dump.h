/* What the engine `shapes` knows at loop heads, as a picture. */
#ifndef ENGINE_SHAPES_DUMP_H
#define ENGINE_SHAPES_DUMP_H
#include "engine/engine.h"

struct text;
/* A Graphviz digraph with a cluster for each graph of each loop head, as far as the
 * exploration came. */
void shapes_dump(const struct engine_task *, struct text *out);

#endif
