/* The sources once more, each followed by what is to be verified with it: the checks of
 * contracts, and the function that stands for callers. */
#ifndef CLI_VERIFY_UNITS_H
#define CLI_VERIFY_UNITS_H
#include "caller/caller.h"
#include "cli/verify/arguments.h"

enum unit_probe {
    PROBE_NOTHING,
    PROBE_REACHED, /* an error where the call is reached */
    /* an error after the call where what was assumed of globals does not hold any more */
    PROBE_BROKEN
};
struct unit_plan {
    struct caller *caller;
    size_t file; /* the source that holds the function, by position */
    enum unit_probe probe;
};
/* `first` is the program as it was loaded before, without any of this; plan may be null. */
struct program *units_load(const struct verify_arguments *, const struct program *first,
                           const struct unit_plan *, struct failure *);

#endif
