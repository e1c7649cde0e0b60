/* The registry of subcommands: a new one adds a declaration and a line here. */
#include "cli/command.h"

#include <stddef.h>

const struct command *const command_list[] = {
    NULL,
};
