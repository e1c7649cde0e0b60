#include "native/sandbox.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
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
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 20, MOST_FILES = 64, KEPT_OUTPUT = 1 << 17, POLL_MICROSECONDS = 2000 };

static void limit(int resource, uint64_t most)
{
    struct rlimit r = {most, most};
    setrlimit(resource, &r);
}

/* A rule set that handles all changes of the file system and allows none. */
static void forbid_changes_of_files(void)
{
    struct landlock_ruleset_attr rules = {.handled_access_fs =
                                              LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                              LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                              LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                              LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                              LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
    int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
    if (fd < 0) return;
    syscall(SYS_landlock_restrict_self, fd, 0);
    close(fd);
}

static void confine(const struct sandbox_command *c)
{
    uint64_t seconds = (uint64_t)(c->seconds > 0 ? c->seconds : 0) + 1;
    limit(RLIMIT_CPU, seconds);
    limit(RLIMIT_CORE, 0);
    if (c->trust == SANDBOX_TOOL) return;
    limit(RLIMIT_FSIZE, MOST_OUTPUT);
    limit(RLIMIT_NOFILE, MOST_FILES);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET)) unshare(CLONE_NEWNET);
    forbid_changes_of_files();
}

static _Noreturn void be_child(const struct sandbox_command *c, int errors)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(c->trust == SANDBOX_TOOL ? errors : null, 1);
    dup2(errors, 2);
    close_range(3, ~0u, 0);
    confine(c);
    if (c->environment)
        execvpe(c->arguments[0], (char *const *)c->arguments, (char *const *)c->environment);
    else
        execvp(c->arguments[0], (char *const *)c->arguments);
    _exit(127);
}

static void wait_for(pid_t child, const struct sandbox_command *c, struct sandbox_result *r)
{
    double until = wall_now() + c->seconds;
    int status = 0;
    for (;;) {
        pid_t done = waitpid(child, &status, WNOHANG);
        if (done == child) break;
        if (done < 0 && errno != EINTR) return;
        if (wall_now() > until || (c->stop && *c->stop)) {
            kill(-child, SIGKILL);
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            r->end = SANDBOX_TIMEOUT;
            return;
        }
        usleep(POLL_MICROSECONDS);
    }
    kill(-child, SIGKILL); /* what it may have left behind */
    r->end = WIFSIGNALED(status) ? SANDBOX_SIGNALLED : SANDBOX_EXITED;
    r->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (r->end == SANDBOX_SIGNALLED && r->code == SIGXCPU) r->end = SANDBOX_TIMEOUT;
    if (r->end == SANDBOX_EXITED && r->code == 127) r->end = SANDBOX_NOT_STARTED;
}

void sandbox_run(const struct sandbox_command *c, struct sandbox_result *r)
{
    *r = (struct sandbox_result){.end = SANDBOX_NOT_STARTED};
    int errors = memfd_create("errors", MFD_CLOEXEC);
    if (errors < 0) return;
    pid_t child = fork();
    if (child == 0) be_child(c, errors);
    if (child > 0) wait_for(child, c, r);
    char *buffer = malloc(KEPT_OUTPUT);
    ssize_t n = buffer ? pread(errors, buffer, KEPT_OUTPUT, 0) : 0;
    for (ssize_t i = 0; i < n; i++)
        if (!buffer[i]) buffer[i] = '?';
    if (n > 0) text_put_range(&r->errors, buffer, (size_t)n);
    free(buffer);
    close(errors);
}

void sandbox_result_release(struct sandbox_result *r)
{
    text_release(&r->errors);
}
