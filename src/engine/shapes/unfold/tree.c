/* Unfolding of trees: a tree that is there is a node with a tree at each child, which may be
 * missing. */
#include "engine/shapes/unfold/unfold.h"

struct root {
    uint32_t tree, node;
};

static struct graph_value lead_to_node(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct root *r = context;
    return graph_is_pointer(v) && v.object == r->tree ? graph_pointer(r->node, 0, v.term) : v;
}

static void add_child(struct shapes *s, struct graph *g, const struct root *r, int32_t at)
{
    struct term head = shapes_offset(s, g->objects[r->tree]->link.head);
    uint32_t child = unfold_copy(s, g, r->tree);
    struct graph_object *o = graph_edit(&s->arena, g, child);
    o->least = 0;
    if (o->link.prev >= 0)
        o->before = graph_pointer(r->node, 0, head);
    unfold_set_link(s, g, r->node, at, graph_pointer(child, 0, head));
}

void unfold_tree(struct shapes *s, struct graph *g, uint32_t tree)
{
    LAW(g->objects[tree]->kind == GRAPH_TREE);
    struct graph *n = graph_copy(&s->arena, g);
    struct root r = {tree, unfold_element(s, n, tree, false, false)};
    graph_change(&s->arena, n, lead_to_node, &r);
    struct graph_link link = n->objects[tree]->link;
    add_child(s, n, &r, link.next);
    add_child(s, n, &r, graph_fork(&link));
    unfold_set_link(s, n, r.node, link.prev, n->objects[tree]->before);
    unfold_remove(n, tree);
    VECTOR_PUSH(&s->stack, n);
}
