/* Child processes of the diff room: run a command and wait for it, or keep a number of
 * workers busy. A worker is a forked copy of this process, so whatever it is to hand back
 * goes through a file. */
#ifndef DIFF_PROJECT_CHILD_H
#define DIFF_PROJECT_CHILD_H
#include <stdbool.h>
#include <stddef.h>

struct text;

struct child_setup {
    const char *directory; /* where to run; null: here */
    struct text *errors;   /* collects standard error; null: inherited */
    enum { CHILD_OUTPUT_INHERIT, CHILD_OUTPUT_TO_ERRORS, CHILD_OUTPUT_DISCARD } output;
};

/* Runs argv (found through PATH) and waits. The exit status, 128 + signal, or 127 when it
 * cannot be started.
 */
int child_run(const char *const *argv, const struct child_setup *);

/* Calls work(context, i) for 0 <= i < count, each in a forked child, at most `jobs` at a
 * time; after each end calls done(context, i, status) in the parent (may be null). The order
 * of ends is arbitrary. */
void child_pool(size_t count, unsigned jobs, int (*work)(void *context, size_t index),
                void (*done)(void *context, size_t index, int status), void *context);

#endif
