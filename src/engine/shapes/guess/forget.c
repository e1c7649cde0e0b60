/* Pointers across: a part of one node that leads into a part of another, which is nearer to
 * the variables. Such nodes are never folded, as none has its parts for itself. What such
 * pointers lead to is forgotten (they may be anything from then on), in the hope that the
 * program does not follow them any more. */
#include "engine/shapes/fold/fold.h"
#include "engine/shapes/fold/tree.h"

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
    LAW(t->count < t->g->count);
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

/* The node whose part it is: of those of that kind the one that it is reached through last.
 */
static bool is_owner(const struct tour *t, uint32_t node, uint32_t part)
{
    LAW(node && part);
    uint64_t place = t->g->objects[node]->place;
    while (part && t->g->objects[part]->place != place)
        part = t->parent[part];
    return part == node;
}

/* A node, or a list of nodes. */
static bool is_plain(const struct graph_object *o)
{
    bool there = o->kind == GRAPH_LIST || (o->kind == GRAPH_REGION && o->least);
    return there && o->storage == GRAPH_HEAP && o->alive && o->place;
}

/* Nodes of one kind that lead to each other are linked; links are not forgotten. */
static bool leads_across(const struct tour *t, uint32_t from, struct graph_value v)
{
    LAW(from && t->number[from]);
    if (!graph_is_pointer(v) || !is_plain(t->g->objects[v.object]) ||
        t->g->objects[v.object]->owner)
        return false;
    const struct graph_object *a = t->g->objects[from], *b = t->g->objects[v.object];
    if (!t->parent[v.object] || t->parent[v.object] == from || a->place == b->place)
        return false;
    return t->number[v.object] < t->number[from] && !is_owner(t, v.object, from);
}

static bool is_known(const struct graph_layouts *l, uint64_t place, uint32_t at)
{
    for (size_t i = 0; i < l->crossings.count; i++)
        if (l->crossings.data[i].place == place && l->crossings.data[i].at == at)
            return true;
    return false;
}

/* What a field that leads across leads to in this object is forgotten, too, if something else
 * leads there. */
static bool is_forgotten(struct shapes *s, const struct tour *t, uint32_t from,
                         const struct graph_field *f)
{
    return s->settings.forget && graph_is_pointer(f->value) &&
           t->g->objects[f->value.object]->storage == GRAPH_HEAP &&
           t->parent[f->value.object] != from &&
           is_known(s->tree_layouts, t->g->objects[from]->place, f->at);
}

/* --- tails --- */

struct chase { /* what can be reached from an object, but not through the node */
    const struct graph *g;
    uint32_t node;
    bool *seen;
};

static void chase_value(struct chase *c, struct graph_value v);

static void chase_object(struct chase *c, uint32_t id)
{
    const struct graph_object *o = c->g->objects[id];
    if (c->seen[id] || id == c->node)
        return;
    c->seen[id] = true;
    for (uint32_t i = 0; i < o->field_count; i++)
        chase_value(c, o->fields[i].value);
    if (!graph_is_segment(o))
        return;
    chase_value(c, o->after);
    chase_value(c, o->before);
}

static void chase_value(struct chase *c, struct graph_value v)
{
    if (graph_is_pointer(v))
        chase_object(c, v.object);
}

static bool is_part_of(const struct graph *g, uint32_t node, struct graph_value v)
{
    if (!graph_is_pointer(v) || v.object == node)
        return false;
    const struct graph_object *o = g->objects[v.object];
    return is_plain(o) && !o->owner && o->place != g->objects[node]->place;
}

static bool leads_on(const struct graph *g, uint32_t node, uint32_t from, uint32_t to)
{
    struct chase c = {g, node, calloc(g->count + 1, sizeof(bool))};
    chase_object(&c, from);
    bool found = c.seen[to];
    free(c.seen);
    return found;
}

/* Does what one field leads to lead on to what the other one leads to? Of two that lead to
 * the same, or to each other, the later one is the tail. */
static bool is_behind(const struct graph *g, uint32_t node, const struct graph_field *start,
                      const struct graph_field *tail)
{
    uint32_t from = start->value.object, to = tail->value.object;
    if (from == to)
        return tail->value.end == GRAPH_LAST ||
               (start->value.end != GRAPH_LAST && start->at < tail->at);
    return leads_on(g, node, from, to) &&
           (start->at < tail->at || !leads_on(g, node, to, from));
}

static bool is_tail(const struct graph *g, uint32_t node, uint32_t field)
{
    const struct graph_object *o = g->objects[node];
    if (!is_part_of(g, node, o->fields[field].value))
        return false;
    for (uint32_t i = 0; i < o->field_count; i++)
        if (i != field && is_part_of(g, node, o->fields[i].value) &&
            is_behind(g, node, &o->fields[i], &o->fields[field]))
            return true;
    return false;
}

/* Pointers of nodes to the ends of lists that they own: no variable leads to such a node any
 * more, so that nothing is appended soon. */
static bool forget_tails(struct shapes *s, struct graph *g)
{
    bool found = false;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        bool node = o && o->kind == GRAPH_REGION && !o->parted && !o->owner && is_plain(o);
        if (!node || fold_is_root(g, id))
            continue;
        for (uint32_t i = 0; i < g->objects[id]->field_count; i++) {
            if (!is_tail(g, id, i))
                continue;
            found = true;
            if (s->settings.forget)
                graph_edit(&s->arena, g, id)->fields[i].value =
                    (struct graph_value){.kind = GRAPH_WILD};
        }
    }
    return found;
}

bool fold_crosses(struct shapes *s, struct graph *g)
{
    struct tour t;
    bool found = false;
    make_tour(&t, g);
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || !t.number[id] || !is_plain(o))
            continue;
        for (uint32_t i = 0; i < o->field_count; i++) {
            const struct graph_field *f = &o->fields[i];
            bool across = leads_across(&t, id, f->value);
            if (across && !is_known(s->tree_layouts, o->place, f->at))
                VECTOR_PUSH(&s->tree_layouts->crossings,
                            ((struct graph_crossing){o->place, f->at}));
            found |= across;
            if (!is_forgotten(s, &t, id, f))
                continue;
            graph_edit(&s->arena, g, id)->fields[i].value =
                (struct graph_value){.kind = GRAPH_WILD};
            o = g->objects[id];
        }
    }
    free(t.order);
    free(t.parent);
    free(t.number);
    return forget_tails(s, g) || found;
}
