/* Linked records: along which member a list goes on, which one leads back, whether it is a
 * ring. */
#include "caller/caller_internal.h"

static const struct ctype *ctype_of(const struct caller *p, uint32_t ctype)
{
    return &p->program->ctypes.data[ctype];
}

static bool leads_to_same(const struct caller *p, uint32_t record, const struct cmember *m)
{
    const struct ctype *t = ctype_of(p, m->ctype);
    return t->kind == CTYPE_POINTER && t->element == record && *m->name;
}

/* No other member leads on to the same type: those of trees are no lists. */
static bool leads_on_alone(const struct caller *p, uint32_t record)
{
    const struct ctype *t = ctype_of(p, record);
    uint32_t count = 0;
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++)
        count += leads_to_same(p, record, &t->members[i]);
    return count == 1;
}

bool caller_is_link(const struct caller *p, uint32_t record, const struct cmember *m)
{
    return leads_to_same(p, record, m) &&
           (caller_contains(m->name, "next") || leads_on_alone(p, record));
}

const struct cmember *caller_main_link(const struct caller *p, uint32_t record, uint32_t use)
{
    const struct ctype *t = ctype_of(p, record);
    const struct cmember *found = NULL;
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count && use != USE_NONE;
         i++) {
        const struct cmember *m = &t->members[i];
        if (caller_is_link(p, record, m) &&
            usage_use(&p->usage, use, m->bit_offset / 8) != USE_NONE)
            found = m;
    }
    return found;
}

const struct cmember *caller_back_link(const struct caller *p, uint32_t record)
{
    const struct ctype *t = ctype_of(p, record);
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++) {
        const struct cmember *m = &t->members[i];
        bool back = caller_contains(m->name, "prev") && !caller_is_link(p, record, m);
        if (leads_to_same(p, record, m) && back)
            return m;
    }
    return NULL;
}

static bool is_nothing_but_links(const struct caller *p, uint32_t record)
{
    const struct ctype *t = ctype_of(p, record);
    for (uint32_t i = 0; i < t->member_count; i++)
        if (!leads_to_same(p, record, &t->members[i]))
            return false;
    return true;
}

/* What the pointer at that member leads to is accessed, and it is never asked whether it is
 * null. */
static bool is_surely_there(const struct caller *p, uint32_t use, const struct cmember *m)
{
    uint32_t found = usage_use(&p->usage, use, m->bit_offset / 8);
    if (found == USE_NONE)
        return false;
    const struct use *u = &p->usage.uses.data[found];
    return (u->read || u->written) && !u->tested;
}

static bool are_compared(const struct caller *p, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < p->usage.ends.count; i++)
        if (p->usage.ends.data[i].use == a && p->usage.ends.data[i].number == b)
            return true;
    return false;
}

/* Links both ways that are never null: nothing but links; both neighbours are accessed; or
 * the next one is compared with the first. */
static bool is_ring(const struct caller *p, const struct spot *s, uint32_t record)
{
    const struct cmember *next = caller_main_link(p, record, s->use);
    const struct cmember *back = caller_back_link(p, record);
    uint32_t after = usage_use(&p->usage, s->use, next->bit_offset / 8);
    if (p->usage.uses.data[after].tested)
        return false;
    if (is_nothing_but_links(p, record) || are_compared(p, s->use, after))
        return true;
    return is_surely_there(p, s->use, next) && is_surely_there(p, s->use, back);
}

void caller_make_list(struct caller *p, struct spot *s)
{
    uint32_t record = ctype_of(p, s->ctype)->element;
    const struct cmember *back = caller_back_link(p, record);
    LAW(caller_main_link(p, record, s->use));
    s->shape = SPOT_LIST;
    s->member = caller_main_link(p, record, s->use)->name;
    if (!back)
        return;
    s->back = back->name;
    s->looks_back = usage_use(&p->usage, s->use, back->bit_offset / 8) != USE_NONE;
    s->ring = is_ring(p, s, record);
    if (s->ring)
        s->may_be_null = false;
}
