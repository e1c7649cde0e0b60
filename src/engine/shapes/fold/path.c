/* Folding of paths: nodes from the root of a tree down to a node that something else leads to
 * become a list with a fork, in which of each element one child leads on and a tree hangs at
 * the other; a path whose end nothing else leads to becomes a tree with what follows. */
#include "engine/shapes/fold/tree.h"

struct step { /* a node of a path, or a path, taken apart */
    uint32_t id;
    struct graph_value next, hang, prev;
};

struct path_fold {
    struct shapes *s;
    struct graph *before, *after;
    const struct graph_link *link;
    struct step a, b; /* b follows a */
    /* of the graph after: what they become, and the tree that hangs there (0: none) */
    uint32_t list, tree;
    VECTOR(uint32_t) lists; /* that elements own, whose facts are to be found */
};

static bool is_item(const struct graph_object *o)
{
    if (!o || o->storage != GRAPH_HEAP || !o->alive || o->owner || term_is(o->base) ||
        !o->least)
        return false;
    return o->kind == GRAPH_REGION || (o->kind == GRAPH_LIST && o->link.fork);
}

/* Null, or a tree that only this node leads to. */
static bool hangs(struct path_fold *f, uint32_t node, struct graph_value v)
{
    struct tree_fold t = {.s = f->s, .before = f->before, .link = f->link};
    return fold_is_subtree(&t, node, v);
}

static bool take_apart(struct path_fold *f, uint32_t id, struct step *out)
{
    LAW(id && id < f->before->count);
    const struct graph_object *o = f->before->objects[id];
    *out = (struct step){.id = id};
    if (!is_item(o))
        return false;
    if (o->kind == GRAPH_LIST) {
        *out = (struct step){id, o->after, o->hang, o->before};
        return graph_same_link(&o->link, f->link) && graph_is_pointer(o->after);
    }
    struct graph_value a = fold_link_value(f->s, o, f->link->next),
                       b = fold_link_value(f->s, o, graph_fork(f->link));
    bool first = hangs(f, id, a), second = hangs(f, id, b);
    if (first == second)
        return false;
    out->next = first ? b : a;
    out->hang = first ? a : b;
    if (f->link->prev >= 0)
        out->prev = fold_link_value(f->s, o, f->link->prev);
    return graph_is_pointer(out->next) && (f->link->prev < 0 || out->prev.kind != GRAPH_NONE);
}

/* --- who leads to it --- */

struct leading {
    uint32_t object, expected, other; /* those of the expected object do not count */
    uint8_t end;
    uint32_t total;
};

static void count_leading(void *context, uint32_t from, struct graph_value v)
{
    struct leading *l = context;
    if (!graph_is_pointer(v) || v.object != l->object || v.end != l->end ||
        (from && from == l->object))
        return;
    if (from && (from == l->expected || from == l->other))
        return;
    l->total++;
}

static uint32_t led_by_others(const struct graph *g, uint32_t object, uint8_t end,
                              uint32_t expected, uint32_t other)
{
    struct leading l = {.object = object, .expected = expected, .other = other, .end = end};
    graph_each(g, count_leading, &l);
    return l.total;
}

static uint32_t object_of(struct graph_value v)
{
    return graph_is_pointer(v) ? v.object : 0;
}

/* Inside the new path nobody leads to the border between the two but they themselves. */
static bool is_border(const struct path_fold *f)
{
    LAW(f->a.id != f->b.id);
    const struct graph *g = f->before;
    bool list = g->objects[f->b.id]->kind == GRAPH_LIST;
    if (g->objects[f->a.id]->kind == GRAPH_LIST &&
        led_by_others(g, f->a.id, GRAPH_LAST, f->b.id, 0))
        return false;
    struct leading l = {.object = f->b.id, .end = GRAPH_FIRST};
    graph_each(g, count_leading, &l);
    uint32_t up = list ? 0 : object_of(f->b.next), hang = list ? 0 : object_of(f->b.hang);
    uint32_t all = l.total, without = led_by_others(g, f->b.id, GRAPH_FIRST, up, hang);
    if (f->link->prev < 0)
        return all == 1;
    return without == 1 && f->a.id != up;
}

/* --- what hangs --- */

static void add_hanging(struct tree_fold *t, struct graph_value v)
{
    LAW(t->part_count < TREE_PARTS || !graph_is_pointer(v));
    if (graph_is_pointer(v))
        t->parts[t->part_count++] = v.object;
}

