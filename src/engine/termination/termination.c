/* Termination: does every run end?
 *
 * Unwinding that closes shows that it does; so do ranking functions of cut loops under
 * invariants. A run that comes back to a state it was in shows that it does not. The three
 * take turns, so that none takes much more time than the others. (L14 3172-3807 gives the
 * formulae; the well-founded order here is that of bounded integers.) */
#include "engine/bmc/bmc.h"
#include "engine/kiki/stages.h"
#include "engine/termination/lasso.h"
#include "engine/termination/ranking.h"
#include "engine/termination/recurrence.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

/* Restrictions: what may be used. */
enum { USES_UNWINDING = 1, USES_RANKING = 2, USES_REPETITION = 4, USES_RECURRENCE = 8 };

struct termination {
    unsigned uses;
    const struct engine_task *task;
    const struct engine_host *host;
    struct bmc bmc;
    struct layouts layouts; /* of the abstract formula */
    struct lasso lasso;
    struct abstract_parts parts;
    struct stages stages;
    __int128 *thresholds;
    struct float_thresholds floats;
    double unwinding, ranking; /* CPU time spent */
    unsigned attempt, settled; /* settled: plans (bits) that failed with time left */
    bool hopeless;             /* the abstract formula cannot be built for this program */
    bool proved;
};

static bool is_over(const struct termination *q)
{
    return q->proved || q->lasso.found || (q->task->stop && *q->task->stop);
}

static void follow(void *context, const struct trace *t)
{
    struct termination *q = context;
    lasso_follow(&q->lasso, t, 0.005);
}

/* --- ranking functions --- */

/* clang-format off */
static const struct plan {
    const char *domain;
    enum columns_wish wish;
} plans[] = {
    {STAGE_INTERVALS,  COLUMNS_PLAIN},
    {STAGE_EQUALITIES, COLUMNS_PLAIN},
    {STAGE_INTERVALS,  COLUMNS_RICH},
    {STAGE_ZONES,      COLUMNS_PLAIN},
    {STAGE_ZONES,      COLUMNS_RICH},
    {STAGE_OCTAGONS,   COLUMNS_PLAIN},
    {STAGE_OCTAGONS,   COLUMNS_RICH},
};
/* clang-format on */
enum { PLANS = sizeof plans / sizeof *plans, FIRST_RUNS = 3, MOST_RUNS = 2000 };

typedef VECTOR(struct ranking) rankings;

/* Keeps the rows that the ranking functions need. */
static void reduce(struct termination *q, struct abstract *a, const rankings *found,
                   double seconds)
{
    struct term bad = abstract_uncovered(a);
    struct strategy_options o = q->parts.options;
    o.seconds = seconds;
    for (size_t i = 0; i < found->count; i++) {
        const struct ranking *r = &found->data[i];
        bad = term_or(a->terms, bad, ranking_fails(a, &a->cuts.loops.data[r->loop], r));
    }
    bool *used = calloc(a->rows.count + 1, sizeof *used);
    if (strategy_used(a->solver, &a->cuts, &a->rows, bad, used, &o))
        for (size_t i = 0; i < a->rows.count; i++)
            if (!used[i])
                a->rows.data[i].state = ROW_TOP;
    free(used);
}

static void certify(struct termination *q, struct abstract *a, const rankings *found)
{
    certify_sums sums = {0};
    bool good = !a->cuts.descents.count;
    for (size_t i = 0; i < found->count && good; i++)
        good = ranking_certify(a, &a->cuts.loops.data[found->data[i].loop], &found->data[i],
                               &sums);
    if (good)
        certify_ranks(q->task, q->host, ABSTRACT_RECURSION, &a->formula, &a->cuts, &a->rows,
                      sums.data, sums.count);
    VECTOR_RELEASE(&sums);
}

static void tell_proved(struct termination *q, struct abstract *a, const rankings *found,
                        const struct domain *stage, double seconds)
{
    struct text name = {0};
    char how[120];
    if (!a->cuts.descents.count)
        reduce(q, a, found, seconds);
    certify(q, a, found);
    stage_name(&a->rows, stage, &name);
    snprintf(how, sizeof how, "ranking functions%s%.90s", name.count ? ", " : "",
             text_of(&name));
    q->host->proved(q->host->context, VIOLATION_BIT(VIOLATION_TERMINATION), how);
    q->proved = true;
    text_release(&name);
}

/* Can a function be reached from another one through calls of recursive functions? */
static bool reaches(const struct cut_model *m, uint32_t from, uint32_t to, size_t depth)
{
    for (size_t i = 0; i < m->descents.count; i++) {
        const struct descent *d = &m->descents.data[i];
        if (d->from != from || d->to == from)
            continue;
        if (d->to == to || (depth && reaches(m, d->to, to, depth - 1)))
            return true;
    }
    return false;
}

