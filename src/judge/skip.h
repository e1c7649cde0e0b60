/* How the judge believes a run that is too long: rounds of a loop are skipped where
 * check/rounds.h shows what they do. */
#ifndef JUDGE_SKIP_H
#define JUDGE_SKIP_H
#include "trace/trace.h"

extern const struct trace_skipper judge_skipper;

#endif
