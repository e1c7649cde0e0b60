/* A copy of a negative number of bytes: `fill - taken`, where both are members of a record.
 * What is subtracted is at most what it is subtracted from, unless the function itself
 * compares the two. */
#include "caller/refine/refine_internal.h"

static struct spot *spot_of(const struct refining *r, struct value v)
{
    uint64_t number;
    if (value_is_constant(v) || !map_get(&r->view->usage->number_of,
                                         (uint64_t)r->view->function << 32 | v.id, &number))
        return NULL;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->shape == SPOT_NUMBER && s->number == number)
            return s;
    }
    return NULL;
}

/* It is already below the other one, perhaps through others. */
static bool is_below(const struct caller *p, const struct spot *s, const struct spot *other)
{
    for (size_t steps = 0; s->below != SPOT_NONE && steps < p->spots.count; steps++) {
        s = &p->spots.data[s->below];
        if (s == other)
            return true;
    }
    return false;
}

static bool put_in_order(struct refining *r, const struct spot *whole, struct spot *part)
{
    struct caller *p = r->plan;
    if (part == whole || part->parent != whole->parent || part->parent == SPOT_NONE)
        return false;
    if (part->by_contract || is_below(p, part, whole) || is_below(p, whole, part))
        return false;
    if (!refine_is_source(r, part) && !refine_is_source(r, whole))
        return false;
    if (usage_are_compared(&p->usage, part->number, whole->number))
        return false;
    part->below = (uint32_t)(whole - p->spots.data);
    part->or_equal = true;
    refine_note(r, arena_format(&p->arena, " is at most %s", whole->name), part->name);
    return true;
}

bool refine_order_difference(struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    if (r->view->bytes <= INT64_MAX)
        return false;
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op != OP_SUB || i->block == UINT32_MAX)
            continue;
        const struct spot *whole = spot_of(r, instruction_operand(f, i, 0));
        struct spot *part = spot_of(r, instruction_operand(f, i, 1));
        if (whole && part && put_in_order(r, whole, part))
            return true;
    }
    return false;
}
