/* Subcommands: one const struct each, listed in commands.def. `main` finds the command and
 * passes the rest of argv. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H
#include <stdbool.h>
#include <stdio.h>

enum exit_status {
    EXIT_HOLDS = 0,
    EXIT_USAGE = 1,
    EXIT_INTERNAL = 2,
    EXIT_VIOLATED = 10,
    EXIT_UNKNOWN = 20
};

struct command {
    const char *name;
    const char *summary; /* one line for `sooth --help`; null where commands.def has it */
    const char *usage;   /* what `sooth NAME --help` says before its options; null: no help */
    bool loads_program;  /* it has the options of the front end, too */
    const char *after;   /* what help says after the options; may be null */
    void (*print_after)(FILE *); /* the same, as a function; may be null */
    int (*run)(int argc,
               char **argv); /* argv[0] is the command's name; returns an exit status */
};

extern const struct command *const command_list[]; /* ends with null */

/* sooth-llvm can let LLVM read modules. sooth has null there, and becomes sooth-llvm where
 * that is asked for: returns an exit status if it cannot. */
struct ir_reader;
extern const struct ir_reader *const command_llvm_reader;
int command_run_elsewhere(int argc, char **argv);

#endif
