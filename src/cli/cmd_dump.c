/* sooth dump: the program as our text form, after the front end and its passes. */
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "load/frontend.h"
#include "program/passes.h"

#include <stdio.h>
#include <string.h>

/* One line for the benchmark: processor seconds of each step, size of the program. */
static void print_figures(const struct program *program, const struct frontend_times *t)
{
    size_t instructions = 0;
    for (size_t i = 0; i < program->functions.count; i++)
        for (size_t b = 0; b < program->functions.data[i].blocks.count; b++)
            instructions += program->functions.data[i].blocks.data[b].instructions.count;
    printf("clang %.3f read %.3f translate %.3f passes %.3f instructions %zu bytes %zu\n", t->clang, t->load,
           t->translate, t->passes, instructions, program_bytes(program));
}

static void print_program(const struct program *program)
{
    struct text text = {0};
    program_print(program, &text);
    fwrite(text_of(&text), 1, text.count, stdout);
    text_release(&text);
}

static int run(int argc, char **argv)
{
    struct frontend_arguments arguments;
    struct failure failure = {0};
    struct frontend_times times;
    bool figures = false;
    frontend_arguments_init(&arguments);
    for (int i = 1; i < argc; i++) {
        if (text_same(argv[i], "--figures")) {
            figures = true;
            continue;
        }
        int used = frontend_arguments_take(&arguments, argc - i, argv + i);
        if (used < 0) {
            fprintf(stderr, "sooth dump: unknown option '%s'; see sooth dump --help\n", argv[i]);
            frontend_arguments_release(&arguments);
            return EXIT_USAGE;
        }
        i += used - 1;
    }
    struct frontend_options options = frontend_arguments_options(&arguments);
    struct program *program = frontend_load_timed(&options, &failure, &times);
    if (program) {
        if (figures)
            print_figures(program, &times);
        else
            print_program(program);
        program_free(program);
    } else {
        fprintf(stderr, "sooth: %s%s\n", failure.kind == FAILURE_UNSUPPORTED ? "unsupported: " : "",
                failure.message);
    }
    frontend_arguments_release(&arguments);
    return program ? EXIT_HOLDS : failure.kind == FAILURE_UNSUPPORTED ? EXIT_UNKNOWN : EXIT_USAGE;
}

const struct command command_dump = {
    .name = "dump",
    .summary = "print a program as sooth sees it",
    .usage = "usage: sooth dump [OPTION]... FILE...\n\n"
             "Prints the program that the front end makes of the files, in the text form that parses "
             "back.\n\n" FRONTEND_USAGE,
    .run = run,
};
