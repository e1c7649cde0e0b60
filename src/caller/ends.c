/* Pointers that say where a buffer ends, or point into it. */
#include "caller/caller_internal.h"

static const struct ctype *ctype_of(const struct caller *p, uint32_t ctype)
{
    return &p->program->ctypes.data[ctype];
}

static bool are_compared(const struct caller *p, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < p->usage.ends.count; i++)
        if (p->usage.ends.data[i].use == a && p->usage.ends.data[i].number == b) return true;
    return false;
}

static bool is_called_end(const struct spot *s)
{
    const char *name = caller_last_name(s->name);
    return caller_contains(name, "end") || caller_contains(name, "limit") || caller_contains(name, "last");
}

/* Whether the spot can be a pointer into the buffer of the other one: both are compared with each other. */
static bool points_into(const struct caller *p, const struct spot *base, const struct spot *s)
{
    if (base->use == USE_NONE || s->use == USE_NONE || base->parent != s->parent) return false;
    if (base->ctype != s->ctype || ctype_of(p, s->ctype)->kind != CTYPE_POINTER) return false;
    if (base->shape != SPOT_COUNTED && base->shape != SPOT_SPAN && base->shape != SPOT_ARRAY &&
        base->shape != SPOT_STRING)
        return false;
    return !is_called_end(base) && are_compared(p, base->use, s->use);
}

static void find_base(struct caller *p, struct spot *s)
{
    struct spot *found = NULL;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        struct spot *base = &p->spots.data[i];
        if (base == s || !points_into(p, base, s)) continue;
        if (!found || base->shape == SPOT_COUNTED) found = base;
    }
    if (!found) return;
    const struct use *u = &p->usage.uses.data[s->use];
    bool end = is_called_end(s) || (!u->read && !u->written);
    if (s->shape == SPOT_SPAN || (!end && found->shape != SPOT_COUNTED)) return;
    if (found->shape != SPOT_COUNTED) found->shape = SPOT_SPAN;
    s->shape = end ? SPOT_END : SPOT_INSIDE;
    s->length = (uint32_t)(found - p->spots.data);
    s->may_be_null = found->may_be_null = false;
}

void caller_find_ends(struct caller *p)
{
    for (uint32_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].use != USE_NONE && p->spots.data[i].shape != SPOT_COUNTED)
            find_base(p, &p->spots.data[i]);
}
