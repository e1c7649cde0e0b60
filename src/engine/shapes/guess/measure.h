/* What may fall from round to round: lengths of chains and differences of numbers, for
 * termination. */
#ifndef ENGINE_SHAPES_MEASURE_H
#define ENGINE_SHAPES_MEASURE_H
#include "certificate/certificate.h"
#include "engine/shapes/shapes.h"

/* Adds measures to the graphs of the certificate's first loops, which are those of the heads
 * in their order. */
void shapes_add_measures(struct shapes *, struct certificate *);

#endif
