/* Where a variable leads to the end of a list at which another list ends, nothing tells how
 * the two neighbours there compare: lists know of nodes beside them, not of each other. Where
 * the order of neighbours is looked for, that node is taken off its list; so it is if there
 * is only a node yet, of which a list may be made. */
#include "engine/shapes/unfold/unfold.h"

/* A list of the same links, or a node that will be one with it. */
static bool is_alike(const struct graph_object *o, const struct graph_object *list)
{
    if (!o || o->storage != GRAPH_HEAP || o->bytes != list->bytes || !o->alive)
        return false;
    return o->kind == GRAPH_REGION ||
           (o->kind == GRAPH_LIST && graph_same_link(&o->link, &list->link));
}

static bool leads_to_first(struct shapes *s, const struct graph_object *o,
                           const struct graph_object *list, uint32_t id)
{
    const struct graph_field *f =
        o->kind == GRAPH_LIST ? NULL
                              : object_field(o, (uint32_t)list->link.next, s->width / 8);
    struct graph_value next = o->kind == GRAPH_LIST ? o->after
                              : f                   ? f->value
                                                    : (struct graph_value){0};
    return graph_is_pointer(next) && next.object == id && next.end == GRAPH_FIRST;
}

/* Is what comes before its first, or after its last element such a one? */
static bool meets_other(struct shapes *s, const struct graph *g, struct graph_value v)
{
    const struct graph_object *list = g->objects[v.object];
    LAW(list->kind == GRAPH_LIST);
    if (v.end == GRAPH_LAST)
        return graph_is_pointer(list->after) && list->after.object != v.object &&
               is_alike(g->objects[list->after.object], list);
    for (uint32_t id = 1; id < g->count; id++)
        if (id != v.object && is_alike(g->objects[id], list) &&
            leads_to_first(s, g->objects[id], list, v.object))
            return true;
    return false;
}

static bool is_cursor(struct shapes *s, const struct graph *g, struct graph_value v)
{
    if (!graph_is_pointer(v) || v.end == GRAPH_SELF)
        return false;
    const struct graph_object *o = g->objects[v.object];
    return o->kind == GRAPH_LIST && !o->owner && o->least && !o->link.fork &&
           o->variables.count && meets_other(s, g, v);
}

bool shapes_unfold_cursor(struct shapes *s, struct graph *g)
{
    if (!s->settings.steps || !s->settings.roots)
        return false;
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            if (is_cursor(s, g, f->values[i]))
                return shapes_unfold(s, g, f->values[i]);
    return false;
}
