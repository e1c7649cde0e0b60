/* Bounded model checking, one bound at a time; engines that combine it with other things hold
 * a `struct bmc`.
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
    uint32_t open;      /* violations not decided yet, some of the task's */
    /* The bound under way, while its questions wait for another turn: */
    enum { ASKS_NOTHING, ASKS_VIOLATIONS, ASKS_UNSUPPORTED, ASKS_BEYOND } question;
    struct formula formula;
    uint32_t bound, rejected; /* violations found here whose traces were not confirmed */
    bool complete;            /* nothing within the bound was left out so far */
    double until;             /* CPU time at which the turn ends; 0: never */
    bool waits;               /* the last question was not answered before it ended */
    /* seconds that were not enough to build the next formula; 0: that is not known */
    double too_short;
    /* Told, for each loop or recursion that goes beyond the bound, a run that does; may be
     * null. */
    void (*longer)(void *context, const struct trace *);
    void *longer_context;
    /* Conditions that make a model easier to run, on a level from 0 on, the easiest; false:
     * there is no such level. May be null. */
    bool (*prefers)(void *context, const struct bmc *, const struct formula *, uint32_t level,
                    struct term *);
    void *prefers_context;
};
void bmc_init(struct bmc *, const struct engine_task *, const struct engine_host *);
void bmc_release(struct bmc *);
enum bmc_state { BMC_OPEN, BMC_WAITS, BMC_OVER };
/* Looks at all runs with at most `bound` unwindings, for about `seconds` (0: as long as it
 * takes). WAITS: the time ran out; the next turn goes on where this one stopped and the bound
 * given is of no matter. OVER: larger bounds find nothing more. */
enum bmc_state bmc_turn(struct bmc *, uint32_t bound, double seconds);
/* Is a turn of so many seconds worth taking? Not while it is hardly longer than one in which
 * no formula could be built. */
bool bmc_is_due(const struct bmc *, double seconds);

#endif
