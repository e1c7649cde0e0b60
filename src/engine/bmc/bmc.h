/* Bounded model checking, one bound at a time; engines that combine it with other things hold a `struct bmc`.
 */
#ifndef ENGINE_BMC_BMC_H
#define ENGINE_BMC_BMC_H
#include "engine/engine.h"
#include "solver/solver.h"

struct bmc {
    const struct engine_task *task;
    const struct engine_host *host;
    struct terms *terms;
    struct program_facts *facts;
    struct layouts layouts;
    struct solver *solver;
    struct term axioms; /* switches on those of the formula at hand */
    uint32_t open;      /* violations not decided yet */
};
void bmc_init(struct bmc *, const struct engine_task *, const struct engine_host *);
void bmc_release(struct bmc *);
/* Looks at all runs with at most `bound` unwindings; true when nothing more is to be found by larger bounds.
 */
bool bmc_run(struct bmc *, uint32_t bound);

#endif
