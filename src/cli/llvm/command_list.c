/* The subcommands of sooth-llvm: those of sooth, and `convert`, which the front end runs. */
#include "cli/command.h"
#include "load/llvm/reader.h"

#include <stddef.h>

extern const struct command command_convert;
#define COMMAND(name) extern const struct command command_##name;
#define LLVM_COMMAND(name, summary) extern const struct command command_##name;
#include "cli/commands.def"
#undef COMMAND
#undef LLVM_COMMAND

const struct command *const command_list[] = {
    &command_convert,
#define COMMAND(name) &command_##name,
#define LLVM_COMMAND(name, summary) &command_##name,
#include "cli/commands.def"
#undef COMMAND
#undef LLVM_COMMAND
    NULL,
};

const struct ir_reader *const command_llvm_reader = &llvm_reader;
