/* Parts of states: what differs between two states, and access to single cells, for loops
 * that are cut. */
#include "memory/memory_internal.h"

#include "base/failure.h"

struct difference {
    struct memory *m;
    void (*see)(void *, struct change);
    void *context;
    uint32_t object;
};

static void see_cell(void *context, uint32_t at, const void *a, const void *b)
{
    struct difference *d = context;
    const struct cell *x = a, *y = b;
    if (x && y && x->array == y->array && x->value.kind == y->value.kind &&
        term_same(x->value.a, y->value.a) &&
        (x->value.kind != SYM_POINTER || term_same(x->value.b, y->value.b)))
        return;
    d->see(d->context, (struct change){CHANGE_CELL, d->object, at});
}

static void see_object(void *context, uint32_t object, const void *a, const void *b)
{
    struct difference *d = context;
    struct memory_state none = {0};
    const struct object_state *x = a ? a : state_get(d->m, &none, object),
                              *y = b ? b : state_get(d->m, &none, object);
    if (!term_same(x->alive, y->alive))
        d->see(d->context, (struct change){CHANGE_ALIVE, object, 0});
    bool same_ground = x->background == y->background && x->birth == y->birth &&
                       term_same(x->fill, y->fill) && x->yes == y->yes && x->no == y->no;
    if (!same_ground) {
        d->see(d->context, (struct change){CHANGE_OBJECT, object, 0});
        return;
    }
    d->object = object;
    trie_difference(&x->cells, &y->cells, see_cell, d);
}

void memory_difference(struct memory *m, const struct memory_state *before,
                       const struct memory_state *after, void (*see)(void *, struct change),
                       void *context)
{
    struct difference d = {.m = m, .see = see, .context = context};
    trie_difference(&before->objects, &after->objects, see_object, &d);
}

struct sym memory_cell(struct memory *m, const struct memory_state *st, uint32_t object,
                       uint32_t at, bool *array)
{
    LAW(has_object(m, object));
    struct cell_range r = *site_cell_at(m, m->objects.data[object].site, at);
    const struct cell *c = state_cell(m, state_get(m, st, object), object, r, SYM_BITS);
    *array = c->array;
    return c->value;
}

void memory_set_cell(struct memory *m, struct memory_state *st, uint32_t object, uint32_t at,
                     struct sym v, bool array)
{
    LAW(has_object(m, object));
    state_set_cell(m, state_own(m, st, object), at, (struct cell){v, array});
}

void memory_set_alive(struct memory *m, struct memory_state *st, uint32_t object,
                      struct term alive)
{
    LAW(has_object(m, object));
    LAW(is_condition(m, alive));
    state_own(m, st, object)->alive = alive;
    m->objects.data[object].may_end = true; /* perhaps it has ended already */
}

uint32_t memory_cell_bytes(struct memory *m, uint32_t object, uint32_t at)
{
    LAW(has_object(m, object));
    return site_cell_at(m, m->objects.data[object].site, at)->bytes;
}

uint64_t memory_stride(struct memory *m, uint32_t object)
{
    LAW(has_object(m, object));
    return object_stride(m, &m->objects.data[object]);
}

bool memory_use_cell(struct memory *m, uint32_t object, uint32_t at, uint32_t bytes)
{
    LAW(has_object(m, object));
    LAW(bytes > 0);
    const struct object *o = &m->objects.data[object];
    const struct pin *pin = at & PINNED ? object_pin(m, o, at & ~PINNED) : NULL;
    if (at & PINNED)
        return pin && pin->at == (at & ~PINNED) && pin->bytes == bytes &&
               site_use_pin(m, o->site, pin).bytes;
    uint64_t stride = object_stride(m, o), room = o->size_known ? o->bytes : UINT32_MAX;
    if (stride)
        room = stride;
    if (at >= room || bytes > room - at)
        return false;
    cell_ranges found = {0};
    site_cells(m, o->site, at, bytes, &found);
    bool whole = found.count == 1 && found.data[0].at == at && found.data[0].bytes == bytes;
    VECTOR_RELEASE(&found);
    return whole;
}
