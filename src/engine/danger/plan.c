/* Plans: short runs with random ones show which come nearer to a goal, and how fast; a long
 * run then follows the fastest, and slower ones where that would step over the goal. What
 * keeps falling is the ranking of a danger invariant, the plan its strategy (L14 3808-3975);
 * that they hold is seen by running, not proved. */
#include "base/clock.h"
#include "base/random.h"
#include "engine/danger/danger_internal.h"

#include <stdlib.h>

enum {
    MOST_TRIALS = 100000,
    TRIAL_CHOICES = 96,
    TRIAL_STEPS = 20000,
    LEAST_CHOICES = 16,
    MOST_PLANS = 16,
    MOST_LONG_RUNS = 24,
    MOST_CHOICES = 1 << 21,
    MOST_STALLED = 1 << 16,
    STALLED_PLAN = 1 << 10
};
static const double TRIAL_SECONDS = 0.3, STEPS_PER_SECOND = 5e7;

/* A run under way. */
struct running {
    struct chase *chase;
    const struct danger_goal *goal;
    const struct plan *plan;
    const danger_plans *choice; /* of a long run: the plans to choose among; null: a trial */
    struct trace trace;
    VECTOR(uint32_t) turns; /* by site: how often it asked */
    struct measure low, now, best;
    uint64_t stalled, stalled_plan;
    struct plan fresh;              /* of a long run: one that was drawn on the way */
    enum interp_end end;            /* of the run */
    VECTOR(struct measure) history; /* of a trial, by choice */
};

static uint64_t draw(struct chase *c)
{
    return random_next(&c->random) >> 3;
}

/* --- what is seen --- */

static void observe(void *context, const struct interp *t, uint32_t function,
                    uint32_t instruction)
{
    struct running *r = context;
    const struct danger_goal *g = r->goal;
    for (uint32_t i = 0; i < g->count; i++) {
        const struct danger_link *link = &g->links[i];
        if (link->instruction != instruction || link->function != function)
            continue;
        uint64_t distance = danger_distance(r->chase->task->program, t, link);
        struct measure m = {g->count - i, distance};
        if (!distance) /* the next one is still to come */
            m = (struct measure){g->count - i - 1, i + 1 < g->count ? UINT64_MAX : 0};
        if (measure_less(m, r->low))
            r->low = m;
    }
}

/* --- what is chosen --- */

static uint64_t planned(struct running *r, const struct interp_choice *c)
{
    struct chase *chase = r->chase;
    uint32_t at = input_site_of(&chase->sites, c->function, c->instruction);
    const struct input_site *site = &chase->sites.list.data[at];
    while (r->turns.count <= at)
        VECTOR_PUSH(&r->turns, 0);
    uint32_t turn = r->turns.data[at]++, pick = 0;
    if (at < r->plan->cycles.count) {
        const struct cycle *cycle = &r->plan->cycles.data[at];
        pick = cycle->picks[turn % cycle->length];
    }
    LAW(pick < site->candidates.count);
    return candidate_value(chase->interp, &site->candidates.data[pick]);
}

static void draw_plan(struct chase *c, struct plan *p)
{
    for (size_t i = 0; i < c->sites.list.count; i++) {
        struct cycle cycle = {.length = 1 + (uint32_t)(draw(c) % LONGEST_CYCLE)};
        if (draw(c) % 2)
            cycle.length = 1;
        for (uint32_t k = 0; k < cycle.length; k++)
            cycle.picks[k] = (uint32_t)(draw(c) % c->sites.list.data[i].candidates.count);
        VECTOR_PUSH(&p->cycles, cycle);
    }
}

/* The fastest plan that does not step over the goal. */
static void choose_plan(struct running *r)
{
    const struct plan *best = NULL;
    for (size_t i = 0; i < r->choice->count; i++) {
        const struct plan *p = &r->choice->data[i];
        bool fits = p->step <= r->now.distance;
        if (fits && (!best || p->rate > best->rate))
            best = p;
    }
    if (best)
        r->plan = best;
    r->stalled_plan = 0;
}

/* Where the plan leads nowhere: any other one. */
static void change_plan(struct running *r)
{
    r->plan = &r->fresh;
    VECTOR_CLEAR(&r->fresh.cycles);
    if (draw(r->chase) % 2)
        draw_plan(r->chase, &r->fresh);
    else
        r->plan = &r->choice->data[draw(r->chase) % r->choice->count];
    r->stalled_plan = 0;
}

static bool long_run_goes_on(struct running *r)
{
    bool better = measure_less(r->now, r->best);
    if (better)
        r->best = r->now;
    r->stalled = better ? 0 : r->stalled + 1;
    r->stalled_plan = better ? 0 : r->stalled_plan + 1;
    bool steps_over = r->now.left == r->plan->left && r->now.distance < r->plan->step;
    if (r->stalled_plan > STALLED_PLAN)
        change_plan(r);
    else if (steps_over)
        choose_plan(r);
    return r->stalled < MOST_STALLED && r->trace.choices.count < MOST_CHOICES;
}

static bool goes_on(struct running *r)
{
    bool news = r->low.left != UINT32_MAX &&
                (r->low.distance != UINT64_MAX || r->low.left != r->now.left);
    if (news)
        r->now = r->low;
    r->low = MEASURE_NONE;
    if (r->choice)
        return long_run_goes_on(r);
    VECTOR_PUSH(&r->history, r->now);
    return r->history.count < TRIAL_CHOICES;
}

