/* Child processes: fork, exec, wait; and a pool of forked workers that keeps `jobs` of them running.
 *
 * Standard error of a command is read through a pipe until it closes, so a chatty command cannot block.
 * Workers leave by _exit: nothing that the parent registered runs twice. */
#include "diff/project/child.h"

#include "base/text.h"
#include "base/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int status_of(int raw)
{
    if (WIFEXITED(raw)) return WEXITSTATUS(raw);
    return WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : 127;
}

static void become(const char *const *argv, const struct child_setup *setup, int error_end)
{
    if (setup->directory && chdir(setup->directory)) _exit(127);
    if (error_end >= 0) {
        dup2(error_end, STDERR_FILENO);
        if (setup->output == CHILD_OUTPUT_TO_ERRORS) dup2(error_end, STDOUT_FILENO);
    }
    if (setup->output == CHILD_OUTPUT_DISCARD) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0) dup2(null, STDOUT_FILENO);
    }
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

static void collect(struct text *into, int read_end)
{
    char buffer[4096];
    for (ssize_t n; (n = read(read_end, buffer, sizeof buffer)) != 0;) {
        if (n > 0)
            text_put_range(into, buffer, (size_t)n);
        else if (errno != EINTR)
            break;
    }
    close(read_end);
}

static int wait_for(pid_t pid)
{
    int raw = 0;
    while (waitpid(pid, &raw, 0) < 0)
        if (errno != EINTR) return 127;
    return status_of(raw);
}

int child_run(const char *const *argv, const struct child_setup *setup)
{
    int ends[2] = {-1, -1};
    if (setup->errors && pipe2(ends, O_CLOEXEC)) return 127;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) become(argv, setup, ends[1]);
    if (ends[1] >= 0) close(ends[1]);
    if (ends[0] >= 0) collect(setup->errors, ends[0]);
    return pid < 0 ? 127 : wait_for(pid);
}

struct worker {
    pid_t pid;
    size_t index;
};

static pid_t start(int (*work)(void *, size_t), void *context, size_t index)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid) return pid;
    int status = work(context, index);
    fflush(NULL);
    _exit(status);
}

void child_pool(size_t count, unsigned jobs, int (*work)(void *, size_t), void (*done)(void *, size_t, int),
                void *context)
{
    VECTOR(struct worker) running = {0};
    for (size_t next = 0; next < count || running.count;) {
        if (next < count && running.count < (jobs ? jobs : 1)) {
            pid_t pid = start(work, context, next);
            if (pid > 0)
                VECTOR_PUSH(&running, (struct worker){pid, next});
            else if (done)
                done(context, next, 127);
            next++;
            continue;
        }
        int raw = 0;
        pid_t ended = waitpid(-1, &raw, 0);
        if (ended < 0 && errno != EINTR) break;
        for (size_t i = 0; i < running.count; i++) {
            if (running.data[i].pid != ended) continue;
            size_t index = running.data[i].index;
            running.data[i] = VECTOR_POP(&running);
            if (done) done(context, index, status_of(raw));
            break;
        }
    }
    VECTOR_RELEASE(&running);
}