static bool build_hanging(struct path_fold *f, struct graph_value *out)
{
    struct tree_fold t = {.s = f->s, .before = f->before, .after = f->after, .link = f->link};
    add_hanging(&t, f->a.hang);
    add_hanging(&t, f->b.hang);
    *out = graph_pointer(0, 0, shapes_offset(f->s, 0));
    if (!t.part_count)
        return true;
    struct graph_object o = *f->before->objects[t.parts[0]];
    struct term head = shapes_offset(f->s, f->link->head);
    o.least = 0;
    o.owner = f->list;
    o.field_count = 0;
    object_forget_elements(&o);
    o.length = TERM_NONE;
    if (f->link->prev >= 0)
        o.before = graph_pointer(f->list, GRAPH_SELF, head);
    f->tree = t.tree = graph_add(&f->s->arena, f->after, &o);
    *out = graph_pointer(f->tree, 0, head);
    if (!fold_tree_elements(&t))
        return false;
    for (uint32_t i = 0; i < t.part_count; i++)
        graph_remove(f->after, t.parts[i]);
    return true;
}

/* --- one fold --- */

static struct graph_value turn_to_path(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct path_fold *f = context;
    if (!graph_is_pointer(v))
        return v;
    LAW(f->list && f->list != f->a.id && f->list != f->b.id);
    if (v.object == f->a.id)
        return graph_pointer(f->list, GRAPH_FIRST, v.term);
    if (v.object == f->b.id)
        return graph_pointer(f->list, GRAPH_LAST, v.term);
    return v;
}

static struct graph_object path_of(const struct path_fold *f)
{
    LAW(f->a.next.object == f->b.id); /* b follows a */
    const struct graph_object *x = f->before->objects[f->a.id],
                              *y = f->before->objects[f->b.id];
    struct graph_object l = *x;
    uint32_t least = (uint32_t)x->least + y->least;
    l.kind = GRAPH_LIST;
    l.link = *f->link;
    l.least = least < f->s->settings.least ? (uint8_t)least : f->s->settings.least;
    l.field_count = 0;
    object_forget_elements(&l);
    l.length = TERM_NONE;
    l.after = f->b.next;
    l.before = f->a.prev;
    l.hang = (struct graph_value){0};
    return l;
}

static bool build_plain(struct path_fold *f, const struct graph_object *l)
{
    struct arena *a = &f->s->arena;
    f->after = graph_copy(a, f->before);
    f->list = graph_add(a, f->after, l);
    struct tree_fold t = {.s = f->s, .before = f->before, .after = f->after, .link = f->link};
    t.parts[0] = f->a.id;
    t.parts[1] = f->b.id;
    t.part_count = 2;
    t.tree = f->list;
    struct graph_value hang;
    if (!fold_tree_elements(&t) || !build_hanging(f, &hang))
        return false;
    graph_edit(a, f->after, f->list)->hang = hang;
    graph_remove(f->after, f->a.id);
    graph_remove(f->after, f->b.id);
    return true;
}

/* --- where nodes own something --- */

static void take_lists(struct path_fold *f, struct tree_fold *t)
{
    for (size_t i = 0; i < t->lists.count; i++)
        VECTOR_PUSH(&f->lists, t->lists.data[i]);
    VECTOR_RELEASE(&t->lists);
}

static struct graph_value turn_to_hanging(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct path_fold *f = context;
    bool hangs = graph_is_pointer(v) &&
                 ((graph_is_pointer(f->a.hang) && v.object == f->a.hang.object) ||
                  (graph_is_pointer(f->b.hang) && v.object == f->b.hang.object));
    return hangs ? graph_pointer(f->tree, 0, v.term) : v;
}

/* First the trees that hang become one, which belongs to nobody yet. */
static bool join_hanging(struct path_fold *f)
{
    struct arena *a = &f->s->arena;
    struct tree_fold t = {.s = f->s, .before = graph_copy(a, f->before), .link = f->link};
    add_hanging(&t, f->a.hang);
    add_hanging(&t, f->b.hang);
    f->after = t.before;
    if (!t.part_count)
        return true;
    for (uint32_t i = 0; i < t.part_count; i++)
        graph_edit(a, t.before, t.parts[i])->owner = 0;
    struct graph_object whole = *t.before->objects[t.parts[0]];
    whole.least = 0;
    whole.before = (struct graph_value){0};
    f->after = fold_owning(&t, &whole);
    f->tree = t.tree;
    take_lists(f, &t);
    if (f->after)
        graph_change(a, f->after, turn_to_hanging, f);
    return f->after;
}

