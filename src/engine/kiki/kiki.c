/* kIkI: bounded model checking, k-induction and template invariants in one loop (T23 305-350,
 * 451-492; P18 265-291).
 *
 * The concrete formula, unwound further each time, refutes and proves bounded programs; in
 * between, the abstract formula with cut loops is tried with richer and richer domains and
 * larger k. A claim is proved when no run of the abstract formula that starts loops in states
 * allowed by the invariants violates it or leaves what was encoded. */
#include "base/clock.h"
#include "domain/paths.h"
#include "engine/kiki/kiki_internal.h"
#include "engine/kiki/runs.h"

#include <stdlib.h>

/* Restrictions of the loop: what it may use. */
enum { USES_UNWINDING = 1, USES_INVARIANTS = 2, USES_INDUCTION = 4 };

/* --- the schedule: unwinding and abstract attempts take turns, so that neither takes much
 * more time than the other --- */

enum stage_when {
    ALWAYS,
    WITH_ARRAYS,   /* where loops change arrays */
    WITH_CLAUSES,  /* where loops choose between constants, or have borders inside */
    WITH_PRODUCTS, /* where claims have products of variables */
    WITH_HEADS     /* where there are loops, not only recursive functions */
};
struct stage {
    const char *domain;
    uint32_t k;
    double seconds; /* on top of what every stage gets */
    enum stage_when when;
};
/* In the order in which they are tried; each domain with k = 1 once. Array domains say what
 * others cannot, and take their time. */
/* clang-format off */
static const struct stage stages[] = {
    {STAGE_INTERVALS,      1, 0,   ALWAYS},
    {STAGE_SEGMENTS,       1, 1.8, WITH_ARRAYS},
    {STAGE_POLYNOMIALS,    1, 1.8, WITH_PRODUCTS},
    {STAGE_INTERVALS,      2, 0,   ALWAYS},
    {STAGE_CONGRUENCES,    1, 0,   ALWAYS},
    {STAGE_EQUALITIES,     1, 0,   ALWAYS},
    {STAGE_ARRAYS,         1, 1.8, WITH_ARRAYS},
    {STAGE_EQUALITIES,     2, 0,   ALWAYS},
    {STAGE_AFFINE,         1, 0,   WITH_HEADS},
    {STAGE_ZONES,          1, 0,   ALWAYS},
    {STAGE_CLAUSES,        1, 0,   WITH_CLAUSES},
    {STAGE_WIDTHS,         1, 0,   ALWAYS},
    {STAGE_AFFINE_ZONES,   1, 0,   WITH_HEADS},
    {STAGE_SUMS,           1, 0,   ALWAYS},
    {STAGE_RELATIONS,      1, 0,   ALWAYS},
    {STAGE_INTERVALS,      4, 0,   ALWAYS},
    {STAGE_PATHS,          1, 0,   ALWAYS},
    {STAGE_ZONES,          3, 0,   ALWAYS},
    {STAGE_OCTAGONS,       1, 0,   ALWAYS},
    {STAGE_PATHS_OF_ZONES, 1, 0,   ALWAYS},
    {STAGE_RELATIONS,      2, 0,   ALWAYS},
    {STAGE_OCTAGONS,       3, 0,   ALWAYS},
};
/* clang-format on */
/* What comes before them where the program computes with floats, which few accesses and
 * integers depend on. */
static const struct stage coarse_stages[] = {
    {STAGE_COARSE, 1, 0, ALWAYS},
    {STAGE_SEGMENTS, 1, 0, WITH_ARRAYS},
    {STAGE_COARSE_ZONES, 1, 0, ALWAYS},
};
enum { COARSE_STAGES = sizeof coarse_stages / sizeof *coarse_stages };
enum {
    STAGES = sizeof stages / sizeof *stages,
    SHORT_LOOP = 64,
    FIRST_RUNS = 3,
    RUNS_PER_TURN = 200
};
static const double SECONDS_OF_ONLY = 1.8; /* of the domain that the user chose */
static const double HEAD_START =
    0.1; /* seconds of unwinding before the first attempt: many programs need no more */

/* The stage of that number among those with k = 1, which are the domains; null: there is
 * none. */
static const struct stage *domain_stage(unsigned number)
{
    for (int i = 0; i < STAGES; i++)
        if (stages[i].k == 1 && number-- == 0)
            return &stages[i];
    return NULL;
}

static unsigned count_domains(void)
{
    unsigned n = 0;
    while (domain_stage(n))
        n++;
    return n;
}

