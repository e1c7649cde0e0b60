/* Failures: how a room says that its input is bad or unsupported, and how it stops on its own
 * bugs.
 *
 * A function that can fail returns false and fills a `struct failure` whose message can be
 * printed as it is. A broken invariant calls BUG(), which prints where and ends the process
 * with status 2; in a child, the parent tells it from a limit by that status. Memory that is
 * not there ends it with status 3: whoever calls malloc, calloc or realloc in this program
 * gets memory (allocation.c).
 */
#ifndef BASE_FAILURE_H
#define BASE_FAILURE_H
#include <stdbool.h>

enum failure_kind {
    FAILURE_NONE,
    FAILURE_INPUT, /* the user's input is wrong: file, line, what, what to do */
    /* a construct we do not handle: becomes `unknown (unsupported: ...)` */
    FAILURE_UNSUPPORTED,
    FAILURE_LIMIT, /* time, memory or a size limit */
};

struct failure {
    enum failure_kind kind;
    char message[480];
};

/* Fills f (which may be null) and returns false, so that callers can write `return
 * failure_set(...)`. */
bool failure_set(struct failure *f, enum failure_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum { STATUS_INTERNAL = 2, STATUS_MEMORY = 3 };
#define FAILURE_REQUEST                                                                      \
    "sooth: this is a defect of sooth, not of your program; please report it with this "     \
    "message, the "                                                                          \
    "command and the program\n"

_Noreturn void out_of_memory(void);
_Noreturn void bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK_LAW(condition)                                                                 \
    do {                                                                                     \
        if (!(condition))                                                                    \
            BUG("law broken: %s", #condition);                                               \
    } while (0)
/* The same in debug and sanitized builds only: for laws that take long to check. The
 * condition is not evaluated elsewhere. */
#ifdef SOOTH_DEBUG
#define LAW(condition) CHECK_LAW(condition)
#else
#define LAW(condition)                                                                       \
    do {                                                                                     \
        (void)sizeof(condition);                                                             \
    } while (0)
#endif

#endif
