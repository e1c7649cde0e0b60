/* sooth verify: load the program, run the engines, replay what they found, report. */
#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/verify/arguments.h"
#include "cli/verify/callers.h"
#include "cli/verify/dump.h"
#include "cli/verify/explain.h"
#include "cli/verify/project.h"
#include "cli/verify/units.h"
#include "program/passes.h"
#include "report/report.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NATIVE_SECONDS = 10, STEPS_SECONDS = 1 };
static const double LEAST_EVIDENCE = 0.2;

static void on_signal(int number)
{
    (void)number;
    driver_stop = 1;
}

static void show_progress(const char *engine, const char *text)
{
    static double began;
    if (!began)
        began = wall_now();
    fprintf(stderr, "\r\033[K%5.1f s  %s: %.80s", wall_now() - began, engine, text);
    fflush(stderr);
}

static int complain(const struct failure *f)
{
    fprintf(stderr, "sooth: %s\n", f->message);
    return EXIT_USAGE;
}

/* --- evidence --- */

struct evidence { /* of one violation */
    struct steps steps;
    struct native_result native;
    bool has_native;
};

static void gather(const struct verify_arguments *a, const struct program *p,
                   enum violation v, const struct finding *f, struct evidence *e)
{
    const struct driver_options *d = &a->judge.driver;
    steps_of(p, &f->trace, d->task.entry, a->detail,
             driver_left(d->until, LEAST_EVIDENCE, STEPS_SECONDS), &e->steps);
    if (a->function || driver_stop || v == VIOLATION_TERMINATION ||
        (a->no_replay && !a->harness))
        return;
    double seconds = driver_left(d->until, 0, NATIVE_SECONDS);
    if (seconds <= 0 && !a->harness) {
        snprintf(e->native.text, sizeof e->native.text, "not confirmed (time limit)");
        e->has_native = true;
        return;
    }
    if (d->progress)
        d->progress("replay", violation_name(v));
    struct native_request q = {.program = p,
                               .kind = v,
                               .replay = &f->replay,
                               .files = a->frontend.files.data,
                               .file_count = a->frontend.files.count,
                               .arguments = a->frontend.clang.data,
                               .argument_count = a->frontend.clang.count,
                               .harness = a->harness,
                               .only_harness = a->no_replay || seconds <= 0,
                               .seconds = seconds,
                               .stop = &driver_stop};
    native_replay(&q, &e->native);
    e->has_native = !a->no_replay;
}

/* --- the report --- */

static bool has_assertion(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        if (f->builtin == BUILTIN_ERROR || f->builtin == BUILTIN_ASSERT_FAIL ||
            f->builtin == BUILTIN_ASSERT)
            return true;
        for (size_t k = 0; k < f->instructions.count; k++) {
            const struct instruction *in = &f->instructions.data[k];
            if (in->block == UINT32_MAX)
                continue;
            if ((in->op == OP_CHECK && in->sub == CHECK_ASSERTION) ||
                (in->op == OP_STOP && in->sub == STOP_ERROR))
                return true;
        }
    }
    return false;
}

static void make_notes(const struct verify_arguments *a, const struct program *p,
                       const struct judgement *j, struct report *r)
{
    uint32_t reached = VIOLATION_BIT(VIOLATION_REACH) | VIOLATION_BIT(VIOLATION_UNREACHABLE);
    if ((a->violations & reached) == VIOLATION_BIT(VIOLATION_REACH) && !has_assertion(p))
        VECTOR_PUSH(&r->notes, "the program has no assertion");
    if (a->leaks_left_out)
        VECTOR_PUSH(&r->notes, "lost memory is not looked for: what a function leaves "
                               "allocated may be its result");
    if (a->function && r->assumptions)
        VECTOR_PUSH(
            &r->notes,
            "verified alone, assuming what is said above; globals of which nothing is "
            "said hold any value");
    else if (a->function)
        VECTOR_PUSH(&r->notes,
                    "verified alone: parameters and globals hold any value, "
                    "pointers are null or lead "
                    "to memory of their type, and things of one type do not overlap in part");
    if (j->result.never_finishes && j->verdict == VERDICT_TRUE)
        VECTOR_PUSH(&r->notes, "no run reaches the end");
}

static bool write_report(const struct verify_arguments *a, const struct report *r)
{
    bool good = true;
    if (!a->json || a->json_file)
        report_text(r, a->detail, stdout);
    if (!a->json)
        return true;
    FILE *out = a->json_file ? fopen(a->json_file, "w") : stdout;
    good = out && report_json(r, out);
    if (out && a->json_file && fclose(out))
        good = false;
    if (!good)
        fprintf(stderr, "sooth: cannot write %s: %s\n",
                a->json_file ? a->json_file : "the result", strerror(errno));
    return good;
}

