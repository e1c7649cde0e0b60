/* Running other programs in a child with limits: compilers, and the user's program compiled
 * for a replay.
 *
 * SANDBOX_UNTRUSTED has no network, may not write, make or remove files, inherits no
 * descriptor, and dies with all its children when its time is over. What the kernel does not
 * grant (a network namespace, Landlock) is left out; the limits always hold. */
#ifndef NATIVE_SANDBOX_H
#define NATIVE_SANDBOX_H
#include "base/text.h"

enum sandbox_trust { SANDBOX_TOOL, SANDBOX_UNTRUSTED };
struct sandbox_command {
    const char *const *arguments;   /* ends with null; [0] is looked up in PATH */
    const char *const *environment; /* ends with null; null: ours */
    enum sandbox_trust trust;
    double seconds;           /* wall clock; CPU time is limited to the same */
    const volatile int *stop; /* may be null; ends it when it becomes nonzero */
};
enum sandbox_end { SANDBOX_EXITED, SANDBOX_SIGNALLED, SANDBOX_TIMEOUT, SANDBOX_NOT_STARTED };
struct sandbox_result {
    enum sandbox_end end;
    int code;           /* exit status or signal */
    struct text errors; /* the start of what it wrote to stderr */
};
void sandbox_run(const struct sandbox_command *, struct sandbox_result *);
void sandbox_result_release(struct sandbox_result *);

#endif
