/* sooth run: interprets a program with given inputs, prints what it prints, and stops at the
 * first error with its position and call stack. */
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "cli/options.h"
#include "load/frontend.h"
#include "interp/interp.h"
#include "program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum inputs_over { INPUTS_OVER_ZERO, INPUTS_OVER_STOP };

struct run {
    struct frontend_arguments frontend;
    struct interp_options options;
    VECTOR(const char *) inputs;
    size_t next_input;
    enum inputs_over over;
    bool statistics;
    char *list; /* the text the inputs point into */
};

static const struct {
    const char *name;
    uint32_t errors;
} properties[] = {
    {"reach", INTERP_BIT(INTERP_ASSERTION) | INTERP_BIT(INTERP_UNREACHABLE)},
    {"memsafety", INTERP_MEMORY_ERRORS | INTERP_BIT(INTERP_LOST)},
    {"memcleanup", INTERP_BIT(INTERP_LEAK)},
    {"memtrack", INTERP_BIT(INTERP_LOST)},
    {"overflow", INTERP_OVERFLOW_ERRORS},
    {"uninitialised", INTERP_BIT(INTERP_UNINITIALISED)},
};
#define DEFAULT_ERRORS                                                                       \
    (INTERP_BIT(INTERP_ASSERTION) | INTERP_BIT(INTERP_UNREACHABLE) | INTERP_MEMORY_ERRORS |  \
     INTERP_OVERFLOW_ERRORS | INTERP_BIT(INTERP_UNINITIALISED))

static bool take_property(struct run *r, const char *name, struct failure *f)
{
    for (size_t k = 0; k < sizeof properties / sizeof *properties; k++)
        if (text_same(name, properties[k].name)) {
            r->options.errors |= properties[k].errors;
            return true;
        }
    return failure_set(f, FAILURE_INPUT, "no property '%s'", name);
}

/* A number of any kind, or a character after an apostrophe. */
static bool is_input(const char *text)
{
    char *end;
    strtold(text, &end);
    return (text[0] == '\'' && text[1]) || (end != text && !*end);
}

static bool take_inputs(struct run *r, const char *list, struct failure *f)
{
    free(r->list);
    r->list = strdup(list);
    VECTOR_CLEAR(&r->inputs);
    for (char *at = strtok(r->list, ","); at; at = strtok(NULL, ",")) {
        if (!is_input(at))
            return failure_set(f, FAILURE_INPUT, "--inputs: '%s' is not a number", at);
        VECTOR_PUSH(&r->inputs, at);
    }
    return true;
}

static bool take_external(struct run *r, const char *value, struct failure *f)
{
    r->options.external = INTERP_EXTERNAL_CHOOSE;
    return text_same(value, "choose") ||
           failure_set(f, FAILURE_INPUT, "--extern: '%s' is not choose", value);
}

