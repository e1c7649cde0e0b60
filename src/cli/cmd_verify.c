/* sooth verify: load the program, run the engines, print findings and the verdict. */
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "engine/driver.h"
#include "program/passes.h"
#include "witness/native.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct verify_arguments {
    struct frontend_arguments frontend;
    uint32_t violations;
    bool termination;
    struct driver_options driver;
    bool no_replay;
    const char *harness;
};

static void on_signal(int number)
{
    (void)number;
    driver_stop = 1;
}

static void show_progress(const char *engine, const char *text)
{
    fprintf(stderr, "\r\033[K%s: %s", engine, text);
}

static int usage_error(const char *what, const char *word)
{
    fprintf(stderr, "sooth verify: %s '%s'; see sooth verify --help\n", what, word);
    return EXIT_USAGE;
}

static bool take_own(struct verify_arguments *a, int left, char **argv, int *used, struct failure *f)
{
    const char *word = argv[0], *value = left > 1 ? argv[1] : NULL;
    *used = 2;
    if (value && text_same(word, "--property")) return property_parse(value, &a->violations, &a->termination, f);
    if (value && text_same(word, "--timeout")) return (a->driver.seconds = atof(value)) > 0;
    if (value && text_same(word, "--memory")) return (a->driver.memory = strtoull(value, NULL, 10) << 20) > 0;
    if (value && text_same(word, "--engine")) return (a->driver.only = engine_find(value)) != NULL;
    if (value && text_same(word, "--harness")) return a->harness = value, true;
    if (value && text_same(word, "--unwind")) {
        a->driver.task.first_bound = a->driver.task.last_bound = (uint32_t)atoi(value);
        return true;
    }
    *used = 1;
    if (text_same(word, "--malloc-may-fail")) return a->driver.task.malloc_may_fail = true;
    if (text_same(word, "--extern=pure")) return a->driver.task.external = EXTERN_PURE, true;
    if (text_same(word, "--extern=args")) return a->driver.task.external = EXTERN_ARGS, true;
    if (text_same(word, "--extern=havoc")) return a->driver.task.external = EXTERN_HAVOC, true;
    if (text_same(word, "--no-replay")) return a->no_replay = true;
    *used = frontend_arguments_take(&a->frontend, left, argv);
    return *used > 0;
}

static void print_inputs(const struct program *p, const struct replay *r)
{
    const char *before = "inputs: ";
    for (size_t i = 0; i < r->choices.count; i++) {
        char text[64];
        if (r->choices.data[i].kind != INTERP_CHOICE_INPUT) continue;
        trace_value_text(p, &r->choices.data[i].choice, text, sizeof text);
        printf("%s%s", before, text);
        before = ",";
    }
    if (before[0] == ',') printf("\n");
}

static void replay_natively(const struct program *p, const struct verify_arguments *a, enum violation v, const struct finding *f)
{
    struct native_request q = {.program = p, .kind = v, .replay = &f->replay, .files = a->frontend.files.data,
                               .file_count = a->frontend.files.count, .arguments = a->frontend.clang.data,
                               .argument_count = a->frontend.clang.count, .harness = a->harness, .only_harness = a->no_replay,
                               .seconds = 10, .stop = &driver_stop};
    struct native_result r;
    if (a->no_replay && !a->harness) return;
    native_replay(&q, &r);
    if (!a->no_replay) printf("replay: %s\n", r.text);
}

static void print_finding(const struct program *p, const struct verify_arguments *a, enum violation v, const struct finding *f)
{
    if (f->verdict == VERDICT_TRUE) printf("%s: holds (%s: %s)\n", violation_name(v), f->engine, f->how);
    if (f->verdict == VERDICT_UNKNOWN) printf("%s: unknown\n", violation_name(v));
    if (f->verdict != VERDICT_FALSE) return;
    printf("%s: violated: %s\n", violation_name(v), f->replay.message);
    for (size_t i = 1; i < f->replay.stack.count; i++) {
        const struct interp_frame *fr = &f->replay.stack.data[i];
        char place[256];
        const struct function *fn = &p->functions.data[fr->function];
        printf("  called from %s at %s\n", fn->name,
               place_text(p, instruction_place(p, &fn->instructions.data[fr->instruction]), place, sizeof place));
    }
    print_inputs(p, &f->replay);
    replay_natively(p, a, v, f);
}

