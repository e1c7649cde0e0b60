/* The engine `samples`: runs of the program with simple inputs, for a moment, before other
 * engines begin.
 *
 * Many errors in programs with heap structures need no more than some short run that is
 * complete: a few choices drawn among numbers that matter, then zeros (or ones), so that
 * loops over inputs end. The first runs are the shortest. Programs with float inputs get more
 * runs, all with numbers near those that they compare with. What runs find is a trace like
 * any other; they prove nothing. */
#include "engine/engine.h"
#include "engine/shapes/suits.h"

#include "base/clock.h"
#include "base/random.h"
#include "engine/floats.h"
#include "engine/numbers.h"

enum { MOST_RUNS = 160, MOST_STEPS = 20000, MOST_CHOICES = 1 << 12, RUNS_PER_LENGTH = 4 };
enum { MOST_RUNS_WITH_FLOATS = 4000 }; /* what matters may be a narrow range */
static const double MOST_SECONDS = 0.03;

struct samples {
    const struct engine_task *task;
    struct trace trace;
    uint64_t random;
    uint32_t run;
    bool asked; /* some run asked for a choice */
    compared_numbers numbers;
    compared_floats floats;
};

static uint64_t draw(struct samples *s)
{
    return random_next(&s->random);
}

/* --- inputs --- */

static uint64_t any_number(struct samples *s)
{
    enum { WAYS = 8, SMALL = 16, LARGEST = 31 };
    uint64_t drawn = draw(s), more = drawn >> 8;
    switch (drawn % WAYS) {
    case 0:
    case 1:
    case 2:
        return 0;
    case 3:
    case 4:
        return 1;
    case 5:
        return more % SMALL;
    case 6:
        return s->numbers.count ? s->numbers.data[more % s->numbers.count] : 0;
    default:
        return drawn >> 63 ? 0 - more % SMALL : 1ull << more % LARGEST;
    }
}

/* As many choices as the run's number says are drawn, the others are all the same. */
static uint64_t input(struct samples *s)
{
    if (s->trace.choices.count < s->run / RUNS_PER_LENGTH)
        return any_number(s);
    return s->run % RUNS_PER_LENGTH == 1;
}

static uint64_t float_input(struct samples *s, uint32_t width)
{
    if (width != 32 && width != 64)
        return 0;
    uint64_t random[3] = {draw(s) >> 8, draw(s) >> 8, draw(s)};
    return floats_draw(&s->floats, width, random);
}

static enum interp_answer choose(void *context, const struct interp_choice *c,
                                 struct interp_value *out)
{
    struct samples *s = context;
    const struct function *f = &s->task->program->functions.data[c->function];
    s->asked = true;
    if (c->kind == INTERP_CHOICE_EXTERNAL)
        return INTERP_STOP; /* what it does would be made up */
    if (c->kind == INTERP_CHOICE_MALLOC && !s->task->malloc_may_fail)
        return INTERP_ANSWERED;
    /* a replay gives zero to what a trace does not name: pointers, and memory that was never
     * written */
    bool loaded = f->instructions.data[c->instruction].op == OP_LOAD;
    if (loaded || c->type.kind == TYPE_POINTER || c->type.width > 64)
        return INTERP_ANSWERED;
    if (s->trace.choices.count >= MOST_CHOICES)
        return INTERP_STOP;
    out->low = c->type.kind == TYPE_FLOAT ? float_input(s, c->type.width) : input(s);
    if (c->type.width < 64)
        out->low &= (1ull << c->type.width) - 1;
    VECTOR_PUSH(&s->trace.choices,
                (struct trace_choice){c->function, c->instruction, out->low, 0});
    return INTERP_ANSWERED;
}

/* --- runs --- */

static bool tell(struct samples *s, const struct engine_host *host,
                 const struct interp_result *ended)
{
    if (!trace_of_run(&s->trace, s->task->violations, s->task->entry, ended))
        return false;
    return host->violated(host->context, &s->trace);
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    struct samples s = {.task = task, .random = 0x9e3779b97f4a7c15u};
    struct interp_options options = {.choose = choose,
                                     .context = &s,
                                     .errors = violations_errors(task->violations),
                                     .external = INTERP_EXTERNAL_CHOOSE,
                                     .malloc_may_fail = true,
                                     .step_limit = MOST_STEPS,
                                     .memory_limit = INTERP_TRIAL_MEMORY};
    if (task->entry != task->program->entry || !options.errors)
        return;
    struct interp *interp = interp_new(task->program);
    double until = cpu_now() + MOST_SECONDS;
    numbers_compared(task->program, &s.numbers);
    floats_compared(task->program, &s.floats);
    uint32_t most = floats_are_inputs(task->program) ? MOST_RUNS_WITH_FLOATS : MOST_RUNS;
    for (bool more = true; more && s.run < most && cpu_now() < until; s.run++) {
        struct interp_result ended;
        VECTOR_CLEAR(&s.trace.choices);
        interp_run(interp, &options, &ended);
        bool told = ended.end == INTERP_ERROR && tell(&s, host, &ended);
        more = !told && s.asked && ended.end != INTERP_UNSUPPORTED;
    }
    trace_release(&s.trace);
    VECTOR_RELEASE(&s.numbers);
    VECTOR_RELEASE(&s.floats);
    interp_free(interp);
}

static bool suits(const struct engine_task *task)
{
    return shapes_suits(task) || floats_are_inputs(task->program);
}

const struct engine engine_samples = {
    .name = "samples",
    .summary = "a few runs with simple inputs, which refute and never prove",
    .violations = ENGINE_SAFETY,
    .by_default = true,
    .suits = suits,
    .weight = 1.5,
    .run = run,
};
