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

static uint32_t add_child(struct shapes *s, struct graph *g, const struct root *r, int32_t at)
{
    struct term head = shapes_offset(s, g->objects[r->tree]->link.head);
    uint32_t child = unfold_copy(s, g, r->tree);
    struct graph_object *o = graph_edit(&s->arena, g, child);
    o->least = 0;
    if (o->link.prev >= 0)
        o->before = graph_pointer(r->node, 0, head);
    unfold_set_link(s, g, r->node, at, graph_pointer(child, 0, head));
    return child;
}

/* There is nothing there: null, or anything. */
static void add_nothing(struct shapes *s, struct graph *g, const struct root *r, int32_t at)
{
    struct graph_value nothing = graph_pointer(0, 0, shapes_offset(s, 0));
    if (g->objects[r->tree]->loose)
        nothing = graph_number(shapes_fresh(s, s->width));
    unfold_set_link(s, g, r->node, at, nothing);
}

/* The link leads on or not, as the node's bit says; false if that cannot be. */
static bool settle_child(struct shapes *s, struct graph *g, const struct root *r, int32_t at,
                         struct term bit, bool there)
{
    struct term yes = shapes_true_bit(s, bit);
    if (there)
        graph_edit(&s->arena, g, add_child(s, g, r, at))->least = 1;
    else
        add_nothing(s, g, r, at);
    return shapes_assume(s, g, there ? yes : term_not(s->terms, yes)) &&
           shapes_possible(s, g, term_bool(s->terms, true));
}

static void finish(struct shapes *s, struct graph *g, const struct root *r)
{
    unfold_set_link(s, g, r->node, g->objects[r->tree]->link.prev,
                    g->objects[r->tree]->before);
    unfold_remove(g, r->tree);
    VECTOR_PUSH(&s->stack, g);
}

static void unfold_told(struct shapes *s, struct graph *g, const struct root *r,
                        const struct term *bits)
{
    struct graph_link link = g->objects[r->tree]->link;
    for (unsigned both = 0; both < 4; both++) {
        struct graph *n = graph_copy(&s->arena, g);
        if (settle_child(s, n, r, link.next, bits[0], both & 1) &&
            settle_child(s, n, r, graph_fork(&link), bits[1], both & 2))
            finish(s, n, r);
    }
}

void unfold_tree(struct shapes *s, struct graph *g, uint32_t tree)
{
    LAW(g->objects[tree]->kind == GRAPH_TREE);
    struct graph *n = graph_copy(&s->arena, g);
    struct root r = {tree, unfold_element(s, n, tree, false, false)};
    graph_change(&s->arena, n, lead_to_node, &r);
    struct graph_object *node = graph_edit(&s->arena, n, r.node);
    struct term bits[2] = {node->child[0], node->child[1]};
    node->child[0] = node->child[1] = TERM_NONE;
    node->loose = false;
    if (term_is(bits[0])) {
        unfold_told(s, n, &r, bits);
        return;
    }
    struct graph_link link = n->objects[tree]->link;
    add_child(s, n, &r, link.next);
    add_child(s, n, &r, graph_fork(&link));
    finish(s, n, &r);
}
