/* Bounded model checking: the program's formula with loops unwound up to a bound that
 * doubles; a violation is claimed with its trace; when no run goes beyond the bound, the rest
 * is proved. Terms are shared between bounds, and so is the solver. */
#include "engine/bmc/bmc.h"

#include "base/failure.h"
#include "base/clock.h"
#include "base/map.h"
#include "engine/certify.h"
#include "engine/model.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST_RECURSION = 20000, TINY_MEMORY = 64, SMALL_MEMORY = 1 << 16, MOST_TRIES = 24 };
#define LEAST_SECONDS 0.001 /* for a question whose turn is over */
#define MORE_TIME 2         /* times as long as what was too short */
#define HINT_SECONDS 0.5

static uint32_t recursion_of(uint32_t bound)
{
    return bound < DEEPEST_RECURSION ? bound : DEEPEST_RECURSION;
}

/* Axioms hold for one bound: that two objects have different addresses is no longer true when
 * one is freed in an iteration that a smaller bound does not see. */
static void assert_axioms(struct bmc *b, const struct formula *f)
{
    LAW(f->program == b->task->program);
    b->axioms = term_fresh(b->terms, sort_bool(b->terms), "axioms");
    for (size_t i = 0; i < f->memory.axioms.count; i++)
        solver_assert(b->solver, term_implies(b->terms, b->axioms, f->memory.axioms.data[i]));
}

/* Can t hold, with further conditions? An unknown answer may be for lack of time: then
 * `waits` says so. */
static enum answer ask_under(struct bmc *b, struct term t, const struct term *conditions,
                             size_t count)
{
    LAW(sort_kind(b->terms, term_sort(b->terms, t)) == SORT_BOOL);
    if (term_is_false(b->terms, t))
        return ANSWER_UNSAT;
    struct solver_limits limits = {.stop = b->task->stop};
    double left = b->until - cpu_now();
    if (b->until > 0)
        limits.seconds = left > LEAST_SECONDS ? left : LEAST_SECONDS;
    LAW(term_is(b->axioms)); /* a formula is at hand */
    VECTOR(struct term) assumed = {0};
    VECTOR_PUSH(&assumed, b->axioms);
    VECTOR_PUSH(&assumed, t);
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&assumed, conditions[i]);
    enum answer a = solver_solve_under(b->solver, assumed.data, assumed.count, &limits);
    VECTOR_RELEASE(&assumed);
    b->waits = a == ANSWER_UNKNOWN && b->until > 0 && cpu_now() >= b->until;
    return a;
}

static enum answer ask(struct bmc *b, struct term t)
{
    return ask_under(b, t, NULL, 0);
}

typedef VECTOR(struct term) term_list;

/* Objects of unknown size have at most so many bytes. */
static void put_sizes(struct bmc *b, const struct formula *f, uint64_t bytes, term_list *out)
{
    LAW(bytes);
    struct term most = term_bv(b->terms, f->memory.width, bytes);
    for (size_t i = 0; i < f->memory.objects.count; i++) {
        const struct object *o = &f->memory.objects.data[i];
        if (o->size_known || (o->kind != OBJECT_HEAP && o->kind != OBJECT_ENVIRONMENT))
            continue;
        VECTOR_PUSH(out, term_2(b->terms, TERM_BV_ULE, o->size, most));
    }
}

/* Can t hold in a way that is easy to replay: with so little memory (0: any), and as
 * preferences say? */
static enum answer ask_easy(struct bmc *b, const struct formula *f, struct term t,
                            uint64_t bytes, bool preferred)
{
    term_list conditions = {0};
    if (bytes)
        put_sizes(b, f, bytes, &conditions);
    for (size_t i = 0; preferred && i < f->preferences.count; i++)
        VECTOR_PUSH(&conditions, f->preferences.data[i]);
    enum answer a = ANSWER_UNKNOWN;
    if (conditions.count)
        a = ask_under(b, t, conditions.data, conditions.count);
    VECTOR_RELEASE(&conditions);
    return a;
}

/* The preferences that the model at hand meets are kept. */
static void keep_met(struct bmc *b, const struct formula *f, bool *met)
{
    for (size_t i = 0; i < f->preferences.count; i++)
        met[i] = met[i] || solver_true(b->solver, f->preferences.data[i]);
}

