#include "cli/verify/callers.h"
#include "cli/verify/units.h"

#include "base/clock.h"
#include "base/failure.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROUNDS = 30, MOST_SUPPOSED = 3 };
static const double VACUITY_SECONDS = 3, WITHOUT_SECONDS = 1;
static const double OPEN_SHARE =
    0.6; /* of the time that is left, before ranges are assumed of what stays open */
/* for functions of callers that do anything */
static const double WILD_SHARE = 0.2, WILD_SECONDS = 3;
static const double WILD_IN_ALL = 4, WILD_LEAST = 0.3;
static const double HUGE_SHARE = 0.3;  /* of all time, before callees are verified once */
enum { HUGE_SIZE = 20000 };            /* instructions, with those of callees at each call */
static const double FAR_SHARE = 0.4;   /* the same, before callees are verified once */
static const double NEAR_SHARE = 0.45; /* of the time that is left, before memory is far */
static const double MEMORY_SHARE =
    0.4; /* for runs that end early, where the question is about something else */

/* --- the program with the harness --- */

/* The position of the source file that holds the function; SIZE_MAX if it cannot be included.
 */
static size_t file_of(const struct verify_arguments *a, const struct program *p)
{
    LAW(a->judge.driver.task.entry < p->functions.count);
    const char *unit = p->functions.data[a->judge.driver.task.entry].unit;
    size_t only = SIZE_MAX;
    for (size_t i = 0; i < a->frontend.files.count; i++) {
        const char *file = a->frontend.files.data[i];
        if (!text_ends(file, ".c") && !text_ends(file, ".i"))
            continue;
        if (text_same(file, unit))
            return i;
        only = a->frontend.files.count == 1 ? i : only;
    }
    return only;
}

struct round {
    struct verify_arguments *a;
    struct callers *c;
    size_t file;
    uint32_t asked; /* violations */
    /* the last finding that no condition for callers excludes; empty: there is none */
    struct reason left;
    double wild;       /* seconds that functions of which nothing is known had so far */
    double near_until; /* of a huge function; 0: it is not huge */
    bool large;        /* it calls functions that may be verified once */
    int supposed;      /* how often ranges were assumed of what was only left open */
};

static struct program *load_plan(const struct round *r, enum unit_probe probe,
                                 struct failure *f)
{
    struct unit_plan plan = {&r->c->plan, r->file, probe};
    struct program *p = units_load(r->a, r->c->plan.program, &plan, f);
    if (p && program_find_function(p, "sooth_harness") == UINT32_MAX) {
        failure_set(f, FAILURE_INPUT, "the harness has no body");
        program_free(p);
        return NULL;
    }
    return p;
}

/* --- rounds --- */

/* What is to be asked about a program; within so many seconds, 0: within what is left. */
static struct judge_options question(const struct round *r, const struct program *p,
                                     uint32_t entry, uint32_t violations, double most)
{
    LAW(violations && entry < p->functions.count);
    struct judge_options o = r->a->judge;
    double until = wall_now() + most;
    o.driver.task.program = p;
    o.driver.task.entry = entry;
    o.driver.task.violations = violations;
    if (most > 0 && (o.driver.until <= 0 || until < o.driver.until))
        o.driver.until = until;
    return o;
}

static uint32_t file_index(const struct program *p, const char *name)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (text_same(p->files.data[i], name))
            return (uint32_t)i;
    return UINT32_MAX;
}

/* The function in the program with the harness, which calls it. */
static uint32_t function_in(const struct round *r, const struct program *p)
{
    const struct function *f = &r->c->plan.program->functions.data[r->c->plan.function];
    const char *name = f->name;
    for (uint32_t i = 0; i < p->functions.count; i++)
        if (p->functions.data[i].has_body && text_same(p->functions.data[i].name, name) &&
            p->functions.data[i].place.line == f->place.line)
            return i;
    BUG("the harness calls a function that is not there");
}