static enum interp_answer choose(void *context, const struct interp_choice *c,
                                 struct interp_value *out)
{
    struct running *r = context;
    const struct function *f = &r->chase->task->program->functions.data[c->function];
    if (c->kind == INTERP_CHOICE_EXTERNAL)
        return INTERP_STOP;
    /* a replay gives zero to what a trace does not name */
    if (f->instructions.data[c->instruction].op != OP_INPUT || c->type.kind != TYPE_INT ||
        c->type.width > 64)
        return INTERP_ANSWERED;
    if (!goes_on(r))
        return INTERP_STOP;
    out->low = planned(r, c);
    if (c->type.width < 64)
        out->low &= (UINT64_C(1) << c->type.width) - 1;
    VECTOR_PUSH(&r->trace.choices,
                (struct trace_choice){c->function, c->instruction, out->low, 0});
    return INTERP_ANSWERED;
}

/* --- runs --- */

static void running_release(struct running *r)
{
    trace_release(&r->trace);
    VECTOR_RELEASE(&r->turns);
    VECTOR_RELEASE(&r->history);
    VECTOR_RELEASE(&r->fresh.cycles);
}

/* True: it met an error that is looked for, which was told. */
static bool run(struct running *r, uint64_t steps)
{
    const struct engine_task *task = r->chase->task;
    uint32_t open = task->violations & ENGINE_SAFETY;
    struct interp_options options = {.choose = choose,
                                     .observe = observe,
                                     .context = r,
                                     .errors = violations_errors(open),
                                     .external = INTERP_EXTERNAL_CHOOSE,
                                     .malloc_may_fail = false,
                                     .step_limit = steps,
                                     .memory_limit = INTERP_TRIAL_MEMORY};
    struct interp_result ended;
    r->low = r->now = r->best = MEASURE_NONE;
    interp_run(r->chase->interp, &options, &ended);
    r->end = ended.end;
    return ended.end == INTERP_ERROR && trace_of_run(&r->trace, open, task->entry, &ended) &&
           r->chase->host->violated(r->chase->host->context, &r->trace);
}

static struct measure least(const struct measure *m, size_t count)
{
    struct measure best = MEASURE_NONE;
    for (size_t i = 0; i < count; i++)
        if (measure_less(m[i], best))
            best = m[i];
    return best;
}

/* Does the run keep coming nearer? Then how fast. */
static bool is_progress(const struct running *r, struct plan *p)
{
    const struct measure *m = r->history.data;
    size_t n = r->history.count;
    bool goes_on = n == TRIAL_CHOICES || (n >= LEAST_CHOICES && r->end == INTERP_LIMIT);
    if (!goes_on)
        return false;
    struct measure quarter = least(m, n / 4), half = least(m, n / 2), end = least(m, n);
    if (end.left == UINT32_MAX || half.left != end.left || !measure_less(half, quarter) ||
        end.distance >= half.distance)
        return false;
    p->left = end.left;
    p->rate = (double)(half.distance - end.distance) / (double)(n - n / 2);
    p->step = 0;
    for (size_t i = n / 2; i < n; i++)
        if (m[i].left == end.left && m[i - 1].left == end.left &&
            m[i - 1].distance > m[i].distance && m[i - 1].distance - m[i].distance > p->step)
            p->step = m[i - 1].distance - m[i].distance;
    return p->step > 0;
}

static void keep(danger_plans *list, struct plan *p)
{
    size_t at = list->count;
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i].step == p->step && list->data[i].left == p->left)
            at = i; /* one of each size */
    bool full = at == list->count && list->count == MOST_PLANS;
    if (full || (at < list->count && list->data[at].rate >= p->rate)) {
        VECTOR_RELEASE(&p->cycles);
        return;
    }
    if (at == list->count) {
        VECTOR_PUSH(list, *p);
        return;
    }
    VECTOR_RELEASE(&list->data[at].cycles);
    list->data[at] = *p;
}

static int by_progress(const void *a, const void *b) /* fewest links left, then fastest */
{
    const struct plan *x = a, *y = b;
    if (x->left != y->left)
        return x->left < y->left ? -1 : 1;
    return x->rate > y->rate ? -1 : x->rate < y->rate;
}

bool danger_plans_find(struct chase *c, const struct danger_goal *goal, danger_plans *out)
{
    double until = cpu_now() + TRIAL_SECONDS;
    bool told = false;
    for (unsigned i = 0; i < MOST_TRIALS && !told && cpu_now() < until; i++) {
        struct plan p = {0};
        draw_plan(c, &p);
        struct running r = {.chase = c, .goal = goal, .plan = &p};
        told = run(&r, TRIAL_STEPS);
        if (!told && is_progress(&r, &p))
            keep(out, &p);
        else
            VECTOR_RELEASE(&p.cycles);
        running_release(&r);
        if (!c->sites.list.count)
            break; /* nothing is asked */
    }
    if (out->count)
        qsort(out->data, out->count, sizeof *out->data, by_progress);
    return told;
}

bool danger_plans_follow(struct chase *c, const struct danger_goal *goal,
                         const danger_plans *list)
{
    bool told = false;
    for (unsigned i = 0; i < MOST_LONG_RUNS && list->count && !told; i++) {
        double seconds = c->until - cpu_now();
        if (seconds <= 0)
            return false;
        const struct plan *first = &list->data[i % list->count];
        struct running r = {.chase = c, .goal = goal, .plan = first, .choice = list};
        told = run(&r, (uint64_t)(seconds * STEPS_PER_SECOND) + TRIAL_STEPS);
        running_release(&r);
    }
    return told;
}

void danger_plans_release(danger_plans *list)
{
    for (size_t i = 0; i < list->count; i++)
        VECTOR_RELEASE(&list->data[i].cycles);
    VECTOR_RELEASE(list);
}
