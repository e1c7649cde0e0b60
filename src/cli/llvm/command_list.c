/* The subcommands of sooth-llvm: those of sooth that need LLVM, and `convert`, which the front end runs. */
#include "cli/command.h"

#include <stddef.h>

extern const struct command command_convert;
#define COMMAND(name)
#define LLVM_COMMAND(name, summary) extern const struct command command_##name;
#include "cli/commands.def"
#undef LLVM_COMMAND

const struct command *const command_list[] = {
    &command_convert,
#define LLVM_COMMAND(name, summary) &command_##name,
#include "cli/commands.def"
#undef COMMAND
#undef LLVM_COMMAND
    NULL,
};
