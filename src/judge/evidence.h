/* What counts of a run that was found: an engine's process looks before it tells, and the
 * judge looks again. */
#ifndef JUDGE_EVIDENCE_H
#define JUDGE_EVIDENCE_H
#include "engine/engine.h"

/* Seconds: what was found may be looked at when time is over. */
#define EVIDENCE_GRACE 0.3
/* How long a replay may take if all is to end at that moment (0: there is none). */
double evidence_seconds(double until);
/* Errors that need a function without body to do something do not count, unless the user said
 * what it may do. */
bool evidence_made_up(const struct engine_task *, const struct trace *, const struct replay *,
                      double until);
/* Output that fails refutes nothing: who compares what printf returns asks about the text. */
bool evidence_rests_on_failure(const struct engine_task *, const struct trace *,
                               const struct replay *, double until);

#endif
