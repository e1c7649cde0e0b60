/* sooth diff: compares two versions of a project function by function and prints a verdict for each. */
#include "base/text.h"
#include "cli/command.h"
#include "diff/compare.h"
#include "diff/pattern_names.h"

#include <stdio.h>
#include <string.h>

struct request {
    const char *old_path, *new_path;
    struct compare_options options;
    VECTOR(const char *) functions;
    bool all, quiet;
};

struct totals {
    size_t same, assumed, different, unknown;
};

static int complain(const char *format, const char *what)
{
    fprintf(stderr, format, what);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static bool read_arguments(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        bool takes_value = text_same(a, "-f") || text_same(a, "--without");
        if (takes_value && ++i == argc)
            return complain("sooth diff: %s needs a value; see sooth diff --help", a), false;
        if (text_same(a, "-f")) {
            VECTOR_PUSH(&request->functions, argv[i]);
        } else if (text_same(a, "--without")) {
            int index = diff_pattern_index(argv[i]);
            if (index < 0)
                return complain("sooth diff: no pattern '%s'; see sooth diff --help", argv[i]), false;
            request->options.patterns_off |= 1u << index;
        } else if (text_same(a, "--strict")) {
            request->options.strict = true;
        } else if (text_same(a, "--no-strong")) {
            request->options.no_strong = true;
        } else if (text_same(a, "--all")) {
            request->all = true;
        } else if (text_same(a, "-q")) {
            request->quiet = true;
        } else if (a[0] == '-') {
            return complain("sooth diff: no option '%s'; see sooth diff --help", a), false;
        } else if (!request->old_path) {
            request->old_path = a;
        } else if (!request->new_path) {
            request->new_path = a;
        } else {
            return complain("sooth diff: more than two versions given: %s", a), false;
        }
    }
    if (!request->new_path)
        return complain("sooth diff: two versions are needed%s; see sooth diff --help", ""), false;
    return true;
}

static void print_place(const char *label, const struct compare_place *place)
{
    if (place->file) printf("    %s %s:%u in %s\n", label, place->file, place->line, place->function);
}

static void print_result(struct arena *arena, const struct request *request,
                         const struct compare_result *result)
{
    bool same = result->verdict == COMPARE_SAME;
    if (same && request->quiet && !result->assumptions) return;
    printf("%s (%s): %s\n", result->name, result->source, compare_verdict_text(arena, result));
    if (same) return;
    printf("    %s: %s\n", result->subject, result->reason);
    for (size_t i = 0; i < result->chain_count; i++)
        printf("    called by %s at %s:%u\n", result->chain[i].old_call.function,
               result->chain[i].old_call.file ? result->chain[i].old_call.file : "?",
               result->chain[i].old_call.line);
    print_place("old:", &result->old_place);
    print_place("new:", &result->new_place);
}

static void count(struct totals *totals, const struct compare_result *result)
{
    if (result->verdict == COMPARE_DIFFERENT) totals->different++;
    if (result->verdict == COMPARE_UNKNOWN) totals->unknown++;
    if (result->verdict != COMPARE_SAME) return;
    totals->same++;
    if (result->assumptions) totals->assumed++;
}

static bool is_exported_function(const struct project_symbol *symbol)
{
    return project_symbol_is_function(symbol) && !symbol->name[project_symbol_base(symbol->name)];
}

struct run {
    const struct request *request;
    struct comparer *comparer;
    struct project *project[2];
    struct totals totals;
    struct arena arena;
};

static void compare_one(struct run *run, const struct project_symbol *old_function,
                        const struct project_symbol *new_function)
{
    struct compare_result result = comparer_compare(run->comparer, old_function, new_function);
    print_result(&run->arena, run->request, &result);
    count(&run->totals, &result);
}

