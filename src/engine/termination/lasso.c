#include "engine/termination/lasso.h"

#include "base/clock.h"
#include "base/random.h"

enum { MOST_CHOICES = 1 << 20, FREE_CHOICES = 64 };
#define STEPS_PER_SECOND 3e7

static uint64_t draw(struct lasso *l)
{
    return random_next(&l->random) >> 5;
}

static uint64_t draw_value(struct lasso *l)
{
    if (l->count < 2)
        return l->count;
    uint64_t how = draw(l) % 8;
    if (how < 3)
        return draw(l) % 8;
    if (how < 4)
        return 0 - draw(l) % 4;
    if (how < 7 && l->threshold_count)
        return (uint64_t)l->thresholds[draw(l) % l->threshold_count] + draw(l) % 3 - 1;
    return draw(l);
}

struct making {
    struct lasso *lasso;
    struct endless endless;
    struct map fixed; /* (function, instruction) to the value that it always gets */
    bool varies;      /* the first choices are drawn each time */
    bool wished;
    struct trace trace;
};

static enum interp_answer choose(void *context, const struct interp_choice *c,
                                 struct interp_value *out)
{
    struct making *m = context;
    struct lasso *l = m->lasso;
    const struct instruction *in =
        &l->task->program->functions.data[c->function].instructions.data[c->instruction];
    l->asked = true;
    /* A replay gives zero to what a trace does not name: bytes never written, mallocs that do
     * not fail, pointers. */
    if (in->op == OP_LOAD || c->kind == INTERP_CHOICE_MALLOC || c->type.kind == TYPE_POINTER)
        return INTERP_ANSWERED;
    uint64_t key = (uint64_t)c->function << 32 | c->instruction;
    if ((m->varies && m->trace.choices.count < FREE_CHOICES) ||
        !map_get(&m->fixed, key, &out->low)) {
        out->low = draw_value(l);
        if (c->type.width < 64)
            out->low &= (1ull << c->type.width) - 1;
        map_set(&m->fixed, key, out->low);
    }
    if (m->trace.choices.count >= MOST_CHOICES)
        return INTERP_STOP;
    VECTOR_PUSH(&m->trace.choices,
                (struct trace_choice){c->function, c->instruction, out->low, 0});
    return INTERP_ANSWERED;
}

static void observe(void *context, const struct interp *t, uint32_t function,
                    uint32_t instruction)
{
    struct making *m = context;
    endless_saw(&m->endless, t, function, instruction);
}

static void tell(struct lasso *l, struct trace *t)
{
    t->kind = VIOLATION_TERMINATION;
    t->endless = ENDLESS_REPEATS;
    t->ran = true;
    l->found |= l->host->violated(l->host->context, t);
}

static bool same_inputs(const struct map *a, const struct map *b)
{
    uint64_t value;
    for (size_t i = 0; i < a->capacity; i++)
        if (a->slots[i].used &&
            (!map_get(b, a->slots[i].key, &value) || value != a->slots[i].value))
            return false;
    return a->count == b->count;
}

/* Takes what the run made, if it is worth it. */
static void keep_long(struct lasso *l, struct making *m)
{
    if (m->varies || l->long_runs.count >= (m->wished ? 2 : 1) * MOST_LONG_RUNS)
        return;
    for (size_t i = 0; i < l->long_runs.count; i++)
        if (same_inputs(&l->long_runs.data[i].inputs, &m->fixed))
            return;
    VECTOR_PUSH(&l->long_runs, (struct long_run){m->fixed, m->trace, m->wished, 0});
    m->fixed = (struct map){0};
    m->trace = (struct trace){0};
}

void lasso_run(struct lasso *l, double seconds)
{
    if (l->over || l->found || l->task->entry != l->task->program->entry)
        return;
    double start = cpu_now();
    if (!l->interp)
        l->interp = interp_new(l->task->program);
    if (!l->random)
        l->random = 0x9e3779b97f4a7c15u;
    struct making m = {.lasso = l, .varies = l->count > 3 && l->count % 3 == 0};
    if (l->wishes.count)
        m.fixed = VECTOR_POP(&l->wishes), m.varies = false, m.wished = true;
    endless_init(&m.endless, l->task->program, ENDLESS_REPEATS, 0, 0);
    struct interp_options options = {
        .choose = choose,
        .observe = l->blind ? NULL : observe,
        .observe_heads = true,
        .context = &m,
        .errors = ENDLESS_ERRORS,
        .external = INTERP_EXTERNAL_CHOOSE,
        .malloc_may_fail = true,
        .reuse_addresses = true,
        .stop = &m.endless.found,
        .step_limit = (uint64_t)(seconds * STEPS_PER_SECOND) + 1000,
        .memory_limit = INTERP_TRIAL_MEMORY,
    };
    struct interp_result result;
    interp_run(l->interp, &options, &result);
    m.trace.function = m.endless.function;
    m.trace.instruction = m.endless.instruction;
    if (m.endless.found)
        tell(l, &m.trace);
    else if (result.end == INTERP_LIMIT || result.end == INTERP_CHOICES_OVER)
        keep_long(l, &m);
    if (result.end == INTERP_ERROR && result.error == INTERP_OVERFLOW && !l->overflowed) {
        l->overflowed = true;
        struct reason reason;
        reason_set(&reason, REASON_OVERFLOW,
                   "runs that overflow signed arithmetic were not followed, and no proof "
                   "covers them");
        l->host->gave_up(l->host->context, &reason);
    }
    l->over = result.end == INTERP_UNSUPPORTED || (!l->asked && result.end != INTERP_LIMIT);
    trace_release(&m.trace);
    endless_release(&m.endless);
    map_release(&m.fixed);
    l->count += !m.wished;
    l->seconds += cpu_now() - start;
}

void lasso_follow(struct lasso *l, const struct trace *t, double seconds)
{
    if (l->found || l->task->entry != l->task->program->entry)
        return;
    struct trace all = *t;
    struct replay r;
    all.kind = VIOLATION_TERMINATION;
    all.endless = ENDLESS_REPEATS;
    trace_replay(l->task->program, &all, l->task->entry, seconds, &r);
    if (r.confirmed)
        tell(l, &all);
    replay_release(&r);
}

void lasso_release(struct lasso *l)
{
    if (l->interp)
        interp_free(l->interp);
    for (size_t i = 0; i < l->long_runs.count; i++) {
        map_release(&l->long_runs.data[i].inputs);
        trace_release(&l->long_runs.data[i].trace);
    }
    VECTOR_RELEASE(&l->long_runs);
    for (size_t i = 0; i < l->wishes.count; i++)
        map_release(&l->wishes.data[i]);
    VECTOR_RELEASE(&l->wishes);
}
