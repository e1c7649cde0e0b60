/* Runs that never end, seen by the interpreter.
 *
 * A run that comes back to a state it was in (interp_state) can do so again for ever; so can
 * one that makes a call inside a call that looks the same to the callee (interp_call_state).
 * Of a run that is said to stay in a loop for another reason only the beginning can be seen:
 * that it comes by many times. */
#ifndef TRACE_ENDLESS_H
#define TRACE_ENDLESS_H
#include "base/map.h"
#include "base/text.h"
#include "interp/interp.h"

enum endless_reason {
    ENDLESS_REPEATS, /* a state, or a call, comes again */
    ENDLESS_STAYS    /* no round of the loop leaves it, as an invariant tells */
};
/* A run that does this has no meaning in C from there on, and is no evidence. */
#define ENDLESS_ERRORS (INTERP_MEMORY_ERRORS | INTERP_OVERFLOW_ERRORS)
enum { ENDLESS_TEXT = 240, ENDLESS_ROUNDS = 10000 };

struct endless_call; /* a call that was looked at, per function */
struct endless {
    const struct program *program;
    enum endless_reason reason;
    bool found;                     /* then the run can be stopped */
    bool calls;                     /* REPEATS: what comes again is a call */
    uint32_t function, instruction; /* where; STAYS: of the loop that is watched */
    uint64_t rounds; /* STAYS: seen so far; REPEATS: visits of loop heads between the two */
    /* the rest is for endless.c */
    bool addresses;   /* the program looks at addresses as numbers: calls are not compared */
    struct map heads; /* (function, block) to whether it is one */
    uint64_t visits, next, kept_at, hint, compared;
    struct text kept, now;
    struct map index; /* function to call */
    VECTOR(struct endless_call *) known;
    VECTOR(uint64_t) serials; /* by depth: which call it is */
    uint64_t serial;
};
void endless_init(struct endless *, const struct program *, enum endless_reason,
                  uint32_t function, uint32_t instruction);
void endless_release(struct endless *);
/* To be called from `observe`, with observe_heads or without. */
void endless_saw(struct endless *, const struct interp *, uint32_t function,
                 uint32_t instruction);
/* Once found: where, and one sentence that starts with the place. */
void endless_tell(const struct endless *, const char *invariant, struct place *,
                  char *message, size_t room);

#endif
