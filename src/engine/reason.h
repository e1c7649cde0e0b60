/* Reasons: why an engine, or all of them together, could not decide. The kind is for the
 * program, the text for the reader. */
#ifndef ENGINE_REASON_H
#define ENGINE_REASON_H
#include <stddef.h>

enum reason_kind {
    REASON_NONE,
    REASON_UNSUPPORTED,   /* something in the program; the text says what and where */
    REASON_EXTERNAL,      /* unsupported: pointers that a function without body may change */
    REASON_OVERFLOW,      /* runs that overflow were not followed */
    REASON_REPLAY,        /* a run was found, and the interpreter does not confirm it */
    REASON_REPLAY_ACCESS, /* the same of an invalid access: the replay goes another way */
    REASON_SHAPES,        /* the engine `shapes` gave up */
    REASON_NOT_CONFIRMED, /* proved, and the checker does not confirm it */
    REASON_TIME,
    REASON_MEMORY,
    REASON_INTERRUPTED,
    REASON_ENGINE,  /* an engine could not be started, or was killed */
    REASON_BROKEN,  /* internal failure */
    REASON_DEFECT,  /* a proof was refuted: ours is wrong */
    REASON_CALLERS, /* what callers establish is not known */
    REASON_OPEN,    /* no engine decided it */
    REASON_COUNT
};
struct reason {
    enum reason_kind kind;
    char text[480]; /* as it is printed */
};

/* Fills it; the text is made from the format after the words that the kind puts before all of
 * its reasons. */
void reason_set(struct reason *, enum reason_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
