/* The process of an engine: runs it, and tells its parent what it claims (engine/message.h).
 * A violation is replayed first, so that the engine can look for another one if it is not
 * shown. */
#ifndef JUDGE_CHILD_H
#define JUDGE_CHILD_H
#include "engine/engine.h"

struct child_job {
    const struct engine *engine;
    struct engine_task task;
    double until; /* on the wall clock; 0: no limit */
};
/* As process_work runs it; the context is the job. */
void judge_child_run(void *job, int in, int out);

#endif
