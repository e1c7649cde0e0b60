/* sooth accelerate: the program as C, with accelerators beside its loops and the automaton
 * that forbids redundant ones. */
#include "accelerate/accelerate.h"
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "cli/options.h"
#include "load/frontend.h"

#include <stdio.h>

struct accelerate_arguments {
    struct frontend_arguments frontend;
    bool plain;
};
enum key {
#define ACCELERATE_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct accelerate_arguments *a = request;
    (void)value, (void)f;
    switch ((enum key)row->key) {
    case KEY_PLAIN:
        return a->plain = true;
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct accelerate_arguments *a = request;
    (void)f;
    return frontend_arguments_take(&a->frontend, argc, argv);
}

static int complain(const struct failure *failure)
{
    bool unsupported = failure->kind == FAILURE_UNSUPPORTED;
    fprintf(stderr, "sooth: %s%s\n", unsupported ? "unsupported: " : "", failure->message);
    return unsupported ? EXIT_UNKNOWN : EXIT_USAGE;
}

static int print(const struct program *program, size_t accelerators)
{
    struct text text = {0};
    struct failure failure = {0};
    int status = EXIT_HOLDS;
    if (program_print_c(program, &text, &failure))
        printf("/* %zu accelerator%s; for clang 15 and later */\n%s", accelerators,
               accelerators == 1 ? "" : "s", text_of(&text));
    else
        status = complain(&failure);
    text_release(&text);
    return status;
}

/* Only accelerators that do not guess, so that every run of what is printed is one of the
 * program. */
static int print_accelerated(const struct program *program)
{
    struct accelerate_options options = {0};
    struct accelerated made;
    accelerate_program(program, &options, &made);
    int status = print(made.program, made.list.count);
    accelerated_release(&made);
    return status;
}

static int accelerate(const struct accelerate_arguments *a)
{
    struct failure failure = {0};
    struct frontend_options options = frontend_arguments_options(&a->frontend);
    struct program *program = frontend_load(&options, &failure);
    if (!program)
        return complain(&failure);
    int status = a->plain ? print(program, 0) : print_accelerated(program);
    program_free(program);
    return status;
}

static int run(int argc, char **argv)
{
    struct accelerate_arguments a = {0};
    struct failure failure = {0};
    struct option_reader reader = {"accelerate", &a, take, take_word};
    frontend_arguments_init(&a.frontend);
    int status = EXIT_USAGE;
    if (options_read(&reader, argc, argv, &failure))
        status = accelerate(&a);
    else
        fprintf(stderr, "sooth accelerate: %s\n", failure.message);
    frontend_arguments_release(&a.frontend);
    return status;
}

const struct command command_accelerate = {
    .name = "accelerate",
    .summary = "print a program as C in which many rounds of a loop can be taken at once",
    .usage = "usage: sooth accelerate [OPTION]... FILE...\n\n"
             "Prints the program as C with accelerators beside its loops: a number of rounds "
             "is any, and an "
             "automaton\nforbids what is redundant. Every run of it is one of the program.\n",
    .loads_program = true,
    .run = run,
};
