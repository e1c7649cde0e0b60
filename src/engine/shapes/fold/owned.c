/* Folding of trees and paths whose nodes own something: the elements of all parts are joined
 * two by two, as those of lists are. The graphs in between mean nothing; what comes out is
 * kept only if the graph before all entails it. */
#include "engine/shapes/fold/fold.h"
#include "engine/shapes/fold/tree.h"

#include <stdlib.h>

bool fold_owns(const struct tree_fold *f)
{
    LAW(f->part_count && f->part_count <= TREE_PARTS);
    bool *set = calloc(f->before->count + 1, sizeof *set), found = false;
    for (uint32_t i = 0; i < f->part_count; i++)
        fold_private(f->before, f->parts[i], f->link, set);
    for (uint32_t id = 1; id < f->before->count; id++)
        found |= set[id];
    free(set);
    return found;
}

/* A part that elements of the first one own, such as what hangs along a path, is one beside
 * it from now on.
 */
static void release_parts(struct tree_fold *f, struct graph *g)
{
    for (uint32_t i = 1; i < f->part_count; i++)
        if (g->objects[f->parts[i]]->owner == f->parts[0])
            graph_edit(&f->s->arena, g, f->parts[i])->owner = 0;
}

/* What only the first part has belongs to each element of the tree. */
static void take_over(struct tree_fold *f, struct graph *g)
{
    LAW(f->tree && f->tree < g->count && g->objects[f->tree]);
    bool *set = calloc(g->count + 1, sizeof *set);
    fold_private(f->before, f->parts[0], f->link, set);
    for (uint32_t id = 1; id < f->before->count; id++) {
        bool own = set[id] && g->objects[id] &&
                   (!g->objects[id]->owner || g->objects[id]->owner == f->parts[0]);
        if (!own)
            continue;
        struct graph_object *o = graph_edit(&f->s->arena, g, id);
        o->owner = f->tree;
        o->length = TERM_NONE; /* a number of the graph, not of elements */
    }
    free(set);
}

static bool is_gone(const struct graph *g, struct graph_value v)
{
    return graph_is_pointer(v) && !g->objects[v.object];
}

static bool leads_to_what_is_gone(const struct graph *g, uint32_t id,
                                  const struct graph_link *link)
{
    LAW(id < g->count && g->objects[id]);
    const struct graph_object *o = g->objects[id];
    bool found = false;
    for (uint32_t i = 0; i < o->field_count && !found; i++)
        found =
            !(link && graph_is_link(link, o->fields[i].at)) && is_gone(g, o->fields[i].value);
    return found;
}

/* Whether what is to be joined leads, but for the links, to parts that were joined before. */
static bool is_torn(const struct folding *two)
{
    const struct graph *g = two->before;
    bool torn = leads_to_what_is_gone(g, two->a, &two->link) ||
                leads_to_what_is_gone(g, two->b, &two->link);
    for (uint32_t id = 1; id < g->count && !torn; id++)
        torn = g->objects[id] && (two->private_a[id] || two->private_b[id]) &&
               leads_to_what_is_gone(g, id, NULL);
    return torn;
}

/* The elements of the tree so far, and of one more part; not if that one went with what a
 * part before it owned. */
static struct graph *join_two(struct tree_fold *f, struct graph *g, uint32_t part)
{
    LAW(f->tree != part && g->objects[f->tree]);
    if (!g->objects[part])
        return NULL;
    struct folding two = {.s = f->s, .before = g, .a = f->tree, .b = part, .link = *f->link};
    two.private_a = calloc(g->count + 1, sizeof(bool));
    two.private_b = calloc(g->count + 1, sizeof(bool));
    fold_private(g, two.a, f->link, two.private_a);
    fold_private(g, two.b, f->link, two.private_b);
    struct graph_object t = *g->objects[f->tree];
    t.field_count = 0;
    object_forget_elements(&t);
    if (g->objects[part]->background != t.background)
        t.background = GRAPH_UNKNOWN;
    two.after = graph_copy(&f->s->arena, g);
    two.list = graph_add(&f->s->arena, two.after, &t);
    bool good = !is_torn(&two) &&
                fold_fields(&two, two.list, g->objects[two.a], g->objects[two.b], f->link,
                            two.list) &&
                fold_all_joined(&two);
    if (good) {
        graph_remove(two.after, two.a);
        graph_remove(two.after, two.b);
        fold_remove_private(&two);
    }
    for (size_t i = 0; i < two.lists.count; i++)
        VECTOR_PUSH(&f->lists, two.lists.data[i]);
    f->tree = two.list;
    free(two.private_a);
    free(two.private_b);
    VECTOR_RELEASE(&two.pairs);
    VECTOR_RELEASE(&two.lists);
    return good ? two.after : NULL;
}

struct graph *fold_owning(struct tree_fold *f, const struct graph_object *whole)
{
    LAW(whole->link.fork); /* a tree, or a path in one */
    struct graph *g = graph_copy(&f->s->arena, f->before);
    struct graph_object t = *g->objects[f->parts[0]];
    t.kind = whole->kind;
    t.link = whole->link;
    t.least = whole->least;
    t.owner = whole->owner;
    t.after = whole->after;
    t.hang = (struct graph_value){0};
    t.before = whole->before;
    t.length = TERM_NONE;
    f->tree = graph_add(&f->s->arena, g, &t);
    struct graph_object *o = graph_edit(&f->s->arena, g, f->tree);
    object_drop_fields(o, (uint32_t)t.link.next, f->s->width / 8);
    object_drop_fields(o, (uint32_t)graph_fork(&t.link), f->s->width / 8);
    if (t.link.prev >= 0)
        object_drop_fields(o, (uint32_t)t.link.prev, f->s->width / 8);
    release_parts(f, g);
    take_over(f, g);
    graph_remove(g, f->parts[0]);
    for (uint32_t i = 1; g && i < f->part_count; i++)
        g = join_two(f, g, f->parts[i]);
    return g;
}
