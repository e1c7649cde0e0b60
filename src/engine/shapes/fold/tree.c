/* Folding of trees: a node whose children are null or trees becomes a tree.
 * As with lists, a fold is kept only if the graph before entails the one after. */
#include "engine/shapes/fold/tree.h"
#include "engine/shapes/unfold/unfold.h"

#include <stdlib.h>

static bool is_node(const struct graph_object *o)
{
    return o && o->storage == GRAPH_HEAP && o->alive && !o->owner && !term_is(o->base) &&
           o->least && o->bytes != UINT64_MAX;
}

static bool leads_to(struct shapes *s, struct graph_value v, uint32_t object, int32_t head)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.object != object || v.end == GRAPH_SELF)
        return false;
    return term_const_u64(s->terms, v.term, &at) && at == (uint64_t)head;
}

/* --- what elements have in common --- */

/* A variable of the elements, or of those that own them. */
static bool is_local_term(const struct graph *g, uint32_t object, struct term t)
{
    for (; object; object = g->objects[object]->owner)
        if (graph_terms_have(&g->objects[object]->variables, t))
            return true;
    return false;
}

static bool is_number_like(struct graph_value v)
{
    return v.kind == GRAPH_NUMBER || (v.kind == GRAPH_POINTER && !v.object);
}

static bool join_terms(struct tree_fold *f, const struct graph_value *v, struct term *out)
{
    LAW(f->part_count && f->part_count <= TREE_PARTS);
    struct terms *ts = f->s->terms;
    bool same = true;
    for (uint32_t i = 0; i < f->part_count; i++) {
        if (term_sort(ts, v[i].term).id != term_sort(ts, v[0].term).id)
            return false;
        same &= term_same(v[i].term, v[0].term) &&
                !is_local_term(f->before, f->parts[i], v[i].term);
    }
    *out = v[0].term;
    if (same)
        return true;
    bool constants = true;
    for (uint32_t i = 0; i < f->part_count; i++)
        constants &= term_is_const(ts, v[i].term);
    if (constants && f->s->settings.constants)
        return false;
    *out = term_fresh(ts, term_sort(ts, v[0].term), "e");
    object_add_variable(&f->s->arena, ts, graph_edit(&f->s->arena, f->after, f->tree), *out);
    return true;
}

static bool is_part(const struct tree_fold *f, uint32_t object)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        if (f->parts[i] == object)
            return true;
    return false;
}

/* Pointers to different functions or globals. */
static bool are_statics(struct tree_fold *f, const struct graph_value *v)
{
    bool differ = false;
    struct term number;
    for (uint32_t i = 0; i < f->part_count; i++) {
        if (!shapes_static_number(f->s, f->before, v[i], &number))
            return false;
        differ |= v[i].kind != v[0].kind || v[i].object != v[0].object;
    }
    return differ || v[0].kind == GRAPH_STATIC;
}

static bool join_statics(struct tree_fold *f, const struct graph_value *v,
                         struct graph_value *out)
{
    LAW(f->part_count <= TREE_PARTS);
    struct graph_value all[TREE_PARTS];
    for (uint32_t i = 0; i < f->part_count; i++)
        if (!shapes_make_static(f->s, f->before, v[i], &all[i]))
            return false;
    *out = all[0];
    return join_terms(f, all, &out->term);
}

static bool join_values(struct tree_fold *f, const struct graph_value *v,
                        struct graph_value *out)
{
    bool numbers = true;
    *out = v[0];
    for (uint32_t i = 0; i < f->part_count; i++) {
        numbers &= is_number_like(v[i]);
        if (v[i].kind == GRAPH_POINTER && is_number_like(v[i]))
            *out = v[i];
    }
    if (numbers)
        return join_terms(f, v, &out->term);
    if (are_statics(f, v))
        return join_statics(f, v, out);
    for (uint32_t i = 0; i < f->part_count; i++) {
        if (v[i].kind != v[0].kind || v[i].object != v[0].object || v[i].end != v[0].end)
            return false;
        if (graph_is_pointer(v[i]) && is_part(f, v[i].object))
            return false;
        if (graph_is_pointer(v[i]) && f->before->objects[v[i].object]->owner)
            return false;
    }
    return !term_is(v[0].term) || join_terms(f, v, &out->term);
}

static bool join_field(struct tree_fold *f, uint32_t at, uint32_t bytes)
{
    LAW(bytes && f->tree < f->after->count);
    struct graph_value v[TREE_PARTS], out;
    if (object_field(f->after->objects[f->tree], at, bytes))
        return true;
    for (uint32_t i = 0; i < f->part_count; i++)
        if (!shapes_peek(f->s, f->before->objects[f->parts[i]], at, bytes, &v[i]))
            return false;
    if (!join_values(f, v, &out))
        return false;
    struct graph_object *o = graph_edit(&f->s->arena, f->after, f->tree);
    uint32_t count = o->field_count;
    object_set_field(&f->s->arena, o, at, bytes, out);
    return o->field_count == count + 1;
}

