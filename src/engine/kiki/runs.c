#include "engine/kiki/runs.h"

#include "base/clock.h"
#include "base/random.h"

enum { MOST_CHOICES = 1 << 20 };
#define STEPS_PER_SECOND 1.5e8

static uint64_t draw(struct runs *r)
{
    return random_next(&r->random);
}

static uint64_t draw_value(struct runs *r)
{
    if (!r->count)
        return 0;
    uint64_t how = draw(r) % 8;
    if (how < 3)
        return draw(r) % 16;
    if (how < 4)
        return 0 - draw(r) % 4;
    if (how < 7 && r->threshold_count)
        return (uint64_t)r->thresholds[draw(r) % r->threshold_count];
    return draw(r);
}

static uint64_t draw_float(struct runs *r, uint32_t width)
{
    if (!r->count || (width != 32 && width != 64))
        return 0;
    uint64_t random[3] = {draw(r) >> 8, draw(r) >> 8, draw(r)};
    return floats_draw(&r->floats, width, random);
}

struct making {
    struct runs *runs;
    struct trace trace;
};

static enum interp_answer choose(void *context, const struct interp_choice *c,
                                 struct interp_value *out)
{
    struct making *m = context;
    struct runs *r = m->runs;
    const struct instruction *in =
        &r->task->program->functions.data[c->function].instructions.data[c->instruction];
    r->asked = true;
    /* A replay gives zero to what a trace does not name: mallocs that do not fail, pointers
     * and, in every other run, bytes never written. */
    bool zeros = in->op == OP_LOAD && (r->count % 2 == 0 || c->type.kind != TYPE_INT);
    if (zeros || c->kind == INTERP_CHOICE_MALLOC || c->type.kind == TYPE_POINTER)
        return INTERP_ANSWERED;
    out->low = c->type.kind == TYPE_FLOAT ? draw_float(r, c->type.width) : draw_value(r);
    if (c->type.width < 64)
        out->low &= (1ull << c->type.width) - 1;
    if (m->trace.choices.count >= MOST_CHOICES)
        return INTERP_STOP;
    VECTOR_PUSH(&m->trace.choices,
                (struct trace_choice){c->function, c->instruction, out->low, 0});
    return INTERP_ANSWERED;
}

enum violation runs_next(struct runs *r, uint32_t open, double seconds)
{
    LAW(open);
    if (r->over || r->task->entry != r->task->program->entry)
        return VIOLATION_COUNT;
    double start = cpu_now();
    if (!r->interp) {
        r->interp = interp_new(r->task->program);
        floats_compared(r->task->program, &r->floats);
    }
    if (!r->random)
        r->random = 0x9e3779b97f4a7c15u;
    struct making m = {.runs = r};
    struct interp_options options = {
        .choose = choose,
        .context = &m,
        .errors = violations_errors(open),
        .external = INTERP_EXTERNAL_CHOOSE,
        .malloc_may_fail = true,
        .step_limit = (uint64_t)(seconds * STEPS_PER_SECOND) + 1000,
        .memory_limit = INTERP_TRIAL_MEMORY,
    };
    struct interp_result result;
    interp_run(r->interp, &options, &result);
    bool violates =
        result.end == INTERP_ERROR && trace_of_run(&m.trace, open, r->task->entry, &result);
    bool told = violates && r->host->violated(r->host->context, &m.trace);
    enum violation found = told ? m.trace.kind : VIOLATION_COUNT;
    r->over = result.end == INTERP_UNSUPPORTED || (!r->asked && result.end != INTERP_LIMIT);
    LAW(found == VIOLATION_COUNT || (open & VIOLATION_BIT(found)));
    trace_release(&m.trace);
    r->count++;
    r->seconds += cpu_now() - start;
    return found;
}

void runs_release(struct runs *r)
{
    if (r->interp)
        interp_free(r->interp);
    VECTOR_RELEASE(&r->floats);
}