/* Can t hold with so little memory, the preferences that are met and the given one? */
static enum answer ask_with(struct bmc *b, const struct formula *f, struct term t,
                            uint64_t bytes, const bool *met, size_t one)
{
    term_list conditions = {0};
    put_sizes(b, f, bytes, &conditions);
    for (size_t i = 0; i < f->preferences.count; i++)
        if (met[i] || i == one)
            VECTOR_PUSH(&conditions, f->preferences.data[i]);
    enum answer a = ask_under(b, t, conditions.data, conditions.count);
    VECTOR_RELEASE(&conditions);
    return a;
}

/* Can t hold with so little memory, and as many preferences as are found one by one? Not all
 * of them may be met: an error may need that two pointers lead to one place. */
static enum answer ask_one_by_one(struct bmc *b, const struct formula *f, struct term t,
                                  uint64_t bytes)
{
    size_t count = f->preferences.count, tries = MOST_TRIES;
    if (ask_easy(b, f, t, bytes, false) != ANSWER_SAT)
        return ANSWER_UNKNOWN;
    bool *met = calloc(count + 1, sizeof *met);
    keep_met(b, f, met);
    for (size_t i = 0; i < count && tries; i++) {
        if (met[i])
            continue;
        tries--;
        if (ask_with(b, f, t, bytes, met, i) == ANSWER_SAT)
            keep_met(b, f, met);
    }
    enum answer a = ask_with(b, f, t, bytes, met, count);
    free(met);
    return a;
}

/* The same as ask; a model has little memory of unknown size and changes no volatile object
 * if it can, so that it can be made for a replay. */
static enum answer ask_small(struct bmc *b, const struct formula *f, struct term t)
{
    static const struct {
        uint64_t bytes;
        bool preferred;
    } wishes[] = {{TINY_MEMORY, true},
                  {TINY_MEMORY, false},
                  {SMALL_MEMORY, true},
                  {SMALL_MEMORY, false},
                  {0, true}};
    bool alone = f->environment.count > 0;
    if (alone && ask_easy(b, f, t, TINY_MEMORY, true) == ANSWER_SAT)
        return ANSWER_SAT; /* much easier to answer than the whole question */
    enum answer a = ask(b, t);
    if (a != ANSWER_SAT)
        return a;
    struct term easy;
    for (uint32_t level = 0; b->prefers && b->prefers(b->prefers_context, b, f, level, &easy);
         level++)
        if (ask_under(b, t, &easy, 1) == ANSWER_SAT)
            return ANSWER_SAT;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        bool all = wishes[i].preferred;
        if (all && !f->preferences.count)
            continue;
        enum answer found = alone && !all ? ask_one_by_one(b, f, t, wishes[i].bytes)
                                          : ask_easy(b, f, t, wishes[i].bytes, all);
        if (found == ANSWER_SAT)
            return ANSWER_SAT;
    }
    return ask(b, t);
}

static const struct claim *first_true(struct bmc *b, const struct formula *f)
{
    for (size_t i = 0; i < f->claims.count; i++) {
        const struct claim *c = &f->claims.data[i];
        if ((b->open & VIOLATION_BIT(c->kind)) && solver_true(b->solver, c->bad))
            return c;
    }
    return NULL;
}

/* Looks for violations until none is left within the bound. False if the solver gave up, or
 * waits. */
static bool find_violations(struct bmc *b, const struct formula *f)
{
    LAW(b->open);
    for (;;) {
        struct term any = term_bool(b->terms, false);
        for (size_t i = 0; i < f->claims.count; i++)
            if (b->open & ~b->rejected & VIOLATION_BIT(f->claims.data[i].kind))
                any = term_or(b->terms, any, f->claims.data[i].bad);
        switch (ask_small(b, f, any)) {
        case ANSWER_UNKNOWN:
            return false;
        case ANSWER_UNSAT:
            return !b->rejected;
        case ANSWER_SAT:
            break;
        }
        const struct claim *c = first_true(b, f);
        if (!c)
            return false;
        LAW(b->open & VIOLATION_BIT(c->kind));
        struct trace t;
        model_trace(b->solver, f, b->task->entry, c, &t);
        if (b->host->violated(b->host->context, &t))
            b->open &= ~VIOLATION_BIT(c->kind);
        else
            b->rejected |= VIOLATION_BIT(c->kind);
        trace_release(&t);
    }
}

