/* Runs that come back to a state they were in: with inputs that are the same each time, with
 * random ones, and with those of a model that stays in a loop beyond a bound. What is found
 * is told with its trace. */
#ifndef ENGINE_TERMINATION_LASSO_H
#define ENGINE_TERMINATION_LASSO_H
#include "base/map.h"
#include "engine/engine.h"

/* A run that had not ended when its time was over. Its inputs were the same each time an
 * instruction asked.
 */
struct long_run {
    struct map inputs; /* (function << 32 | instruction) to value */
    struct trace trace;
    bool wished;    /* the inputs come from a model */
    unsigned tried; /* for the user: how often it was looked at */
};
enum { MOST_LONG_RUNS = 16 };

struct lasso {
    const struct engine_task *task;
    const struct engine_host *host;
    const __int128 *thresholds; /* constants to draw from */
    size_t threshold_count;
    struct interp *interp; /* null until the first run */
    uint64_t random;
    unsigned count;  /* of runs so far */
    double seconds;  /* CPU time they took */
    bool blind;      /* repetitions are not looked for: only long runs are of interest */
    bool asked;      /* some run asked for an input: another one may go elsewhere */
    bool over;       /* nothing new can come of another run */
    bool overflowed; /* some run did, and was not followed */
    bool found;      /* and told */
    VECTOR(struct map) wishes;         /* inputs to try next, owned */
    VECTOR(struct long_run) long_runs; /* at most MOST_LONG_RUNS, with different inputs */
};
/* One more run of about `seconds` at most. */
void lasso_run(struct lasso *, double seconds);
/* The run of a trace, continued with the last value of each input. */
void lasso_follow(struct lasso *, const struct trace *, double seconds);
void lasso_release(struct lasso *);

#endif
