/* Child processes of a comparison: commands, and a pool of workers that keeps `jobs` of them
 * running.
 *
 * Standard error of a command is kept in memory, so a chatty command cannot block. */
#include "diff/project/child.h"

#include "base/failure.h"
#include "base/process.h"
#include "base/text.h"
#include "base/vector.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int status_of(struct process_status s)
{
    return s.end == PROCESS_SIGNALLED ? 128 + s.code : s.code;
}

static void collect(struct text *into, int file)
{
    char buffer[4096];
    off_t at = 0;
    for (ssize_t n; (n = pread(file, buffer, sizeof buffer, at)) > 0; at += n)
        text_put_range(into, buffer, (size_t)n);
    close(file);
}

static int output_of(const struct child_setup *setup, int errors)
{
    switch (setup->output) {
    case CHILD_OUTPUT_INHERIT:
        break;
    case CHILD_OUTPUT_TO_ERRORS:
        return errors;
    case CHILD_OUTPUT_DISCARD:
        return PROCESS_NOWHERE;
    }
    return PROCESS_OURS;
}

int child_run(const char *const *argv, const struct child_setup *setup)
{
    int errors = setup->errors ? memfd_create("errors", MFD_CLOEXEC) : PROCESS_OURS;
    if (setup->errors && errors < 0)
        return PROCESS_NOT_FOUND;
    struct process_command command = {.arguments = argv,
                                      .directory = setup->directory,
                                      .output = output_of(setup, errors),
                                      .errors = errors};
    struct process child;
    fflush(NULL);
    int status =
        process_run(&child, &command) ? status_of(process_wait(&child)) : PROCESS_NOT_FOUND;
    if (setup->errors)
        collect(setup->errors, errors);
    return status;
}

struct errand {
    int (*work)(void *, size_t);
    void *context;
    size_t index;
};
struct worker {
    struct process process;
    size_t index;
};

static void run_errand(void *context, int in, int out)
{
    const struct errand *e = context;
    (void)in, (void)out;
    int status = e->work(e->context, e->index);
    fflush(NULL);
    _exit(status);
}

typedef VECTOR(struct worker) workers;

/* Waits for one that closes its pipe, as all do at their end. */
static size_t wait_for_one(const workers *running)
{
    LAW(running->count > 0);
    struct pollfd *polled = calloc(running->count, sizeof *polled);
    for (size_t i = 0; i < running->count; i++)
        polled[i] = (struct pollfd){running->data[i].process.from, POLLIN, 0};
    while (poll(polled, running->count, -1) < 0 && errno == EINTR)
        continue;
    size_t over = 0;
    while (over + 1 < running->count && !polled[over].revents)
        over++;
    free(polled);
    return over;
}

void child_pool(size_t count, unsigned jobs, int (*work)(void *, size_t),
                void (*done)(void *, size_t, int), void *context)
{
    workers running = {0};
    for (size_t next = 0; next < count || running.count;) {
        if (next < count && running.count < (jobs ? jobs : 1)) {
            struct errand errand = {work, context, next};
            struct process_work w = {.run = run_errand, .context = &errand};
            struct worker started = {.index = next++};
            if (process_start(&started.process, &w))
                VECTOR_PUSH(&running, started);
            else if (done)
                done(context, started.index, PROCESS_NOT_FOUND);
            continue;
        }
        size_t i = wait_for_one(&running);
        LAW(i < running.count);
        struct worker over = running.data[i];
        running.data[i] = VECTOR_POP(&running);
        int status = status_of(process_wait(&over.process));
        if (done)
            done(context, over.index, status);
    }
    VECTOR_RELEASE(&running);
}
