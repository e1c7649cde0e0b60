/* sooth lists: functions over singly linked lists, by the decision procedure of src/lists/.
 */
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "cli/options.h"
#include "lists/lists.h"
#include "lists/tell.h"
#include "load/frontend.h"
#include "program/passes.h"

#include <stdio.h>
#include <string.h>

struct lists_arguments {
    struct frontend_arguments frontend;
    struct lists_options options;
    VECTOR(const char *) functions;
    const char *graph, *json_file;
    bool json, quiet;
};
enum key {
#define LISTS_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take_unwind(struct lists_arguments *a, const char *value, struct failure *f)
{
    uint64_t n;
    if (!option_count("--unwind", value, 40, &n, f))
        return false;
    a->options.unwind = (unsigned)n;
    return true;
}

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct lists_arguments *a = request;
    switch ((enum key)row->key) {
    case KEY_FUNCTION:
        VECTOR_PUSH(&a->functions, value);
        return true;
    case KEY_TERMINATION:
        return a->options.termination = true;
    case KEY_NO_FIND:
        a->options.find = false;
        return true;
    case KEY_TIMEOUT:
        return option_number("--timeout", value, 1e6, &a->options.seconds, f);
    case KEY_UNWIND:
        return take_unwind(a, value, f);
    case KEY_GRAPH:
        a->graph = value;
        return true;
    case KEY_JSON:
        a->json_file = value;
        return a->json = true;
    case KEY_QUIET:
        return a->quiet = true;
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct lists_arguments *a = request;
    (void)f;
    return frontend_arguments_take(&a->frontend, argc, argv);
}

/* --- output --- */

static const struct lists_heap *failing_heap(const struct lists_result *r)
{
    for (size_t i = 0; i < r->conditions.count; i++)
        if (r->conditions.data[i].heap)
            return r->conditions.data[i].heap;
    return NULL;
}

static bool draw(const struct lists_arguments *a, const struct lists_result *r,
                 struct failure *f)
{
    const struct lists_heap *h = failing_heap(r);
    struct text text = {0};
    if (!h)
        return true;
    if (text_ends(a->graph, ".svg"))
        lists_draw_svg(r, h, &text);
    else
        lists_draw_dot(r, h, &text);
    bool fine = text_write_file(a->graph, text_of(&text), text.count, f);
    text_release(&text);
    return fine;
}

/* The function that the call names; UINT32_MAX: it goes through a pointer. */
static uint32_t callee_of(const struct program *p, const struct function *f,
                          const struct instruction *call)
{
    struct value v = instruction_operand(f, call, 0);
    if (!value_is_constant(v) || program_constant(p, v)->kind != CONSTANT_FUNCTION)
        return UINT32_MAX;
    return program_constant(p, v)->index;
}

/* Whether the function calls one with a body: that one, or (UINT32_MAX) any. */
static bool calls(const struct program *p, uint32_t function, uint32_t wanted)
{
    const struct function *f = &p->functions.data[function];
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_CALL)
            continue;
        uint32_t callee = callee_of(p, f, in);
        if (callee != UINT32_MAX && p->functions.data[callee].has_body &&
            (wanted == UINT32_MAX || callee == wanted))
            return true;
    }
    return false;
}

/* A static function that others call is looked at as a part of them. */
static bool is_part(const struct program *p, uint32_t function)
{
    if (!p->functions.data[function].internal || p->functions.data[function].address_taken)
        return false;
    for (uint32_t i = 0; i < p->functions.count; i++)
        if (i != function && calls(p, i, function))
            return true;
    return false;
}

static bool is_chosen(const struct lists_arguments *a, const struct program *p,
                      uint32_t function)
{
    if (!a->functions.count)
        return lists_suits(p, function) && !is_part(p, function);
    for (size_t i = 0; i < a->functions.count; i++)
        if (text_same(a->functions.data[i], p->functions.data[function].name))
            return p->functions.data[function].has_body;
    return false;
}

struct summary {
    struct text json;
    bool violated, unknown;
    unsigned count;
    bool drawn;
};

static bool tell(const struct lists_arguments *a, const struct lists_result *r,
                 struct summary *s, struct failure *f)
{
    struct text text = {0};
    text_put(&s->json, s->count++ ? ",\n" : "");
    lists_tell_json(r, &s->json);
    lists_tell(r, a->quiet ? LISTS_FAILED_CONDITIONS : LISTS_ALL_CONDITIONS, &text);
    if (!a->json || a->json_file)
        fputs(text_of(&text), stdout);
    text_release(&text);
    s->violated |= r->answer == LISTS_IS_VIOLATED;
    s->unknown |= r->answer == LISTS_UNKNOWN;
    bool fine = !a->graph || s->drawn || draw(a, r, f);
    s->drawn |= failing_heap(r) != NULL;
    return fine;
}

