/* Paths in matching: a list with a fork, in which of each element one of two links leads on
 * and a tree hangs at the other. The run is found from both ends: of a node's two links the
 * one leads on from which the end is reached. */
#include "engine/shapes/match/match.h"

#include <stdlib.h>

/* --- which link leads on --- */

static bool reaches(const struct match *m, const struct graph_link *link, uint32_t from,
                    uint32_t end, bool *seen)
{
    const struct graph_object *o = m->special->objects[from];
    if (from == end)
        return true;
    if (!o || seen[from])
        return false;
    seen[from] = true;
    if (o->kind == GRAPH_LIST && graph_is_pointer(o->after))
        return reaches(m, link, o->after.object, end, seen);
    for (uint32_t i = 0; o->kind == GRAPH_REGION && i < o->field_count; i++) {
        const struct graph_field *f = &o->fields[i];
        bool down = (int32_t)f->at == link->next || (int32_t)f->at == graph_fork(link);
        if (down && graph_is_pointer(f->value) &&
            reaches(m, link, f->value.object, end, seen))
            return true;
    }
    return false;
}

static bool leads_on(const struct match *m, const struct graph_link *link,
                     struct graph_value v, uint32_t end)
{
    if (!graph_is_pointer(v))
        return false;
    bool *seen = calloc(m->special->count + 1, sizeof *seen);
    bool found = reaches(m, link, v.object, end, seen);
    free(seen);
    return found;
}

/* Where no end is known: rather nodes than trees, rather trees than nothing. */
static int likelihood(const struct match *m, struct graph_value v)
{
    if (!graph_is_pointer(v))
        return 0;
    return m->special->objects[v.object]->kind == GRAPH_TREE ? 1 : 2;
}

static bool is_likely(const struct match *m, struct graph_value a, struct graph_value b)
{
    return likelihood(m, a) >= likelihood(m, b);
}

struct forked { /* an item of the run */
    struct graph_value next, hang, prev;
};

static bool look_at(const struct match *m, const struct graph_link *link, uint32_t node,
                    uint32_t end, struct forked *out)
{
    const struct graph_object *o = m->special->objects[node];
    uint32_t word = m->s->width / 8;
    if (o->kind == GRAPH_LIST) {
        *out = (struct forked){o->after, o->hang, o->before};
        return graph_same_link(&o->link, link);
    }
    const struct graph_field *a = object_field(o, (uint32_t)link->next, word);
    const struct graph_field *b = object_field(o, (uint32_t)graph_fork(link), word);
    const struct graph_field *p =
        link->prev >= 0 ? object_field(o, (uint32_t)link->prev, word) : NULL;
    if (o->kind != GRAPH_REGION || !o->least || !a || !b || (link->prev >= 0 && !p))
        return false;
    bool first = end ? leads_on(m, link, a->value, end) : is_likely(m, a->value, b->value);
    *out = (struct forked){first ? a->value : b->value, first ? b->value : a->value,
                           p ? p->value : (struct graph_value){0}};
    return true;
}

/* --- the run --- */

static bool may_be_item(const struct match *m, const struct item *i, uint32_t node)
{
    const struct graph_object *o = m->special->objects[node],
                              *l = m->general->objects[i->general];
    if (!o || m->used[node] || o->storage != GRAPH_HEAP || !o->alive || term_is(o->base))
        return false;
    return o->owner == embed_owner(m, i->scope) && o->bytes == l->bytes;
}

static bool leads_to(const struct match *m, struct graph_value v, uint32_t object,
                     uint8_t end, int32_t head)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.object != object || v.end != end)
        return false;
    return term_const_u64(m->s->terms, v.term, &at) && at == (uint64_t)head;
}

static bool embed_item(struct match *m, const struct item *i, uint32_t node, uint32_t before,
                       const struct forked *f)
{
    const struct graph_object *o = m->special->objects[node],
                              *l = m->general->objects[i->general];
    m->used[node] = true;
    struct scope *element = embed_new_scope(m, i->scope, i->general, node);
    if (!embed_fields(m, element, o, l) || !embed_value(m, element, f->hang, &l->hang))
        return false;
    if (l->link.prev < 0)
        return true;
    if (!before)
        return embed_value(m, i->scope, f->prev, &l->before);
    uint8_t end = m->special->objects[before]->kind == GRAPH_LIST ? GRAPH_LAST : GRAPH_FIRST;
    return leads_to(m, f->prev, before, end, l->link.head);
}

bool embed_path(struct match *m, const struct item *i, uint32_t end)
{
    LAW(m->general->objects[i->general]->link.fork);
    LAW(end < m->special->count);
    const struct graph_object *l = m->general->objects[i->general];
    uint32_t count = 0, before = 0, node = i->special;
    struct forked f;
    for (;;) {
        if (!may_be_item(m, i, node) || !look_at(m, &l->link, node, end, &f))
            return false;
        if (!embed_item(m, i, node, before, &f))
            return false;
        count += m->special->objects[node]->least;
        before = node;
        if (!end && count >= l->least)
            break; /* what follows may be as much as it likes */
        if (!graph_is_pointer(f.next) ||
            !leads_to(m, f.next, f.next.object, GRAPH_FIRST, l->link.head))
            return false;
        if (f.next.object == end)
            break;
        node = f.next.object;
    }
    i->scope->images[i->general] = (struct image){IMAGE_RUN, i->special, before};
    return count >= l->least && embed_value(m, i->scope, f.next, &l->after);
}