static struct term cuts_of(struct bmc *b, const struct formula *f, bool growing)
{
    struct term any = term_bool(b->terms, false);
    for (size_t i = 0; i < f->cuts.count; i++) {
        const struct cut *c = &f->cuts.data[i];
        if ((c->reason == CUT_LOOP || c->reason == CUT_RECURSION) == growing)
            any = term_or(b->terms, any, c->when);
    }
    return any;
}

/* One run beyond the bound for each place where some go on. */
static void tell_longer(struct bmc *b, const struct formula *f)
{
    struct map told = {0};
    for (size_t i = 0; i < f->cuts.count; i++) {
        const struct cut *c = &f->cuts.data[i];
        uint64_t key = (uint64_t)c->function << 32 | c->instruction;
        if ((c->reason != CUT_LOOP && c->reason != CUT_RECURSION) || map_has(&told, key))
            continue;
        map_set(&told, key, 1);
        struct term any = term_bool(b->terms, false);
        for (size_t k = i; k < f->cuts.count; k++)
            if (f->cuts.data[k].function == c->function &&
                f->cuts.data[k].instruction == c->instruction)
                any = term_or(b->terms, any, f->cuts.data[k].when);
        if (ask(b, any) != ANSWER_SAT)
            continue;
        struct claim end = {VIOLATION_TERMINATION, c->function, c->instruction, any};
        struct trace t;
        model_trace(b->solver, f, b->task->entry, &end, &t);
        b->longer(b->longer_context, &t);
        trace_release(&t);
    }
    map_release(&told);
}

static void tell_unsupported(struct bmc *b, const struct formula *f)
{
    for (size_t i = 0; i < f->cuts.count; i++) {
        const struct cut *c = &f->cuts.data[i];
        if (c->reason == CUT_LOOP || c->reason == CUT_RECURSION)
            continue;
        LAW(c->function < f->program->functions.count);
        if (!solver_true(b->solver, c->when))
            continue;
        const struct instruction *in =
            &f->program->functions.data[c->function].instructions.data[c->instruction];
        char place[256];
        struct reason reason;
        reason_set(
            &reason, c->reason == CUT_EXTERNAL ? REASON_EXTERNAL : REASON_UNSUPPORTED,
            "%s, %s", c->what ? c->what : "?",
            place_text(f->program, instruction_place(f->program, in), place, sizeof place));
        b->host->gave_up(b->host->context, &reason);
        return;
    }
}

/* How far this got, and where it goes on: after the question whether it does. */
static void explain(struct bmc *b, const struct formula *f, enum answer beyond)
{
    LAW(b->task->explain && b->bound);
    explanation all = {0};
    struct map told = {0};
    struct explain_item bound =
        explain_item(EXPLAIN_UNWOUND, EXPLAIN_NOWHERE, EXPLAIN_NOWHERE);
    bound.number = b->bound;
    VECTOR_PUSH(&all, bound);
    for (size_t i = 0; i < f->cuts.count && beyond == ANSWER_SAT; i++) {
        const struct cut *c = &f->cuts.data[i];
        uint64_t key = (uint64_t)c->function << 32 | c->instruction;
        if (c->reason != CUT_LOOP && c->reason != CUT_RECURSION)
            continue;
        if (map_has(&told, key) || !solver_true(b->solver, c->when))
            continue;
        map_set(&told, key, 1);
        VECTOR_PUSH(&all, explain_item(EXPLAIN_GOES_ON, c->function, c->instruction));
    }
    b->host->explained(b->host->context, EXPLAIN_UNWINDING, all.data, all.count);
    VECTOR_RELEASE(&all);
    map_release(&told);
}

/* Builds the formula of a bound; false if there was no time for it. */
static bool begin(struct bmc *b, uint32_t bound)
{
    LAW(b->question == ASKS_NOTHING);
    LAW(!(b->open & ~b->task->violations));
    char text[64];
    snprintf(text, sizeof text, "bound %u", bound);
    b->host->progress(b->host->context, text);
    struct formula_options options = {
        .bound = bound,
        .recursion = recursion_of(bound),
        .violations = b->open,
        .external = b->task->external,
        .malloc_may_fail = b->task->malloc_may_fail,
        .overflow_any = b->open & VIOLATION_BIT(VIOLATION_TERMINATION),
        .events = true,
        .entry = b->task->entry,
        .stop = b->task->stop,
        .until = b->until,
    };
    double start = cpu_now();
    formula_build(&b->formula, b->terms, b->facts, &b->layouts, &options);
    if (b->formula.stopped && b->until > 0 && cpu_now() >= b->until) {
        b->too_short = cpu_now() - start;
        formula_release(&b->formula);
        return false;
    }
    b->too_short = 0;
    assert_axioms(b, &b->formula);
    for (size_t i = 0; i < b->formula.externals.count; i++)
        b->host->external(b->host->context, b->formula.externals.data[i]);
    b->bound = bound;
    b->rejected = 0;
    b->question = ASKS_VIOLATIONS;
    return true;
}

