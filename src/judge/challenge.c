#include "judge/challenge.h"

#include "base/clock.h"
#include "base/random.h"
#include "certificate/certificate.h"
#include "program/library.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_RUNS = 400,
    MOST_NUMBERS = 512,
    MOST_CHOICES = 1 << 14,
    FIRST_STEPS = 20000,
    REPLAY_SECONDS = 1
};

struct challenger {
    const struct challenge *task;
    struct interp *interp;
    VECTOR(uint64_t) numbers; /* of the program and the proof */
    uint64_t random;
    uint32_t run; /* number of the one that is made */
    bool asked;   /* some run asked for a choice */
    struct trace trace;
};

/* --- what is tried --- */

static void add_number(struct challenger *c, uint64_t n)
{
    if (c->numbers.count >= MOST_NUMBERS)
        return;
    for (size_t i = 0; i < c->numbers.count; i++)
        if (c->numbers.data[i] == n)
            return;
    VECTOR_PUSH(&c->numbers, n);
}

static void add_with_neighbours(struct challenger *c, uint64_t n)
{
    add_number(c, n);
    add_number(c, n + 1);
    add_number(c, n - 1);
}

static uint64_t number_of(const struct constant *k)
{
    uint64_t low = k->limbs[0];
    if (k->type.width > 32)
        low |= (uint64_t)k->limbs[1] << 32;
    if (k->type.width >= 64 || k->type.width <= 1)
        return low;
    unsigned shift = 64 - k->type.width;
    return (uint64_t)((int64_t)(low << shift) >> shift);
}

/* Of the program's own code; library models compare with much that does not matter. */
static void find_constants(struct challenger *c)
{
    const struct program *p = c->task->program;
    for (size_t f = 0; f < p->functions.count; f++) {
        const struct function *fn = &p->functions.data[f];
        if (library_unit(fn->unit))
            continue;
        for (size_t i = 0; i < fn->instructions.count; i++) {
            const struct instruction *in = &fn->instructions.data[i];
            if (in->block == UINT32_MAX)
                continue;
            for (uint32_t k = 0; k < in->count; k++) {
                if (instruction_operand_is_block(in, k))
                    continue;
                struct value v = instruction_operand(fn, in, k);
                if (!value_is_constant(v))
                    continue;
                const struct constant *constant = program_constant(p, v);
                if (constant->kind == CONSTANT_BITS && constant->type.kind == TYPE_INT &&
                    constant->type.width <= 64)
                    add_with_neighbours(c, number_of(constant));
            }
        }
    }
}

/* Bounds of the proof's loop invariants lie where it is likely to be one off. */
static void find_bounds(struct challenger *c)
{
    const char *rest = c->task->proof;
    struct certificate certificate;
    certificate_number_list numbers = {0};
    while (rest && certificate_read(&certificate, &rest, NULL)) {
        certificate_numbers(&certificate, &numbers);
        certificate_release(&certificate);
    }
    for (size_t i = 0; i < numbers.count; i++)
        add_with_neighbours(c, numbers.data[i]);
    VECTOR_RELEASE(&numbers);
}

static uint64_t draw(struct challenger *c)
{
    return random_next(&c->random);
}

static uint64_t boundary(unsigned which, unsigned width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    switch (which % 6) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return UINT64_MAX;
    case 3:
        return sign - 1;
    case 4:
        return sign;
    default:
        return 2;
    }
}

enum { BOUNDARY_RUNS = 6 };

/* The first runs have one value for all choices; later ones draw each. */
static uint64_t value_for(struct challenger *c, unsigned width)
{
    if (c->run < BOUNDARY_RUNS)
        return boundary(c->run, width);
    uint64_t drawn = draw(c);
    if (c->run % 2 && c->run - BOUNDARY_RUNS < 2 * c->numbers.count)
        return c->numbers.data[(c->run - BOUNDARY_RUNS) / 2];
    switch (drawn % 4) {
    case 0:
        return boundary((unsigned)(drawn >> 8), width);
    case 1:
        return (drawn >> 8) % 16;
    case 2:
        if (c->numbers.count)
            return c->numbers.data[(drawn >> 8) % c->numbers.count];
        return drawn >> 8;
    default:
        return drawn;
    }
}

