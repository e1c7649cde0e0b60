/* kIkI: bounded model checking, k-induction and template invariants in one loop (T23 305-350, 451-492; P18
 * 265-291).
 *
 * The concrete formula, unwound further each time, refutes and proves bounded programs; in between, the
 * abstract formula with cut loops is tried with richer and richer domains and larger k. A claim is proved
 * when no run of the abstract formula that starts loops in states allowed by the invariants violates it or
 * leaves what was encoded. */
#include "base/text.h"
#include "domain/paths.h"
#include "engine/bmc/bmc.h"
#include "engine/certify.h"
#include "engine/kiki/invent.h"
#include "engine/kiki/runs.h"
#include "engine/kiki/stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct known { /* an invariant row, by loop and shape */
    enum row_state state;
    __int128 value;
};
/* Restrictions of the loop: what it may use. */
enum { USES_UNWINDING = 1, USES_INVARIANTS = 2, USES_INDUCTION = 4 };
struct kiki {
    unsigned uses;
    struct bmc bmc;
    struct cut_model cuts;
    __int128 *thresholds;
    size_t threshold_count;
    struct float_thresholds floats;
    struct stages stages;
    struct text domain; /* of the last proof */
    bool learnt;        /* the last check that failed chose a symbolic path */
    struct map index;   /* (loop name, shape) to known */
    VECTOR(struct known) known;
    int inferred;  /* the stage whose invariants are remembered; -1: none */
    bool no_leaks; /* the abstract formula cannot tell of leaks */
    struct invention invention;
    bool hopeless; /* the abstract formula cannot be built for this program */
};

static void build(struct kiki *q, struct formula *f, uint32_t k, uint32_t violations)
{
    q->cuts.k = k;
    struct formula_options options = {
        .recursion = 1 + k,
        .violations = violations,
        .external = q->bmc.task->external,
        .malloc_may_fail = q->bmc.task->malloc_may_fail,
        .entry = q->bmc.task->entry,
        .stop = q->bmc.task->stop,
        .cuts = &q->cuts,
    };
    formula_build(f, q->bmc.terms, q->bmc.facts, &q->bmc.layouts, &options);
}

static struct solver *open_solver(struct kiki *q, const struct formula *f)
{
    struct solver *s = solver_new(q->bmc.terms, NULL);
    for (size_t i = 0; i < f->memory.axioms.count; i++)
        solver_assert(s, f->memory.axioms.data[i]);
    return s;
}

static void remember(struct kiki *q, const rows *all)
{
    map_clear(&q->index);
    VECTOR_CLEAR(&q->known);
    for (size_t i = 0; i < all->count; i++) {
        const struct row *r = &all->data[i];
        map_set(&q->index, hash_pair(q->cuts.loops.data[r->loop].name, r->shape), q->known.count);
        VECTOR_PUSH(
            &q->known,
            (struct known){r->kind == ROW_FACT && r->state == ROW_BOTTOM ? ROW_VALUE : r->state, r->value});
    }
}

/* Gives rows of another formula of the same loops the values that were found. */
static void recall(struct kiki *q, rows *all)
{
    for (size_t i = 0; i < all->count; i++) {
        struct row *r = &all->data[i];
        uint64_t at;
        r->state = ROW_TOP;
        if (!map_get(&q->index, hash_pair(q->cuts.loops.data[r->loop].name, r->shape), &at)) continue;
        r->state = q->known.data[at].state;
        r->value = q->known.data[at].value;
    }
}

static struct strategy_options options_of(const struct kiki *q, double seconds)
{
    return (struct strategy_options){seconds, q->bmc.task->stop, q->thresholds, q->threshold_count,
                                     &q->floats};
}

/* What the abstract formula is asked about. */
static uint32_t open_here(const struct kiki *q)
{
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    return q->no_leaks ? q->bmc.open & ~leaks : q->bmc.open;
}

