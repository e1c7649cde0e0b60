/* `sooth verify --dump=STAGE`: what a stage makes, as text; each returns an exit status. */
#ifndef CLI_VERIFY_DUMP_H
#define CLI_VERIFY_DUMP_H
#include "engine/engine.h"

int verify_dump_program(const struct program *);
/* One SMT-LIB script per claim of the formula with the task's first bound (1 if it has none):
 * satisfiable means violated. */
int verify_dump_formula(const struct engine_task *);
/* The memory graphs that the engine `shapes` has at loop heads, as a Graphviz digraph. */
int verify_dump_shape(const struct engine_task *);

#endif