/* Also a part of a link, where that holds something else. */
static bool is_in_link(const struct tree_fold *f, const struct graph_field *field)
{
    LAW(f->link->fork);
    uint32_t word = f->s->width / 8;
    if (graph_is_link(f->link, field->at))
        return true;
    int32_t links[2] = {f->link->next, graph_fork(f->link)};
    for (int i = 0; i < 2; i++)
        if (f->loose && field->at < (uint32_t)links[i] + word &&
            (uint32_t)links[i] < field->at + field->bytes)
            return true;
    return false;
}

/* Elements know whether their links lead on. */
static void add_bits(struct tree_fold *f)
{
    struct graph_object *t = graph_edit(&f->s->arena, f->after, f->tree);
    t->loose = f->loose;
    if (f->loose)
        t->background = GRAPH_UNKNOWN;
    for (int k = 0; k < 2; k++) {
        t->child[k] = term_fresh(f->s->terms, sort_bv(f->s->terms, 1), "e");
        object_add_variable(&f->s->arena, f->s->terms, t, t->child[k]);
    }
}

bool fold_tree_elements(struct tree_fold *f)
{
    LAW(f->part_count && f->after != f->before);
    for (uint32_t i = 0; i < f->part_count; i++) {
        const struct graph_object *o = f->before->objects[f->parts[i]];
        if (o->background != f->before->objects[f->parts[0]]->background)
            graph_edit(&f->s->arena, f->after, f->tree)->background = GRAPH_UNKNOWN;
        for (uint32_t k = 0; k < o->field_count; k++) {
            if (is_in_link(f, &o->fields[k]))
                continue;
            if (!join_field(f, o->fields[k].at, o->fields[k].bytes))
                return false;
        }
    }
    return true;
}

/* --- one fold --- */

struct count {
    uint32_t object, total;
};

static void count_reference(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    struct count *c = context;
    c->total += graph_is_pointer(v) && v.object == c->object;
}

uint32_t fold_references(const struct graph *g, uint32_t object)
{
    LAW(object < g->count);
    struct count c = {object, 0};
    graph_each(g, count_reference, &c);
    return c.total;
}

/* Null, or a tree of the layout that only this node leads to. */
bool fold_is_subtree(struct tree_fold *f, uint32_t node, struct graph_value v)
{
    LAW(node < f->before->count && f->before->objects[node]);
    uint64_t x;
    if (is_number_like(v))
        return term_const_u64(f->s->terms, v.term, &x) && !x;
    if (!graph_is_pointer(v) || !leads_to(f->s, v, v.object, f->link->head))
        return false;
    const struct graph_object *o = f->before->objects[v.object];
    if (o->kind != GRAPH_TREE || !graph_same_link(&o->link, f->link) ||
        fold_references(f->before, v.object) != 1)
        return false;
    if (f->link->prev >= 0 && !leads_to(f->s, o->before, node, f->link->head))
        return false;
    if (f->part_count == TREE_PARTS)
        return false;
    f->parts[f->part_count++] = v.object;
    return true;
}

static struct graph_value turn_to_tree(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct tree_fold *f = context;
    return graph_is_pointer(v) && is_part(f, v.object) ? graph_pointer(f->tree, 0, v.term)
                                                       : v;
}

static bool is_entailed(struct tree_fold *f)
{
    struct embedding e;
    bool good = shapes_match(f->s, f->before, f->after, &e);
    if (good)
        shapes_find_rows(f->s, f->before, f->after, f->tree, &e);
    for (size_t i = 0; good && i < f->lists.count; i++)
        if (f->after->objects[f->lists.data[i]])
            shapes_find_rows(f->s, f->before, f->after, f->lists.data[i], &e);
    good = good && embedding_holds(f->s, f->before, f->after, &e);
    embedding_release(&e);
    return good;
}

