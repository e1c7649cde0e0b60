/* The subcommands of sooth. Those that need LLVM are run by sooth-llvm: loading LLVM's
 * library takes longer than everything else that happens before a small program is read. */
#include "cli/command.h"

#include <stddef.h>

#define COMMAND(name) extern const struct command command_##name;
#define LLVM_COMMAND(which, words)                                                           \
    static const struct command command_##which = {                                          \
        .name = #which, .summary = words, .run = command_run_elsewhere};
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

const struct ir_reader *const command_llvm_reader = NULL;
