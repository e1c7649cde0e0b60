/* The engine `accelerate`: bounded model checking of the program with accelerators beside its
 * loops (L14 641-1437), so that errors many rounds deep are few steps away; before and after
 * that a few runs with streaks. What is found becomes a trace of the program as it is
 * written: each accelerator as the choices of as many rounds. Proves nothing. */
#include "accelerate/accelerate.h"
#include "base/clock.h"
#include "engine/accelerate/streaks.h"
#include "engine/bmc/bmc.h"
#include "program/passes.h"

#include <stdio.h>

enum { MOST_BOUND = 4, LEAST_SKIPPED = 1 << 16 };
static const double MOST_SECONDS = 20, SECONDS_BEFORE_RUNS = 0.5;
static const struct streaks_limit first_runs = {
    .seconds = 0.12, .runs = 400, .steps = 200000};
static const struct streaks_limit last_runs = {
    .seconds = 0.3, .runs = 4000, .steps = 4000000};

struct bridge {
    const struct engine_task *task;
    const struct engine_host *host;
    const struct accelerated *accelerated;
};

/* --- traces of the original --- */

struct translation {
    const struct bridge *bridge;
    struct trace trace;
    const struct accelerator *current; /* null: none waits to be told */
    uint64_t rounds;
    VECTOR(struct trace_choice) answers; /* inputs of the current one */
    VECTOR(struct trace_arrival) arrivals;
};

static bool is_added(const struct bridge *b, uint32_t function, uint32_t instruction)
{
    LAW(function < b->task->program->functions.count);
    return instruction >= b->task->program->functions.data[function].instructions.count;
}

static const struct accelerator *by_rounds(const struct bridge *b,
                                           const struct trace_choice *c)
{
    for (size_t i = 0; i < b->accelerated->list.count; i++) {
        const struct accelerator *a = &b->accelerated->list.data[i];
        LAW(a->number && a->each && a->rounds != a->choice);
        if (a->function == c->function && a->rounds == c->instruction)
            return a;
    }
    return NULL;
}

static struct trace_choice answer_of(const struct translation *t,
                                     const struct accelerated_choice *ask)
{
    LAW(!is_added(t->bridge, ask->function, ask->instruction)); /* it asks in the original */
    struct trace_choice out = {ask->function, ask->instruction, 0, 0};
    for (size_t i = 0; i < t->answers.count; i++) {
        const struct trace_choice *c = &t->answers.data[i];
        if (c->instruction != ask->answer || c->function != t->current->function)
            continue;
        out.low = c->low;
        out.high = c->high;
    }
    return out;
}

/* Tells the choices of all rounds of the current accelerator. */
static void flush(struct translation *t)
{
    const struct accelerator *a = t->current;
    if (a && t->rounds <= MOST_ASKED_ROUNDS)
        for (uint64_t k = 0; k < t->rounds; k++)
            for (size_t i = 0; i < a->asks.count; i++)
                VECTOR_PUSH(&t->trace.choices, answer_of(t, &a->asks.data[i]));
    t->current = NULL;
    VECTOR_CLEAR(&t->answers);
}

static struct trace_arrival *arrivals_of(struct translation *t, uint32_t function,
                                         uint32_t header)
{
    LAW(header < t->bridge->task->program->functions.data[function].blocks.count);
    for (size_t i = 0; i < t->arrivals.count; i++) {
        struct trace_arrival *a = &t->arrivals.data[i];
        if (a->function == function && a->block == header)
            return a;
    }
    VECTOR_PUSH(&t->arrivals, (struct trace_arrival){function, header, 0});
    return &VECTOR_LAST(&t->arrivals);
}

/* A head asked which way to go: where it is not an accelerator's, a round as written follows.
 */
static void take_way(struct translation *t, const struct trace_choice *c)
{
    const struct accelerator *here = NULL;
    bool chosen = false;
    for (size_t i = 0; i < t->bridge->accelerated->list.count; i++) {
        const struct accelerator *a = &t->bridge->accelerated->list.data[i];
        if (a->choice != c->instruction || a->function != c->function)
            continue;
        LAW(a->number); /* 0 is a round as written */
        here = a;
        chosen |= a->number == c->low;
    }
    if (!here)
        return;
    flush(t);
    if (!chosen)
        arrivals_of(t, here->function, here->header)->count++;
}

