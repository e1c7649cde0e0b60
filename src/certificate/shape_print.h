/* Graphs of memory for people. */
#ifndef CERTIFICATE_SHAPE_PRINT_H
#define CERTIFICATE_SHAPE_PRINT_H
#include "certificate/shape.h"
#include "program/program.h"

/* One line without its end: what holds of memory at a block of that function, on that call
 * path. */
void shape_graph_print(const struct shape_graph *, const struct program *, uint64_t path,
                       uint32_t function, struct text *);

#endif