/* "yes", or "no (WHY)"; empty if the proof was not checked. */
static void tell_certified(const struct judgement *j, char *out, size_t room)
{
    out[0] = 0;
    if (!j->checked || j->verdict != VERDICT_TRUE)
        return;
    if (j->certified.answer == CHECK_CONFIRMED)
        snprintf(out, room, "yes");
    else
        snprintf(out, room, "no (%s: %s)", check_answer_name(j->certified.answer),
                 j->certified.why);
}

static int status_of(const struct judgement *j)
{
    switch (j->verdict) {
    case VERDICT_TRUE:
        return EXIT_HOLDS;
    case VERDICT_FALSE:
        return EXIT_VIOLATED;
    case VERDICT_UNKNOWN:
        break;
    }
    return j->broken ? EXIT_INTERNAL : EXIT_UNKNOWN;
}

static void add_findings(const struct verify_arguments *a, const struct program *p,
                         const struct judgement *j, struct evidence *evidence,
                         struct report *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        if (!(a->violations & VIOLATION_BIT(v)))
            continue;
        const struct finding *f = &j->result.findings[v];
        bool violated = f->verdict == VERDICT_FALSE;
        if (violated)
            gather(a, p, (enum violation)v, f, &evidence[v]);
        VECTOR_PUSH(&r->findings,
                    (struct report_finding){
                        (enum violation)v, f->verdict, f->engine, f->how,
                        violated ? &f->replay : NULL, violated ? &evidence[v].steps : NULL,
                        evidence[v].has_native ? &evidence[v].native : NULL});
    }
}

static int report_result(const struct verify_arguments *a, struct program *p,
                         const struct judgement *j, const struct callers *callers,
                         double load)
{
    char certified[300];
    struct evidence evidence[VIOLATION_COUNT] = {0};
    struct explained explained;
    explain_judgement(a, p, j, &explained);
    tell_certified(j, certified, sizeof certified);
    struct report r = {.program = p,
                       .files = a->frontend.files.data,
                       .file_count = a->frontend.files.count,
                       .function = a->function,
                       .external_policy = verify_external_policy(a),
                       .verdict = j->verdict,
                       .violated = j->violated,
                       .reason = j->reason.text,
                       .explained = a->explain ? &explained : NULL,
                       .certified = certified[0] ? certified : NULL,
                       .invariants = j->invariants.count ? text_of(&j->invariants) : NULL,
                       .statistics = a->statistics && j->result.statistics.count
                                         ? text_of(&j->result.statistics)
                                         : NULL,
                       .load_seconds = load,
                       .engine_seconds = j->result.seconds,
                       .certify_seconds = j->certify_seconds};
    double start = wall_now();
    add_findings(a, p, j, evidence, &r);
    r.replay_seconds = wall_now() - start;
    for (size_t i = 0; i < j->result.externals.count; i++)
        VECTOR_PUSH(&r.externals, j->result.externals.data[i]);
    if (callers) {
        r.assumptions = text_of(&callers->assumptions);
        r.conditions = text_of(&callers->conditions);
    }
    make_notes(a, p, j, &r);
    if (a->judge.driver.progress)
        fprintf(stderr, "\r\033[K");
    bool written = write_report(a, &r);
    for (int v = 0; v < VIOLATION_COUNT; v++)
        steps_release(&evidence[v].steps);
    report_release(&r);
    explained_release(&explained);
    return written ? status_of(j) : EXIT_USAGE;
}

static void keep_certificate(const struct verify_arguments *a, const struct judgement *j)
{
    struct failure failure = {0};
    struct text all = {0};
    if (!a->certificate || j->verdict != VERDICT_TRUE)
        return;
    text_put(&all, text_of(&j->result.confirmed));
    text_put(&all, text_of(&j->result.certificates));
    if (!text_write_file(a->certificate, text_of(&all), all.count, &failure))
        fprintf(stderr, "sooth: %s\n", failure.message);
    text_release(&all);
}

/* --- the pipeline --- */

