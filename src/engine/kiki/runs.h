/* Plain runs of the program, for errors far beyond what can be unwound: with zeros, then with
 * inputs drawn from small numbers, the program's constants and random bits. A run that ends
 * in an error becomes a trace; runs prove nothing. */
#ifndef ENGINE_KIKI_RUNS_H
#define ENGINE_KIKI_RUNS_H
#include "engine/engine.h"
#include "engine/floats.h"

struct runs {
    const struct engine_task *task;
    const struct engine_host *host;
    const __int128 *thresholds; /* constants to draw from */
    size_t threshold_count;
    struct interp *interp; /* null until the first run */
    compared_floats floats;
    uint64_t random;
    unsigned count; /* of runs so far */
    double seconds; /* CPU time they took */
    bool asked;     /* some run asked for an input: another one may go elsewhere */
    bool over;      /* nothing new can come of another run */
};
/* One more run that takes about `seconds` at most; the violation that was found and told, or
 * VIOLATION_COUNT.
 */
enum violation runs_next(struct runs *, uint32_t open, double seconds);
void runs_release(struct runs *);

#endif
