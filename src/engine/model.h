/* From a solver's model to a trace. */
#ifndef ENGINE_MODEL_H
#define ENGINE_MODEL_H
#include "engine/engine.h"
#include "solver/solver.h"

/* The trace of the run from the entry function that the model describes, ending in this
 * claim. */
void model_trace(struct solver *, const struct formula *, uint32_t entry,
                 const struct claim *, struct trace *out);

#endif