static enum refinement refine(struct round *r, const struct usage *usage,
                              const struct finding *f)
{
    LAW(f->verdict == VERDICT_FALSE && f->replay.confirmed);
    const struct replay *replay = &f->replay;
    struct replay_view v = {.program = r->c->program,
                            .usage = usage,
                            .harness_file = file_index(r->c->program, "sooth_harness.c"),
                            .function = f->trace.function,
                            .instruction = f->trace.instruction,
                            .error = replay->error,
                            .object_known = replay->object.known,
                            .object_given = replay->object.given,
                            .made = replay->object.made,
                            .object_size = replay->object.size,
                            .offset = replay->object.offset,
                            .bytes = replay->object.bytes,
                            .message = replay->message};
    if (replay->stack.count) {
        v.function = replay->stack.data[0].function;
        v.instruction = replay->stack.data[0].instruction;
    }
    VECTOR(struct code_place) stack = {0};
    VECTOR_PUSH(&stack, (struct code_place){v.function, v.instruction});
    for (size_t i = 1; i < replay->stack.count; i++)
        VECTOR_PUSH(&stack, (struct code_place){replay->stack.data[i].function,
                                                replay->stack.data[i].instruction});
    v.stack = stack.data;
    v.depth = stack.count;
    enum refinement answer = caller_refine(&r->c->plan, &v);
    VECTOR_RELEASE(&stack);
    return answer;
}

/* A finding about memory of callers of which no condition is known is said as a condition. */
static void leave_open(struct round *r, enum violation v)
{
    LAW(r->c->judgement.result.findings[v].verdict == VERDICT_FALSE);
    const char *message = r->c->judgement.result.findings[v].replay.message;
    struct reason reason;
    text_add(&r->c->conditions, "%s\n", message);
    reason_set(&reason, REASON_CALLERS,
               "no condition for callers was found that excludes: %.300s", message);
    judgement_withdraw(&r->c->judgement, VIOLATION_BIT(v), &reason);
    r->left = reason;
}

/* Whether what was found makes the plan stronger. If not, the round was the last one. */
static bool judge_round(struct round *r)
{
    struct usage usage;
    enum refinement answers[VIOLATION_COUNT] = {0};
    bool refined = false;
    usage_find(&usage, r->c->program, function_in(r, r->c->program));
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        struct finding *f = &r->c->judgement.result.findings[v];
        if (f->verdict != VERDICT_FALSE)
            continue;
        answers[v] = refine(r, &usage, f);
        refined |= answers[v] == REFINED;
        /* it may rest on what was made up for functions without body */
        if (answers[v] == REFINE_REAL && r->c->plan.quiet_externs)
            answers[v] = REFINE_OPEN;
    }
    usage_release(&usage);
    for (int v = 0; v < VIOLATION_COUNT && !refined; v++)
        if (r->c->judgement.result.findings[v].verdict == VERDICT_FALSE &&
            answers[v] == REFINE_OPEN)
            leave_open(r, (enum violation)v);
    return refined;
}

/* What the interpreter would say of the violation; INTERP_ERROR_COUNT: it is none of
 * arithmetic. */
static enum interp_error arithmetic_error(uint32_t violation)
{
    if (violation == VIOLATION_OVERFLOW)
        return INTERP_OVERFLOW;
    if (violation == VIOLATION_SHIFT)
        return INTERP_SHIFT;
    if (violation == VIOLATION_DIVISION)
        return INTERP_DIVISION;
    if (violation == VIOLATION_FLOAT_CAST)
        return INTERP_FLOAT_CAST;
    return INTERP_ERROR_COUNT;
}

/* As if it were violated there: a number of callers that it is computed from is in a range.
 */
static bool suppose(struct round *r, const struct usage *usage,
                    const struct explain_item *open)
{
    const struct program *p = r->c->program;
    enum interp_error error = arithmetic_error(open->number);
    if (open->kind != EXPLAIN_OPEN || error == INTERP_ERROR_COUNT ||
        open->function == EXPLAIN_NOWHERE)
        return false;
    LAW(open->function < p->functions.count);
    const struct instruction *i =
        &p->functions.data[open->function].instructions.data[open->instruction];
    const struct place *at = instruction_place(p, i);
    struct text message = {0};
    text_add(&message, "%s:%u: %s is not shown without it", p->files.data[at->file], at->line,
             violation_name((enum violation)open->number));
    struct code_place place = {open->function, open->instruction};
    struct replay_view v = {.program = p,
                            .usage = usage,
                            .harness_file = file_index(p, "sooth_harness.c"),
                            .function = open->function,
                            .instruction = open->instruction,
                            .stack = &place,
                            .depth = 1,
                            .error = error,
                            .message = text_of(&message)};
    bool refined = caller_refine(&r->c->plan, &v) == REFINED;
    text_release(&message);
    return refined;
}

