/* `verify --function F`: F is verified under what its callers probably establish, which is
 * guessed, said, and made stronger where a finding shows that it must be (caller/caller.h).
 */
#ifndef CLI_VERIFY_CALLERS_H
#define CLI_VERIFY_CALLERS_H
#include "cli/verify/arguments.h"
#include "caller/caller.h"

struct callers {
    struct caller plan;
    struct program *program; /* the sources with the harness */
    struct judgement judgement;
    struct text assumptions, conditions; /* a line each */
    double load;
};

/* False, with the reason, if no harness can be made: then F is verified for any caller. The
 * entry of `a` is the function, in `program`. */
bool callers_run(struct verify_arguments *a, const struct program *, struct callers *,
                 struct failure *);
/* The first harness, as text. */
bool callers_print(struct verify_arguments *a, const struct program *, FILE *,
                   struct failure *);
/* No harness could be made: what was found for any caller is a condition for callers, and not
 * an alarm. */
void callers_excuse(struct callers *, struct judgement *, const char *why);
void callers_release(struct callers *);

#endif
