/* sooth diff: compares two versions of a project function by function and prints a verdict
 * for each. */
#include "base/clock.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/llvm/diff_certify.h"
#include "cli/options.h"
#include "diff/match/compare.h"
#include "diff/custom/custom.h"
#include "diff/patterns/pattern_names.h"
#include "diff/project/plan.h"
#include "diff/report/report.h"
#include "diff/project/revision.h"
#include "diff/project/run.h"
#include "diff/snapshot/snapshot.h"
#include "diff/report/snippet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_PROVE_SECONDS 2
#define CERTIFY_TIMES 3 /* as many seconds for a certificate as for all attempts to prove */

struct request {
    const char *old_path, *new_path; /* as given; OLD..NEW is split */
    char *range;                     /* null: no such range was given */
    const char *opened[2];           /* files and folders that are compared */
    /* of revisions, which goes away: places are told below it; null: none */
    const char *folder[2];
    struct run_options options;
    VECTOR(const char *) functions;
    VECTOR(const char *) excluded; /* patterns of names and files */
    const char *variable;
    VECTOR(const char *) patterns;             /* files or folders of custom ones */
    const char *json, *yaml, *html, *markdown; /* where to write reports, or null */
    const char *certificates; /* a folder for certificates of proofs, or null */
    enum { DEPTH_DEFAULT, DEPTH_FILE, DEPTH_PROJECT } depth;
    bool all, quiet;
};

struct totals {
    size_t same, assumed, different, unknown;
    size_t variables, variables_same;
};

