#include "judge/evidence.h"

#include "base/failure.h"
#include "judge/driver.h"

enum { REPLAY_SECONDS = 20 };

double evidence_seconds(double until)
{
    return driver_left(until, EVIDENCE_GRACE, REPLAY_SECONDS);
}

bool evidence_made_up(const struct engine_task *task, const struct trace *t,
                      const struct replay *r, double until)
{
    if (!r->confirmed || !r->external || (task->external_given && !r->made_up))
        return false;
    return trace_needs_external(task->program, t, task->entry, evidence_seconds(until));
}

bool evidence_rests_on_failure(const struct engine_task *task, const struct trace *t,
                               const struct replay *r, double until)
{
    return r->confirmed &&
           trace_needs_failure(task->program, t, task->entry, evidence_seconds(until));
}
