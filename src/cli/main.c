/* sooth and sooth-llvm: find the subcommand in their list and run it. */
#include "cli/command.h"

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

int main(int argc, char **argv)
{
    if (argc < 2) return help(stderr);
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) return help(stdout);
    if (!strcmp(name, "--version")) {
        printf("sooth %s (%s)\n", VERSION, SOOTH_VARIANT);
        return EXIT_HOLDS;
    }
    for (const struct command *const *c = command_list; *c; c++) {
        if (strcmp((*c)->name, name)) continue;
        if ((*c)->usage && argc > 2 && !strcmp(argv[2], "--help")) {
            fputs((*c)->usage, stdout);
            return EXIT_HOLDS;
        }
        return (*c)->run(argc - 1, argv + 1);
    }
    fprintf(stderr, "sooth: no command '%s'; see sooth --help\n", name);
    return EXIT_USAGE;
}
