#include "engine/accelerate/streaks.h"

#include "base/clock.h"
#include "base/map.h"
#include "base/random.h"
#include "engine/numbers.h"

enum { MOST_CHOICES = 1 << 16, FOR_EVER = 1 << 30 };

struct streak {
    uint64_t value;
    uint32_t left; /* times it is given again */
};
struct streaks {
    const struct engine_task *task;
    struct trace trace;
    uint64_t random;
    bool asked; /* some run asked for a choice */
    compared_numbers numbers;
    struct map index; /* (function, instruction) to streak */
    VECTOR(struct streak) list;
};

static uint64_t draw(struct streaks *s)
{
    return random_next(&s->random) >> 3;
}

/* A number that the program compares with, or one near or below it. */
static uint64_t near_number(struct streaks *s)
{
    LAW(s->numbers.count);
    enum { WAYS = 6, LARGEST = 64 };
    uint64_t number = s->numbers.data[draw(s) % s->numbers.count];
    switch (draw(s) % WAYS) {
    case 0:
        return number + 1;
    case 1:
        return number - 1;
    case 2:
        return number ? draw(s) % number : 1;
    case 3:
        return number ? draw(s) % number >> draw(s) % LARGEST : 1;
    default:
        return number;
    }
}

static uint64_t any_value(struct streaks *s)
{
    enum { WAYS = 8, SMALL = 16, LETTERS = 26 };
    uint64_t way = draw(s) % WAYS;
    if (way < 1)
        return 0;
    if (way < 2)
        return 1 + draw(s) % SMALL;
    if (way < 3)
        return 'a' + draw(s) % LETTERS;
    if (way < 7 && s->numbers.count)
        return near_number(s);
    return draw(s);
}

static uint32_t any_length(struct streaks *s)
{
    enum { WAYS = 6, FEW = 4, LARGEST = 12 };
    uint64_t way = draw(s) % WAYS, number = s->numbers.count ? near_number(s) : 0;
    if (way < 3)
        return FOR_EVER;
    if (way < 4)
        return (uint32_t)(draw(s) % FEW);
    if (way < 5 && number && number < MOST_CHOICES)
        return (uint32_t)number - 1;
    return (uint32_t)(draw(s) % (1u << draw(s) % LARGEST));
}

static uint64_t next_value(struct streaks *s, const struct interp_choice *c)
{
    uint64_t key = (uint64_t)c->function << 32 | c->instruction, at;
    if (!map_get(&s->index, key, &at)) {
        at = s->list.count;
        map_set(&s->index, key, at);
        VECTOR_PUSH(&s->list, (struct streak){any_value(s), any_length(s)});
    }
    LAW(at < s->list.count && s->list.count == s->index.count);
    struct streak *streak = &s->list.data[at];
    if (streak->left)
        streak->left--;
    else
        *streak = (struct streak){any_value(s), any_length(s)};
    return streak->value;
}

static enum interp_answer choose(void *context, const struct interp_choice *c,
                                 struct interp_value *out)
{
    struct streaks *s = context;
    s->asked = true;
    if (c->kind == INTERP_CHOICE_MALLOC && !s->task->malloc_may_fail)
        return INTERP_ANSWERED;
    /* a replay gives zero to what a trace does not name */
    if (c->type.kind != TYPE_INT || c->type.width > 64)
        return INTERP_ANSWERED;
    if (s->trace.choices.count >= MOST_CHOICES)
        return INTERP_STOP;
    LAW(c->type.width);
    out->low = next_value(s, c);
    if (c->type.width < 64)
        out->low &= (1ull << c->type.width) - 1;
    VECTOR_PUSH(&s->trace.choices,
                (struct trace_choice){c->function, c->instruction, out->low, 0});
    return INTERP_ANSWERED;
}

/* The violation that was told, as a bit; 0: none. */
static uint32_t tell(struct streaks *s, const struct engine_host *host, uint32_t open,
                     const struct interp_result *ended)
{
    LAW(open && ended->end == INTERP_ERROR);
    if (!trace_of_run(&s->trace, open, s->task->entry, ended))
        return 0;
    LAW(open & VIOLATION_BIT(s->trace.kind)); /* one that is looked for */
    return host->violated(host->context, &s->trace) ? VIOLATION_BIT(s->trace.kind) : 0;
}

uint32_t streaks_run(const struct engine_task *task, const struct engine_host *host,
                     const struct streaks_limit *most)
{
    LAW(most->runs && most->steps && most->seconds > 0);
    struct streaks s = {.task = task, .random = 0x9e3779b97f4a7c15u + most->runs};
    uint32_t open = task->violations & ENGINE_SAFETY, found = 0;
    struct interp_options options = {.choose = choose,
                                     .context = &s,
                                     .external = INTERP_EXTERNAL_CHOOSE,
                                     .malloc_may_fail = true,
                                     .step_limit = most->steps};
    if (task->entry != task->program->entry)
        return 0;
    struct interp *interp = interp_new(task->program);
    double until = cpu_now() + most->seconds;
    numbers_compared(s.task->program, &s.numbers);
    for (uint32_t run = 0; run < most->runs && (open & ~found) && cpu_now() < until; run++) {
        struct interp_result ended;
        VECTOR_CLEAR(&s.trace.choices);
        VECTOR_CLEAR(&s.list);
        map_clear(&s.index);
        options.errors = violations_errors(open & ~found);
        interp_run(interp, &options, &ended);
        if (ended.end == INTERP_ERROR)
            found |= tell(&s, host, open & ~found, &ended);
        if (!s.asked || ended.end == INTERP_UNSUPPORTED)
            break;
    }
    LAW(!(found & ~open));
    trace_release(&s.trace);
    VECTOR_RELEASE(&s.numbers);
    VECTOR_RELEASE(&s.list);
    map_release(&s.index);
    interp_free(interp);
    return found;
}