static bool find_entry(struct verify_arguments *a, const struct program *p, struct failure *f)
{
    a->judge.driver.task.entry =
        a->function ? program_find_function(p, a->function) : p->entry;
    if (a->judge.driver.task.entry == UINT32_MAX)
        return a->function
                   ? failure_set(f, FAILURE_INPUT,
                                 "--function: the program has no function '%s'", a->function)
                   : failure_set(f, FAILURE_INPUT,
                                 "the program has no function main; --function F verifies "
                                 "another one alone");
    if (!p->functions.data[a->judge.driver.task.entry].has_body)
        return failure_set(f, FAILURE_INPUT, "the function %s has no body",
                           p->functions.data[a->judge.driver.task.entry].name);
    if (a->function && text_same(a->function, "main") && p->entry != UINT32_MAX)
        a->judge.driver.task.entry = p->entry;
    if (a->judge.driver.task.entry == p->entry)
        a->function = NULL;
    if (!a->function)
        return true;
    /* what it leaves allocated may be its result */
    a->leaks_left_out |= (a->violations & VIOLATION_BIT(VIOLATION_MEMTRACK)) != 0;
    a->violations &=
        ~(VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP));
    if (!a->violations)
        return failure_set(f, FAILURE_INPUT,
                           "--function: memcleanup is about whole programs");
    return true;
}

/* What functions without body ensure is believed, unless it cannot be true. */
static void tell_trusted(const struct verify_arguments *a, const struct program *p,
                         struct judgement *j, struct text *out)
{
    static const struct reason vacuous = {
        REASON_CALLERS,
        "vacuous: with what functions without body ensure no run reaches the end"};
    bool any = false;
    for (size_t i = 0; i < a->contracts.clauses.count; i++) {
        const struct clause *c = &a->contracts.clauses.data[i];
        uint32_t f = program_find_function(p, c->function);
        if (c->kind == CLAUSE_REQUIRES || f == UINT32_MAX || p->functions.data[f].has_body)
            continue;
        text_add(out, "%s, which has no body, %s %s\n", c->function, clause_name(c->kind),
                 *c->text ? c->text : "nothing");
        any |= c->kind == CLAUSE_ENSURES;
    }
    if (any && j->result.never_finishes && j->verdict == VERDICT_TRUE)
        judgement_withdraw(j, UINT32_MAX, &vacuous);
}

/* The function under what its callers probably establish; false if that cannot be tried, with
 * the reason if there is one. */
static bool verify_for_callers(struct verify_arguments *a, struct program *p, double load,
                               int *status, struct failure *why)
{
    struct failure failure = {0};
    struct callers callers;
    if (!find_entry(a, p, &failure) || !a->function)
        return false;
    if (a->print_harness) {
        *status = callers_print(a, p, stdout, &failure) ? EXIT_HOLDS : complain(&failure);
        return true;
    }
    if (isatty(STDERR_FILENO) && !a->quiet)
        a->judge.driver.progress = show_progress;
    bool good = callers_run(a, p, &callers, why);
    if (good) {
        a->judge.driver.task.entry = program_find_function(callers.program, "sooth_harness");
        tell_trusted(a, callers.program, &callers.judgement, &callers.assumptions);
        keep_certificate(a, &callers.judgement);
        *status = report_result(a, callers.program, &callers.judgement, &callers,
                                load + callers.load);
    }
    callers_release(&callers);
    return good;
}

static int verify_program(struct verify_arguments *a, struct program *p, double load,
                          const struct failure *no_callers)
{
    struct failure failure = {0};
    if (a->dump == DUMP_PROGRAM)
        return verify_dump_program(p);
    if (!find_entry(a, p, &failure))
        return complain(&failure);
    a->judge.driver.task.program = p;
    a->judge.driver.task.violations = a->violations;
    if (a->dump == DUMP_SHAPE)
        return verify_dump_shape(&a->judge.driver.task);
    if (a->dump == DUMP_FORMULA)
        return verify_dump_formula(&a->judge.driver.task);
    if (isatty(STDERR_FILENO) && !a->quiet)
        a->judge.driver.progress = show_progress;
    struct judgement judgement;
    judge_program(&a->judge, &judgement);
    struct callers callers = {0};
    if (no_callers->message[0])
        callers_excuse(&callers, &judgement, no_callers->message);
    tell_trusted(a, p, &judgement, &callers.assumptions);
    keep_certificate(a, &judgement);
    bool told = no_callers->message[0] || callers.assumptions.count;
    int status = report_result(a, p, &judgement, told ? &callers : NULL, load);
    text_release(&callers.conditions);
    text_release(&callers.assumptions);
    judgement_release(&judgement);
    return status;
}

/* A program that cannot be loaded because of what is in it is unknown; one that is wrong is
 * an error. */
static int not_loaded(const struct verify_arguments *a, const struct failure *failure)
{
    if (failure->kind != FAILURE_UNSUPPORTED)
        return complain(failure);
    struct judgement judgement;
    judgement_unsupported(&judgement, failure->message);
    struct report r = {.files = a->frontend.files.data,
                       .file_count = a->frontend.files.count,
                       .verdict = judgement.verdict,
                       .reason = judgement.reason.text,
                       .external_policy = verify_external_policy(a)};
    bool written = write_report(a, &r);
    judgement_release(&judgement);
    return written ? EXIT_UNKNOWN : EXIT_USAGE;
}

