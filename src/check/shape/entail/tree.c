/* Trees in the entailment of the checker of shapes: a wanted tree is stood for by everything
 * below the value that leads to its root, regions and trees alike. Each of them is an
 * element, with a context of its own. */
#include "check/shape/entail/match.h"

struct part {
    struct context *x;  /* of the given objects at this level */
    struct context *at; /* of the wanted tree */
    uint32_t tree, given;
    uint32_t parent;          /* given; 0: this is the root */
    enum shape_target target; /* how links lead to the parent */
};

static bool match_part(struct matching *, const struct part *);

static bool leads_to(struct matching *m, struct heap_value v, uint32_t object,
                     enum shape_target target, uint32_t head)
{
    uint64_t at;
    if (v.kind != HEAP_POINTER || v.object != object || v.target != target)
        return false;
    return term_const_u64(m->c->base.terms, v.term, &at) && at == head;
}

static bool same_links(const struct heap_object *w, const struct heap_object *g)
{
    if (w->head != g->head || w->next != g->next || w->other != g->other)
        return false;
    return !w->has_prev || (g->has_prev && g->prev == w->prev);
}

static bool can_be_part(struct matching *m, const struct part *p)
{
    const struct heap_object *w = heap_at(m->wanted, p->tree),
                             *g = heap_at(m->given, p->given);
    if (!g->alive || g->storage != SHAPE_HEAP || !term_same(g->size, w->size))
        return false;
    if (g->owner != p->x->owner || map_has(&m->claimed, p->given))
        return false;
    if (!p->parent && w->least && heap_may_be_empty(g))
        return false;
    if (g->kind == SHAPE_MAYBE)
        return g->head == w->head && !g->has_other;
    bool segment = g->kind == SHAPE_TREE || (g->kind == SHAPE_LIST && g->fork);
    return g->kind == SHAPE_REGION || (segment && same_links(w, g));
}

/* The root's parent is what the wanted tree says, that of others the one above. */
static bool match_parent(struct matching *m, const struct part *p)
{
    const struct heap_object *w = heap_at(m->wanted, p->tree);
    if (!w->has_prev)
        return true;
    struct heap_value up = match_link(m, m->given, p->given, w->prev);
    if (!p->parent)
        return match_value(m, p->at, match_link(m, m->wanted, p->tree, w->prev), up);
    return leads_to(m, up, p->parent, p->target, w->head) ||
           match_fails(m, "a link to another parent");
}

/* What one of the links of an object leads to, a part of the tree at the level of `x`. */
static bool match_child(struct matching *m, const struct part *p, struct context *x,
                        uint32_t at, enum shape_target target)
{
    const struct heap_object *w = heap_at(m->wanted, p->tree);
    struct heap_value v = match_link(m, m->given, p->given, at);
    if (heap_is_zero(m->c, v) || (w->loose && v.kind != HEAP_POINTER))
        return true;
    if (v.kind != HEAP_POINTER)
        return match_fails(m, "a child that is no tree");
    bool path = heap_at(m->given, v.object)->kind == SHAPE_LIST;
    if (!leads_to(m, v, v.object, path ? SHAPE_AT_FIRST : SHAPE_AT_NODE, w->head))
        return match_fails(m, "a child that is no tree");
    struct part child = {x, p->at, p->tree, v.object, p->given, target};
    return match_part(m, &child);
}

/* What holds for each element of the tree must hold for this one. */
static void want_rows(struct matching *m, uint32_t tree, struct context *item)
{
    const struct heap_object *w = heap_at(m->wanted, tree);
    struct term yes = term_bool(m->c->base.terms, true);
    for (size_t i = 0; i < w->rows.count; i++)
        VECTOR_PUSH(&m->rows,
                    ((struct match_row){w->rows.data[i].condition, item, NULL, 0, yes}));
}

