/* Files of others: LLVM reads and verifies them in a process of its own, `sooth-llvm
 * convert`, and writes them as the bitcode our reader knows. LLVM's readers may crash on
 * hostile files; that ends in a message here. */
#include "load/module.h"

#include "base/companion.h"
#include "base/process.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct conversion {
    const char *path;
    int output, messages;
};

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
    char program[COMPANION_ROOM];
    const char *const arguments[] = {program, "convert", c->path, NULL};
    struct process_command command = {
        .arguments = arguments, .output = c->output, .errors = c->messages};
    struct process process;
    struct process_status s = {PROCESS_EXITED, PROCESS_NOT_FOUND};
    if (companion_path(program, "sooth-llvm") && process_run(&process, &command))
        s = process_wait(&process);
    if (s.end == PROCESS_EXITED && s.code == PROCESS_NOT_FOUND)
        return failure_set(failure, FAILURE_INPUT,
                           "%s: cannot run sooth-llvm, which reads such files", c->path);
    if (s.end == PROCESS_EXITED && s.code == 0)
        return true;
    if (s.end == PROCESS_EXITED && s.code == 1)
        return report(c, failure);
    return failure_set(failure, FAILURE_INPUT, "%s: LLVM cannot read this file", c->path);
}

int convert_file(const char *path, struct failure *failure)
{
    struct conversion c = {path, memfd_create("bitcode", MFD_CLOEXEC),
                           memfd_create("messages", MFD_CLOEXEC)};
    bool good = c.output >= 0 && c.messages >= 0;
    if (!good)
        failure_set(failure, FAILURE_LIMIT, "%s: no memory file for LLVM: %s", path,
                    strerror(errno));
    good = good && run(&c, failure);
    if (c.messages >= 0)
        close(c.messages);
    if (good)
        return c.output;
    if (c.output >= 0)
        close(c.output);
    return -1;
}