/* Calls without end would, from some point on, be calls of one function in itself; functions
 * that call each other in turns are not looked at. */
static bool rank_recursion(struct termination *q, struct abstract *a, enum columns_wish wish,
                           double until)
{
    const struct cut_model *m = &a->cuts;
    for (size_t i = 0; i < m->descents.count; i++)
        if (reaches(m, m->descents.data[i].from, m->descents.data[i].from, m->descents.count))
            return false;
    for (size_t i = 0; i < m->descents.count; i++) {
        struct ranking r;
        const struct descent *d = &m->descents.data[i];
        if (d->from == d->to &&
            !ranking_find(a, &d->step, wish, until - cpu_now(), q->task->stop, &r))
            return false;
    }
    return true;
}

static bool rank_all(struct termination *q, struct abstract *a, enum columns_wish wish,
                     double until, rankings *out)
{
    struct solver_limits limits = {.seconds = until - cpu_now(), .stop = q->task->stop};
    struct term uncovered = abstract_uncovered(a);
    if (!term_is_false(a->terms, uncovered) &&
        (limits.seconds <= 0 || abstract_ask(a, &uncovered, 1, &limits) != ANSWER_UNSAT))
        return false;
    for (uint32_t l = 0; l < a->cuts.loops.count; l++) {
        struct ranking r;
        const struct cut_loop *loop = &a->cuts.loops.data[l];
        if (loop->kind != CUT_AT_HEAD)
            continue;
        if (!ranking_find(a, loop, wish, until - cpu_now(), q->task->stop, &r))
            return false;
        r.loop = l;
        VECTOR_PUSH(out, r);
    }
    return rank_recursion(q, a, wish, until);
}

/* Rounds that refute candidates, or change nothing, may be those of a run that never ends. */
static void look_for_inputs(struct termination *q, struct abstract *a, double seconds)
{
    struct solver_limits limits = {.seconds = seconds, .stop = q->task->stop};
    abstract_still_rounds(a, &limits);
    for (size_t i = 0; i < a->inputs.count; i++)
        VECTOR_PUSH(&q->lasso.wishes, a->inputs.data[i]);
    VECTOR_CLEAR(&a->inputs);
}

static void ranking_turn(struct termination *q, double seconds)
{
    while (q->settled & 1u << q->attempt % PLANS)
        q->attempt++;
    unsigned round = q->attempt / PLANS, number = q->attempt++ % PLANS;
    struct plan p = plans[number];
    double until = cpu_now() + seconds * (1 + round);
    struct terms *ts = terms_new();
    struct abstract a;
    rankings found = {0};
    abstract_open(&a, &q->parts, ts);
    if (a.cuts.failed) {
        q->hopeless = true;
        q->host->progress(q->host->context, cut_obstacle_text(a.cuts.failed));
    }
    const struct domain *stage = stages_domain(&q->stages, p.domain);
    if (a.good && abstract_infer(&a, &q->parts, stage, until - cpu_now())) {
        if (rank_all(q, &a, p.wish, until, &found))
            tell_proved(q, &a, &found, stage, seconds);
        else
            look_for_inputs(q, &a, 0.3 * seconds);
    }
    if (cpu_now() < until)
        q->settled |= 1u << number;
    VECTOR_RELEASE(&found);
    abstract_close(&a);
    terms_free(ts);
}

static bool can_rank(const struct termination *q)
{
    return (q->uses & USES_RANKING) && !q->hopeless && q->settled != (1u << PLANS) - 1;
}

/* --- runs that do not end --- */

static const char *const recurrence_stages[] = {STAGE_EQUALITIES, STAGE_ZONES};
enum { RECURRENCE_STAGES = sizeof recurrence_stages / sizeof *recurrence_stages };

/* Those with inputs of models first; null: all were tried. */
static struct long_run *next_long_run(const struct termination *q)
{
    struct long_run *best = NULL;
    for (size_t i = 0; i < q->lasso.long_runs.count; i++) {
        struct long_run *r = &q->lasso.long_runs.data[i];
        if (r->tried == RECURRENCE_STAGES)
            continue;
        if (!best || r->tried < best->tried ||
            (r->tried == best->tried && r->wished && !best->wished))
            best = r;
    }
    return q->hopeless || !(q->uses & USES_RECURRENCE) ? NULL : best;
}