static void take(struct translation *t, const struct trace_choice *c)
{
    if (!is_added(t->bridge, c->function, c->instruction)) {
        flush(t);
        VECTOR_PUSH(&t->trace.choices, *c);
        return;
    }
    const struct accelerator *a = by_rounds(t->bridge, c);
    if (a) {
        struct trace_arrival *at = arrivals_of(t, a->function, a->header);
        t->current = a;
        t->rounds = c->low;
        if (c->low >= LEAST_SKIPPED && !a->asks.count && a->each == 1)
            VECTOR_PUSH(&t->trace.skips,
                        (struct trace_skip){a->function, a->header, at->count, c->low});
        else
            at->count += c->low * a->each;
    } else if (t->current) {
        VECTOR_PUSH(&t->answers, *c);
    }
    take_way(t, c);
}

static void name_place(struct translation *t, const struct trace *from)
{
    t->trace.function = from->function;
    t->trace.instruction = from->instruction;
    if (!is_added(t->bridge, from->function, from->instruction))
        return;
    t->trace.instruction = 0;
    for (size_t i = 0; i < t->bridge->accelerated->list.count; i++) {
        const struct accelerator *a = &t->bridge->accelerated->list.data[i];
        for (size_t k = 0; k < a->anchors.count && a->function == from->function; k++) {
            const struct accelerated_anchor *anchor = &a->anchors.data[k];
            if (anchor->added != from->instruction)
                continue;
            t->trace.function = anchor->function;
            t->trace.instruction = anchor->instruction;
        }
    }
}

static bool violated(void *context, const struct trace *from)
{
    struct bridge *b = context;
    struct translation t = {.bridge = b, .trace = {.kind = from->kind}};
    name_place(&t, from);
    LAW(!is_added(b, t.trace.function, t.trace.instruction)); /* a place of the original */
    for (size_t i = 0; i < from->choices.count; i++)
        take(&t, &from->choices.data[i]);
    flush(&t);
    bool good = b->host->violated(b->host->context, &t.trace);
    trace_release(&t.trace);
    VECTOR_RELEASE(&t.answers);
    VECTOR_RELEASE(&t.arrivals);
    return good;
}

/* --- the rest of what it tells --- */

static void proved(void *context, uint32_t violations, const char *how)
{
    (void)context, (void)violations, (void)how; /* it looks at some runs only */
}

static void certificate(void *context, const char *text)
{
    (void)context, (void)text;
}

static void progress(void *context, const char *text)
{
    struct bridge *b = context;
    b->host->progress(b->host->context, text);
}

static void statistics(void *context, const char *line)
{
    (void)context, (void)line;
}

static void gave_up(void *context, const struct reason *reason)
{
    (void)context, (void)reason;
}

static void never_finishes(void *context)
{
    (void)context;
}

static void external(void *context, uint32_t function)
{
    struct bridge *b = context;
    b->host->external(b->host->context, function);
}

static void explained(void *context, enum explain_group group,
                      const struct explain_item *items, size_t count)
{
    (void)context, (void)group, (void)items, (void)count;
}

/* --- the engine --- */

/* Kinds of checks that no violation of the task depends on. */
static uint32_t ignored_checks(uint32_t violations)
{
    uint32_t bits = 0;
    if (!(violations & VIOLATION_BIT(VIOLATION_OVERFLOW)))
        bits |= 1u << CHECK_OVERFLOW | 1u << CHECK_SHIFT_VALUE;
    if (!(violations & VIOLATION_BIT(VIOLATION_SHIFT)))
        bits |= 1u << CHECK_SHIFT_AMOUNT;
    if (!(violations & VIOLATION_BIT(VIOLATION_FLOAT_CAST)))
        bits |= 1u << CHECK_FLOAT_CAST;
    return bits;
}

