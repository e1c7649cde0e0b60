#include "cli/verify_callers.h"

#include "base/clock.h"
#include "base/failure.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROUNDS = 30 };
static const double VACUITY_SECONDS = 5, WITHOUT_SECONDS = 1;

/* --- the program with the harness --- */

/* The position of the source file that holds the function; SIZE_MAX if it cannot be included. */
static size_t file_of(const struct verify_arguments *a, const struct program *p)
{
    const char *unit = p->functions.data[a->driver.task.entry].unit;
    size_t only = SIZE_MAX;
    for (size_t i = 0; i < a->frontend.files.count; i++) {
        const char *file = a->frontend.files.data[i];
        if (!text_ends(file, ".c") && !text_ends(file, ".i")) continue;
        if (text_same(file, unit)) return i;
        only = a->frontend.files.count == 1 ? i : only;
    }
    return only;
}

static bool write_temporary(const struct text *text, char *path, size_t room, struct failure *f)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, room, "%s/sooth-harness-XXXXXX.c", folder && *folder ? folder : "/tmp");
    int fd = mkstemps(path, 2);
    if (fd < 0) return failure_set(f, FAILURE_INPUT, "cannot write %s", path);
    bool good = write(fd, text->data, text->count) == (ssize_t)text->count;
    close(fd);
    return good || failure_set(f, FAILURE_INPUT, "cannot write %s", path);
}

/* Paths as they were given: the source is included from the current folder. */
static void tidy_paths(struct program *p, const char *harness)
{
    for (size_t i = 0; i < p->files.count; i++) {
        if (*p->files.data[i] && text_ends(harness, p->files.data[i])) p->files.data[i] = "sooth_harness.c";
        if (text_starts(p->files.data[i], "./")) p->files.data[i] += 2;
    }
}

static struct program *load(const struct verify_arguments *a, size_t at, const char *path, bool reached,
                            struct failure *f)
{
    VECTOR(const char *) files = {0}, words = {0};
    for (size_t i = 0; i < a->frontend.files.count; i++)
        VECTOR_PUSH(&files, i == at ? path : a->frontend.files.data[i]);
    for (size_t i = 0; i < a->frontend.clang.count; i++)
        VECTOR_PUSH(&words, a->frontend.clang.data[i]);
    VECTOR_PUSH(&words, "-iquote");
    VECTOR_PUSH(&words, ".");
    if (reached) VECTOR_PUSH(&words, "-DSOOTH_REACHED");
    struct frontend_options o = frontend_arguments_options(&a->frontend);
    o.files = files.data;
    o.file_count = files.count;
    o.arguments = words.data;
    o.argument_count = words.count;
    if (a->violations & (VIOLATION_BIT(VIOLATION_OVERFLOW) | VIOLATION_BIT(VIOLATION_SHIFT)))
        o.overflow_sites = OVERFLOW_SITES_PLACED;
    struct program *p = frontend_load(&o, f);
    VECTOR_RELEASE(&files);
    VECTOR_RELEASE(&words);
    if (!p) return NULL;
    tidy_paths(p, path);
    for (uint32_t i = 0; i < p->functions.count; i++)
        function_make_reducible(p, &p->functions.data[i]);
    return p;
}

static struct program *load_plan(const struct verify_arguments *a, struct caller *plan, size_t at, bool reached,
                                 struct failure *f)
{
    struct text text = {0};
    char path[300];
    caller_write(plan, a->frontend.files.data[at], &text);
    bool written = write_temporary(&text, path, sizeof path, f);
    text_release(&text);
    struct program *p = written ? load(a, at, path, reached, f) : NULL;
    if (written) unlink(path);
    if (p && program_find_function(p, "sooth_harness") == UINT32_MAX) {
        failure_set(f, FAILURE_INPUT, "the harness has no body");
        program_free(p);
        return NULL;
    }
    return p;
}

/* --- rounds --- */

struct round {
    struct verify_arguments *a;
    struct callers *c;
    size_t file;
    double until; /* 0: no limit */
};

static double seconds_left(const struct round *r, double most)
{
    if (r->until <= 0) return most;
    double left = r->until - wall_now();
    if (left < 0.05) left = 0.05;
    return most > 0 && most < left ? most : left;
}

static void run_driver(const struct round *r, const struct program *p, uint32_t entry, uint32_t violations,
                       double most, struct driver_result *out)
{
    struct driver_options o = r->a->driver;
    o.task.program = p;
    o.task.entry = entry;
    o.task.violations = violations;
    o.seconds = seconds_left(r, most);
    driver_run(&o, out);
}

static uint32_t file_index(const struct program *p, const char *name)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (text_same(p->files.data[i], name)) return (uint32_t)i;
    return UINT32_MAX;
}

static enum refinement refine(struct round *r, const struct usage *usage, const struct finding *f)
{
    const struct replay *replay = &f->replay;
    struct replay_view v = {.program = r->c->program,
                            .usage = usage,
                            .harness_file = file_index(r->c->program, "sooth_harness.c"),
                            .function = f->trace.function,
                            .instruction = f->trace.instruction,
                            .error = replay->error,
                            .object_known = replay->object.known,
                            .made = replay->object.made,
                            .object_size = replay->object.size,
                            .offset = replay->object.offset,
                            .bytes = replay->object.bytes,
                            .message = replay->message};
    if (replay->stack.count) {
        v.function = replay->stack.data[0].function;
        v.instruction = replay->stack.data[0].instruction;
    }
    return caller_refine(&r->c->plan, &v);
}

