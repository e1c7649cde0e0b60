/* Runs whose choices come in streaks: each instruction that asks gets the same answer many
 * times in a row, as loops over texts and buffers need it to get far. The inputs of a danger
 * invariant (L14 3808-3975) without the invariant: what they lead to is seen by running. They
 * refute and never prove. */
#ifndef ENGINE_ACCELERATE_STREAKS_H
#define ENGINE_ACCELERATE_STREAKS_H
#include "engine/engine.h"

struct streaks_limit { /* none of them is 0 */
    double seconds;
    uint32_t runs;  /* other numbers of runs draw other choices */
    uint64_t steps; /* of one run */
};

/* Runs within the limits; the violations of the task that were found and told. */
uint32_t streaks_run(const struct engine_task *, const struct engine_host *,
                     const struct streaks_limit *);

#endif
