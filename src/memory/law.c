/* The laws of states, checked in debug builds where states are shared and merged. */
#include "memory/memory_internal.h"

#include "base/failure.h"

struct looking {
    struct memory *m;
    const struct object_state *state;
    uint32_t object;
    bool good;
};

/* Cells in use do not overlap, are sorted, and lie inside an element. */
static bool site_is_lawful(struct memory *m, const struct object *o)
{
    const struct site *s = &m->sites.data[o->site];
    uint64_t stride = object_stride(m, o);
    for (size_t i = 0; i < s->cells.count; i++) {
        const struct cell_range *r = &s->cells.data[i];
        if (!r->bytes)
            return false;
        bool pinned = r->at & PINNED;
        if (pinned ? !stride : stride && r->at + r->bytes > stride)
            return false;
        if (i && s->cells.data[i - 1].at + s->cells.data[i - 1].bytes > r->at)
            return false;
    }
    return true;
}

static bool has_width(struct memory *m, struct term t, uint32_t width)
{
    return sort_kind(m->terms, term_sort(m->terms, t)) == SORT_BV &&
           term_width(m->terms, t) == width;
}

static bool scalar_is_lawful(struct memory *m, const struct cell_range *r, struct sym v)
{
    switch (v.kind) {
    case SYM_BITS:
        return has_width(m, v.a, r->bytes * 8);
    case SYM_POINTER:
        return r->bytes * 8 == m->width && has_width(m, v.a, OBJECT_BITS) &&
               has_width(m, v.b, m->width);
    case SYM_FLOAT:
        return sort_kind(m->terms, term_sort(m->terms, v.a)) == SORT_FLOAT;
    case SYM_NONE:
        break;
    }
    return false;
}

static bool array_is_lawful(struct memory *m, const struct object *o, struct term array,
                            uint32_t width)
{
    struct sort s = term_sort(m->terms, array);
    return sort_kind(m->terms, s) == SORT_ARRAY &&
           sort_width(m->terms, sort_index(m->terms, s)) == object_index_width(m, o) &&
           sort_width(m->terms, sort_element(m->terms, s)) == width;
}

static void look_at_cell(void *context, uint32_t at, const void *value)
{
    struct looking *k = context;
    struct memory *m = k->m;
    const struct object *o = &m->objects.data[k->object];
    const struct cell *c = value;
    const struct cell_range *r =
        site_cell_at(m, o->site, at); /* which checks that one begins there */
    bool pointer = c->value.kind == SYM_POINTER;
    k->good &= c->array == (object_stride(m, o) != 0 && !(at & PINNED));
    if (!c->array) {
        k->good &= scalar_is_lawful(m, r, c->value);
        return;
    }
    k->good &= pointer || c->value.kind == SYM_BITS;
    k->good &= array_is_lawful(m, o, c->value.a, pointer ? OBJECT_BITS : r->bytes * 8);
    if (pointer)
        k->good &= array_is_lawful(m, o, c->value.b, m->width);
}

static void look_at_object(void *context, uint32_t object, const void *value)
{
    struct looking *k = context;
    k->object = object;
    k->state = value;
    k->good &= object < k->m->objects.count;
    if (!k->good)
        return;
    const struct object *o = &k->m->objects.data[object];
    k->good &= sort_kind(k->m->terms, term_sort(k->m->terms, k->state->alive)) == SORT_BOOL;
    k->good &= site_is_lawful(k->m, o);
    if (k->good)
        trie_each(&k->state->cells, look_at_cell, k);
}

bool memory_is_lawful(struct memory *m, const struct memory_state *st)
{
    struct looking k = {.m = m, .good = true};
    if (m->restart)
        return true; /* void anyway */
    trie_each(&st->objects, look_at_object, &k);
    return k.good;
}