static int complain(const char *format, const char *what)
{
    fprintf(stderr, format, what);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static bool take_count(const struct option_row *row, const char *value, unsigned *out,
                       struct failure *f)
{
    uint64_t count;
    if (!option_count(row->name, value, 1u << 30, &count, f))
        return false;
    *out = (unsigned)count;
    return true;
}

static bool switch_off(struct request *request, const char *pattern, struct failure *f)
{
    int index = diff_pattern_index(pattern);
    if (index < 0)
        return failure_set(f, FAILURE_INPUT, "no pattern '%s'; see sooth diff --help",
                           pattern);
    request->options.compare.patterns_off |= 1u << index;
    return true;
}

enum key {
#define DIFF_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *context, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct request *request = context;
    struct run_options *o = &request->options;
    switch ((enum key)row->key) {
    case KEY_FUNCTION:
        VECTOR_PUSH(&request->functions, value);
        return true;
    case KEY_EXCLUDE:
        VECTOR_PUSH(&request->excluded, value);
        return true;
    case KEY_ALL:
        return request->all = true;
    case KEY_DEEP:
        request->depth = DEPTH_PROJECT;
        return true;
    case KEY_BY_FILE:
        request->depth = DEPTH_FILE;
        return true;
    case KEY_STRICT:
        return o->compare.strict = true;
    case KEY_PROVE:
        return option_number_or_zero(row->name, value, 86400, &o->compare.prove_seconds, f);
    case KEY_HARNESS:
        o->compare.harness = value;
        return true;
    case KEY_WITHOUT:
        return switch_off(request, value, f);
    case KEY_PATTERNS:
        VECTOR_PUSH(&request->patterns, value);
        return true;
    case KEY_WRT:
        request->variable = value;
        return true;
    case KEY_JSON:
        request->json = value;
        return true;
    case KEY_YAML:
        request->yaml = value;
        return true;
    case KEY_HTML:
        request->html = value;
        return true;
    case KEY_MARKDOWN:
        request->markdown = value;
        return true;
    case KEY_CERTIFICATES:
        request->certificates = value;
        return true;
    case KEY_AUDIT:
        return o->compare.audit = true;
    case KEY_JOBS:
        return take_count(row, value, &o->jobs, f);
    case KEY_TIME:
        return take_count(row, value, &o->seconds, f);
    case KEY_NO_STRONG:
        return o->compare.no_strong = true;
    case KEY_QUIET:
        return request->quiet = true;
    }
    return false;
}

static int take_word(void *context, int argc, char **argv, struct failure *f)
{
    struct request *request = context;
    (void)argc;
    if (argv[0][0] == '-')
        return 0;
    if (request->new_path)
        return failure_set(f, FAILURE_INPUT, "more than two versions given: %s", argv[0]);
    const char **path = request->old_path ? &request->new_path : &request->old_path;
    *path = argv[0];
    return 1;
}

/* OLD..NEW of git. */
static bool split_range(struct request *request)
{
    const char *dots = request->old_path ? revision_range(request->old_path) : NULL;
    if (!dots)
        return false;
    size_t at = (size_t)(dots - request->old_path);
    request->range = strdup(request->old_path);
    request->range[at] = 0;
    request->old_path = request->range;
    request->new_path = request->range + at + 2;
    return true;
}

static bool read_arguments(struct request *request, int argc, char **argv, struct failure *f)
{
    struct option_reader reader = {"diff", request, take, take_word};
    if (!options_read(&reader, argc, argv, f))
        return false;
    request->options.compare.by_file =
        request->depth == DEPTH_FILE ||
        (request->depth == DEPTH_DEFAULT && !request->functions.count);
    return request->new_path || split_range(request) ||
           failure_set(f, FAILURE_INPUT, "two versions are needed; see sooth diff --help");
}

/* FILE as others find it. */
static const char *lasting(const char *file, const char *folder)
{
    size_t n = folder ? strlen(folder) : 0;
    return n && !strncmp(file, folder, n) && file[n] == '/' ? file + n + 1 : file;
}

static void print_place(struct arena *arena, const char *label,
                        const struct compare_place *place, const char *folder)
{
    if (!place->file)
        return;
    printf("    %s %s:%u in %s\n", label, lasting(place->file, folder), place->line,
           place->function);
    const char *line = snippet_line(arena, place->file, place->line);
    if (line && *line)
        printf("        %s\n", line);
}

/* The matter is settled; finding a certificate has as much time as a proof has. */
static void print_certified(struct arena *arena, const struct request *request,
                            const struct compare_result *result)
{
    if (!request->certificates)
        return;
    double seconds = request->options.compare.prove_seconds;
    struct certify_request question = {request->certificates,
                                       {request->opened[0], request->opened[1]},
                                       seconds * CERTIFY_TIMES};
    printf("    certified: %s\n", diff_certify(arena, &question, result));
}

/* The function whose difference has the same cause and place, if one was told before. One
 * that has an input of its own is told all the same. */
static const char *told_before(struct arena *arena, struct text_map *causes,
                               const struct compare_result *result)
{
    uint64_t name;
    const struct compare_place *place = &result->old_place;
    if (!place->file || result->input || text_same(result->subject, result->name))
        return NULL;
    const char *key = arena_format(arena, "%s:%s:%s:%u", result->subject, result->reason,
                                   place->file, place->line);
    if (text_map_get(causes, key, &name))
        return (const char *)(uintptr_t)name;
    text_map_set(causes, key, (uint64_t)(uintptr_t)result->name);
    return NULL;
}

static void print_result(struct arena *arena, const struct request *request,
                         struct text_map *causes, const struct compare_result *result)
{
    bool same = result->verdict == COMPARE_SAME;
    if (same && request->quiet && !result->assumptions)
        return;
    printf("%s (%s): %s\n", result->name, result->source,
           compare_verdict_text(arena, result));
    if (same && result->proof)
        print_certified(arena, request, result);
    if (same)
        return;
    const char *first = told_before(arena, causes, result);
    if (first) {
        printf("    %s: %s, as above for %s\n", result->subject, result->reason, first);
        return;
    }
    printf("    %s: %s\n", result->subject, result->reason);
    if (result->input)
        printf("    input: %s\n    there: %s\n", result->input, result->effect);
    for (size_t i = 0; i < result->chain_count; i++)
        printf("    called by %s at %s:%u\n", result->chain[i].old_call.function,
               result->chain[i].old_call.file
                   ? lasting(result->chain[i].old_call.file, request->folder[0])
                   : "?",
               result->chain[i].old_call.line);
    print_place(arena, "old:", &result->old_place, request->folder[0]);
    print_place(arena, "new:", &result->new_place, request->folder[1]);
}

static void count(struct totals *totals, const struct compare_result *result)
{
    if (result->is_variable) {
        totals->variables++;
        totals->variables_same += result->verdict == COMPARE_SAME;
        return;
    }
    if (result->verdict == COMPARE_DIFFERENT)
        totals->different++;
    if (result->verdict == COMPARE_UNKNOWN)
        totals->unknown++;
    if (result->verdict != COMPARE_SAME)
        return;
    totals->same++;
    if (result->assumptions)
        totals->assumed++;
}

static void show_progress(size_t done, size_t count, const char *name)
{
    fprintf(stderr, "\r\033[K%zu of %zu: %.60s%s", done, count, name ? name : "",
            done == count ? "\r\033[K" : "");
    fflush(stderr);
}

static bool write_reports(const struct request *request, struct plan *plan, double seconds,
                          struct failure *failure)
{
    if (!request->json && !request->yaml && !request->html && !request->markdown)
        return true;
    struct report_facts facts = {
        {request->old_path, request->new_path}, seconds, request->options.jobs};
    struct json_t *document = report_document(plan, &facts);
    bool good =
        (!request->json || report_write_json(document, request->json, failure)) &&
        (!request->yaml || report_write_yaml(document, request->yaml, failure)) &&
        (!request->html || report_write_html(document, request->html, failure)) &&
        (!request->markdown || report_write_markdown(document, request->markdown, failure));
    report_free(document);
    return good;
}

static bool is_excluded(const struct request *request, const char *name)
{
    return plan_matches(name, request->excluded.data, request->excluded.count);
}

/* A file that could not be compiled, and that nobody wanted to leave out. */
static bool has_failed_units(const struct request *request, const struct project *project)
{
    for (size_t i = 0; i < project->units.count; i++)
        if (project->units.data[i].failed &&
            !is_excluded(request, project->units.data[i].source))
            return true;
    return false;
}

static int exit_status(const struct request *request, const struct plan *plan)
{
    bool failed = has_failed_units(request, plan->project[0]) ||
                  has_failed_units(request, plan->project[1]);
    int status = failed ? EXIT_UNKNOWN : EXIT_HOLDS;
    for (size_t i = 0; i < plan->entries.count; i++) {
        enum compare_verdict verdict = plan->entries.data[i].result.verdict;
        if (verdict == COMPARE_DIFFERENT)
            return EXIT_VIOLATED;
        if (verdict == COMPARE_UNKNOWN)
            status = EXIT_UNKNOWN;
    }
    return status;
}

static int print_plan(const struct request *request, struct plan *plan)
{
    struct totals t = {0};
    double seconds = 0;
    long memory = 0;
    struct text_map causes = {0};
    for (size_t i = 0; i < plan->entries.count; i++) {
        const struct plan_entry *e = &plan->entries.data[i];
        print_result(&plan->arena, request, &causes, &e->result);
        count(&t, &e->result);
        seconds += e->seconds;
        if (e->memory > memory)
            memory = e->memory;
    }
    text_map_release(&causes);
    for (size_t i = 0; i < plan->added.count; i++)
        printf("%s (%s): added\n", plan->added.data[i]->name,
               plan->project[1]->units.data[plan->added.data[i]->unit].source);
    for (size_t i = 0; i < plan->notes.count; i++)
        fprintf(stderr, "sooth diff: %s\n", plan->notes.data[i]);
    size_t all = t.same + t.different + t.unknown;
    printf("functions: %zu, same: %zu (%zu of them assuming something), different: %zu, "
           "unknown: %zu\n",
           all, t.same, t.assumed, t.different, t.unknown);
    if (t.variables)
        printf("variables: %zu, same: %zu\n", t.variables, t.variables_same);
    printf("processor time: %.2f s (%.2f ms per function), memory: %ld MB\n", seconds,
           all ? seconds * 1000 / (double)all : 0, memory / 1024);
    return exit_status(request, plan);
}

static void report_failed_units(const struct project *project)
{
    for (size_t i = 0; i < project->units.count; i++)
        if (project->units.data[i].failed)
            fprintf(stderr, "sooth diff: left out %s: %s\n", project->units.data[i].source,
                    project->units.data[i].failed);
}

/* A snapshot of what uses a variable is compared with respect to it. */
static bool make_plan(const struct request *request, struct plan *plan,
                      struct failure *failure)
{
    bool chosen = request->functions.count || request->all;
    const char *variable = request->variable;
    if (!variable && !chosen)
        variable = snapshot_variable(&plan->arena, request->old_path);
    bool good = variable
                    ? plan_variable(plan, variable, failure)
                    : plan_functions(plan, request->functions.data, request->functions.count,
                                     request->all ? PLAN_ALL : PLAN_ASKED_FOR, failure);
    if (good && variable && !request->variable)
        plan_rest(plan);
    plan_exclude(plan, request->excluded.data, request->excluded.count);
    return good;
}

static bool load_patterns(struct request *request, struct custom_patterns *custom,
                          LLVMContextRef context, struct failure *failure)
{
    for (size_t i = 0; i < request->patterns.count; i++)
        if (!custom_load(custom, context, request->patterns.data[i], failure))
            return false;
    request->options.compare.custom = custom;
    return true;
}

static int compare_projects(struct request *request, struct project *old_project,
                            struct project *new_project)
{
    struct plan plan;
    struct failure failure = {0};
    struct custom_patterns custom;
    custom_init(&custom);
    plan_init(&plan, old_project, new_project);
    report_failed_units(old_project);
    report_failed_units(new_project);
    bool good = load_patterns(request, &custom, old_project->context, &failure) &&
                make_plan(request, &plan, &failure);
    int status = EXIT_USAGE;
    if (good) {
        double start = wall_now();
        run_plan(&plan, &request->options);
        double seconds = wall_now() - start;
        status = print_plan(request, &plan);
        good = write_reports(request, &plan, seconds, &failure);
    }
    if (!good)
        status = complain("sooth diff: %s", failure.message);
    plan_release(&plan);
    custom_release(&custom);
    return status;
}

static int compare_versions(struct request *request)
{
    struct revision versions[2] = {0};
    struct failure failure = {0};
    int status = EXIT_USAGE;
    if (revision_open(&versions[0], request->old_path, &failure) &&
        revision_open(&versions[1], request->new_path, &failure)) {
        struct project_pair projects;
        for (int i = 0; i < 2; i++)
            request->opened[i] = versions[i].path;
        for (int i = 0; i < 2; i++)
            request->folder[i] = versions[i].folder.path[0] ? versions[i].folder.path : NULL;
        if (project_pair_open(&projects, versions[0].path, versions[1].path, &failure))
            status = compare_projects(request, &projects.old_project, &projects.new_project);
        else
            complain("sooth diff: %s", failure.message);
        project_pair_release(&projects);
    } else {
        complain("sooth diff: %s", failure.message);
    }
    revision_release(&versions[0]);
    revision_release(&versions[1]);
    return status;
}

static int run_diff(int argc, char **argv)
{
    struct request request = {.options.compare.prove_seconds = DEFAULT_PROVE_SECONDS};
    struct failure failure = {0};
    if (!read_arguments(&request, argc, argv, &failure))
        return complain("sooth diff: %s", failure.message);
    if (!request.options.jobs)
        request.options.jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    if (isatty(STDERR_FILENO))
        request.options.progress = show_progress;
    int status = compare_versions(&request);
    free(request.range);
    VECTOR_RELEASE(&request.functions);
    VECTOR_RELEASE(&request.patterns);
    return status;
}

const struct command command_diff = {
    .name = "diff",
    .usage = "usage: sooth diff [OPTION]... OLD NEW\n"
             "       sooth diff [OPTION]... OLD..NEW\n\n"
             "OLD and NEW are snapshots (see sooth snapshot), directories, .c, .bc or .ll "
             "files, or revisions of the git\n"
             "repository here, whose files are compared as they are, without a build.\n"
             "Each function and exported variable is same, same (proved), different, or "
             "unknown. What cannot be\n"
             "matched is run on many inputs and, if they tell nothing apart, put in step and "
             "proved: different comes\n"
             "with an input, or says why none was shown. Inputs on which the old version is "
             "undefined do not count.\n"
             "same (assuming ...) rests on what it names:\n"
             "  layout     fields and structures correspond by name, whatever their offsets, "
             "sizes and alignment\n"
             "  enum       enumerators correspond by name, whatever their values\n"
             "  location   file names, line numbers and messages of warnings do not matter\n"
             "  pattern    a pattern of --patterns says that the change does not matter\n"
             "  promise    what only the new version promises is true: restrict, nonnull, "
             "pure, assume, fast floats\n"
             "  overflow   signed arithmetic of the old version does not overflow\n"
             "  defined    what only the new version computes neither overflows nor fails\n"
             "  slice      --wrt: what was left out neither reaches the variable nor ends "
             "the program\n"
             "Always assumed: an exported function or variable that is used by address or in "
             "another file has its own\n"
             "verdict; accesses obey the types they are made with (strict aliasing) and stay "
             "inside objects;\n"
             "left shifts of signed numbers are those of their bits, as compilers have it.\n",
    .after = "Exit status: 0 all the same, 10 something different, 20 nothing different but "
             "something unknown.\n",
    .run = run_diff,
};