/* Nothing was found, but not all arithmetic is shown to be right: ranges of numbers are
 * assumed, which is said. */
static bool suppose_ranges(struct round *r)
{
    struct usage usage;
    bool refined = false;
    if (r->c->plan.fixed || r->supposed >= MOST_SUPPOSED ||
        r->c->judgement.verdict != VERDICT_UNKNOWN)
        return false;
    usage_find(&usage, r->c->program, function_in(r, r->c->program));
    for (size_t i = 0; i < r->c->judgement.result.explained.count; i++)
        refined |= suppose(r, &usage, &r->c->judgement.result.explained.data[i]);
    usage_release(&usage);
    r->supposed += refined;
    return refined;
}

static void prepare(struct round *r, struct program *p)
{
    struct usage usage;
    uint32_t harness = program_find_function(p, "sooth_harness");
    LAW(harness != UINT32_MAX);
    caller_mark_effects(&r->c->plan, p);
    caller_replace_externs(&r->c->plan, p);
    usage_find(&usage, p, function_in(r, p));
    caller_mark_rooms(&r->c->plan, p, &usage, harness);
    caller_mark_elements(&r->c->plan, p, &usage, harness);
    caller_mark_far(&r->c->plan, p, &usage, harness);
    usage_release(&usage);
    if (r->c->plan.initial_globals || caller_is_closed(p, harness))
        p->entry = harness;
}

static void forget(struct callers *c)
{
    if (!c->program)
        return;
    judgement_release(&c->judgement);
    program_free(c->program);
    c->program = NULL;
}

static bool has_wild_callbacks(const struct callers *c)
{
    bool any = false;
    for (size_t i = 0; i < c->plan.spots.count; i++)
        any |= c->plan.spots.data[i].shape == SPOT_FUNCTION;
    return any && !c->plan.quiet_callbacks;
}

static bool has_wild_externs(const struct callers *c)
{
    bool any = false;
    for (size_t i = 0; i < c->plan.externs.count; i++)
        any |= c->plan.externs.data[i].memory == EXTERN_NO_MEMORY &&
               !c->plan.externs.data[i].needs_far;
    return any && !c->plan.quiet_externs;
}

static double wild_seconds(const struct round *r)
{
    double until = r->a->judge.driver.until;
    double share = until > 0 ? (until - wall_now()) * WILD_SHARE : WILD_SECONDS;
    double most = WILD_IN_ALL - r->wild;
    if (most > WILD_SECONDS)
        most = WILD_SECONDS;
    if (most < WILD_LEAST)
        most = WILD_LEAST;
    return share < most ? share : most;
}

/* Before far memory is tried there is some time; 0: all that is left. */
static double near_seconds(const struct round *r)
{
    double until = r->a->judge.driver.until;
    const struct caller *plan = &r->c->plan;
    if (until <= 0 || plan->once || plan->fixed || r->a->judge.driver.task.external_given)
        return 0;
    if (plan->far && !r->large)
        return 0;
    double share = (until - wall_now()) * (plan->far ? FAR_SHARE : NEAR_SHARE);
    double huge = r->near_until - wall_now();
    return r->near_until > 0 && huge < share && huge > WILD_LEAST ? huge : share;
}

static bool is_arithmetic(const struct explain_item *open)
{
    return arithmetic_error(open->number) != INTERP_ERROR_COUNT;
}

/* What ends a run whatever was asked about: under a guess that is too small all runs might
 * end before what was. */
