#include "engine/model.h"

#include "base/failure.h"

static void bits_of(struct solver *s, struct term t, struct trace_choice *c)
{
    struct terms *ts = solver_terms(s);
    struct term value = solver_value(s, t);
    const uint32_t *limbs = term_limbs(ts, value);
    unsigned w = term_width(ts, value), count = (w + 31) / 32;
    for (unsigned i = 0; i < count && i < 4; i++) {
        if (i < 2)
            c->low |= (uint64_t)limbs[i] << (32 * i);
        else
            c->high |= (uint64_t)limbs[i] << (32 * (i - 2));
    }
}

/* What a pointer leads to, for a function verified alone. */
static void add_object(struct solver *s, const struct formula *f, uint64_t number,
                       struct trace *out)
{
    if (number >= f->memory.objects.count)
        return;
    const struct object *o = &f->memory.objects.data[number];
    struct trace_object made = {.number = (uint32_t)number, .index = o->index};
    for (size_t i = 0; i < out->objects.count; i++)
        if (out->objects.data[i].number == number)
            return;
    if (o->kind == OBJECT_GLOBAL) {
        made.kind = TRACE_GLOBAL;
    } else if (o->kind == OBJECT_FUNCTION) {
        made.kind = TRACE_FUNCTION;
    } else if (o->kind == OBJECT_ENVIRONMENT) {
        struct trace_choice size = {0};
        bits_of(s, o->size, &size);
        made.kind = TRACE_MEMORY;
        made.size = size.low;
        for (size_t i = 0; i < f->environment.count; i++)
            if (f->environment.data[i].object == number) {
                made.function = f->environment.data[i].function;
                made.instruction = f->environment.data[i].instruction;
            }
    } else {
        return;
    }
    VECTOR_PUSH(&out->objects, made);
}

void model_trace(struct solver *s, const struct formula *f, uint32_t entry,
                 const struct claim *claim, struct trace *out)
{
    LAW(claim->kind < VIOLATION_COUNT);
    LAW(claim->function < f->program->functions.count);
    *out = (struct trace){
        .kind = claim->kind, .function = claim->function, .instruction = claim->instruction};
    bool alone = entry != f->program->entry;
    for (size_t i = 0; i < f->events.count; i++) {
        const struct event *e = &f->events.data[i];
        if (!solver_true(s, e->when))
            continue;
        struct trace_choice c = {e->function, e->instruction, 0, 0};
        bits_of(s, e->value.kind == SYM_POINTER ? e->value.b : e->value.a, &c);
        if (e->value.kind == SYM_POINTER && alone) {
            struct trace_choice object = {0};
            bits_of(s, e->value.a, &object);
            c.high = object.low;
            add_object(s, f, object.low, out);
        }
        VECTOR_PUSH(&out->choices, c);
    }
}
