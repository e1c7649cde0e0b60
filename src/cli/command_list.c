/* The registry of subcommands: a new one adds a declaration and a line here. */
#include "cli/command.h"

#include <stddef.h>

extern const struct command command_check;
extern const struct command command_diff;
extern const struct command command_dump;
extern const struct command command_run;
extern const struct command command_snapshot;
extern const struct command command_pattern;
extern const struct command command_synth;
extern const struct command command_verify;

const struct command *const command_list[] = {
    &command_check,   &command_diff,  &command_dump,   &command_run, &command_snapshot,
    &command_pattern, &command_synth, &command_verify, NULL,
};
