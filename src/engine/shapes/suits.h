/* Which programs are about heap structures, at a glance. */
#ifndef ENGINE_SHAPES_SUITS_H
#define ENGINE_SHAPES_SUITS_H
#include "engine/engine.h"

/* Nodes are made and linked, and something is repeated. */
bool shapes_suits(const struct engine_task *);
/* It has heap memory and loops, so that facts about all elements of a buffer may be what is
 * missing. */
bool shapes_joins(const struct engine_task *);

#endif
