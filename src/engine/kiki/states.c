#include "engine/kiki/states.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/random.h"

#include <stdlib.h>

void drawn_init(struct drawn_states *k, struct solver *solver, const struct cut_model *model,
                const rows *known, const struct strategy_options *options, double seconds)
{
    LAW(seconds > 0);
    *k = (struct drawn_states){.terms = solver_terms(solver),
                               .solver = solver,
                               .model = model,
                               .options = options,
                               .loops = calloc(model->loops.count + 1, sizeof *k->loops),
                               .random = 88172645463325252u,
                               .until = cpu_now() + seconds,
                               .seconds_per_query = 0.03};
    strategy_assume(k->terms, model, known, &k->known);
}

void drawn_release(struct drawn_states *k)
{
    for (uint32_t l = 0; l < k->model->loops.count; l++)
        VECTOR_RELEASE(&k->loops[l].views);
    VECTOR_RELEASE(&k->known);
    free(k->loops);
}

static uint64_t draw(struct drawn_states *k)
{
    return random_next(&k->random) >> 5;
}

bool drawn_out_of_time(const struct drawn_states *k)
{
    return (k->options->stop && *k->options->stop) || cpu_now() > k->until;
}

enum answer drawn_ask(struct drawn_states *k, const struct term *also, size_t count)
{
    struct solver_limits limits = {.seconds = k->seconds_per_query, .stop = k->options->stop};
    size_t before = k->known.count;
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&k->known, also[i]);
    enum answer answer =
        solver_solve_under(k->solver, k->known.data, k->known.count, &limits);
    k->known.count = before;
    return answer;
}

static struct term is_state(struct drawn_states *k, const struct loop_states *s,
                            const uint64_t *value)
{
    struct term all = term_bool(k->terms, true);
    for (size_t i = 0; i < s->views.count; i++)
        all = term_and(k->terms, all,
                       term_eq(k->terms, s->views.data[i].pre,
                               term_bv(k->terms, s->views.data[i].width, value[i])));
    return all;
}

static void take_state(struct drawn_states *k, struct loop_states *s, bool entry)
{
    LAW(s->views.count <= STATE_VIEWS && s->count <= MOST_STATES);
    if (s->count == MOST_STATES)
        return;
    for (size_t i = 0; i < s->views.count; i++) {
        const struct variable_view *v = &s->views.data[i];
        uint64_t value = 0;
        term_const_u64(k->terms, solver_value(k->solver, entry ? v->entry : v->post), &value);
        s->value[s->count][i] = value;
    }
    s->count++;
}

/* Loops before this one are in states that were seen, if that is possible. */
static struct term earlier_loops(struct drawn_states *k, uint32_t loop)
{
    LAW(loop < k->model->loops.count);
    struct terms *ts = k->terms;
    struct term all = term_bool(ts, true);
    for (uint32_t j = 0; j < loop; j++) {
        const struct loop_states *s = &k->loops[j];
        struct term some = term_bool(ts, false);
        for (unsigned i = 0; i < s->count; i++)
            some = term_or(ts, some, is_state(k, s, s->value[i]));
        if (s->count)
            all = term_and(ts, all, term_implies(ts, k->model->loops.data[j].entered, some));
    }
    return all;
}

/* Several numbers may start with the same value (r = a): it is drawn once. */
static bool drawn_before(const struct loop_states *s, size_t i)
{
    LAW(i < s->views.count);
    for (size_t j = 0; j < i; j++)
        if (term_same(s->views.data[j].entry, s->views.data[i].entry))
            return true;
    return false;
}

/* Every other time so small that a few rounds see the whole loop. */
static struct term small_entry(struct drawn_states *k, const struct loop_states *s,
                               unsigned attempt)
{
    const uint64_t most = attempt % 2 ? 50 : 5;
    struct terms *ts = k->terms;
    struct term all = term_bool(ts, true);
    for (size_t i = 0; i < s->views.count; i++) {
        const struct variable_view *v = &s->views.data[i];
        uint64_t value;
        if (v->width < 8 || term_const_u64(ts, v->entry, &value) || drawn_before(s, i))
            continue;
        all = term_and(ts, all, term_eq(ts, v->entry, term_bv(ts, v->width, draw(k) % most)));
    }
    return all;
}

static bool enter(struct drawn_states *k, uint32_t loop, unsigned attempt)
{
    struct loop_states *s = &k->loops[loop];
    struct term arrived = k->model->loops.data[loop].arrived,
                earlier = earlier_loops(k, loop);
    struct term hint = attempt ? small_entry(k, s, attempt) : term_bool(k->terms, true);
    if (drawn_ask(k, (struct term[]){arrived, earlier, hint}, 3) == ANSWER_SAT ||
        drawn_ask(k, (struct term[]){arrived, earlier}, 2) == ANSWER_SAT ||
        drawn_ask(k, &arrived, 1) == ANSWER_SAT)
        return take_state(k, s, true), true;
    return false;
}

/* Some bits of the next state, so that states do not repeat where inputs decide. */
static struct term some_bits(struct drawn_states *k, const struct loop_states *s, bool *any)
{
    struct terms *ts = k->terms;
    struct term all = term_bool(ts, true);
    *any = false;
    for (size_t i = 0; i < s->views.count; i++) {
        const struct variable_view *v = &s->views.data[i];
        if (v->slot == UINT32_MAX)
            continue;
        unsigned bit = (unsigned)(draw(k) % (draw(k) % 2 ? 5 : v->width));
        all = term_and(
            ts, all,
            term_eq(ts, term_extract(ts, v->post, bit, bit), term_bv(ts, 1, draw(k) & 1)));
        *any = true;
    }
    return all;
}

static bool step_on(struct drawn_states *k, uint32_t loop)
{
    struct loop_states *s = &k->loops[loop];
    const struct cut_loop *l = &k->model->loops.data[loop];
    LAW(s->count && s->count < MOST_STATES);
    bool any;
    struct term hint = some_bits(k, s, &any), from = is_state(k, s, s->value[s->count - 1]);
    if ((!any ||
         drawn_ask(k, (struct term[]){l->entered, l->back, from, hint}, 4) != ANSWER_SAT) &&
        drawn_ask(k, (struct term[]){l->entered, l->back, from}, 3) != ANSWER_SAT)
        return false;
    take_state(k, s, false);
    return true;
}

void drawn_see(struct drawn_states *k, uint32_t loop, unsigned entries, unsigned steps)
{
    struct loop_states *s = &k->loops[loop];
    const struct cut_loop *l = &k->model->loops.data[loop];
    domain_variables(k->terms, l, &s->views);
    size_t kept = 0;
    for (size_t i = 0; i < s->views.count && kept < STATE_VIEWS; i++)
        if (!s->views.data[i].offset && s->views.data[i].width >= 8)
            s->views.data[kept++] = s->views.data[i];
    s->views.count = kept;
    for (unsigned attempt = 0; attempt < entries && kept && !drawn_out_of_time(k);
         attempt++) {
        if (!enter(k, loop, attempt))
            break;
        for (unsigned step = 0; step < steps && s->count < MOST_STATES && step_on(k, loop);
             step++)
            continue;
    }
}