/* The stage of an attempt; false when there is nothing left to try. */
static bool plan(const struct kiki *q, int attempt, struct stage *out)
{
    LAW(attempt >= 0 && (!q->coarse || attempt < COARSE_STAGES));
    unsigned further = (unsigned)(attempt - STAGES);
    *out = stages[0];
    if (q->coarse) {
        *out = coarse_stages[attempt];
        return true;
    }
    if (q->stages.only) {
        *out = (struct stage){stages[0].domain, 1, SECONDS_OF_ONLY, ALWAYS};
        out->k += (uint32_t)attempt;
        return attempt == 0 || (q->uses & USES_INDUCTION);
    }
    if (!(q->uses & USES_INDUCTION)) {
        const struct stage *s = domain_stage((unsigned)attempt);
        if (s)
            *out = *s;
        return s;
    }
    if (!(q->uses & USES_INVARIANTS)) {
        out->k += (uint32_t)attempt;
    } else if (attempt < STAGES) {
        *out = stages[attempt];
    } else {
        *out = *domain_stage(further % count_domains());
        out->k = 4 + 2 * further;
    }
    return true;
}

static void try_domain(struct kiki *q, const struct domain *d, uint32_t k, double seconds)
{
    LAW(k >= 1 && seconds > 0 && q->bmc.open);
    struct text text = {0};
    domain_put_name(d, &text);
    text_add(&text, ", k = %u", k);
    q->bmc.host->progress(q->bmc.host->context, text_of(&text));
    text_release(&text);
    double until = cpu_now() + seconds;
    for (;;) {
        if ((q->uses & USES_INVARIANTS) && q->inferred != d) {
            q->inferred = kiki_infer(q, d, seconds) ? d : NULL;
            if (q->inferred && k > 1)
                kiki_try(q, d, 1, seconds); /* an earlier attempt may have run out of time */
            if (q->hopeless || !q->bmc.open)
                return;
            if (!q->inferred)
                map_clear(&q->index); /* plain k-induction */
        }
        q->learnt = false;
        double left = until - cpu_now();
        kiki_try(q, d, k, left > 0.25 * seconds ? left : 0.25 * seconds);
        if (!q->learnt || !q->bmc.open || cpu_now() > until)
            return;
        q->inferred = NULL; /* again, with the paths that a failing check showed */
    }
}

/* Symbolic paths need ghosts, which are made for the loops that a formula without them has.
 */
static void choose_ghosts(struct kiki *q, const struct domain *d)
{
    const struct symbolic_paths *paths = stage_paths(d);
    if (!paths || q->uses == USES_UNWINDING) {
        VECTOR_CLEAR(&q->cuts.ghosts);
    } else if (!q->cuts.ghosts.count) {
        struct formula f;
        kiki_build(q, &f, 1, kiki_open(q));
        stage_ghosts(q->bmc.task->program, paths, &q->cuts);
        LAW(q->cuts.ghosts.count <= MOST_GHOSTS);
        formula_release(&f);
    }
}

static bool is_wanted(const struct kiki *q, enum stage_when when)
{
    switch (when) {
    case ALWAYS:
        return true;
    case WITH_ARRAYS:
        return q->has_arrays;
    case WITH_CLAUSES:
        return q->has_clauses;
    case WITH_PRODUCTS:
        return q->has_products;
    case WITH_HEADS:
        return q->has_heads;
    }
    return false;
}

/* Float arithmetic is taken first as if it gave anything, where memory and integers are asked
 * about: they hardly ever depend on it, and its circuits are larger than all others.
 * Assertions are often about floats themselves. */
static bool begins_coarse(const struct kiki *q)
{
    uint32_t others = q->bmc.open & ~VIOLATION_BIT(VIOLATION_REACH);
    return (q->uses & USES_INVARIANTS) && !q->stages.only && others;
}

/* From here on exact: what was found holds there, too, but there is more to find. */
static void leave_coarse(struct kiki *q, int *attempt)
{
    LAW(q->coarse);
    q->coarse = false;
    q->inferred = NULL;
    q->plain_state = PLAIN_DUE;
    *attempt = 0;
}

/* One attempt on the abstract formula; false when none is left. */
static bool abstract_turn(struct kiki *q, int *attempt, double spent)
{
    struct stage stage;
    double seconds = 0.2 + 0.5 * spent;
    q->build_until =
        cpu_now() + 0.1 + seconds;     /* a formula too large to build does not take it all */
    if (!(q->uses & USES_UNWINDING)) { /* nothing else waits for its turn */
        seconds = 3600;
        q->build_until = 0;
    }
    if (q->coarse && *attempt >= COARSE_STAGES)
        leave_coarse(q, attempt);
    if (!(q->uses & USES_INVARIANTS))
        q->plain_state = PLAIN_OVER;
    if (q->plain_state == PLAIN_DUE && !q->hopeless) {
        VECTOR_CLEAR(&q->cuts.ghosts);
        kiki_try_plain(q, seconds);
        if (q->plain_state == PLAIN_PASSES || !q->bmc.open)
            return true;
    } else if (q->plain_state == PLAIN_PASSES) {
        q->plain_state = PLAIN_DUE;
    }
    do {
        if (q->hopeless || !plan(q, (*attempt)++, &stage))
            return false;
    } while (!is_wanted(q, stage.when));
    if (stage.when == WITH_ARRAYS)
        q->arrays_tried = true;
    const struct domain *d = stages_domain(&q->stages, stage.domain);
    choose_ghosts(q, d);
    try_domain(q, d, stage.k, seconds + stage.seconds);
    return true;
}

