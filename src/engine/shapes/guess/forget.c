/* Pointers across: a part of one node that leads into a part of another, which is nearer to
 * the variables. Such nodes are never folded, as none has its parts for itself. What such
 * pointers lead to is forgotten (they may be anything from then on), in the hope that the
 * program does not follow them any more. */
#include "engine/shapes/fold/fold.h"

#include <stdlib.h>

struct tour { /* of the objects, in the order of their distance from variables */
    const struct graph *g;
    uint32_t *order, *parent,
        *number; /* number: 1 + the place in the order; 0: not reached */
    uint32_t count;
    uint32_t at; /* whose values are looked at; 0: those of variables */
};

static void reach(struct tour *t, struct graph_value v)
{
    if (!graph_is_pointer(v) || t->number[v.object])
        return;
    t->parent[v.object] = t->at;
    t->order[t->count] = v.object;
    t->number[v.object] = ++t->count;
}

static void reach_from_object(struct tour *t, const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        reach(t, o->fields[i].value);
    if (!graph_is_segment(o))
        return;
    reach(t, o->after);
    reach(t, o->before);
}

static void make_tour(struct tour *t, const struct graph *g)
{
    *t = (struct tour){.g = g};
    t->order = calloc(g->count + 1, sizeof *t->order);
    t->parent = calloc(g->count + 1, sizeof *t->parent);
    t->number = calloc(g->count + 1, sizeof *t->number);
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            reach(t, f->values[i]);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->storage != GRAPH_HEAP)
            reach_from_object(t, g->objects[id]);
    for (uint32_t i = 0; i < t->count; i++) {
        t->at = t->order[i];
        if (g->objects[t->at]->storage == GRAPH_HEAP)
            reach_from_object(t, g->objects[t->at]);
    }
}

static bool is_above(const struct tour *t, uint32_t above, uint32_t object)
{
    while (object && object != above)
        object = t->parent[object];
    return object == above;
}

static bool is_plain(const struct graph_object *o)
{
    return o->kind == GRAPH_REGION && o->storage == GRAPH_HEAP && o->alive && !o->owner &&
           o->least;
}

/* Nodes of one kind that lead to each other are linked; links are not forgotten. */
static bool leads_across(const struct tour *t, uint32_t from, struct graph_value v)
{
    if (!graph_is_pointer(v) || !is_plain(t->g->objects[v.object]))
        return false;
    const struct graph_object *a = t->g->objects[from], *b = t->g->objects[v.object];
    if (!t->parent[v.object] || t->parent[v.object] == from || a->maker == b->maker)
        return false;
    return t->number[v.object] < t->number[from] && !is_above(t, v.object, from);
}

bool fold_crosses(struct shapes *s, struct graph *g)
{
    struct tour t;
    bool found = false;
    make_tour(&t, g);
    for (uint32_t id = 1; id < g->count; id++) {
        if (!g->objects[id] || !t.number[id] || !is_plain(g->objects[id]))
            continue;
        for (uint32_t i = 0; i < g->objects[id]->field_count; i++) {
            if (!leads_across(&t, id, g->objects[id]->fields[i].value))
                continue;
            found = true;
            if (s->settings.forget)
                graph_edit(&s->arena, g, id)->fields[i].value =
                    (struct graph_value){.kind = GRAPH_WILD};
        }
    }
    free(t.order);
    free(t.parent);
    free(t.number);
    return found;
}