/* All parts, of which the first has the root, become one tree. */
struct graph *fold_to_tree(struct tree_fold *f, struct graph_value before)
{
    LAW(f->part_count && f->part_count <= TREE_PARTS && f->link->fork);
    struct arena *a = &f->s->arena;
    struct graph_object t = *f->before->objects[f->parts[0]];
    t.kind = GRAPH_TREE;
    t.loose = false;
    t.link = *f->link;
    t.least = 1;
    t.field_count = 0;
    object_forget_elements(&t);
    t.length = TERM_NONE;
    t.after = t.hang = (struct graph_value){0};
    t.before = before;
    f->after = graph_copy(a, f->before);
    f->tree = graph_add(a, f->after, &t);
    for (uint32_t i = 0; i < f->part_count; i++)
        f->loose |= f->before->objects[f->parts[i]]->loose;
    bool owning = fold_owns(f);
    if (owning && f->loose)
        return NULL;
    if (!owning && fold_tree_elements(f)) {
        for (uint32_t i = 0; i < f->part_count; i++)
            graph_remove(f->after, f->parts[i]);
    } else {
        f->after = fold_owning(f, &t);
    }
    if (f->after)
        graph_change(a, f->after, turn_to_tree, f);
    if (f->after && f->s->settings.tags)
        add_bits(f);
    bool good = f->after && is_entailed(f);
    VECTOR_RELEASE(&f->lists);
    if (!good)
        return NULL;
    f->s->statistics.folds++;
    return f->after;
}

struct graph_value fold_link_value(struct shapes *s, const struct graph_object *o, int32_t at)
{
    LAW(at >= 0);
    const struct graph_field *f = object_field(o, (uint32_t)at, s->width / 8);
    if (f)
        return f->value;
    return o->background == GRAPH_ZERO ? graph_pointer(0, 0, shapes_offset(s, 0))
                                       : (struct graph_value){0};
}

/* A subtree, or what a tag may tell from one. */
static bool fold_is_child(struct tree_fold *f, uint32_t node, struct graph_value v)
{
    if (fold_is_subtree(f, node, v))
        return true;
    bool loose = f->s->settings.tags && !graph_is_pointer(v);
    f->loose |= loose;
    return loose;
}

static struct graph *fold_node(struct shapes *s, struct graph *g, uint32_t node)
{
    const struct graph_object *o = g->objects[node];
    struct tree_fold f = {
        .s = s, .before = g, .link = fold_layout(s, o), .parts = {node}, .part_count = 1};
    if (!f.link || o->kind != GRAPH_REGION)
        return NULL;
    struct graph_value up = {0};
    if (f.link->prev >= 0) {
        up = fold_link_value(s, o, f.link->prev);
        if (up.kind == GRAPH_NONE)
            return NULL;
    }
    if (!fold_is_child(&f, node, fold_link_value(s, o, f.link->next)))
        return NULL;
    if (!fold_is_child(&f, node, fold_link_value(s, o, graph_fork(f.link))))
        return NULL;
    if (s->settings.roots && fold_is_root(g, node))
        return NULL;
    return fold_to_tree(&f, up);
}

struct graph *fold_tree_once(struct shapes *s, struct graph *g)
{
    struct graph *out = NULL;
    if (!s->settings.trees)
        return NULL;
    for (uint32_t id = 1; id < g->count && !out; id++)
        if (is_node(g->objects[id]))
            out = fold_node(s, g, id);
    return out;
}

/* --- what need not be known --- */

static bool is_null(struct shapes *s, struct graph_value v)
{
    uint64_t x;
    return is_number_like(v) && term_const_u64(s->terms, v.term, &x) && !x;
}

/* A child that is missing may be a tree like its sibling. */
static void add_sibling(struct shapes *s, struct graph *g, uint32_t node,
                        const struct graph_link *link, int32_t at, uint32_t sibling)
{
    uint32_t child = unfold_copy(s, g, sibling);
    graph_edit(&s->arena, g, child)->least = 0;
    unfold_set_link(s, g, node, at, graph_pointer(child, 0, shapes_offset(s, link->head)));
}

static void loosen_node(struct shapes *s, struct graph *g, uint32_t node,
                        const struct graph_link *link)
{
    LAW(link->fork && g->objects[node]->kind == GRAPH_REGION);
    int32_t ats[2] = {link->next, graph_fork(link)};
    struct graph_value v[2];
    bool subtree[2];
    for (int i = 0; i < 2; i++) {
        struct tree_fold f = {.s = s, .before = g, .link = link};
        v[i] = fold_link_value(s, g->objects[node], ats[i]);
        subtree[i] = graph_is_pointer(v[i]) && fold_is_subtree(&f, node, v[i]);
        if (subtree[i])
            graph_edit(&s->arena, g, v[i].object)->least = 0;
    }
    for (int i = 0; i < 2; i++)
        if (subtree[i] && is_null(s, v[1 - i]))
            add_sibling(s, g, node, link, ats[1 - i], v[i].object);
}

void fold_loosen_trees(struct shapes *s, struct graph *g)
{
    uint32_t count = g->count;
    for (uint32_t id = 1; id < count; id++) {
        const struct graph_link *link =
            is_node(g->objects[id]) ? fold_layout(s, g->objects[id]) : NULL;
        if (link && g->objects[id]->kind == GRAPH_REGION && !s->settings.roots &&
            !s->settings.tags)
            loosen_node(s, g, id, link);
    }
}
