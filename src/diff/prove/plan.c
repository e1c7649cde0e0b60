/* Orders of steps to try, and what runs showed to hold in each of them. */
#include "diff/prove/proof.h"

#include "base/failure.h"

#include <string.h>

size_t proof_index(const struct proof *q, const unsigned place[2])
{
    size_t i = 0;
    while (i < q->request.place_count &&
           (q->places[i].place[0] != place[0] || q->places[i].place[1] != place[1]))
        i++;
    return i;
}

/* Only one side makes steps in rounds that start here. */
static bool is_alone(const struct lockstep_schedule *schedule, struct lockstep_place p)
{
    LAW(p.place[0] < LOCKSTEP_PLACES && p.place[1] < LOCKSTEP_PLACES);
    unsigned x = schedule->steps[0][p.place[0]][p.place[1]],
             y = schedule->steps[1][p.place[0]][p.place[1]];
    return !x || !y;
}

/* Every way through places at which one side moves alone ends: no more steps than there are
 * places. If a side ends, so does the other then, since steps of both are steps of the one
 * that ends. */
static bool alone_ends(const struct proof *q, const struct lockstep_schedule *schedule)
{
    size_t places = q->request.place_count;
    LAW(places <= MOST_PLACES);
    bool reached[MOST_PLACES], next[MOST_PLACES];
    for (size_t i = 0; i < places; i++)
        reached[i] = is_alone(schedule, q->places[i]);
    for (size_t round = 0; round <= places; round++) {
        memset(next, 0, sizeof next);
        for (size_t i = 0; i < q->request.transition_count; i++) {
            const struct lockstep_transition *t = &q->transitions[i];
            size_t from = proof_index(q, t->from.place), to = proof_index(q, t->to.place);
            if (from < places && to < places && reached[from] && is_alone(schedule, t->to))
                next[to] = true;
        }
        memcpy(reached, next, sizeof next);
    }
    for (size_t i = 0; i < places; i++)
        if (reached[i])
            return false;
    return true;
}

static bool are_sorted(const struct proof *q)
{
    for (size_t i = 1; i < q->plan_count; i++)
        if (q->plans[i - 1].cost > q->plans[i].cost)
            return false;
    return true;
}

static void add_plan(struct proof *q, struct plan plan)
{
    LAW(q->plan_count < MOST_PLANS);
    size_t i = q->plan_count++;
    for (; i > 0 && q->plans[i - 1].cost > plan.cost; i--)
        q->plans[i] = q->plans[i - 1];
    q->plans[i] = plan;
    LAW(are_sorted(q));
}

/* The usual order of steps, a better one if there is one, and one for loops whose tests stand
 * at their ends. */
void proof_plan(struct proof *q)
{
    if (q->planned)
        return;
    q->planned = true;
    for (int rotated = 0; rotated < 2; rotated++) {
        struct lockstep_request like = {.rotated = rotated,
                                        .reshaped = q->request.reshaped,
                                        .overflow = q->request.overflow};
        if (!samples_collect(q->product, &like, &q->traces[rotated]))
            return;
        const struct run_traces *traces = q->traces[rotated];
        struct plan best = {.rotated = rotated};
        best.cost = samples_schedule(traces, &best.schedule);
        if (rotated) {
            add_plan(q, best);
            return;
        }
        q->usual = (struct plan){false, traces->shape.schedule,
                                 samples_schedule_cost(traces, &traces->shape.schedule)};
        add_plan(q, q->usual);
        if (best.cost < q->usual.cost)
            add_plan(q, best);
    }
}

void proof_follow(struct proof *q, const struct plan *plan)
{
    static struct run_samples samples;
    struct lockstep_request *r = &q->request;
    size_t count = 0, equal = 0, orders = 0;
    samples_join(q->traces[plan->rotated], &plan->schedule, TRACE_RUNS, &samples);
    r->place_count = run_relations_places(&samples, q->places, MOST_PLACES);
    r->transition_count =
        run_relations_transitions(&samples, q->transitions, MOST_TRANSITIONS);
    for (size_t i = 0; i < r->place_count; i++) {
        struct lockstep_place at = q->places[i];
        if (!at.place[0] && !at.place[1])
            continue; /* parameters are anything */
        count +=
            run_relations_find(&samples, at, q->relations + count, MOST_RELATIONS - count);
        equal += run_relations_equal_floats(&samples, at, q->equalities + equal,
                                            MOST_EQUALITIES - equal);
        orders += run_relations_orders(&samples, at, q->relations, count, q->orders + orders,
                                       MOST_ORDERS - orders);
    }
    LAW(count <= MOST_RELATIONS && equal <= MOST_EQUALITIES && orders <= MOST_ORDERS);
    r->rotated = plan->rotated;
    r->schedule = &plan->schedule;
    r->places = q->places;
    r->transitions = q->transitions;
    r->relations = q->relations;
    r->relation_count = count;
    r->equalities = q->equalities;
    r->equality_count = equal;
    r->orders = q->orders;
    q->order_count = orders;
    q->in_step = r->place_count && r->transition_count && alone_ends(q, &plan->schedule);
}

void proof_release(struct proof *q)
{
    for (int i = 0; i < 2; i++) {
        samples_release(q->traces[i]);
        q->traces[i] = NULL;
    }
    q->plan_count = 0;
    q->planned = false;
}