/* Few rounds first: they take less time to run. */
static bool prefers(void *context, const struct bmc *bmc, const struct formula *f,
                    uint32_t level, struct term *out)
{
    static const uint64_t most[] = {1 << 6, 1 << 11, 1 << 16, 1 << 20, 1 << 24, 1 << 28};
    struct bridge *b = context;
    if (level == sizeof most / sizeof *most)
        return false;
    *out = term_bool(bmc->terms, true);
    for (size_t i = 0; i < f->events.count; i++) {
        const struct event *e = &f->events.data[i];
        if (!by_rounds(b, &(struct trace_choice){e->function, e->instruction, 0, 0}))
            continue;
        LAW(sort_kind(bmc->terms, term_sort(bmc->terms, e->value.a)) == SORT_BV);
        struct term limit =
            term_bv(bmc->terms, term_width(bmc->terms, e->value.a), most[level]);
        struct term few = term_2(bmc->terms, TERM_BV_ULE, e->value.a, limit);
        *out = term_and(bmc->terms, *out, few);
    }
    return true;
}

/* Instructions of the original are those of the copy, which has more. */
static bool keeps_numbers(const struct program *original, const struct program *copy)
{
    bool good = original->functions.count <= copy->functions.count;
    for (size_t i = 0; i < original->functions.count && good; i++)
        good = original->functions.data[i].instructions.count <=
               copy->functions.data[i].instructions.count;
    return good;
}

static uint32_t long_runs(const struct engine_task *task, const struct engine_host *host,
                          uint32_t open)
{
    LAW(!(open & ~task->violations));
    struct engine_task rest = *task;
    rest.violations = open;
    return open ? streaks_run(&rest, host, &last_runs) : 0;
}

static void search(const struct engine_task *task, const struct engine_host *host,
                   const struct accelerated *made)
{
    LAW(task->violations);
    LAW(keeps_numbers(task->program, made->program));
    struct bridge b = {task, host, made};
    struct engine_host ours = {.context = &b,
                               .proved = proved,
                               .certificate = certificate,
                               .violated = violated,
                               .progress = progress,
                               .statistics = statistics,
                               .gave_up = gave_up,
                               .never_finishes = never_finishes,
                               .external = external,
                               .explained = explained};
    struct engine_task inner = *task;
    inner.program = made->program;
    inner.explain = false;
    struct bmc bmc;
    bmc_init(&bmc, &inner, &ours);
    bmc.prefers = prefers;
    bmc.prefers_context = &b;
    double until = cpu_now() + MOST_SECONDS, runs_at = cpu_now() + SECONDS_BEFORE_RUNS;
    bool ran = false;
    for (uint32_t bound = 1; bound <= MOST_BOUND && bmc.open && cpu_now() < until;) {
        enum bmc_state state = bmc_turn(&bmc, bound, (ran ? until : runs_at) - cpu_now());
        if (state == BMC_OVER || (task->stop && *task->stop))
            break;
        if (state == BMC_OPEN)
            bound++;
        if (ran || cpu_now() < runs_at)
            continue;
        bmc.open &= ~long_runs(task, host, bmc.open);
        ran = true;
    }
    if (!ran)
        long_runs(task, host, bmc.open);
    bmc_release(&bmc);
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    struct accelerated made;
    struct engine_task rest = *task;
    rest.violations &= ~streaks_run(task, host, &first_runs);
    if (!rest.violations)
        return;
    struct accelerate_options how = {.ignored = ignored_checks(rest.violations),
                                     .guesses = true};
    if (accelerate_program(task->program, &how, &made))
        search(&rest, host, &made);
    else
        long_runs(task, host, rest.violations);
    accelerated_release(&made);
}

static bool suits(const struct engine_task *task)
{
    return accelerate_suits(task->program) || program_recurs(task->program);
}

const struct engine engine_accelerate = {
    .name = "accelerate",
    .summary = "bounded model checking with many rounds of a loop at once, which refutes and "
               "never proves",
    .violations = ENGINE_SAFETY,
    .by_default = true,
    .suits = suits,
    .weight = 0.6, /* what it can find it mostly finds at once */
    .run = run,
};