enum {
    ENDING = VIOLATION_BIT(VIOLATION_DEREF) | VIOLATION_BIT(VIOLATION_FREE) |
             VIOLATION_BIT(VIOLATION_DIVISION)
};

/* Accesses to null check what calls hand over to far functions and to callees that are
 * verified once: without them nothing is shown of those, whatever the question is. */
static uint32_t asked_of(const struct round *r)
{
    LAW(r->asked);
    return r->c->plan.far ? r->asked | ENDING : r->asked;
}

/* The question of a round: with what is not known of other functions it has a moment; with
 * arithmetic that stays open it leaves some time for ranges. */
static struct judge_options round_question(const struct round *r, const struct program *p)
{
    bool wild = has_wild_callbacks(r->c) || has_wild_externs(r->c);
    struct judge_options o = question(r, p, program_find_function(p, "sooth_harness"),
                                      asked_of(r), wild ? wild_seconds(r) : near_seconds(r));
    o.driver.task.explain = true;
    o.driver.hasty = wild || near_seconds(r) > 0;
    o.driver.brief = r->c->plan.far; /* what is found is no alarm */
    bool last = r->c->plan.fixed || r->supposed >= MOST_SUPPOSED || o.driver.until <= 0;
    if (wild || last)
        return o;
    o.driver.pause = wall_now() + (o.driver.until - wall_now()) * OPEN_SHARE;
    o.driver.gives_up = is_arithmetic;
    return o;
}

static bool one_round(struct round *r, bool *again, struct failure *f)
{
    double start = wall_now();
    *again = false;
    struct program *p = load_plan(r, PROBE_NOTHING, f);
    if (!p)
        return false;
    r->c->load += wall_now() - start;
    forget(r->c);
    r->c->program = p;
    prepare(r, p);
    struct judge_options o = round_question(r, p);
    judge_program(&o, &r->c->judgement);
    if (has_wild_callbacks(r->c) || has_wild_externs(r->c))
        r->wild += wall_now() - start;
    if (r->c->judgement.verdict == VERDICT_FALSE)
        *again = judge_round(r);
    return true;
}

/* --- what is said beside the verdict --- */

/* Whether some run meets the error that the probe adds. */
static bool probe_finds(struct round *r, enum unit_probe probe)
{
    struct failure ignored = {0};
    struct driver_result result;
    struct program *p = load_plan(r, probe, &ignored);
    if (!p)
        return false;
    if (r->c->plan.initial_globals)
        p->entry = program_find_function(p, "sooth_harness");
    struct judge_options o = question(r, p, program_find_function(p, "sooth_harness"),
                                      VIOLATION_BIT(VIOLATION_REACH), VACUITY_SECONDS);
    o.driver.until = wall_now() + VACUITY_SECONDS; /* a proof is worth a moment more */
    driver_run(&o.driver, &result);
    bool found = result.findings[VIOLATION_REACH].verdict == VERDICT_FALSE;
    driver_release(&result);
    program_free(p);
    return found;
}

/* Does the function itself leave a range that is assumed of a global of its own? Then nobody
 * can establish it. */
static bool breaks_what_is_assumed(struct round *r)
{
    bool any = false;
    for (size_t i = 0; i < r->c->plan.spots.count; i++) {
        const struct spot *s = &r->c->plan.spots.data[i];
        any |= s->parent == SPOT_GLOBAL && spot_is_limited(s) && caller_owns(&r->c->plan, s);
    }
    return any && probe_finds(r, PROBE_BROKEN);
}

