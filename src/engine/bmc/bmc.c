/* Bounded model checking: the program's formula with loops unwound up to a bound that doubles; a violation is
 * claimed with its trace; when no run goes beyond the bound, the rest is proved. Terms are shared between
 * bounds, and so is the solver. */
#include "engine/bmc/bmc.h"

#include "engine/certify.h"
#include "engine/model.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST_RECURSION = 20000, SMALL_MEMORY = 256 };

/* Axioms hold for one bound: that two objects have different addresses is no longer true when one is freed in
 * an iteration that a smaller bound does not see. */
static void assert_axioms(struct bmc *b, const struct formula *f)
{
    b->axioms = term_fresh(b->terms, sort_bool(b->terms), "axioms");
    for (size_t i = 0; i < f->memory.axioms.count; i++)
        solver_assert(b->solver, term_implies(b->terms, b->axioms, f->memory.axioms.data[i]));
}

static enum answer ask(struct bmc *b, struct term t)
{
    if (term_is_false(b->terms, t)) return ANSWER_UNSAT;
    struct solver_limits limits = {.stop = b->task->stop};
    return solver_solve_under(b->solver, (struct term[]){b->axioms, t}, 2, &limits);
}

/* The same under further conditions. */
static enum answer ask_under(struct bmc *b, struct term t, const struct term *conditions, size_t count)
{
    struct solver_limits limits = {.stop = b->task->stop};
    VECTOR(struct term) assumed = {0};
    VECTOR_PUSH(&assumed, b->axioms);
    VECTOR_PUSH(&assumed, t);
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&assumed, conditions[i]);
    enum answer a = solver_solve_under(b->solver, assumed.data, assumed.count, &limits);
    VECTOR_RELEASE(&assumed);
    return a;
}

/* The same; a model has little memory behind pointers from outside if it can, so that it can be made for a
 * replay. */
static enum answer ask_small(struct bmc *b, const struct formula *f, struct term t)
{
    enum answer a = ask(b, t);
    if (!f->environment.count || a != ANSWER_SAT) return a;
    a = ask_under(b, t, f->preferences.data, f->preferences.count);
    if (a == ANSWER_SAT) return a;
    VECTOR(struct term) small = {0};
    for (size_t i = 0; i < f->environment.count; i++) {
        struct term size = f->memory.objects.data[f->environment.data[i].object].size;
        VECTOR_PUSH(&small,
                    term_2(b->terms, TERM_BV_ULE, size, term_bv(b->terms, f->memory.width, SMALL_MEMORY)));
    }
    a = ask_under(b, t, small.data, small.count);
    VECTOR_RELEASE(&small);
    return a == ANSWER_SAT ? a : ask(b, t);
}

static const struct claim *first_true(struct bmc *b, const struct formula *f)
{
    for (size_t i = 0; i < f->claims.count; i++) {
        const struct claim *c = &f->claims.data[i];
        if ((b->open & VIOLATION_BIT(c->kind)) && solver_true(b->solver, c->bad)) return c;
    }
    return NULL;
}

/* Looks for violations until none is left within the bound. False if the solver gave up. */
static bool find_violations(struct bmc *b, const struct formula *f)
{
    uint32_t rejected = 0;
    for (;;) {
        struct term any = term_bool(b->terms, false);
        for (size_t i = 0; i < f->claims.count; i++)
            if (b->open & ~rejected & VIOLATION_BIT(f->claims.data[i].kind))
                any = term_or(b->terms, any, f->claims.data[i].bad);
        switch (ask_small(b, f, any)) {
        case ANSWER_UNKNOWN:
            return false;
        case ANSWER_UNSAT:
            return !rejected;
        case ANSWER_SAT:
            break;
        }
        const struct claim *c = first_true(b, f);
        if (!c) return false;
        struct trace t;
        model_trace(b->solver, f, b->task->entry, c, &t);
        if (b->host->violated(b->host->context, &t))
            b->open &= ~VIOLATION_BIT(c->kind);
        else
            rejected |= VIOLATION_BIT(c->kind);
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

static void tell_unsupported(struct bmc *b, const struct formula *f)
{
    for (size_t i = 0; i < f->cuts.count; i++) {
        const struct cut *c = &f->cuts.data[i];
        if (c->reason == CUT_LOOP || c->reason == CUT_RECURSION) continue;
        if (!solver_true(b->solver, c->when)) continue;
        const struct instruction *in =
            &f->program->functions.data[c->function].instructions.data[c->instruction];
        char place[256], text[400];
        snprintf(text, sizeof text, "unsupported: %s, %s", c->what ? c->what : "?",
                 place_text(f->program, instruction_place(f->program, in), place, sizeof place));
        b->host->note(b->host->context, text);
        return;
    }
}

bool bmc_run(struct bmc *b, uint32_t bound)
{
    char text[64];
    snprintf(text, sizeof text, "bound %u", bound);
    b->host->note(b->host->context, text);
    struct formula_options options = {
        .bound = bound,
        .recursion = bound < DEEPEST_RECURSION ? bound : DEEPEST_RECURSION,
        .violations = b->open,
        .external = b->task->external,
        .malloc_may_fail = b->task->malloc_may_fail,
        .events = true,
        .entry = b->task->entry,
        .stop = b->task->stop,
    };
    struct formula f;
    formula_build(&f, b->terms, b->facts, &b->layouts, &options);
    assert_axioms(b, &f);
    for (size_t i = 0; i < f.externals.count; i++)
        b->host->external(b->host->context, f.externals.data[i]);
    bool complete = find_violations(b, &f), over = !b->open;
    if (!over) {
        enum answer other = ask(b, cuts_of(b, &f, false));
        if (other == ANSWER_SAT) tell_unsupported(b, &f);
        enum answer growing = ask(b, cuts_of(b, &f, true));
        if (growing == ANSWER_UNSAT) {
            if (complete && other == ANSWER_UNSAT) {
                char how[64];
                snprintf(how, sizeof how, "bounded, %u unwindings", bound);
                if (ask(b, f.finished) == ANSWER_UNSAT)
                    b->host->note(b->host->context, ENGINE_NEVER_FINISHES);
                certify_bounded(b->task, b->host, b->open, bound, options.recursion);
                b->host->proved(b->host->context, b->open, how);
            }
            over = true;
        }
    }
    formula_release(&f);
    return over;
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
    for (uint32_t bound = task->first_bound ? task->first_bound : 1; bound <= last; bound *= 2)
        if ((task->stop && *task->stop) || bmc_run(&b, bound)) break;
    bmc_release(&b);
}

const struct engine engine_bmc = {
    .name = "bmc",
    .summary = "bounded model checking with unwinding assertions",
    .run = run,
};
