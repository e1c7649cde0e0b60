#include "native/sandbox.h"

#include "base/clock.h"
#include "base/process.h"

#include <linux/landlock.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    MOST_OUTPUT = 1 << 20,
    MOST_FILES = 64,
    KEPT_OUTPUT = 1 << 17,
    POLL_MICROSECONDS = 2000
};

static void limit(int resource, uint64_t most)
{
    struct rlimit r = {most, most};
    setrlimit(resource, &r);
}

/* A rule set that handles all changes of the file system and allows none. */
static void forbid_changes_of_files(void)
{
    struct landlock_ruleset_attr rules = {
        .handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                             LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                             LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                             LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                             LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
    int fd =
        (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
    if (fd < 0)
        return;
    syscall(SYS_landlock_restrict_self, fd, 0);
    close(fd);
}

static void confine(const struct sandbox_command *c)
{
    uint64_t seconds = (uint64_t)(c->seconds > 0 ? c->seconds : 0) + 1;
    limit(RLIMIT_CPU, seconds);
    limit(RLIMIT_CORE, 0);
    if (c->trust == SANDBOX_TOOL)
        return;
    limit(RLIMIT_FSIZE, MOST_OUTPUT);
    limit(RLIMIT_NOFILE, MOST_FILES);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET))
        unshare(CLONE_NEWNET);
    forbid_changes_of_files();
}

/* In a session of its own, so that all its children can be ended with it. */
static void prepare(void *context)
{
    setsid();
    confine(context);
}

static void wait_for(struct process *child, const struct sandbox_command *c,
                     struct sandbox_result *r)
{
    double until = wall_now() + c->seconds;
    pid_t group = child->id;
    struct process_status s;
    while (!process_over(child, &s)) {
        if (wall_now() > until || (c->stop && *c->stop)) {
            kill(-group, SIGKILL);
            process_kill(child);
            process_wait(child);
            r->end = SANDBOX_TIMEOUT;
            return;
        }
        usleep(POLL_MICROSECONDS);
    }
    kill(-group, SIGKILL); /* what it may have left behind */
    r->end = s.end == PROCESS_SIGNALLED ? SANDBOX_SIGNALLED : SANDBOX_EXITED;
    r->code = s.code;
    if (r->end == SANDBOX_SIGNALLED && r->code == SIGXCPU)
        r->end = SANDBOX_TIMEOUT;
    if (r->end == SANDBOX_EXITED && r->code == PROCESS_NOT_FOUND)
        r->end = SANDBOX_NOT_STARTED;
}

void sandbox_run(const struct sandbox_command *c, struct sandbox_result *r)
{
    *r = (struct sandbox_result){.end = SANDBOX_NOT_STARTED};
    int errors = memfd_create("errors", MFD_CLOEXEC);
    if (errors < 0)
        return;
    struct process_command command = {.arguments = c->arguments,
                                      .environment = c->environment,
                                      .output =
                                          c->trust == SANDBOX_TOOL ? errors : PROCESS_NOWHERE,
                                      .errors = errors,
                                      .prepare = prepare,
                                      .context = (void *)c};
    struct process child;
    if (process_run(&child, &command))
        wait_for(&child, c, r);
    char *buffer = malloc(KEPT_OUTPUT);
    ssize_t n = buffer ? pread(errors, buffer, KEPT_OUTPUT, 0) : 0;
    for (ssize_t i = 0; i < n; i++)
        if (!buffer[i])
            buffer[i] = '?';
    if (n > 0)
        text_put_range(&r->errors, buffer, (size_t)n);
    free(buffer);
    close(errors);
}

void sandbox_result_release(struct sandbox_result *r)
{
    text_release(&r->errors);
}
