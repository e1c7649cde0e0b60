/* What formulae mention, and the size of their small model. */
#include "lists/slh/encode_internal.h"

#include <stdlib.h>

struct slh_sizes {
    struct slh_encoding *e;
    bool *heaps, *pointers;
    struct map looks;
};

static void search_term(struct slh_sizes *, struct term);
static void search_heap(struct slh_sizes *, struct slh_heap);

static void note_slot(struct map *index, int slot)
{
    if (!map_has(index, (uint64_t)slot))
        map_set(index, (uint64_t)slot, index->count);
}

static void search_pointer(struct slh_sizes *r, struct slh_pointer p)
{
    if (r->pointers[p.id])
        return;
    r->pointers[p.id] = true;
    struct slh_encoding *e = r->e;
    struct pointer_node n = *pointer_at(e->s, p);
    switch (n.kind) {
    case POINTER_NULL:
        return;
    case POINTER_JUNK:
        e->has_junk = true;
        return;
    case POINTER_VARIABLE:
        e->has_junk |= n.start == SLH_MAYBE_JUNK;
        map_set(&e->variable_index, p.id, e->variables.count);
        VECTOR_PUSH(&e->variables, p.id);
        return;
    case POINTER_IF:
        search_term(r, n.condition);
        search_pointer(r, n.a);
        search_pointer(r, n.b);
        return;
    case POINTER_NEXT:
        search_term(r, n.condition);
        search_heap(r, n.heap);
        search_pointer(r, n.a);
        note_slot(&e->slot_index, n.slot);
        return;
    case POINTER_FRESH:
        note_slot(&e->fresh_index, n.slot);
        return;
    }
}

static void search_heap(struct slh_sizes *r, struct slh_heap h)
{
    if (r->heaps[h.id])
        return;
    r->heaps[h.id] = true;
    struct heap_node n = *heap_at(r->e->s, h);
    switch (n.kind) {
    case HEAP_BASE:
        r->e->has_junk |= r->e->s->base_start == SLH_MAYBE_JUNK;
        return;
    case HEAP_LINK:
        search_pointer(r, n.to);
        break;
    case HEAP_PUT:
        search_term(r, n.value);
        break;
    case HEAP_IF:
        search_term(r, n.condition);
        search_heap(r, n.b);
        break;
    }
    search_heap(r, n.a);
    if (n.kind != HEAP_IF)
        search_pointer(r, n.node);
}

static void note_field(struct slh_encoding *e, const struct look *l)
{
    bool measures = l->kind == LOOK_LENGTH || l->kind == LOOK_SORTED ||
                    l->kind == LOOK_WITHIN || l->kind == LOOK_SUM;
    e->measured |= measures;
    if (l->kind == LOOK_SORTED || l->kind == LOOK_WITHIN)
        e->ordered[l->field] = true;
    if (l->kind == LOOK_SUM)
        e->summed[l->field] = true;
}

static void search_look(struct slh_sizes *r, struct look l)
{
    note_field(r->e, &l);
    if (l.kind != LOOK_ALIAS)
        search_heap(r, l.heap);
    if (l.kind == LOOK_SAME)
        search_heap(r, l.other);
    search_pointer(r, l.p);
    search_pointer(r, l.q);
    if (l.kind != LOOK_WITHIN)
        return;
    search_term(r, l.least);
    search_term(r, l.most);
}

static void see(void *context, struct term variable)
{
    struct slh_sizes *r = context;
    if (map_has(&r->looks, variable.id))
        return;
    map_set(&r->looks, variable.id, 1);
    const struct look *l = look_of(r->e->s, variable);
    if (l)
        search_look(r, *l);
    else
        map_set(&r->e->numbers, variable.id, 1);
}

static void search_term(struct slh_sizes *r, struct term t)
{
    term_variables(r->e->terms, t, see, r);
}

static unsigned bits_for(uint32_t count)
{
    unsigned bits = 1;
    while ((UINT32_C(1) << bits) < count)
        bits++;
    return bits;
}

static void number_nodes(struct slh_encoding *e, unsigned more)
{
    e->size.pointers = (unsigned)e->variables.count;
    e->size.nexts = (unsigned)e->slot_index.count;
    e->size.fresh = (unsigned)e->fresh_index.count;
    e->size.nodes = 2 * e->size.pointers + e->size.nexts + 1;
    e->base_end = e->size.nodes + more;
    e->junk = e->base_end;
    e->first_fresh = e->junk + (e->has_junk ? 1 : 0);
    e->count = e->first_fresh + e->size.fresh;
    e->bits = bits_for(e->count);
}

struct slh_encoding *slh_encoding_new(struct slh *s, const struct term *formulae,
                                      size_t count, unsigned more)
{
    struct slh_encoding *e = calloc(1, sizeof *e);
    *e = (struct slh_encoding){.s = s, .terms = s->terms};
    arena_init(&e->arena);
    e->ordered = ARENA_ARRAY(&e->arena, bool, s->fields.count + 1);
    e->summed = ARENA_ARRAY(&e->arena, bool, s->fields.count + 1);
    struct slh_sizes r = {.e = e};
    r.heaps = ARENA_ARRAY(&e->arena, bool, s->heaps.count);
    r.pointers = ARENA_ARRAY(&e->arena, bool, s->pointers.count);
    for (size_t i = 0; i < count; i++)
        search_term(&r, formulae[i]);
    map_release(&r.looks);
    number_nodes(e, more);
    inner_begin(e);
    order_begin(e);
    return e;
}

struct slh_size slh_size(struct slh *s, const struct term *formulae, size_t count)
{
    struct slh_encoding *e = slh_encoding_new(s, formulae, count, 0);
    struct slh_size size = e->size;
    slh_encoding_free(e);
    return size;
}

void slh_encoding_free(struct slh_encoding *e)
{
    map_release(&e->slot_index);
    map_release(&e->fresh_index);
    VECTOR_RELEASE(&e->variables);
    map_release(&e->variable_index);
    map_release(&e->numbers);
    map_release(&e->heaps);
    map_release(&e->pointers);
    map_release(&e->walks);
    map_release(&e->definitions);
    VECTOR_RELEASE(&e->sides);
    VECTOR_RELEASE(&e->reaches);
    map_release(&e->reach_index);
    arena_release(&e->arena);
    free(e);
}

bool slh_encoding_exact(const struct slh_encoding *e)
{
    for (size_t f = 0; f < e->s->fields.count; f++)
        if (e->ordered[f] && e->summed[f])
            return false;
    return true;
}
