#include "cli/verify/arguments.h"

#include "base/failure.h"
#include "base/text.h"
#include "cli/options.h"
#include "domain/compose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum key {
#define VERIFY_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static const char *const policies[] = {
    [EXTERN_ARGS] = "args", [EXTERN_PURE] = "pure", [EXTERN_HAVOC] = "havoc"};

const char *verify_external_policy(const struct verify_arguments *a)
{
    return policies[a->judge.driver.task.external];
}

/* --- values --- */

static bool wrong(const char *option, const char *value, const char *wanted,
                  struct failure *f)
{
    return failure_set(f, FAILURE_INPUT, "%s: '%s' is not %s", option, value, wanted);
}

static bool read_engine(struct verify_arguments *a, const char *value, struct failure *f)
{
    a->judge.driver.only = engine_find(value);
    if (a->judge.driver.only)
        return true;
    struct text names = {0};
    for (const struct engine *const *e = engine_list; *e; e++)
        text_add(&names, "%s%s", e == engine_list ? "" : ", ", (*e)->name);
    failure_set(f, FAILURE_INPUT, "--engine: there is no engine '%s'; there are %s", value,
                text_of(&names));
    text_release(&names);
    return false;
}

static bool read_domain(struct verify_arguments *a, const char *value, struct failure *f)
{
    struct arena arena;
    arena_init(&arena);
    bool good = domain_parse(&arena, value, f);
    arena_release(&arena);
    a->judge.driver.task.domain = value;
    return good;
}

static bool read_precision(struct verify_arguments *a, const char *value, struct failure *f)
{
    static const char *const names[] = {[PRECISION_LAZY] = "lazy",
                                        [PRECISION_PREDICATES] = "predicates",
                                        [PRECISION_SHAPES] = "shapes"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_same(names[i], value))
            return a->judge.driver.task.precision = (enum engine_precision)i, true;
    return failure_set(f, FAILURE_INPUT, "--precision: predicates, shapes or lazy, not '%s'",
                       value);
}

static bool read_policy(struct verify_arguments *a, const char *value, struct failure *f)
{
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (text_same(policies[i], value)) {
            a->judge.driver.task.external = (enum extern_policy)i;
            return a->judge.driver.task.external_given = true;
        }
    return wrong("--extern", value, "pure, args or havoc", f);
}

static bool read_detail(struct verify_arguments *a, const char *value, struct failure *f)
{
    if (!text_same(value, "short") && !text_same(value, "full"))
        return wrong("--trace", value, "short or full", f);
    a->detail = text_same(value, "full") ? STEPS_FULL : STEPS_SHORT;
    return true;
}

static bool read_stage(struct verify_arguments *a, const char *value, struct failure *f)
{
    static const char *const stages[] = {[DUMP_NOTHING] = "",
                                         [DUMP_PROGRAM] = "program",
                                         [DUMP_FORMULA] = "formula",
                                         [DUMP_SHAPE] = "shape"};
    for (int i = DUMP_PROGRAM; i <= DUMP_SHAPE; i++)
        if (text_same(value, stages[i])) {
            a->dump = (enum dump_stage)i;
            return true;
        }
    return wrong("--dump", value, "program, formula or shape", f);
}

static bool read_unwind(struct verify_arguments *a, const char *value, struct failure *f)
{
    uint64_t bound;
    if (!option_count("--unwind", value, 1u << 30, &bound, f))
        return false;
    a->judge.driver.task.first_bound = a->judge.driver.task.last_bound = (uint32_t)bound;
    return true;
}

