/* Numbers that some nodes of one kind hold and others do not, as members of unions: bytes
 * that nobody set are a number that nothing is known of, so that what is known of it where it
 * was set can be told together with a tag. */
#include "engine/shapes/fold/fold.h"

enum { MOST_MEMBERS = 16, MOST_BYTES = 8 };

/* Texts and buffers hold no pointers. */
static bool has_pointer(const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind == GRAPH_POINTER)
            return true;
    return false;
}

static bool is_node(const struct graph_object *o)
{
    return o && has_pointer(o) && o->kind == GRAPH_REGION && o->storage == GRAPH_HEAP &&
           o->alive && !o->parted && o->place && o->bytes != UINT64_MAX;
}

static bool is_noted(const struct graph_layouts *l, uint64_t place, uint32_t at)
{
    for (size_t i = 0; i < l->members.count; i++)
        if (l->members.data[i].place == place && l->members.data[i].at == at)
            return true;
    return false;
}

static void note_members(struct shapes *s, const struct graph_object *o)
{
    struct graph_layouts *l = s->tree_layouts;
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_field *f = &o->fields[i];
        if (f->value.kind == GRAPH_NUMBER && f->bytes <= MOST_BYTES &&
            l->members.count < MOST_MEMBERS && !is_noted(l, o->place, f->at))
            VECTOR_PUSH(&l->members, ((struct graph_member){o->place, f->at, f->bytes}));
    }
}

static bool is_free(const struct graph_object *o, uint32_t at, uint32_t bytes)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].at < at + bytes && at < o->fields[i].at + o->fields[i].bytes)
            return false;
    return at + bytes <= o->bytes;
}

static void set_members(struct shapes *s, struct graph *g, uint32_t id)
{
    const struct graph_layouts *l = s->tree_layouts;
    for (size_t i = 0; i < l->members.count; i++) {
        struct graph_member m = l->members.data[i];
        const struct graph_object *o = g->objects[id];
        if (m.place != o->place || o->background != GRAPH_UNKNOWN ||
            !is_free(o, m.at, m.bytes))
            continue;
        object_set_field(&s->arena, graph_edit(&s->arena, g, id), m.at, m.bytes,
                         graph_number(shapes_fresh(s, 8 * m.bytes)));
    }
}

struct graph *fold_settle_members(struct shapes *s, struct graph *g)
{
    for (uint32_t id = 1; id < g->count; id++)
        if (is_node(g->objects[id]))
            note_members(s, g->objects[id]);
    if (!s->settings.wide || !s->tree_layouts->members.count)
        return g;
    g = graph_copy(&s->arena, g);
    for (uint32_t id = 1; id < g->count; id++)
        if (is_node(g->objects[id]))
            set_members(s, g, id);
    return g;
}