/* All is proved; that no run gets to the end is worth a hint, but not much time. */
static void tell_proved(struct bmc *b)
{
    LAW(b->open && b->complete && !b->rejected); /* nothing within the bound is open */
    char how[64];
    snprintf(how, sizeof how, "bounded, %u unwindings", b->bound);
    b->until = cpu_now() + HINT_SECONDS;
    if (ask(b, b->formula.finished) == ANSWER_UNSAT)
        b->host->never_finishes(b->host->context);
    b->waits = false;
    certify_bounded(b->task, b->host, b->open, b->bound, recursion_of(b->bound));
    b->host->proved(b->host->context, b->open, how);
}

/* The questions about one formula, from the one that waits on; true when larger bounds find
 * nothing more. */
static bool go_on(struct bmc *b)
{
    LAW(b->question != ASKS_NOTHING && b->bound);
    const struct formula *f = &b->formula;
    b->waits = false;
    if (b->question == ASKS_VIOLATIONS) {
        bool complete = find_violations(b, f);
        if (b->waits || !b->open)
            return !b->waits;
        b->complete = complete;
        b->question = ASKS_UNSUPPORTED;
    }
    if (b->question == ASKS_UNSUPPORTED) {
        enum answer a = ask(b, cuts_of(b, f, false));
        if (b->waits)
            return false;
        if (a == ANSWER_SAT)
            tell_unsupported(b, f);
        b->complete &= a == ANSWER_UNSAT;
        b->question = ASKS_BEYOND;
    }
    enum answer beyond = ask(b, cuts_of(b, f, true));
    if (b->task->explain && !b->waits && b->complete)
        explain(b, f, beyond);
    if (beyond == ANSWER_SAT && b->longer)
        tell_longer(b, f), b->waits = false;
    if (beyond != ANSWER_UNSAT)
        return false;
    if (b->complete)
        tell_proved(b);
    return true;
}

enum bmc_state bmc_turn(struct bmc *b, uint32_t bound, double seconds)
{
    LAW(bound > 0);
    b->until = seconds > 0 ? cpu_now() + seconds : 0;
    if (b->question == ASKS_NOTHING && !begin(b, bound))
        return BMC_WAITS;
    bool over = go_on(b);
    if (b->waits)
        return BMC_WAITS;
    formula_release(&b->formula);
    b->question = ASKS_NOTHING;
    LAW(!(b->open & ~b->task->violations));
    return over ? BMC_OVER : BMC_OPEN;
}

bool bmc_is_due(const struct bmc *b, double seconds)
{
    return b->question != ASKS_NOTHING || seconds <= 0 || seconds >= MORE_TIME * b->too_short;
}

void bmc_init(struct bmc *b, const struct engine_task *task, const struct engine_host *host)
{
    *b = (struct bmc){.task = task, .host = host, .open = task->violations};
    b->terms = terms_new();
    b->facts = program_facts_new(task->program);
    b->solver = solver_new(b->terms, NULL);
}

void bmc_release(struct bmc *b)
{
    if (b->question != ASKS_NOTHING)
        formula_release(&b->formula);
    solver_free(b->solver);
    program_facts_free(b->facts);
    layouts_release(&b->layouts);
    terms_free(b->terms);
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    struct bmc b;
    bmc_init(&b, task, host);
    uint32_t last = task->last_bound ? task->last_bound : UINT32_MAX / 4;
    for (uint32_t bound = task->first_bound ? task->first_bound : 1; bound <= last;
         bound *= 2)
        if ((task->stop && *task->stop) || bmc_turn(&b, bound, 0) == BMC_OVER)
            break;
    bmc_release(&b);
}

const struct engine engine_bmc = {
    .name = "bmc",
    .summary = "bounded model checking with unwinding assertions",
    .violations = ~0u,
    .run = run,
};
