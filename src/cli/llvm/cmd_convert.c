/* sooth-llvm convert FILE: a module of others as LLVM 19's bitcode, for the front end's
 * reader. */
#include "base/failure.h"
#include "cli/command.h"
#include "load/llvm/convert.h"

#include <stdio.h>
#include <unistd.h>

static int run(int argc, char **argv)
{
    struct failure failure = {0};
    if (argc == 2 && llvm_convert(argv[1], STDOUT_FILENO, &failure))
        return EXIT_HOLDS;
    fprintf(stderr, "%s\n",
            argc == 2 ? failure.message : "usage: sooth-llvm convert FILE >BITCODE");
    return EXIT_USAGE;
}

const struct command command_convert = {
    .name = "convert",
    .summary = "a module of others as bitcode that sooth reads",
    .run = run,
};