static bool build_owning(struct path_fold *f, const struct graph_object *l)
{
    struct arena *a = &f->s->arena;
    struct term head = shapes_offset(f->s, f->link->head);
    if (!join_hanging(f))
        return false;
    struct tree_fold t = {.s = f->s,
                          .before = f->after,
                          .link = f->link,
                          .parts = {f->a.id, f->b.id},
                          .part_count = 2};
    f->after = fold_owning(&t, l);
    f->list = t.tree;
    LAW(f->list != f->a.id && f->list != f->b.id);
    take_lists(f, &t);
    if (!f->after)
        return false;
    struct graph_object *list = graph_edit(a, f->after, f->list);
    list->hang = graph_pointer(f->tree, 0, f->tree ? head : shapes_offset(f->s, 0));
    if (!f->tree)
        return true;
    struct graph_object *tree = graph_edit(a, f->after, f->tree);
    tree->owner = f->list;
    if (f->link->prev >= 0)
        tree->before = graph_pointer(f->list, GRAPH_SELF, head);
    return true;
}

static bool owns(const struct path_fold *f)
{
    struct tree_fold t = {.s = f->s,
                          .before = f->before,
                          .link = f->link,
                          .parts = {f->a.id, f->b.id},
                          .part_count = 2};
    add_hanging(&t, f->a.hang);
    add_hanging(&t, f->b.hang);
    return fold_owns(&t);
}

static bool build(struct path_fold *f)
{
    struct graph_object l = path_of(f);
    if (!(owns(f) ? build_owning(f, &l) : build_plain(f, &l)))
        return false;
    graph_change(&f->s->arena, f->after, turn_to_path, f);
    return true;
}

static bool is_entailed(struct path_fold *f)
{
    struct embedding e;
    bool good = shapes_match(f->s, f->before, f->after, &e);
    if (good)
        shapes_find_rows(f->s, f->before, f->after, f->list, &e);
    if (good && f->tree)
        shapes_find_rows(f->s, f->before, f->after, f->tree, &e);
    for (size_t i = 0; good && i < f->lists.count; i++)
        if (f->after->objects[f->lists.data[i]])
            shapes_find_rows(f->s, f->before, f->after, f->lists.data[i], &e);
    good = good && embedding_holds(f->s, f->before, f->after, &e);
    embedding_release(&e);
    return good;
}

static struct graph *fold_two(struct shapes *s, struct graph *g, uint32_t id)
{
    struct path_fold f = {.s = s, .before = g, .link = fold_layout(s, g->objects[id])};
    if (!f.link || !take_apart(&f, id, &f.a))
        return NULL;
    uint32_t next = f.a.next.object;
    if (next == id || g->objects[next]->bytes != g->objects[id]->bytes ||
        !take_apart(&f, next, &f.b))
        return NULL;
    if (f.b.next.object == id || f.b.next.object == next || !is_border(&f))
        return NULL;
    if (s->settings.roots && g->objects[id]->kind == GRAPH_REGION && fold_is_root(g, id))
        return NULL;
    bool good = build(&f) && is_entailed(&f);
    VECTOR_RELEASE(&f.lists);
    if (!good)
        return NULL;
    s->statistics.folds++;
    return f.after;
}

/* A path and the tree that follows it, if nobody else leads to that. */
static struct graph *collapse(struct shapes *s, struct graph *g, uint32_t id)
{
    const struct graph_object *o = g->objects[id];
    struct tree_fold f = {
        .s = s, .before = g, .link = fold_layout(s, o), .parts = {id}, .part_count = 1};
    if (!f.link || o->kind != GRAPH_LIST || !graph_same_link(&o->link, f.link))
        return NULL;
    LAW(f.part_count < TREE_PARTS);
    if (!fold_is_subtree(&f, id, o->after))
        return NULL;
    if (led_by_others(g, id, GRAPH_LAST, object_of(o->after), 0))
        return NULL;
    if (graph_is_pointer(o->hang))
        f.parts[f.part_count++] = o->hang.object;
    return fold_to_tree(&f, o->before);
}

struct graph *fold_path_once(struct shapes *s, struct graph *g)
{
    struct graph *out = NULL;
    if (!s->settings.trees)
        return NULL;
    for (uint32_t id = 1; id < g->count && !out; id++) {
        if (!is_item(g->objects[id]))
            continue;
        out = collapse(s, g, id);
        if (!out)
            out = fold_two(s, g, id);
    }
    return out;
}