static void tell_without(struct round *r, const struct program *p)
{
    struct driver_result result;
    struct judge_options o =
        question(r, p, r->a->judge.driver.task.entry, r->a->violations, WITHOUT_SECONDS);
    driver_run(&o.driver, &result);
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

/* Functions of callers that do anything are too much: then they are assumed to change
 * nothing. */
static bool calm_callbacks(struct callers *c)
{
    if (!has_wild_callbacks(c) || c->judgement.verdict != VERDICT_UNKNOWN)
        return false;
    return c->plan.quiet_callbacks = true;
}

/* The same of functions without body, unless the user said what they do. */
static bool calm_externs(const struct round *r)
{
    struct callers *c = r->c;
    if (!has_wild_externs(c) || c->judgement.verdict != VERDICT_UNKNOWN ||
        r->a->judge.driver.task.external_given)
        return false;
    return c->plan.quiet_externs = true;
}

/* A run was found that no replay can make, perhaps since pointers wrap around at the ends of
 * the address space: memory of callers does not lie there. */
static bool raise_addresses(struct callers *c)
{
    if (c->plan.high_addresses || c->plan.fixed || c->judgement.verdict != VERDICT_UNKNOWN)
        return false;
    if (c->judgement.reason.kind != REASON_REPLAY_ACCESS)
        return false;
    return c->plan.high_addresses = true;
}

/* The last step: what the plan does not reach is far memory. */
static bool go_far(struct round *r)
{
    struct callers *c = r->c;
    if (c->judgement.verdict != VERDICT_UNKNOWN || r->a->judge.driver.task.external_given ||
        !caller_go_far(&c->plan))
        return false;
    r->left = (struct reason){0};
    return true;
}

/* The step after that: large callees are verified once. */
static bool go_once(struct round *r)
{
    if (r->c->judgement.verdict != VERDICT_UNKNOWN || !caller_go_once(&r->c->plan))
        return false;
    r->left = (struct reason){0};
    return true;
}

/* Contracts come first, then what the command line assumes. */
static void callers_contract(const struct verify_arguments *a, struct caller *plan)
{
    struct contracts assumed;
    const char *name = plan->program->functions.data[plan->function].name;
    caller_apply(plan, &a->contracts, true);
    contracts_init(&assumed);
    for (size_t i = 0; i < a->assumes.count; i++)
        contracts_add(&assumed, name, CLAUSE_REQUIRES, a->assumes.data[i]);
    caller_apply(plan, &assumed, false);
    for (size_t i = 0; i < plan->extra.count; i++) /* they outlive the list */
        plan->extra.data[i] = arena_text(&plan->arena, plan->extra.data[i]);
    contracts_release(&assumed);
}

/* The whole of a huge function has had its time, and nothing is decided. */
static bool round_is_huge(const struct round *r)
{
    return r->near_until > 0 && wall_now() >= r->near_until &&
           r->c->judgement.verdict != VERDICT_TRUE && !r->a->judge.driver.task.external_given;
}

/* Rounds until nothing makes the plan stronger. `unfinished`: the last finding is one that
 * callers exclude, and there is no time for what is left. */
static bool run_rounds(struct round *r, bool *unfinished, struct failure *f)
{
    double until = r->a->judge.driver.until;
    bool again = true;
    for (int round = 0; again && round < MOST_ROUNDS && !driver_stop; round++) {
        if (round && until > 0 && wall_now() >= until)
            break;
        if (!one_round(r, &again, f))
            return false;
        if (round_is_huge(r) && caller_go_far(&r->c->plan)) {
            caller_go_once(&r->c->plan);
            r->left = (struct reason){0};
            again = true;
        }
        if (!again)
            again = calm_callbacks(r->c) || calm_externs(r) || raise_addresses(r->c) ||
                    suppose_ranges(r) || go_far(r) || go_once(r);
    }
    *unfinished = again;
    return true;
}

/* Makes the plan such that runs get far enough, where the question is about something else.
 * `open`: it is not shown that no run ends early; then perhaps some is known that does
 * (`left`). */
static bool settle_memory(struct round *r, bool *open, struct failure *f)
{
    *open = false;
    if (r->a->violations & VIOLATION_BIT(VIOLATION_DEREF))
        return true;
    double until = r->a->judge.driver.until;
    if (until > 0)
        r->a->judge.driver.until = wall_now() + (until - wall_now()) * MEMORY_SHARE;
    r->asked = ENDING & ~r->a->violations;
    bool good = run_rounds(r, open, f);
    r->a->judge.driver.until = until;
    if (!good)
        return false;
    const struct judgement *j = &r->c->judgement;
    *open |= j->verdict != VERDICT_TRUE;
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (j->result.findings[v].verdict == VERDICT_FALSE)
            reason_set(&r->left, REASON_CALLERS, "runs end early: %.300s",
                       j->result.findings[v].replay.message);
    return true;
}

bool callers_run(struct verify_arguments *a, const struct program *program, struct callers *c,
                 struct failure *f)
{
    struct round r = {.a = a, .c = c, .file = file_of(a, program)};
    bool unfinished, early;
    *c = (struct callers){0};
    if (r.file == SIZE_MAX)
        return failure_set(f, FAILURE_UNSUPPORTED, "its source is not among the files given");
    if (!caller_make(&c->plan, program, a->judge.driver.task.entry, f))
        return false;
    callers_contract(a, &c->plan);
    c->plan.ends_matter = (a->violations & VIOLATION_BIT(VIOLATION_TERMINATION)) != 0;
    if (a->callees_once && caller_go_far(&c->plan))
        caller_go_once(&c->plan);
    r.large = caller_has_large_callees(&c->plan);
    if (a->judge.driver.until > 0 && caller_whole_size(&c->plan) > HUGE_SIZE)
        r.near_until = wall_now() + (a->judge.driver.until - wall_now()) * HUGE_SHARE;
    if (!settle_memory(&r, &early, f))
        return false;
    r.asked = a->violations;
    if (!run_rounds(&r, &unfinished, f))
        return false;
    if (unfinished)
        judgement_withdraw(&c->judgement, UINT32_MAX,
                           &(struct reason){REASON_TIME, "time limit"});
    caller_tell(&c->plan, &c->assumptions);
    tell_conditions(c);
    if (c->judgement.verdict != VERDICT_TRUE)
        return true;
    /* assumptions that cannot hold prove nothing */
    struct reason vacuous = {
        REASON_CALLERS, "vacuous: no run was found that meets what is assumed of callers"};
    struct reason broken = {REASON_CALLERS,
                            "the function itself breaks what is assumed of a global"};
    if (r.left.text[0])
        judgement_withdraw(&c->judgement, UINT32_MAX, &r.left);
    else if (!probe_finds(&r, PROBE_REACHED))
        judgement_withdraw(&c->judgement, UINT32_MAX, &vacuous);
    else if (breaks_what_is_assumed(&r))
        judgement_withdraw(&c->judgement, UINT32_MAX, &broken);
    else if (early)
        text_put(&c->assumptions, "no access or division ends a run before\n");
    if (c->plan.spots.count)
        tell_without(&r, program);
    return true;
}

bool callers_print(struct verify_arguments *a, const struct program *program, FILE *out,
                   struct failure *f)
{
    struct caller plan;
    struct text text = {0};
    size_t file = file_of(a, program);
    if (file == SIZE_MAX)
        return failure_set(f, FAILURE_UNSUPPORTED,
                           "the function's source is not among the files given");
    bool good = caller_make(&plan, program, a->judge.driver.task.entry, f);
    if (good) {
        struct text words = {0};
        callers_contract(a, &plan);
        if (plan.extra.count || plan.ensured.count)
            contracts_put_words(&words);
        caller_write(&plan, a->frontend.files.data[file], text_of(&words), &text);
        text_release(&words);
    }
    fputs(text_of(&text), out);
    text_release(&text);
    caller_release(&plan);
    return good;
}

void callers_excuse(struct callers *c, struct judgement *j, const char *why)
{
    struct reason reason;
    uint32_t violated = 0;
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        const struct finding *f = &j->result.findings[v];
        if (f->verdict != VERDICT_FALSE)
            continue;
        violated |= VIOLATION_BIT(v);
        text_add(&c->conditions, "%s: %s\n", violation_name((enum violation)v),
                 f->replay.message);
    }
    reason_set(&reason, REASON_CALLERS,
               "it does not hold for any caller, and what callers establish could not be "
               "tried: %.200s",
               why);
    for (char *end = reason.text; (end = strchr(end, '\n'));)
        *end = ' ';
    if (violated)
        judgement_withdraw(j, violated, &reason);
}

void callers_release(struct callers *c)
{
    forget(c);
    text_release(&c->assumptions);
    text_release(&c->conditions);
    caller_release(&c->plan);
}