/* The rows of a stage; relations among them are those that were invented. */
static void make_rows(struct kiki *q, int stage, rows *all)
{
    domain_rows(q->bmc.terms, &q->cuts, q->stages.list[stage], all);
    if (stage_invents(q->stages.list[stage])) invention_rows(&q->invention, q->bmc.terms, &q->cuts, all);
}

static bool infer(struct kiki *q, int stage, double seconds)
{
    struct formula f;
    build(q, &f, 1, open_here(q));
    if (q->cuts.failed && text_same(q->cuts.why, CUT_FAILS_ON_LEAKS) && !q->no_leaks) {
        q->no_leaks = true;
        formula_release(&f);
        build(q, &f, 1, open_here(q));
    }
    bool good = !q->cuts.failed && !f.stopped && open_here(q);
    if (q->cuts.failed || !open_here(q)) {
        q->hopeless = true;
        q->bmc.host->note(q->bmc.host->context, q->cuts.why ? q->cuts.why : CUT_FAILS_ON_LEAKS);
    }
    if (good) {
        rows all = {0};
        struct solver *s = open_solver(q, &f);
        struct strategy_options o = options_of(q, seconds);
        domain_rows(q->bmc.terms, &q->cuts, q->stages.list[stage], &all);
        good = strategy_solve(s, &q->cuts, &all, &o);
        if (good && stage_invents(q->stages.list[stage])) { /* relations hold on top of what was found */
            invention_look(&q->invention, s, &q->cuts, &all, &o);
            invention_rows(&q->invention, q->bmc.terms, &q->cuts, &all);
        }
        if (good) remember(q, &all);
        solver_free(s);
        VECTOR_RELEASE(&all);
    }
    formula_release(&f);
    return good;
}

/* Which of the violations no run of the k-formula shows, given the invariants that are remembered. */
static uint32_t check(struct kiki *q, int stage, uint32_t k, uint32_t violations, double seconds)
{
    struct formula f;
    struct terms *ts = q->bmc.terms;
    uint32_t proved = 0;
    build(q, &f, k, violations);
    if (!q->cuts.failed && !f.stopped) {
        struct symbolic_paths *paths = stage_paths(q->stages.list[stage]);
        rows all = {0};
        make_rows(q, stage, &all);
        recall(q, &all);
        struct solver *s = open_solver(q, &f);
        struct solver_limits limits = {.seconds = seconds, .stop = q->bmc.task->stop};
        struct term cut = term_bool(ts, false), any = cut;
        for (size_t i = 0; i < f.cuts.count; i++)
            cut = term_or(ts, cut, f.cuts.data[i].when);
        for (int v = 0; v < VIOLATION_COUNT; v++) {
            if (!(violations & VIOLATION_BIT(v))) continue;
            struct term bad = cut;
            for (size_t i = 0; i < f.claims.count; i++)
                if (f.claims.data[i].kind == (enum violation)v) bad = term_or(ts, bad, f.claims.data[i].bad);
            if (term_is_false(ts, bad)) {
                proved |= VIOLATION_BIT(v);
                continue;
            }
            term_list assumed = {0};
            strategy_assume(ts, &q->cuts, &all, &assumed);
            VECTOR_PUSH(&assumed, bad);
            enum answer a = solver_solve_under(s, assumed.data, assumed.count, &limits);
            if (a == ANSWER_UNSAT) proved |= VIOLATION_BIT(v), any = term_or(ts, any, bad);
            if (a == ANSWER_SAT && paths) q->learnt |= stage_learn(s, &q->cuts, paths);
            VECTOR_RELEASE(&assumed);
        }
        /* With k > 1 earlier iterations were assumed free of all these violations: all of them are proved, or
         * none. */
        if (k > 1 && proved != violations) proved = 0;
        struct strategy_options o = options_of(q, 0.1 + 0.2 * seconds);
        if (proved && k == 1) stage_reduce(s, &q->cuts, &all, any, &o);
        text_clear(&q->domain);
        stage_name(&all, q->stages.list[stage], &q->domain);
        if (proved) certify_rows(q->bmc.task, q->bmc.host, proved, k, 1 + k, &f, &q->cuts, &all);
        solver_free(s);
        VECTOR_RELEASE(&all);
    }
    formula_release(&f);
    return proved;
}

