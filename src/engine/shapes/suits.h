/* Which programs are about heap structures, at a glance. */
#ifndef ENGINE_SHAPES_SUITS_H
#define ENGINE_SHAPES_SUITS_H
#include "engine/engine.h"

/* Nodes are made and linked, and something is repeated. */
bool shapes_suits(const struct engine_task *);

#endif