static enum interp_answer choose(void *context, const struct interp_choice *choice,
                                 struct interp_value *out)
{
    struct challenger *c = context;
    c->asked = true;
    if (choice->kind == INTERP_CHOICE_EXTERNAL)
        return INTERP_STOP;
    if (choice->kind == INTERP_CHOICE_MALLOC && !c->task->malloc_may_fail)
        return INTERP_ANSWERED;
    const struct function *f = &c->task->program->functions.data[choice->function];
    bool loaded = f->instructions.data[choice->instruction].op == OP_LOAD;
    /* a copy of undefined memory is read as other bits than its source: no evidence */
    if (loaded && choice->kind == INTERP_CHOICE_UNINITIALISED)
        return INTERP_STOP;
    /* a replay gives zero to what a trace does not name */
    if (choice->type.kind == TYPE_POINTER || choice->type.width > 64)
        return INTERP_ANSWERED;
    if (loaded && choice->type.kind != TYPE_INT)
        return INTERP_ANSWERED;
    if (c->trace.choices.count >= MOST_CHOICES)
        return INTERP_STOP;
    out->low = value_for(c, choice->type.width);
    if (choice->type.width < 64)
        out->low &= ((uint64_t)1 << choice->type.width) - 1;
    VECTOR_PUSH(&c->trace.choices,
                (struct trace_choice){choice->function, choice->instruction, out->low, 0});
    return INTERP_ANSWERED;
}

/* --- runs --- */

/* Does the run that ended in an error do so again, along its trace? */
static bool confirm(struct challenger *c, const struct interp_result *ended,
                    struct challenge_result *out)
{
    const struct program *p = c->task->program;
    if (!trace_of_run(&c->trace, c->task->violations, p->entry, ended))
        return false;
    trace_replay(p, &c->trace, p->entry, REPLAY_SECONDS, &out->replay);
    if (!out->replay.confirmed) {
        replay_release(&out->replay);
        out->replay = (struct replay){0};
        return false;
    }
    out->trace = c->trace;
    c->trace = (struct trace){0};
    return out->broken = true;
}

void challenge_run(const struct challenge *task, struct challenge_result *out)
{
    struct challenger c = {.task = task, .random = 0x9e3779b97f4a7c15u};
    *out = (struct challenge_result){0};
    uint32_t errors = violations_errors(task->violations);
    double until = wall_now() + task->seconds;
    if (task->program->entry == UINT32_MAX || !errors)
        return;
    c.interp = interp_new(task->program);
    find_bounds(&c);
    find_constants(&c);
    struct interp_options options = {.choose = choose,
                                     .context = &c,
                                     .errors = errors,
                                     .external = INTERP_EXTERNAL_CHOOSE,
                                     .malloc_may_fail = true,
                                     .step_limit = FIRST_STEPS,
                                     .memory_limit = INTERP_TRIAL_MEMORY,
                                     .until = until};
    for (bool more = true; more && out->runs < MOST_RUNS && wall_now() < until; c.run++) {
        struct interp_result ended;
        VECTOR_CLEAR(&c.trace.choices);
        interp_run(c.interp, &options, &ended);
        out->runs++;
        more = (ended.end != INTERP_ERROR || !confirm(&c, &ended, out)) &&
               ended.end != INTERP_UNSUPPORTED && (c.asked || ended.end == INTERP_LIMIT);
        if (ended.end == INTERP_LIMIT)
            options.step_limit *= 2;
    }
    trace_release(&c.trace);
    VECTOR_RELEASE(&c.numbers);
    interp_free(c.interp);
}

void challenge_result_release(struct challenge_result *r)
{
    trace_release(&r->trace);
    replay_release(&r->replay);
}
