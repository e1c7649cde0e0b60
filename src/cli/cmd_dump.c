/* sooth dump: the program as our text form, after the front end and its passes. */
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "cli/options.h"
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
    printf("clang %.3f read %.3f translate %.3f passes %.3f instructions %zu bytes %zu\n",
           t->clang, t->load, t->translate, t->passes, instructions, program_bytes(program));
}

static void print_program(const struct program *program)
{
    struct text text = {0};
    program_print(program, &text);
    fwrite(text_of(&text), 1, text.count, stdout);
    text_release(&text);
}

struct dump_arguments {
    struct frontend_arguments frontend;
    bool figures;
};
enum key {
#define DUMP_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct dump_arguments *a = request;
    (void)value, (void)f;
    switch ((enum key)row->key) {
    case KEY_FIGURES:
        return a->figures = true;
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct dump_arguments *a = request;
    (void)f;
    return frontend_arguments_take(&a->frontend, argc, argv);
}

static int dump(const struct dump_arguments *a)
{
    struct failure failure = {0};
    struct frontend_times times;
    struct frontend_options options = frontend_arguments_options(&a->frontend);
    struct program *program = frontend_load_timed(&options, &failure, &times);
    if (!program) {
        bool unsupported = failure.kind == FAILURE_UNSUPPORTED;
        fprintf(stderr, "sooth: %s%s\n", unsupported ? "unsupported: " : "", failure.message);
        return unsupported ? EXIT_UNKNOWN : EXIT_USAGE;
    }
    if (a->figures)
        print_figures(program, &times);
    else
        print_program(program);
    program_free(program);
    return EXIT_HOLDS;
}

static int run(int argc, char **argv)
{
    struct dump_arguments a = {0};
    struct failure failure = {0};
    struct option_reader reader = {"dump", &a, take, take_word};
    frontend_arguments_init(&a.frontend);
    int status = EXIT_USAGE;
    if (options_read(&reader, argc, argv, &failure))
        status = dump(&a);
    else
        fprintf(stderr, "sooth dump: %s\n", failure.message);
    frontend_arguments_release(&a.frontend);
    return status;
}

const struct command command_dump = {
    .name = "dump",
    .summary = "print a program as sooth sees it",
    .usage = "usage: sooth dump [OPTION]... FILE...\n\n"
             "Prints the program that the front end makes of the files, in the text form "
             "that parses "
             "back.\n",
    .loads_program = true,
    .run = run,
};