static void tell(struct kiki *q, uint32_t k, uint32_t proved)
{
    char how[120];
    const char *domain = text_of(&q->domain);
    if (!*domain)
        snprintf(how, sizeof how, "k-induction, k = %u", k);
    else if (k == 1)
        snprintf(how, sizeof how, "invariants, %s", domain);
    else
        snprintf(how, sizeof how, "k-induction, k = %u, %.80s", k, domain);
    q->bmc.host->proved(q->bmc.host->context, proved, how);
    q->bmc.open &= ~proved;
}

static void try_k(struct kiki *q, int stage, uint32_t k, double seconds)
{
    uint32_t open = open_here(q), proved = check(q, stage, k, open, seconds);
    if (!proved && k > 1)
        for (int v = 0; v < VIOLATION_COUNT; v++) { /* each kind for itself */
            uint32_t one = open & VIOLATION_BIT(v);
            if (one && one != open) proved |= check(q, stage, k, one, seconds);
        }
    if (proved) tell(q, k, proved);
}

/* --- the schedule: unwinding and abstract attempts take turns, so that neither takes much more time than the
 * other --- */

struct plan {
    int stage;
    uint32_t k;
};
static const struct plan plans[] = {{0, 1}, {0, 2}, {1, 1}, {2, 1}, {2, 2}, {3, 1}, {7, 1}, {8, 1},
                                    {0, 4}, {5, 1}, {3, 3}, {4, 1}, {6, 1}, {8, 2}, {4, 3}};
enum { PLANS = sizeof plans / sizeof *plans };

/* False when there is nothing left to try. */
static bool plan_of(const struct kiki *q, int attempt, struct plan *out)
{
    if (!(q->uses & USES_INDUCTION)) {
        *out = (struct plan){attempt, 1};
        return attempt < q->stages.count;
    }
    if (!(q->uses & USES_INVARIANTS))
        *out = (struct plan){0, 1 + (uint32_t)attempt};
    else if (q->stages.count == 1)
        *out = (struct plan){0, 1 + (uint32_t)attempt};
    else if (attempt < PLANS)
        *out = plans[attempt];
    else
        *out = (struct plan){(attempt - PLANS) % q->stages.count, 4 + 2 * (uint32_t)(attempt - PLANS)};
    return true;
}

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void try_plan(struct kiki *q, struct plan p, double seconds)
{
    struct text text = {0};
    domain_put_name(q->stages.list[p.stage], &text);
    text_add(&text, ", k = %u", p.k);
    q->bmc.host->note(q->bmc.host->context, text_of(&text));
    text_release(&text);
    double until = cpu_now() + seconds;
    for (;;) {
        if ((q->uses & USES_INVARIANTS) && q->inferred != p.stage) {
            q->inferred = -1;
            if (infer(q, p.stage, seconds)) q->inferred = p.stage;
            if (q->inferred >= 0 && p.k > 1)
                try_k(q, p.stage, 1, seconds); /* an earlier attempt may have run out of time */
            if (q->hopeless || !q->bmc.open) return;
            if (q->inferred < 0) map_clear(&q->index); /* plain k-induction */
        }
        q->learnt = false;
        try_k(q, p.stage, p.k, seconds);
        if (!q->learnt || !q->bmc.open || cpu_now() > until) return;
        q->inferred = -1; /* again, with the paths that a failing check showed */
    }
}