static void recurrence_turn(struct termination *q, double seconds)
{
    double until = cpu_now() + 0.5 * seconds;
    struct long_run *run;
    while (!is_over(q) && (run = next_long_run(q)) && cpu_now() < until) {
        const struct domain *stage =
            stages_domain(&q->stages, recurrence_stages[run->tried++]);
        q->lasso.found |= recurrence_find(&q->parts, q->host, run, stage, seconds);
    }
}

/* --- the schedule --- */

static void init(struct termination *q, const struct engine_task *task,
                 const struct engine_host *host, unsigned uses)
{
    *q = (struct termination){
        .uses = uses, .task = task, .host = host, .lasso = {.task = task, .host = host}};
    bmc_init(&q->bmc, task, host);
    if (uses & USES_REPETITION)
        q->bmc.longer = follow;
    q->lasso.blind = !(uses & USES_REPETITION);
    q->bmc.longer_context = q;
    q->thresholds = strategy_thresholds(task->program, &q->lasso.threshold_count);
    q->lasso.thresholds = q->thresholds;
    float_thresholds_find(&q->floats, task->program);
    stages_init(&q->stages, task->domain);
    q->parts = (struct abstract_parts){
        task,
        q->bmc.facts,
        &q->layouts,
        {0, task->stop, q->thresholds, q->lasso.threshold_count, &q->floats}};
}

static void release(struct termination *q)
{
    lasso_release(&q->lasso);
    stages_release(&q->stages);
    float_thresholds_release(&q->floats);
    free(q->thresholds);
    layouts_release(&q->layouts);
    bmc_release(&q->bmc);
}

static void runs(struct termination *q)
{
    double share = 0.002 + 0.3 * (q->unwinding + q->ranking) - q->lasso.seconds;
    if (share < 0.01)
        share = q->lasso.wishes.count ? 0.01 : share;
    double until = cpu_now() + share;
    while (!is_over(q) && !q->lasso.over && (cpu_now() < until || q->lasso.wishes.count))
        lasso_run(&q->lasso, q->lasso.asked ? 0.1 * share + 0.001 : share);
}

static void run_with(const struct engine_task *task, const struct engine_host *host,
                     unsigned uses)
{
    struct termination q;
    init(&q, task, host, uses);
    enum bmc_state state = uses & USES_UNWINDING ? BMC_OPEN : BMC_OVER;
    uint32_t bound = 1, turn = 0;
    for (int i = 0; i < FIRST_RUNS && !is_over(&q) && !q.lasso.over; i++)
        lasso_run(&q.lasso, 0.0005);
    while (!is_over(&q)) {
        double start = cpu_now();
        bool may = can_rank(&q) || next_long_run(&q);
        if (may && (state == BMC_OVER || q.ranking < q.unwinding)) {
            double seconds = 0.2 + 0.3 * (q.unwinding + q.ranking);
            bool recurs = next_long_run(&q) && ((turn++ & 1) || !can_rank(&q));
            if (recurs)
                recurrence_turn(&q, seconds);
            else
                ranking_turn(&q, seconds);
            q.ranking += cpu_now() - start;
        } else if (state != BMC_OVER) {
            state = bmc_turn(&q.bmc, bound, 0.2 + 0.3 * (q.unwinding + q.ranking));
            if (state == BMC_OPEN)
                bound *= 2;
            if (state == BMC_OVER && q.bmc.complete)
                break;
            q.unwinding += cpu_now() - start;
        } else if (q.lasso.over || uses == USES_RANKING || q.lasso.count > MOST_RUNS) {
            break;
        } else {
            lasso_run(&q.lasso, 0.02);
        }
        runs(&q);
    }
    release(&q);
}

static void run_all(const struct engine_task *task, const struct engine_host *host)
{
    run_with(task, host, USES_UNWINDING | USES_RANKING | USES_REPETITION | USES_RECURRENCE);
}

static void run_ranking(const struct engine_task *task, const struct engine_host *host)
{
    run_with(task, host, USES_RANKING);
}

static void run_recurrence(const struct engine_task *task, const struct engine_host *host)
{
    run_with(task, host, USES_RECURRENCE);
}

const struct engine engine_termination = {
    .name = "termination",
    .summary = "closed unwinding, ranking functions and runs that repeat a state",
    .violations = VIOLATION_BIT(VIOLATION_TERMINATION),
    .by_default = true,
    .run = run_all,
};
const struct engine engine_ranking = {
    .name = "ranking",
    .summary = "termination with ranking functions alone, which proves and never refutes",
    .violations = VIOLATION_BIT(VIOLATION_TERMINATION),
    .run = run_ranking,
};
const struct engine engine_recurrence = {
    .name = "recurrence",
    .summary =
        "termination with loops that are never left alone, which refutes and never proves",
    .violations = VIOLATION_BIT(VIOLATION_TERMINATION),
    .run = run_recurrence,
};
