#include "engine/model.h"

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

static bool is_parameter(const struct formula *f, const struct event *e)
{
    return f->program->functions.data[e->function].instructions.data[e->instruction].op == OP_PARAM;
}

void model_trace(struct solver *s, const struct formula *f, const struct claim *claim, struct trace *out)
{
    *out = (struct trace){.kind = claim->kind, .function = claim->function, .instruction = claim->instruction};
    for (size_t i = 0; i < f->events.count; i++) {
        const struct event *e = &f->events.data[i];
        if (!solver_true(s, e->when)) continue;
        struct trace_choice c = {e->function, e->instruction, 0, 0};
        bits_of(s, e->value.kind == SYM_POINTER ? e->value.b : e->value.a, &c);
        if (e->value.kind == SYM_POINTER && is_parameter(f, e)) { /* which object: null or something that a replay cannot make */
            struct trace_choice object = {0};
            bits_of(s, e->value.a, &object);
            c.high = object.low;
        }
        VECTOR_PUSH(&out->choices, c);
    }
}
