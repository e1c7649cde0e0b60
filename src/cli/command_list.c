/* The subcommands of sooth. Those that need LLVM are run by sooth-llvm: loading LLVM's library takes
 * longer than everything else that happens before a small program is read. */
#include "cli/command.h"

#include "base/companion.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Becomes sooth-llvm, with the same arguments. */
static int run_elsewhere(int argc, char **argv)
{
    char program[COMPANION_ROOM];
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (!arguments || !companion_path(program, "sooth-llvm")) return EXIT_INTERNAL;
    arguments[0] = program;
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
    execv(program, arguments);
    fprintf(stderr, "sooth: cannot run %s, which has this command: %s\n", program, strerror(errno));
    free(arguments);
    return EXIT_INTERNAL;
}

#define COMMAND(name) extern const struct command command_##name;
#define LLVM_COMMAND(which, words)                                                                           \
    static const struct command command_##which = {                                                          \
        .name = #which, .summary = words, .run = run_elsewhere};
#include "cli/commands.def"
#undef COMMAND
#undef LLVM_COMMAND

const struct command *const command_list[] = {
#define COMMAND(name) &command_##name,
#define LLVM_COMMAND(name, summary) &command_##name,
#include "cli/commands.def"
#undef COMMAND
#undef LLVM_COMMAND
    NULL,
};