/* Plain runs now and then: where the program asks for nothing there is only one, and it is
 * worth most of the time. */
static void run_turn(struct kiki *q, struct runs *runs, double others)
{
    enum violation found = VIOLATION_COUNT;
    if (others < 0.1)
        return;
    for (unsigned i = 0; i < RUNS_PER_TURN && found == VIOLATION_COUNT && !runs->over; i++) {
        double share = (runs->asked ? 0.1 : 3) * others - runs->seconds;
        if (share < (runs->asked ? 0.002 : others))
            return;
        found = runs_next(runs, q->bmc.open, share);
    }
    if (found != VIOLATION_COUNT)
        q->bmc.open &= ~VIOLATION_BIT(found);
}

/* Loops over arrays are often long: before they are unwound that far, some runs, and what can
 * be said of all elements. */
static bool arrays_are_due(struct kiki *q, uint32_t bound)
{
    return q->has_arrays && !q->arrays_tried && !q->hopeless && bound > SHORT_LOOP &&
           !q->stages.only && (q->uses & USES_INVARIANTS);
}

static void run_first(struct kiki *q, struct runs *runs)
{
    for (int i = 0; i < FIRST_RUNS && q->bmc.open && !runs->over; i++) {
        enum violation found = runs_next(runs, q->bmc.open, 0.05);
        if (found != VIOLATION_COUNT)
            q->bmc.open &= ~VIOLATION_BIT(found);
    }
}

/* Unwinding is at its end and something is open: it met what it cannot encode, which a proof
 * may do without. */
static bool abstract_alone(struct kiki *q, int attempt)
{
    q->uses &= ~(unsigned)USES_UNWINDING;
    return q->bmc.open && (q->uses & USES_INVARIANTS) && attempt < STAGES;
}

static void run_with(const struct engine_task *task, const struct engine_host *host,
                     unsigned uses)
{
    LAW(uses && task->violations);
    struct kiki q = {.uses = uses};
    bmc_init(&q.bmc, task, host);
    arena_init(&q.arrays);
    cut_model_init(&q.cuts, 1);
    q.cuts.summaries = true;
    q.thresholds = strategy_thresholds(task->program, &q.threshold_count);
    float_thresholds_find(&q.floats, task->program);
    stages_init(&q.stages, task->domain);
    q.coarse = begins_coarse(&q);
    double unwinding = 0, abstract = 0;
    uint32_t bound = 1;
    int attempt = 0;
    bool more = true; /* attempts are left */
    struct runs runs = {.task = task,
                        .host = host,
                        .thresholds = q.thresholds,
                        .threshold_count = q.threshold_count};
    while (q.bmc.open && !(task->stop && *task->stop)) {
        double start = cpu_now();
        bool due = more && arrays_are_due(&q, bound);
        if (due && !runs.count)
            run_first(&q, &runs);
        if (!(q.uses & USES_UNWINDING) && attempt >= STAGES && (uses & USES_UNWINDING))
            break;
        double turn = more ? HEAD_START + 0.25 * (unwinding + abstract) : 0;
        bool behind =
            !more || (unwinding <= HEAD_START + abstract && bmc_is_due(&q.bmc, turn));
        if ((q.uses & USES_UNWINDING) && behind && !due) {
            enum bmc_state state = bmc_turn(&q.bmc, bound, turn);
            if (state == BMC_OVER && !abstract_alone(&q, attempt))
                break;
            if (state == BMC_OPEN)
                bound *= 2;
            unwinding += cpu_now() - start;
            run_turn(&q, &runs, unwinding + abstract);
        } else if (more) {
            more = abstract_turn(&q, &attempt, unwinding + abstract);
            abstract += cpu_now() - start;
        } else {
            break;
        }
    }
    runs_release(&runs);
    kept_release(&q.work);
    kept_release(&q.first);
    VECTOR_RELEASE(&q.relations.list);
    VECTOR_RELEASE(&q.open);
    arena_release(&q.arrays);
    map_release(&q.index);
    VECTOR_RELEASE(&q.known);
    stages_release(&q.stages);
    text_release(&q.domain);
    free(q.thresholds);
    float_thresholds_release(&q.floats);
    cut_model_release(&q.cuts);
    layouts_release(&q.layouts);
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
    .violations = ENGINE_SAFETY,
    .by_default = true,
    .run = run_kiki,
};
const struct engine engine_kinduction = {
    .name = "kinduction",
    .summary = "kiki without invariants: bounded model checking and k-induction",
    .violations = ENGINE_SAFETY,
    .run = run_kinduction,
};
const struct engine engine_ai = {
    .name = "ai",
    .summary =
        "kiki with invariants alone: abstract interpretation, which proves and never refutes",
    .violations = ENGINE_SAFETY,
    .run = run_ai,
};