static int conclude(const struct lists_arguments *a, struct summary *s, struct failure *f)
{
    const char *verdict = s->unknown ? "unknown" : "true";
    if (s->violated)
        verdict = "false";
    struct text text = {0};
    text_add(&text, "{\"functions\": [%s], \"verdict\": \"%s\"}\n", text_of(&s->json),
             verdict);
    bool fine = true;
    if (a->json_file)
        fine = text_write_file(a->json_file, text_of(&text), text.count, f);
    if (a->json && !a->json_file)
        fputs(text_of(&text), stdout);
    else
        printf("verdict: %s\n", verdict);
    text_release(&text);
    if (!fine)
        return EXIT_USAGE;
    if (s->violated)
        return EXIT_VIOLATED;
    return s->unknown ? EXIT_UNKNOWN : EXIT_HOLDS;
}

/* Callees are part of the function, as far as that can be. */
static void verify_one(const struct lists_arguments *a, struct program *p, uint32_t function,
                       struct lists_result *r)
{
    struct failure failure = {0};
    struct program *flat =
        calls(p, function, UINT32_MAX) ? program_flatten(p, function, false, &failure) : NULL;
    lists_verify(flat ? flat : p, function, &a->options, r);
    if (flat)
        program_free(flat);
}

static int verify_all(const struct lists_arguments *a, struct program *p, struct failure *f)
{
    struct summary s = {0};
    bool fine = true;
    for (uint32_t i = 0; i < p->functions.count && fine; i++) {
        if (!is_chosen(a, p, i))
            continue;
        struct lists_result r;
        verify_one(a, p, i, &r);
        fine = tell(a, &r, &s, f);
        lists_result_release(&r);
    }
    if (fine && !s.count)
        fine =
            failure_set(f, FAILURE_INPUT, "no function with pointers to list nodes is there");
    int status = fine ? conclude(a, &s, f) : EXIT_USAGE;
    if (status == EXIT_USAGE)
        fprintf(stderr, "sooth lists: %s\n", f->message);
    text_release(&s.json);
    return status;
}

static int lists(struct lists_arguments *a)
{
    struct failure failure = {0};
    VECTOR_PUSH(&a->frontend.clang, "-D__SOOTH_LISTS__");
    a->frontend.options.models = MODELS_ABSENT;
    struct frontend_options options = frontend_arguments_options(&a->frontend);
    struct program *program = frontend_load(&options, &failure);
    if (!program) {
        bool unsupported = failure.kind == FAILURE_UNSUPPORTED;
        fprintf(stderr, "sooth lists: %s%s\n", unsupported ? "unsupported: " : "",
                failure.message);
        return unsupported ? EXIT_UNKNOWN : EXIT_USAGE;
    }
    int status = verify_all(a, program, &failure);
    program_free(program);
    return status;
}

static int run(int argc, char **argv)
{
    struct lists_arguments a = {.options = {.seconds = 60, .find = true, .unwind = 5}};
    struct failure failure = {0};
    struct option_reader reader = {"lists", &a, take, take_word};
    frontend_arguments_init(&a.frontend);
    int status = EXIT_USAGE;
    if (options_read(&reader, argc, argv, &failure))
        status = lists(&a);
    else
        fprintf(stderr, "sooth lists: %s\n", failure.message);
    frontend_arguments_release(&a.frontend);
    VECTOR_RELEASE(&a.functions);
    return status;
}

const struct command command_lists = {
    .name = "lists",
    .summary = "check and prove functions over singly linked lists, with lengths",
    .usage = "usage: sooth lists [OPTION]... FILE...\n\n"
             "Each function with pointers to list nodes is run from any heap of lists, with "
             "sharing and cycles:\n"
             "pointers that are followed lead to nodes, assertions hold, loops keep their "
             "invariants and, with a\n"
             "ranking, end. Annotations are calls that include/sooth.h describes; invariants "
             "that are missing "
             "are\n"
             "looked for. A condition that fails is shown with a heap that breaks it.\n",
    .loads_program = true,
    .after = "Exit status: 0 all conditions hold, 10 one is violated, 20 unknown, 1 wrong "
             "input.\n",
    .run = run,
};
