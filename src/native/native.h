/* Native replay: the user's sources and the harness of a trace, compiled with sanitizers and
 * run in a sandbox.
 *
 * It confirms when a sanitizer or the harness reports an error of the same kind at the same
 * line. It is a second witness, never a judge: what it cannot confirm stays as the
 * interpreter found it. */
#ifndef NATIVE_NATIVE_H
#define NATIVE_NATIVE_H
#include "trace/trace.h"

struct native_request {
    const struct program *program;
    enum violation kind;
    const struct replay *replay; /* confirmed by the interpreter */
    const char *const *files;    /* the sources as they were given */
    size_t file_count;
    const char *const *arguments; /* of the compiler: -I, -D, ... */
    size_t argument_count;
    const char *harness; /* where to write the harness; null: nowhere that lasts */
    bool only_harness;   /* write it, run nothing */
    double seconds;      /* for compiling and running together */
    const volatile int *stop;
};
struct native_result {
    bool confirmed;
    char text[400]; /* "confirmed (same line, same kind)", or "not confirmed (WHY)" */
    double seconds;
};
void native_replay(const struct native_request *, struct native_result *);

/* One error in the output of a sanitizer or the harness. */
struct native_report {
    enum violation kind;
    char file[256]; /* of the innermost frame in one of the sources; "" if none */
    uint32_t line;
};
/* Reads the next report from *at on, moving it; false if there is no more. `is_source` tells
 * sources by path.
 */
bool native_next_report(const char **at, struct native_report *,
                        bool (*is_source)(void *context, const char *path), void *context);

#endif