/* Symbolic paths need ghosts, which are made for the loops that a formula without them has. */
static void choose_ghosts(struct kiki *q, int stage)
{
    const struct symbolic_paths *paths = stage_paths(q->stages.list[stage]);
    if (!paths || q->uses == USES_UNWINDING) {
        VECTOR_CLEAR(&q->cuts.ghosts);
    } else if (!q->cuts.ghosts.count) {
        struct formula f;
        build(q, &f, 1, open_here(q));
        stage_ghosts(q->bmc.task->program, paths, &q->cuts);
        formula_release(&f);
    }
}

/* One attempt on the abstract formula; false when none is left. */
static bool abstract_turn(struct kiki *q, int attempt, double spent)
{
    struct plan p;
    if (q->hopeless || !plan_of(q, attempt, &p)) return false;
    double seconds = 0.2 + 0.5 * spent;
    if (!(q->uses & USES_UNWINDING)) seconds = 3600; /* nothing else waits for its turn */
    choose_ghosts(q, p.stage);
    try_plan(q, p, seconds);
    return true;
}

/* A plain run now and then: where the program asks for nothing there is only one, and it is worth most of the
 * time. */
static void run_turn(struct kiki *q, struct runs *runs, double others)
{
    double share = runs->asked ? 0.1 * others - runs->seconds : 3 * others - runs->seconds;
    if (others < 0.1 || share < (runs->asked ? 0.002 : others)) return;
    enum violation found = runs_next(runs, q->bmc.open, share);
    if (found != VIOLATION_COUNT) q->bmc.open &= ~VIOLATION_BIT(found);
}

static void run_with(const struct engine_task *task, const struct engine_host *host, unsigned uses)
{
    struct kiki q = {.inferred = -1, .uses = uses};
    bmc_init(&q.bmc, task, host);
    cut_model_init(&q.cuts, 1);
    q.thresholds = strategy_thresholds(task->program, &q.threshold_count);
    float_thresholds_find(&q.floats, task->program);
    stages_init(&q.stages, task->domain);
    double unwinding = 0, abstract = 0;
    uint32_t bound = 1;
    int attempt = 0;
    bool more = true; /* attempts are left */
    struct runs runs = {
        .task = task, .host = host, .thresholds = q.thresholds, .threshold_count = q.threshold_count};
    while (q.bmc.open && !(task->stop && *task->stop)) {
        double start = cpu_now();
        if ((uses & USES_UNWINDING) && (!more || unwinding <= abstract)) {
            if (bmc_run(&q.bmc, bound)) break;
            bound *= 2;
            unwinding += cpu_now() - start;
            run_turn(&q, &runs, unwinding + abstract);
        } else if (more) {
            more = abstract_turn(&q, attempt++, unwinding + abstract);
            abstract += cpu_now() - start;
        } else {
            break;
        }
    }
    runs_release(&runs);
    invention_release(&q.invention);
    map_release(&q.index);
    VECTOR_RELEASE(&q.known);
    stages_release(&q.stages);
    text_release(&q.domain);
    free(q.thresholds);
    float_thresholds_release(&q.floats);
    cut_model_release(&q.cuts);
    bmc_release(&q.bmc);
}

static void run_kiki(const struct engine_task *task, const struct engine_host *host)
{
    run_with(task, host, USES_UNWINDING | USES_INVARIANTS | USES_INDUCTION);
}

static void run_kinduction(const struct engine_task *task, const struct engine_host *host)
{
    run_with(task, host, USES_UNWINDING | USES_INDUCTION);
}

static void run_ai(const struct engine_task *task, const struct engine_host *host)
{
    run_with(task, host, USES_INVARIANTS);
}

const struct engine engine_kiki = {
    .name = "kiki",
    .summary = "bounded model checking, k-induction and template invariants together",
    .run = run_kiki,
};
const struct engine engine_kinduction = {
    .name = "kinduction",
    .summary = "kiki without invariants: bounded model checking and k-induction",
    .run = run_kinduction,
};
const struct engine engine_ai = {
    .name = "ai",
    .summary = "kiki with invariants alone: abstract interpretation, which proves and never refutes",
    .run = run_ai,
};