enum key {
#define RUN_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct run *r = request;
    uint64_t count;
    switch ((enum key)row->key) {
    case KEY_INPUTS:
        return take_inputs(r, value, f);
    case KEY_STOP:
        r->over = INPUTS_OVER_STOP;
        return true;
    case KEY_PROPERTY:
        return take_property(r, value, f);
    case KEY_MALLOC:
        return r->options.malloc_may_fail = true;
    case KEY_REUSE:
        return r->options.reuse_addresses = true;
    case KEY_EXTERN:
        return take_external(r, value, f);
    case KEY_STEPS:
        return option_count(row->name, value, UINT64_MAX, &r->options.step_limit, f);
    case KEY_DEPTH:
        if (!option_count(row->name, value, UINT32_MAX, &count, f))
            return false;
        r->options.depth_limit = (uint32_t)count;
        return true;
    case KEY_MEMORY:
        if (!option_count(row->name, value, 1u << 30, &count, f))
            return false;
        r->options.memory_limit = count << 20;
        return true;
    case KEY_STATISTICS:
        return r->statistics = true;
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct run *r = request;
    (void)f;
    return frontend_arguments_take(&r->frontend, argc, argv);
}

static struct interp_value parse_input(const char *text, struct type type)
{
    struct interp_value v = {0, 0};
    if (type.kind == TYPE_FLOAT && type.width == 32) {
        float x = strtof(text, NULL);
        memcpy(&v.low, &x, sizeof x);
    } else if (type.kind == TYPE_FLOAT && type.width == 64) {
        double x = strtod(text, NULL);
        memcpy(&v.low, &x, sizeof x);
    } else if (type.kind == TYPE_FLOAT && type.width == 80) {
        long double x = strtold(text, NULL);
        memcpy(&v, &x, 10);
    } else if (text[0] == '\'' && text[1]) {
        v.low = (unsigned char)text[1];
    } else {
        bool negative = text[0] == '-';
        v.low = strtoull(text, NULL, 0);
        v.high = negative && v.low ? UINT64_MAX : 0;
    }
    return v;
}

static enum interp_answer choose_input(void *context, const struct interp_choice *c,
                                       struct interp_value *out)
{
    struct run *r = context;
    if (c->kind != INTERP_CHOICE_INPUT && c->kind != INTERP_CHOICE_EXTERNAL)
        return INTERP_ANSWERED;
    if (r->next_input < r->inputs.count)
        *out = parse_input(r->inputs.data[r->next_input++], c->type);
    else if (r->over == INPUTS_OVER_STOP)
        return INTERP_STOP;
    if (c->type.kind == TYPE_POINTER)
        out->high = 0;
    return INTERP_ANSWERED;
}

static void print_character(void *context, int stream, int character)
{
    (void)context;
    putc(character, stream == 2 ? stderr : stdout);
}

static void print_stack(const struct program *p, const struct interp_result *result)
{
    for (uint32_t k = 0; k < result->stack_count && k < 40; k++) {
        const struct function *f = &p->functions.data[result->stack[k].function];
        uint32_t at = result->stack[k].instruction;
        char where[200] = "?";
        if (at < f->instructions.count)
            place_text(p, instruction_place(p, &f->instructions.data[at]), where,
                       sizeof where);
        printf("  %s %s (%s)\n", k ? "called from" : "in", f->name, where);
    }
}

static int report(const struct program *p, const struct interp_result *result)
{
    fflush(stdout);
    switch (result->end) {
    case INTERP_FINISHED:
        printf("exit status %d\n", result->status & 0xff);
        return EXIT_HOLDS;
    case INTERP_ERROR:
        printf("error: %s\nkind: %s\n", result->message, interp_error_name(result->error));
        print_stack(p, result);
        return EXIT_VIOLATED;
    case INTERP_ABORTED:
        printf("aborted: %s\n", result->message);
        return EXIT_HOLDS;
    case INTERP_ASSUMPTION:
        printf("assumption: %s\n", result->message);
        return EXIT_HOLDS;
    case INTERP_UNDEFINED:
        printf("undefined: %s\nkind: %s\n", result->message,
               interp_error_name(result->error));
        break;
    case INTERP_CHOICES_OVER:
        printf("stopped: %s\n", result->message);
        break;
    case INTERP_UNSUPPORTED:
        printf("unsupported: %s\n", result->message);
        break;
    case INTERP_LIMIT:
        printf("limit: %s\n", result->message);
        break;
    }
    print_stack(p, result);
    return EXIT_UNKNOWN;
}

static int run_program(struct run *r)
{
    struct failure failure = {0};
    struct frontend_options options = frontend_arguments_options(&r->frontend);
    struct program *program = frontend_load(&options, &failure);
    if (!program) {
        fprintf(stderr, "sooth: %s%s\n",
                failure.kind == FAILURE_UNSUPPORTED ? "unsupported: " : "", failure.message);
        return failure.kind == FAILURE_UNSUPPORTED ? EXIT_UNKNOWN : EXIT_USAGE;
    }
    struct interp *interp = interp_new(program);
    struct interp_result result;
    interp_run(interp, &r->options, &result);
    int status = report(program, &result);
    if (r->statistics)
        fprintf(stderr, "%llu steps\n", (unsigned long long)result.steps);
    interp_free(interp);
    program_free(program);
    return status;
}

static int run(int argc, char **argv)
{
    struct run r = {.options = {.choose = choose_input,
                                .output = print_character,
                                .keep_uninitialised = true}};
    int status = EXIT_USAGE;
    r.options.context = &r;
    frontend_arguments_init(&r.frontend);
    struct failure failure = {0};
    struct option_reader reader = {"run", &r, take, take_word};
    if (!options_read(&reader, argc, argv, &failure)) {
        fprintf(stderr, "sooth run: %s\n", failure.message);
        goto out;
    }
    if (!r.options.errors)
        r.options.errors = DEFAULT_ERRORS;
    if (r.options.errors & INTERP_OVERFLOW_ERRORS)
        r.frontend.options.overflow_sites = OVERFLOW_SITES_PLACED;
    status = run_program(&r);
out:
    frontend_arguments_release(&r.frontend);
    VECTOR_RELEASE(&r.inputs);
    free(r.list);
    return status;
}

const struct command command_run = {
    .name = "run",
    .summary = "interpret a program with given inputs, stop at the first error",
    .usage = "usage: sooth run [OPTION]... FILE...\n\n"
             "Runs main and prints what it prints. Exit status 10 if an error is found (its "
             "sentence, kind and "
             "call stack are\n"
             "printed), 20 if something is not supported or a limit is reached, else 0 with "
             "the line `exit status "
             "N`.\n",
    .loads_program = true,
    .run = run,
};