/* A contract file may serve several programs, but a name may be misspelt, too. */
static void warn_of_contracts(const struct verify_arguments *a, const struct program *p)
{
    for (size_t i = 0; !a->quiet && i < a->contracts.clauses.count; i++) {
        const char *name = a->contracts.clauses.data[i].function;
        bool first = !i || !text_same(a->contracts.clauses.data[i - 1].function, name);
        if (first && program_find_function(p, name) == UINT32_MAX)
            fprintf(stderr,
                    "sooth: warning: there is a contract of '%s', but no such function\n",
                    name);
    }
}

static int verify(struct verify_arguments *a)
{
    struct failure failure = {0};
    double start = wall_now();
    a->judge.driver.until = explain_engines_until(a, start);
    if (!a->violations)
        for (const struct property *p = property_list; p->name; p++)
            if (!p->on_request)
                a->violations |= p->violations;
    struct frontend_options options = frontend_arguments_options(&a->frontend);
    if (violations_need_sites(a->violations))
        options.overflow_sites = OVERFLOW_SITES_PLACED;
    struct program *p = frontend_load(&options, &failure);
    if (!p)
        return not_loaded(a, &failure);
    a->violations = violations_that_matter(p, a->violations);
    for (uint32_t i = 0; i < p->functions.count; i++)
        function_make_reducible(p, &p->functions.data[i]);
    double load = wall_now() - start;
    bool assume = a->function && a->dump == DUMP_NOTHING && !a->any_caller;
    contracts_read_program(&a->contracts, p);
    warn_of_contracts(a, p);
    bool sound = contracts_are_sound(&a->contracts, &failure);
    for (size_t i = 0; i < a->assumes.count; i++)
        sound = sound && clause_is_sound(a->assumes.data[i], &failure);
    if (!sound) {
        program_free(p);
        return complain(&failure);
    }
    if (a->contracts.clauses.count)
        a->violations |= VIOLATION_BIT(VIOLATION_REACH);
    if (a->contracts.clauses.count && !assume) {
        struct program *checked = units_load(a, p, NULL, &failure);
        program_free(p);
        if (!checked)
            return not_loaded(a, &failure);
        p = checked;
    }
    int status;
    if (!assume || !verify_for_callers(a, p, load, &status, &failure)) {
        bool unread =
            a->assumes.count && failure.message[0]; /* what was to be assumed could not be */
        status = unread ? complain(&failure) : verify_program(a, p, load, &failure);
    }
    program_free(p);
    return status;
}

/* Said before the work, not after it. What is there stays as it is. */
static bool check_writable(const char *option, const char *path, struct failure *f)
{
    if (!path)
        return true;
    bool was_there = !access(path, F_OK);
    FILE *file = fopen(path, "a");
    if (!file)
        return failure_set(f, FAILURE_INPUT, "%s: cannot write %s: %s", option, path,
                           strerror(errno));
    fclose(file);
    if (!was_there)
        unlink(path);
    return true;
}

/* The driver looks at what a signal leaves and says what was learnt; a stage that is only
 * printed ends at once. */
static void heed_signals(const struct verify_arguments *a)
{
    struct sigaction action = {.sa_handler = a->dump == DUMP_NOTHING ? on_signal : SIG_DFL};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static int run(int argc, char **argv)
{
    struct verify_arguments a;
    struct failure failure = {0};
    int status;
    struct arena arena;
    arena_init(&arena);
    bool understood = verify_arguments_read(&a, argc, argv, &failure);
    heed_signals(&a);
    if (!understood || !project_choose_file(&a, &arena, &failure))
        status = complain(&failure);
    else if (!check_writable("--json", a.json_file, &failure) ||
             !check_writable("--harness", a.harness, &failure))
        status = complain(&failure);
    else
        status = verify(&a);
    verify_arguments_release(&a);
    arena_release(&arena);
    return status;
}

static void print_engines(FILE *out)
{
    fprintf(out, "\nEngines:\n");
    for (const struct engine *const *e = engine_list; *e; e++)
        fprintf(out, "  %-24s %s\n", (*e)->name, (*e)->summary);
}

const struct command command_verify = {
    .name = "verify",
    .summary = "prove a program right or show how it goes wrong",
    .usage = "usage: sooth verify [OPTION]... FILE...\n\n"
             "Proves a C program right or shows how it goes wrong. The last line says the "
             "verdict: true, "
             "false(KIND) or\n"
             "unknown (WHY). Exit status: 0 true, 10 false, 20 unknown, 1 wrong input, 2 "
             "internal failure.\n",
    .loads_program = true,
    .print_after = print_engines,
    .run = run,
};