static int print_verdict(const struct program *p, const struct verify_arguments *a, const struct driver_result *r)
{
    int status = EXIT_HOLDS;
    const char *violated = NULL;
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        if (!(a->violations & VIOLATION_BIT(v))) continue;
        print_finding(p, a, v, &r->findings[v]);
        if (r->findings[v].verdict == VERDICT_FALSE && !violated) violated = violation_name(v);
        if (r->findings[v].verdict == VERDICT_UNKNOWN) status = EXIT_UNKNOWN;
    }
    if (r->externals.count) {
        printf("assumed of functions without body:");
        for (size_t i = 0; i < r->externals.count; i++) printf(" %s", p->functions.data[r->externals.data[i]].name);
        printf("\n");
    }
    if (violated) {
        printf("verdict: false(%s)\n", violated);
        return EXIT_VIOLATED;
    }
    if (a->termination) {
        printf("verdict: unknown (unsupported: termination)\n");
        return EXIT_UNKNOWN;
    }
    if (status == EXIT_HOLDS)
        printf("verdict: true\n");
    else
        printf("verdict: unknown (%s)\n", r->reason[0] ? r->reason : "no engine decided it");
    return status;
}

static int verify(struct verify_arguments *a)
{
    struct failure failure = {0};
    if (!a->violations && !a->termination)
        for (const struct property *p = property_list; p->name; p++)
            if (!text_same(p->name, "memcleanup")) a->violations |= p->violations;
    struct frontend_options options = frontend_arguments_options(&a->frontend);
    if (a->violations & (VIOLATION_BIT(VIOLATION_OVERFLOW) | VIOLATION_BIT(VIOLATION_SHIFT)))
        options.overflow_sites = OVERFLOW_SITES_PLACED;
    struct program *p = frontend_load(&options, &failure);
    if (!p) {
        fprintf(stderr, "sooth: %s\n", failure.message);
        if (failure.kind != FAILURE_UNSUPPORTED) return EXIT_USAGE;
        printf("verdict: unknown (unsupported: %s)\n", failure.message);
        return EXIT_UNKNOWN;
    }
    for (uint32_t i = 0; i < p->functions.count; i++) function_make_reducible(p, &p->functions.data[i]);
    int status = EXIT_USAGE;
    if (p->entry == UINT32_MAX) {
        fprintf(stderr, "sooth: the program has no function main\n");
    } else {
        a->driver.task.program = p;
        a->driver.task.entry = p->entry;
        a->driver.task.violations = a->violations;
        if (isatty(2)) a->driver.progress = show_progress;
        struct driver_result result;
        driver_run(&a->driver, &result);
        if (a->driver.progress) fprintf(stderr, "\r\033[K");
        status = print_verdict(p, a, &result);
        driver_release(&result);
    }
    program_free(p);
    return status;
}

static int run(int argc, char **argv)
{
    struct verify_arguments a = {0};
    frontend_arguments_init(&a.frontend);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    for (int i = 1; i < argc;) {
        int used = 1;
        struct failure f = {0};
        if (!take_own(&a, argc - i, argv + i, &used, &f)) {
            frontend_arguments_release(&a.frontend);
            if (!f.message[0]) return usage_error("cannot use", argv[i]);
            fprintf(stderr, "sooth: %s\n", f.message);
            return EXIT_USAGE;
        }
        i += used;
    }
    int status = verify(&a);
    frontend_arguments_release(&a.frontend);
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .summary = "prove a program right or show how it goes wrong",
    .usage = "usage: sooth verify [OPTION]... FILE...\n\n"
             "  --property P             reach, memsafety, memcleanup, overflow, division, or a .prp file; may be repeated;\n"
             "                           default: reach, memsafety and overflow\n"
             "  --engine E               run only this engine: bmc\n"
             "  --timeout S, --memory MB limits; when one is hit the verdict is unknown\n"
             "  --unwind N               only this bound\n"
             "  --extern=pure|args|havoc functions without body: any result; and change what their arguments reach (default);\n"
             "                           and change globals\n"
             "  --malloc-may-fail        malloc may return null\n" FRONTEND_USAGE,
    .run = run,
};
