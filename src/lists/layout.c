#include "lists/layout.h"

#include "base/text.h"

/* Typedefs are gone in ctypes; const structures have the name of the structure itself or are
 * other types with the same members: those count as one if they have one name. */
static const struct ctype *target(const struct program *p, uint32_t ctype)
{
    const struct ctype *t = &p->ctypes.data[ctype];
    return t->kind == CTYPE_POINTER ? &p->ctypes.data[t->element] : NULL;
}

static bool points_to(const struct program *p, uint32_t ctype, uint32_t node)
{
    return target(p, ctype) == &p->ctypes.data[node];
}

/* The member that points to the structure itself; -1: there is none or more than one. */
static int self_member(const struct program *p, uint32_t node)
{
    const struct ctype *t = &p->ctypes.data[node];
    int found = -1;
    if (t->kind != CTYPE_STRUCT)
        return -1;
    for (uint32_t m = 0; m < t->member_count; m++) {
        if (!points_to(p, t->members[m].ctype, node))
            continue;
        if (found >= 0)
            return -1;
        found = (int)m;
    }
    return found;
}

static bool is_integer(const struct ctype *t)
{
    return t->kind == CTYPE_SIGNED || t->kind == CTYPE_UNSIGNED || t->kind == CTYPE_CHAR ||
           t->kind == CTYPE_BOOL || t->kind == CTYPE_ENUM;
}

static bool is_signed(const struct ctype *t)
{
    if (t->kind == CTYPE_CHAR)
        return !text_same(t->name, "unsigned char");
    return t->kind == CTYPE_SIGNED;
}

static void add_member(const struct program *p, const struct cmember *m, struct layout *l)
{
    const struct ctype *t = &p->ctypes.data[m->ctype];
    bool whole = m->bit_offset % 8 == 0 && m->bit_size == t->bytes * 8 && t->bytes <= 8;
    if (!is_integer(t) || !whole || l->count == LAYOUT_MEMBERS)
        return;
    l->members[l->count++] = (struct layout_member){
        .name = m->name,
        .offset = m->bit_offset / 8,
        .width = (unsigned)m->bit_size,
        .is_signed = is_signed(t),
        /* debug information does not tell whether an enumeration has a sign */
        .ordered = t->kind != CTYPE_BOOL && t->kind != CTYPE_ENUM,
    };
}

static void fill(const struct program *p, uint32_t node, int self, struct layout *l)
{
    const struct ctype *t = &p->ctypes.data[node];
    *l = (struct layout){.ctype = node,
                         .size = t->bytes,
                         .next = t->members[self].bit_offset / 8,
                         .next_name = t->members[self].name};
    for (uint32_t m = 0; m < t->member_count; m++)
        if ((int)m != self)
            add_member(p, &t->members[m], l);
}

bool layout_find(const struct program *p, uint32_t function, struct layout *l, bool *several)
{
    bool found = false;
    *several = false;
    for (size_t v = 0; v < p->variables.count; v++) {
        const struct variable *var = &p->variables.data[v];
        const struct ctype *t = target(p, var->ctype);
        if (var->function != function || !t)
            continue;
        uint32_t node = (uint32_t)(t - p->ctypes.data);
        int self = self_member(p, node);
        if (self < 0)
            continue;
        if (found && l->ctype != node)
            *several = true;
        fill(p, node, self, l);
        found = true;
    }
    return found && !*several;
}

bool layout_is_pointer(const struct program *p, const struct layout *l, uint32_t ctype)
{
    return points_to(p, ctype, l->ctype);
}

int layout_member(const struct layout *l, uint64_t offset, uint32_t width)
{
    for (unsigned m = 0; m < l->count; m++)
        if (l->members[m].offset == offset && l->members[m].width == width)
            return (int)m;
    return -1;
}