/* What the findings of this round mean; the worst of them. */
static enum refinement judge_round(struct round *r)
{
    struct usage usage;
    const char *name = r->c->plan.program->functions.data[r->c->plan.function].name;
    uint32_t function = program_find_function(r->c->program, name);
    if (function == UINT32_MAX) return REFINE_REAL;
    usage_find(&usage, r->c->program, function);
    bool refined = false, open = false, real = false;
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        struct finding *f = &r->c->result.findings[v];
        if (f->verdict != VERDICT_FALSE) continue;
        enum refinement answer = refine(r, &usage, f);
        refined |= answer == REFINED;
        open |= answer == REFINE_OPEN;
        real |= answer == REFINE_REAL;
        if (answer != REFINE_OPEN) continue;
        f->verdict = VERDICT_UNKNOWN; /* it is said as a condition */
        text_add(&r->c->conditions, "%s\n", f->replay.message);
        snprintf(r->c->result.reason, sizeof r->c->result.reason,
                 "no condition for callers was found that excludes: %.300s", f->replay.message);
    }
    usage_release(&usage);
    if (real) return REFINE_REAL;
    return refined && !open ? REFINED : REFINE_OPEN;
}

static bool any_violated(const struct driver_result *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (r->findings[v].verdict == VERDICT_FALSE) return true;
    return false;
}

static bool all_hold(const struct round *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if ((r->a->violations & VIOLATION_BIT(v)) && r->c->result.findings[v].verdict != VERDICT_TRUE)
            return false;
    return true;
}

static bool one_round(struct round *r, bool *again, struct failure *f)
{
    double start = wall_now();
    *again = false;
    struct program *p = load_plan(r->a, &r->c->plan, r->file, false, f);
    if (!p) return false;
    r->c->load += wall_now() - start;
    if (r->c->program) {
        driver_release(&r->c->result);
        program_free(r->c->program);
    }
    r->c->program = p;
    run_driver(r, p, program_find_function(p, "sooth_harness"), r->a->violations, 0, &r->c->result);
    if (any_violated(&r->c->result)) *again = judge_round(r) == REFINED;
    return true;
}

/* --- what is said beside the verdict --- */

/* Whether some run reaches the call: an assumption that cannot hold proves nothing. */
static bool call_is_reached(struct round *r)
{
    struct failure ignored = {0};
    struct driver_result result;
    struct program *p = load_plan(r->a, &r->c->plan, r->file, true, &ignored);
    if (!p) return false;
    run_driver(r, p, program_find_function(p, "sooth_harness"), VIOLATION_BIT(VIOLATION_REACH), VACUITY_SECONDS,
               &result);
    bool reached = result.findings[VIOLATION_REACH].verdict == VERDICT_FALSE;
    driver_release(&result);
    program_free(p);
    return reached;
}

static void tell_without(struct round *r, const struct program *p)
{
    struct driver_result result;
    run_driver(r, p, r->a->driver.task.entry, r->a->violations, WITHOUT_SECONDS, &result);
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (result.findings[v].verdict == VERDICT_FALSE)
            text_add(&r->c->conditions, "else %s: %s\n", violation_name((enum violation)v),
                     result.findings[v].replay.message);
    driver_release(&result);
}

static void tell_conditions(struct callers *c)
{
    for (size_t i = 0; i < c->plan.conditions.count; i++)
        text_add(&c->conditions, "%s\n", c->plan.conditions.data[i]);
}

bool callers_run(struct verify_arguments *a, const struct program *program, struct callers *c,
                 struct failure *f)
{
    struct round r = {.a = a, .c = c, .file = file_of(a, program)};
    *c = (struct callers){0};
    if (a->driver.seconds > 0) r.until = wall_now() + a->driver.seconds;
    if (r.file == SIZE_MAX)
        return failure_set(f, FAILURE_UNSUPPORTED, "its source is not among the files given");
    if (!caller_make(&c->plan, program, a->driver.task.entry, f)) return false;
    bool again = true;
    for (int round = 0; again && round < MOST_ROUNDS && !driver_stop; round++) {
        if (r.until > 0 && round && wall_now() >= r.until) break;
        if (!one_round(&r, &again, f)) return false;
    }
    if (again) /* the last finding is one that callers exclude; there is no time for what is left */
        for (int v = 0; v < VIOLATION_COUNT; v++)
            c->result.findings[v].verdict = VERDICT_UNKNOWN;
    if (again && !c->result.reason[0]) snprintf(c->result.reason, sizeof c->result.reason, "time limit");
    caller_tell(&c->plan, &c->assumptions);
    tell_conditions(c);
    if (all_hold(&r)) {
        c->vacuous = !call_is_reached(&r);
        if (c->plan.spots.count) tell_without(&r, program);
    }
    return true;
}

bool callers_print(struct verify_arguments *a, const struct program *program, FILE *out, struct failure *f)
{
    struct caller plan;
    struct text text = {0};
    size_t file = file_of(a, program);
    if (file == SIZE_MAX)
        return failure_set(f, FAILURE_UNSUPPORTED, "the function's source is not among the files given");
    bool good = caller_make(&plan, program, a->driver.task.entry, f);
    if (good) caller_write(&plan, a->frontend.files.data[file], &text);
    fputs(text_of(&text), out);
    text_release(&text);
    caller_release(&plan);
    return good;
}

void callers_release(struct callers *c)
{
    if (c->program) {
        driver_release(&c->result);
        program_free(c->program);
    }
    text_release(&c->assumptions);
    text_release(&c->conditions);
    caller_release(&c->plan);
}
