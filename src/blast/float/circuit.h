/* Float operators as circuits, named by the same struct that names their evaluation
 * (term/float_apply.h), so that the two can be held against each other. */
#ifndef BLAST_FLOAT_CIRCUIT_H
#define BLAST_FLOAT_CIRCUIT_H
#include "blast/circuit.h"
#include "term/float_apply.h"

/* The result of the operation, float_result_width bits. Its rounding mode is `mode` (3 bits,
 * of the values of enum rounding; unused where the operator does not round), not
 * operation->mode. Float values must be canonical: a NaN is 0 1..1 10..0, and so it is in the
 * result. */
struct bits float_circuit(struct circuit *, const struct float_operation *, struct bits mode,
                          const struct bits *values);

#endif
