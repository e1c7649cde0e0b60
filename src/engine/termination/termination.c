/* Termination: does every run end?
 *
 * Unwinding that closes shows that it does; so do ranking functions of cut loops under invariants. A run that
 * comes back to a state it was in shows that it does not. The three take turns, so that none takes much more
 * time than the others. (L14 3172-3807 gives the formulae; the well-founded order here is that of bounded
 * integers.) */
#include "engine/bmc/bmc.h"
#include "engine/termination/lasso.h"

#include "domain/strategy.h"

#include <stdlib.h>
#include <time.h>

struct termination {
    struct bmc bmc;
    struct lasso lasso;
    __int128 *thresholds;
    double unwinding;
};

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void follow(void *context, const struct trace *t)
{
    struct termination *q = context;
    lasso_follow(&q->lasso, t, 0.02);
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    struct termination q = {.lasso = {.task = task, .host = host}};
    bmc_init(&q.bmc, task, host);
    q.bmc.longer = follow;
    q.bmc.longer_context = &q;
    q.thresholds = strategy_thresholds(task->program, &q.lasso.threshold_count);
    q.lasso.thresholds = q.thresholds;
    bool closed = false;
    for (uint32_t bound = 1; !q.lasso.found && !(task->stop && *task->stop); bound *= 2) {
        double start = cpu_now();
        if (!closed) closed = bmc_turn(&q.bmc, bound, 0) == BMC_OVER;
        if (closed) break;
        q.unwinding += cpu_now() - start;
        for (int i = 0; i < 8 && !q.lasso.found && !q.lasso.over; i++)
            lasso_run(&q.lasso, 0.001 + 0.02 * q.unwinding);
    }
    lasso_release(&q.lasso);
    free(q.thresholds);
    bmc_release(&q.bmc);
}

const struct engine engine_termination = {
    .name = "termination",
    .summary = "closed unwinding, ranking functions and runs that repeat a state",
    .violations = VIOLATION_BIT(VIOLATION_TERMINATION),
    .by_default = true,
    .run = run,
};
