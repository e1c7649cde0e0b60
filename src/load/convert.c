/* Files of others: LLVM reads and verifies them in a process of its own, `sooth-llvm convert`, and writes
 * them as the bitcode our reader knows. LLVM's readers may crash on hostile files; that ends in a message
 * here. */
#include "load/module.h"

#include "base/companion.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct conversion {
    const char *path;
    int output, messages;
};

static int spawn(const struct conversion *c, pid_t *process)
{
    char program[COMPANION_ROOM];
    if (!companion_path(program, "sooth-llvm")) return ENOENT;
    char *const arguments[] = {program, (char *)"convert", (char *)c->path, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, c->output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, c->messages, STDERR_FILENO);
    int error = posix_spawn(process, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* The converter's message is the failure's. */
static bool report(const struct conversion *c, struct failure *failure)
{
    char text[sizeof failure->message];
    ssize_t n = pread(c->messages, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    text[strcspn(text, "\n")] = 0;
    return failure_set(failure, FAILURE_INPUT, "%s", text);
}

static bool run(const struct conversion *c, struct failure *failure)
{
    pid_t process;
    int status, error = spawn(c, &process);
    if (error)
        return failure_set(failure, FAILURE_INPUT, "%s: cannot run sooth-llvm, which reads such files: %s",
                           c->path, strerror(error));
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return failure_set(failure, FAILURE_LIMIT, "%s: lost sooth-llvm", c->path);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1) return report(c, failure);
    return failure_set(failure, FAILURE_INPUT, "%s: LLVM cannot read this file", c->path);
}

int convert_file(const char *path, struct failure *failure)
{
    struct conversion c = {path, memfd_create("bitcode", MFD_CLOEXEC), memfd_create("messages", MFD_CLOEXEC)};
    bool good = c.output >= 0 && c.messages >= 0;
    if (!good) failure_set(failure, FAILURE_LIMIT, "%s: no memory file for LLVM: %s", path, strerror(errno));
    good = good && run(&c, failure);
    if (c.messages >= 0) close(c.messages);
    if (good) return c.output;
    if (c.output >= 0) close(c.output);
    return -1;
}
