/* The steps of a trace in source terms: inputs with the variables they go to, branches,
 * assignments, calls.
 *
 * Found by replaying the trace once more and looking on. STEPS_SHORT keeps the inputs and, of
 * the branches whose condition depends on more than constants and counters, the last time
 * each was taken in each direction, all in the order of time. */
#ifndef TRACE_STEPS_H
#define TRACE_STEPS_H
#include "base/arena.h"
#include "trace/trace.h"

enum steps_detail { STEPS_SHORT, STEPS_FULL };
enum step_kind {
    STEP_INPUT,
    STEP_ASSIGN,
    STEP_BRANCH,
    STEP_CALL,
    STEP_MEMORY /* what a function verified alone found in memory */
};
struct step {
    enum step_kind kind;
    uint32_t function, instruction;
    uint32_t depth; /* of the call stack, 1 in main */
    uint32_t times; /* BRANCH, short: how often it went this way */
    /* the variable, the called function; the source line of a BRANCH; may be "" */
    const char *what;
    const char *value; /* as C text; BRANCH: "true" or "false"; CALL: "" */
    size_t time;       /* steps are in the order of time */
};
struct steps {
    struct arena arena;
    VECTOR(struct step) list;
    /* the values that variables of the failing line have at the end: ASSIGN */
    VECTOR(struct step) last;
    const char *line; /* the source text of the failing line; "" if unknown */
    bool truncated;   /* there were more */
};
void steps_of(const struct program *, const struct trace *, uint32_t entry, enum steps_detail,
              double seconds, struct steps *);
void steps_release(struct steps *);

/* Values as C text by their C type (0: by their width, as signed). Pointers as what they
 * point to, by the interpreter that runs now; null: as addresses. */
const char *value_text(struct arena *, const struct program *, const struct interp *,
                       struct type, uint32_t ctype, struct interp_value);

#endif
