/* The harness of a replay: a C file that, linked with the user's sources, feeds the run of a
 * trace.
 *
 * It defines the functions that the sources leave open: inputs return the values of the trace
 * in order (and end the run when another input is asked for than the trace has), assumptions
 * end the run, errors are told on stderr as `sooth-replay: WHAT at FILE:LINE`. */
#ifndef NATIVE_HARNESS_H
#define NATIVE_HARNESS_H
#include "base/text.h"
#include "trace/trace.h"

/* Exit statuses of the harness. */
enum harness_exit { HARNESS_ERROR = 71, HARNESS_ASSUMPTION = 72, HARNESS_DIVERGED = 73 };
#define HARNESS_MARK "sooth-replay: "

/* The text of the file for a replay that the interpreter confirmed; `command` is how to
 * compile and run it and stands in its first comment. False where the trace needs what C code
 * cannot feed. */
bool harness_write(struct text *, const struct program *, enum violation,
                   const struct replay *, const char *command, struct failure *);
/* Must function entries be reported? Then the sources are compiled with
 * -finstrument-functions. */
bool harness_needs_entries(const struct program *, enum violation);
/* Must malloc be wrapped? */
bool harness_needs_malloc(const struct replay *);

#endif