static bool read_memory(struct verify_arguments *a, const char *value, struct failure *f)
{
    uint64_t megabytes;
    if (!option_count("--memory", value, 1u << 30, &megabytes, f))
        return false;
    a->judge.driver.memory = megabytes << 20;
    return true;
}

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct verify_arguments *a = request;
    switch ((enum key)row->key) {
    case KEY_PROPERTY:
        return property_parse(value, &a->violations, f);
    case KEY_FUNCTION:
        return a->function = value, true;
    case KEY_ASSUME:
        VECTOR_PUSH(&a->assumes, value);
        return true;
    case KEY_CONTRACTS:
        return contracts_read_file(&a->contracts, value, f);
    case KEY_ANY_CALLER:
        return a->any_caller = true;
    case KEY_CALLEES_ONCE:
        return a->callees_once = true;
    case KEY_HARNESS_FOR:
        return a->function = value, a->print_harness = true;
    case KEY_ENGINE:
        return read_engine(a, value, f);
    case KEY_DOMAIN:
        return read_domain(a, value, f);
    case KEY_PRECISION:
        return read_precision(a, value, f);
    case KEY_STATISTICS:
        return a->statistics = true;
    case KEY_TIMEOUT:
        return option_number(row->name, value, 1e9, &a->seconds, f);
    case KEY_MEMORY:
        return read_memory(a, value, f);
    case KEY_UNWIND:
        return read_unwind(a, value, f);
    case KEY_EXTERN:
        return read_policy(a, value, f);
    case KEY_MALLOC:
        return a->judge.driver.task.malloc_may_fail = true;
    case KEY_INVARIANTS:
        return a->judge.show_invariants = true;
    case KEY_CERTIFICATE:
        return a->certificate = value, true;
    case KEY_NO_CERTIFY:
        return a->judge.no_certify = true;
    case KEY_NO_REPLAY:
        return a->no_replay = true;
    case KEY_HARNESS:
        return a->harness = value, true;
    case KEY_TRACE:
        return read_detail(a, value, f);
    case KEY_JSON:
        return a->json_file = value, a->json = true;
    case KEY_DUMP:
        return read_stage(a, value, f);
    case KEY_EXPLAIN:
        return a->explain = a->judge.driver.task.explain = true;
    case KEY_QUIET:
        return a->quiet = true;
    }
    return false;
}

/* --- the whole line --- */

static bool is_input(const struct verify_arguments *a, const char *path)
{
    for (size_t i = 0; i < a->frontend.files.count; i++)
        if (text_same(a->frontend.files.data[i], path))
            return true;
    return false;
}

static bool check_together(const struct verify_arguments *a, struct failure *f)
{
    if (a->json_file && !*a->json_file)
        return failure_set(f, FAILURE_INPUT, "--json=: a file name is missing");
    if (a->harness && is_input(a, a->harness))
        return failure_set(f, FAILURE_INPUT,
                           "--harness: %s is an input; it is not written over", a->harness);
    if (a->json_file && is_input(a, a->json_file))
        return failure_set(f, FAILURE_INPUT, "--json: %s is an input; it is not written over",
                           a->json_file);
    if (a->json_file && a->harness && text_same(a->json_file, a->harness))
        return failure_set(f, FAILURE_INPUT, "--harness and --json name the same file");
    if (a->assumes.count && (!a->function || a->any_caller))
        return failure_set(f, FAILURE_INPUT, "--assume is about callers of --function F");
    if (a->function && a->harness)
        return failure_set(f, FAILURE_INPUT,
                           "--harness is for whole programs; it cannot go with --function");
    if (a->frontend.options.passes == PASSES_SKIPPED)
        return failure_set(f, FAILURE_INPUT,
                           "--no-passes: the engines need the passes; sooth dump shows "
                           "programs without them");
    if (a->dump != DUMP_NOTHING && a->json)
        return failure_set(f, FAILURE_INPUT, "--dump and --json cannot go together");
    return true;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct verify_arguments *a = request;
    (void)f;
    return frontend_arguments_take(&a->frontend, argc, argv);
}

bool verify_arguments_read(struct verify_arguments *a, int argc, char **argv,
                           struct failure *f)
{
    *a = (struct verify_arguments){0};
    frontend_arguments_init(&a->frontend);
    contracts_init(&a->contracts);
    struct option_reader reader = {"verify", a, take, take_word};
    return options_read(&reader, argc, argv, f) && check_together(a, f);
}

void verify_arguments_release(struct verify_arguments *a)
{
    frontend_arguments_release(&a->frontend);
    contracts_release(&a->contracts);
    VECTOR_RELEASE(&a->assumes);
}