/* If a node may be missing, nothing may hang below it: that would be there without it. */
static bool has_no_children(struct matching *m, const struct part *p)
{
    const struct heap_object *w = heap_at(m->wanted, p->tree);
    bool none = heap_is_zero(m->c, match_link(m, m->given, p->given, w->next)) &&
                heap_is_zero(m->c, match_link(m, m->given, p->given, w->other));
    return none || match_fails(m, "a node that may be missing, and has children");
}

/* Whether a link of the given object leads on, as far as that is known. */
static struct term leads_on(struct matching *m, const struct part *p, int which)
{
    struct terms *ts = m->c->base.terms;
    const struct heap_object *w = heap_at(m->wanted, p->tree),
                             *g = heap_at(m->given, p->given);
    if (g->kind == SHAPE_TREE && term_is(g->child[which]))
        return g->child[which];
    if (g->kind != SHAPE_REGION && g->kind != SHAPE_MAYBE)
        return match_unknown(m, w->child[which]);
    struct heap_value v = match_link(m, m->given, p->given, which ? w->other : w->next);
    if (v.kind != HEAP_POINTER)
        return term_bv(ts, 1, 0);
    return heap_may_be_empty(heap_at(m->given, v.object)) ? match_unknown(m, w->child[which])
                                                          : term_bv(ts, 1, 1);
}

static bool match_bits(struct matching *m, const struct part *p, struct context *item)
{
    const struct heap_object *w = heap_at(m->wanted, p->tree);
    if (heap_at(m->given, p->given)->loose && !w->loose)
        return match_fails(m, "a tree with loose links");
    for (int i = 0; i < 2; i++)
        if (term_is(w->child[i]) && !match_term(m, item, w->child[i], leads_on(m, p, i)))
            return false;
    return true;
}

static bool match_part(struct matching *m, const struct part *p)
{
    const struct heap_object *w = heap_at(m->wanted, p->tree);
    if (!can_be_part(m, p))
        return match_fails(m, "an object that is no part of a tree");
    map_set(&m->claimed, p->given, 1);
    struct context *item = match_context(m, p->x, p->tree, p->given);
    want_rows(m, p->tree, item);
    if (!match_parent(m, p) || !match_cells(m, item, p->tree, p->given) ||
        !match_bits(m, p, item) || !match_lists(m, item))
        return false;
    enum shape_kind kind = heap_at(m->given, p->given)->kind;
    if (kind == SHAPE_TREE)
        return true;
    if (kind == SHAPE_MAYBE)
        return has_no_children(m, p);
    if (kind == SHAPE_LIST) /* a path: what follows it, and what hangs at each element */
        return match_child(m, p, p->x, w->next, SHAPE_AT_LAST) &&
               match_child(m, p, item, w->other, SHAPE_AT_SELF);
    return match_child(m, p, p->x, w->next, SHAPE_AT_NODE) &&
           match_child(m, p, p->x, w->other, SHAPE_AT_NODE);
}

bool match_tree(struct matching *m, struct context *x, struct context *at,
                struct heap_value w, struct heap_value g)
{
    LAW(heap_at(m->wanted, w.object)->kind == SHAPE_TREE);
    uint64_t known;
    bool seen = map_get(&at->objects, w.object, &known);
    if (heap_is_zero(m->c, g)) {
        if (heap_at(m->wanted, w.object)->least || (seen && known))
            return match_fails(m, "a tree that is not there");
        map_set(&at->objects, w.object, 0);
        return true;
    }
    bool path = g.kind == HEAP_POINTER && heap_at(m->given, g.object)->kind == SHAPE_LIST;
    if (g.kind != HEAP_POINTER || g.target != (path ? SHAPE_AT_FIRST : SHAPE_AT_NODE))
        return match_fails(m, "a pointer to something else");
    if (seen && known != g.object)
        return match_fails(m, "two trees for one");
    if (!match_offset(m, x, w.term, g.term))
        return false;
    if (seen)
        return true;
    map_set(&at->objects, w.object, g.object);
    struct part root = {at, at, w.object, g.object, 0, SHAPE_AT_NODE};
    return match_part(m, &root);
}
