#include "engine/termination/lasso.h"

#include "base/map.h"

#include <time.h>

enum { MOST_CHOICES = 1 << 20, FREE_CHOICES = 64 };
#define STEPS_PER_SECOND 3e7

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t draw(struct lasso *l) /* xorshift */
{
    l->random ^= l->random << 13;
    l->random ^= l->random >> 7;
    l->random ^= l->random << 17;
    return l->random >> 5;
}

static uint64_t draw_value(struct lasso *l)
{
    if (l->count < 2) return l->count;
    uint64_t how = draw(l) % 8;
    if (how < 3) return draw(l) % 8;
    if (how < 4) return 0 - draw(l) % 4;
    if (how < 7 && l->threshold_count)
        return (uint64_t)l->thresholds[draw(l) % l->threshold_count] + draw(l) % 3 - 1;
    return draw(l);
}

struct making {
    struct lasso *lasso;
    struct endless endless;
    struct map fixed; /* (function, instruction) to the value that it always gets */
    bool varies;      /* the first choices are drawn each time */
    struct trace trace;
};

static enum interp_answer choose(void *context, const struct interp_choice *c, struct interp_value *out)
{
    struct making *m = context;
    struct lasso *l = m->lasso;
    const struct instruction *in =
        &l->task->program->functions.data[c->function].instructions.data[c->instruction];
    l->asked = true;
    /* A replay gives zero to what a trace does not name: bytes never written, mallocs that do not fail,
     * pointers. */
    if (in->op == OP_LOAD || c->kind == INTERP_CHOICE_MALLOC || c->type.kind == TYPE_POINTER)
        return INTERP_ANSWERED;
    uint64_t key = (uint64_t)c->function << 32 | c->instruction;
    if ((m->varies && m->trace.choices.count < FREE_CHOICES) || !map_get(&m->fixed, key, &out->low)) {
        out->low = draw_value(l);
        if (c->type.width < 64) out->low &= (1ull << c->type.width) - 1;
        map_set(&m->fixed, key, out->low);
    }
    if (m->trace.choices.count >= MOST_CHOICES) return INTERP_STOP;
    VECTOR_PUSH(&m->trace.choices, (struct trace_choice){c->function, c->instruction, out->low, 0});
    return INTERP_ANSWERED;
}

static void observe(void *context, const struct interp *t, uint32_t function, uint32_t instruction)
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

void lasso_run(struct lasso *l, double seconds)
{
    if (l->over || l->found || l->task->entry != l->task->program->entry) return;
    double start = cpu_now();
    if (!l->interp) l->interp = interp_new(l->task->program);
    if (!l->random) l->random = 0x9e3779b97f4a7c15u;
    struct making m = {.lasso = l, .varies = l->count > 3 && l->count % 3 == 0};
    endless_init(&m.endless, l->task->program, ENDLESS_REPEATS, 0, 0);
    struct interp_options options = {
        .choose = choose,
        .observe = observe,
        .observe_heads = true,
        .context = &m,
        .external = INTERP_EXTERNAL_CHOOSE,
        .malloc_may_fail = true,
        .reuse_addresses = true,
        .stop = &m.endless.found,
        .step_limit = (uint64_t)(seconds * STEPS_PER_SECOND) + 1000,
    };
    struct interp_result result;
    interp_run(l->interp, &options, &result);
    if (m.endless.found) {
        m.trace.function = m.endless.function;
        m.trace.instruction = m.endless.instruction;
        tell(l, &m.trace);
    }
    l->over = result.end == INTERP_UNSUPPORTED || (!l->asked && result.end != INTERP_LIMIT);
    trace_release(&m.trace);
    endless_release(&m.endless);
    map_release(&m.fixed);
    l->count++;
    l->seconds += cpu_now() - start;
}

void lasso_follow(struct lasso *l, const struct trace *t, double seconds)
{
    if (l->found || l->task->entry != l->task->program->entry) return;
    double start = cpu_now();
    struct trace all = *t;
    struct replay r;
    all.kind = VIOLATION_TERMINATION;
    all.endless = ENDLESS_REPEATS;
    trace_replay(l->task->program, &all, l->task->entry, seconds, &r);
    if (r.confirmed) tell(l, &all);
    replay_release(&r);
    l->seconds += cpu_now() - start;
}

void lasso_release(struct lasso *l)
{
    if (l->interp) interp_free(l->interp);
}