/* A function asked for by name, perhaps as NAME@SOURCE. */
static bool compare_named(struct run *run, const char *name, const char *source)
{
    size_t length = project_symbol_base(name);
    if (name[length]) source = name + length + 1;
    const char *base = arena_text_range(&run->arena, name, length);
    const struct project_symbol *f = project_function(run->project[0], base, source);
    const struct project_symbol *g = f ? comparer_counterpart(run->comparer, f) : NULL;
    if (!g) g = project_function(run->project[1], base, source);
    if (!f && !g) return false;
    compare_one(run, f, g);
    return true;
}

static int compare_requested(struct run *run)
{
    const struct request *request = run->request;
    for (size_t i = 0; i < request->functions.count; i++)
        if (!compare_named(run, request->functions.data[i], NULL))
            return complain("sooth diff: no function '%s' in either version (or several: say NAME@FILE)",
                            request->functions.data[i]);
    if (request->functions.count) return EXIT_HOLDS;
    const struct project *old_project = run->project[0];
    for (size_t i = 0; i < old_project->requests.count; i++)
        compare_named(run, old_project->requests.data[i].function, old_project->requests.data[i].source);
    if (old_project->requests.count) return EXIT_HOLDS;
    for (size_t i = 0; i < old_project->symbols.count; i++) {
        const struct project_symbol *symbol = &old_project->symbols.data[i];
        if (!project_symbol_is_function(symbol) || (!request->all && !is_exported_function(symbol))) continue;
        if (project_find(old_project, symbol->name) != symbol) continue;
        compare_one(run, symbol, comparer_counterpart(run->comparer, symbol));
    }
    return EXIT_HOLDS;
}

static void report_failed_units(const struct project *project)
{
    for (size_t i = 0; i < project->units.count; i++)
        if (project->units.data[i].failed)
            fprintf(stderr, "sooth diff: left out %s: %s\n", project->units.data[i].source,
                    project->units.data[i].failed);
}

static int compare_projects(const struct request *request, struct project *old_project,
                            struct project *new_project)
{
    struct run run = {.request = request, .project = {old_project, new_project}};
    arena_init(&run.arena);
    report_failed_units(old_project);
    report_failed_units(new_project);
    run.comparer = comparer_new(old_project, new_project, &request->options);
    int status = compare_requested(&run);
    comparer_free(run.comparer);
    arena_release(&run.arena);
    if (status != EXIT_HOLDS) return status;
    const struct totals *t = &run.totals;
    printf("functions: %zu, same: %zu (%zu of them assuming something), different: %zu, unknown: %zu\n",
           t->same + t->different + t->unknown, t->same, t->assumed, t->different, t->unknown);
    return t->different ? EXIT_VIOLATED : t->unknown ? EXIT_UNKNOWN : EXIT_HOLDS;
}

static int run_diff(int argc, char **argv)
{
    struct request request = {0};
    if (!read_arguments(&request, argc, argv)) return EXIT_USAGE;
    struct project_pair projects;
    struct failure failure = {0};
    int status = EXIT_USAGE;
    if (project_pair_open(&projects, request.old_path, request.new_path, &failure))
        status = compare_projects(&request, &projects.old_project, &projects.new_project);
    else
        complain("sooth diff: %s", failure.message);
    project_pair_release(&projects);
    VECTOR_RELEASE(&request.functions);
    return status;
}

const struct command command_diff = {
    .name = "diff",
    .summary = "tell whether the functions of two versions of a project mean the same",
    .usage =
        "usage: sooth diff [OPTION]... OLD NEW\n\n"
        "OLD and NEW are snapshots (see sooth snapshot), directories, or .c, .bc or .ll files.\n"
        "Each function is same, same (assuming layout|enum|location), different, or unknown.\n\n"
        "  -f FUNCTION          only this function (repeatable; NAME@FILE for a static one)\n"
        "  --all                static functions too, not only exported ones\n"
        "  --strict             no rule that rests on an assumption\n"
        "  --without PATTERN    switch a pattern off: layout, function, enum, location, inverse, relocation\n"
        "  --no-strong          no second attempt after stronger simplification\n"
        "  -q                   do not list functions that are the same\n\n"
        "Exit status: 0 all the same, 10 something different, 20 nothing different but something unknown.\n",
    .run = run_diff,
};
