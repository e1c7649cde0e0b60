/* sooth becomes sooth-llvm, with the same arguments. */
#include "cli/command.h"

#include "base/companion.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int command_run_elsewhere(int argc, char **argv)
{
    char program[COMPANION_ROOM];
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (!arguments || !companion_path(program, "sooth-llvm"))
        return EXIT_INTERNAL;
    arguments[0] = program;
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
    execv(program, arguments);
    fprintf(stderr, "sooth: cannot run %s, which has LLVM: %s\n", program, strerror(errno));
    free(arguments);
    return EXIT_INTERNAL;
}
