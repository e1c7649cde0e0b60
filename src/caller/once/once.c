/* Callees that are verified once, as a step of the plan. */
#include "caller/once/once.h"

#include "base/text.h"

#include <stdlib.h>

/* --- the program --- */

static bool is_in_table(const struct program *p, uint32_t global)
{
    for (size_t g = 0; g < p->globals.count; g++)
        for (uint32_t k = 0; k < p->globals.data[g].relocation_count; k++) {
            struct value v = p->globals.data[g].relocations[k].value;
            const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
            if (c && c->kind == CONSTANT_GLOBAL && c->index == global)
                return true;
        }
    return false;
}

/* Variables that the program may change, where they start with their initial values. False:
 * some hold pointers. */
static bool find_changed(struct once *o)
{
    const struct program *p = o->program;
    o->changed = ARENA_ARRAY(o->arena, bool, p->globals.count + 1);
    for (uint32_t g = 0; o->plan->initial_globals && g < p->globals.count; g++) {
        const struct global *v = &p->globals.data[g];
        if (v->read_only || text_starts(v->name, "sooth_"))
            continue;
        o->changed[g] = far_is_handled(p, o->reached, g) || is_in_table(p, g);
        if (o->changed[g] && once_has_pointers(p, v))
            return false;
    }
    return true;
}

static bool has_any(const struct once *o)
{
    for (uint32_t f = 0; f < o->program->functions.count; f++)
        if (o->functions[f].good)
            return true;
    return false;
}

void once_apply(struct caller *c, struct program *p, const struct usage *usage,
                const bool *reached, struct arena *arena)
{
    LAW(c->far && c->once);
    struct flow flow = {.plan = c, .usage = usage, .program = p, .reached = reached};
    struct once o = {
        .plan = c, .program = p, .flow = &flow, .reached = reached, .arena = arena};
    for (size_t i = 0; i < c->callees.count; i++)
        c->callees.data[i].replaced = false;
    program_link(p);
    flow_init(&flow, arena);
    flow_find(&flow);
    if (!find_changed(&o))
        return;
    call_graph_find(p, arena, &o.calls);
    o.keeps_pointers = once_keeps_pointers(&o);
    once_choose(&o);
    if (!has_any(&o))
        return;
    once_replace_calls(&o);
    once_write_body(&o);
    program_link(p);
}

/* --- the plan --- */

static bool lies_in(const struct caller *c, uint32_t spot, uint32_t top)
{
    while (spot != top) {
        spot = c->spots.data[spot].parent;
        if (spot == SPOT_NONE || spot == SPOT_GLOBAL)
            return false;
    }
    return true;
}

/* One record, which is no array. */
static bool is_single(const struct caller *c, const struct spot *s)
{
    return s->shape == SPOT_ONE && !s->flexible && s->use != USE_NONE &&
           !c->usage.uses.data[s->use].indexed;
}

/* Nothing says how large it, or what lies behind it, is. */
static bool may_go_far(struct caller *c, uint32_t spot)
{
    for (uint32_t i = spot; i < c->spots.count; i++) {
        const struct spot *s = &c->spots.data[i];
        if (s->shape < SPOT_ONE || s->shape == SPOT_GONE || s->shape == SPOT_FAR ||
            !lies_in(c, i, spot))
            continue;
        if (s->by_contract || s->shape == SPOT_STREAM)
            return false;
        if (!is_single(c, s) && s->shape != SPOT_FUNCTION && s->shape != SPOT_NULL &&
            !caller_has_unknown_size(c, s))
            return false;
    }
    return true;
}

bool caller_go_once(struct caller *c)
{
    if (c->once || !c->far || c->fixed || !caller_has_large_callees(c))
        return false;
    c->once = true;
    for (uint32_t i = 0; i < c->spots.count; i++)
        if (c->spots.data[i].shape >= SPOT_ONE && c->spots.data[i].shape < SPOT_FAR &&
            may_go_far(c, i))
            caller_make_far(c, i);
    return true;
}

void caller_tell_once(const struct caller *c, struct text *out)
{
    bool any = false;
    for (size_t i = 0; c->once && i < c->callees.count; i++) {
        if (!c->callees.data[i].replaced)
            continue;
        text_add(out, "%s%s", any ? ", " : "", c->callees.data[i].name);
        any = true;
    }
    if (any)
        text_put(out, ": each was verified once, for any numbers and memory that its calls "
                      "give it; calls stand for what it may return and write\n");
}
