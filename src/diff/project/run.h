/* Carrying out a plan: every entry is compared in a child process, several at a time.
 *
 * Children are forked after both projects were loaded and take the next entry from a shared
 * counter. A child that dies or takes too long costs one entry, which becomes `unknown`;
 * another child takes over. */
#ifndef DIFF_PROJECT_RUN_H
#define DIFF_PROJECT_RUN_H
#include "diff/project/plan.h"

struct run_options {
    struct compare_options compare;
    unsigned jobs;    /* children at a time; 0 counts as 1 */
    unsigned seconds; /* most processor time for one entry; 0: none */
    void (*progress)(size_t done, size_t count, const char *name); /* may be null */
};

/* Decides every entry of the plan. */
void run_plan(struct plan *, const struct run_options *);

#endif
