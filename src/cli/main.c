/* sooth and sooth-llvm: find the subcommand in their list and run it. */
#include "cli/command.h"

#include "cli/frontend_arguments.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

#define VERSION "0.1"

static int help(FILE *out)
{
    fprintf(out, "usage: sooth COMMAND [OPTION]... FILE...\n\n");
    for (const struct command *const *c = command_list; *c; c++)
        fprintf(out, "  %-11s %s\n", (*c)->name, (*c)->summary ? (*c)->summary : "");
    fprintf(out, "\nsooth COMMAND --help tells more; sooth --version prints the version.\n");
    return out == stdout ? EXIT_HOLDS : EXIT_USAGE;
}

static int help_of(const struct command *c)
{
    const struct option_table *own = options_of(c->name);
    printf("%s\n", c->usage);
    if (own)
        options_print(own, stdout);
    if (c->loads_program)
        options_print(options_of("frontend"), stdout);
    if (c->after)
        printf("\n%s", c->after);
    if (c->print_after)
        c->print_after(stdout);
    return EXIT_HOLDS;
}

static int run(const struct command *c, int argc, char **argv)
{
    bool elsewhere =
        c->loads_program && !command_llvm_reader && frontend_arguments_want_llvm(argc, argv);
    return elsewhere ? command_run_elsewhere(argc, argv) : c->run(argc, argv);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return help(stderr);
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"))
        return help(stdout);
    if (!strcmp(name, "--version")) {
        printf("sooth %s (%s)\n", VERSION, SOOTH_VARIANT);
        return EXIT_HOLDS;
    }
    if (!strcmp(name, "--options")) { /* for scripts/man-options and docs/completion.bash */
        options_list(stdout);
        return EXIT_HOLDS;
    }
    for (const struct command *const *c = command_list; *c; c++) {
        if (strcmp((*c)->name, name))
            continue;
        if ((*c)->usage && argc > 2 && !strcmp(argv[2], "--help"))
            return help_of(*c);
        return run(*c, argc - 1, argv + 1);
    }
    fprintf(stderr, "sooth: no command '%s'; see sooth --help\n", name);
    return EXIT_USAGE;
}
