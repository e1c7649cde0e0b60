/* Trees in matching: a tree of the general graph stands for all that the special one has
 * below a pointer, nodes and trees alike, each of them one of the tree's elements; links to
 * parents are followed on the way. */
#include "engine/shapes/match/match.h"

struct below {           /* a part of the tree, and what its link to the parent must be */
    struct scope *scope; /* of the objects of the special graph there */
    uint32_t tree, object;
    uint32_t parent; /* 0: the root */
    uint8_t end;     /* of the parent, if that is a list */
};

static bool match_part(struct match *, const struct below *);

static bool leads(struct match *m, struct graph_value v, uint32_t object, uint8_t end,
                  int32_t head)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.object != object || v.end != end)
        return false;
    return term_const_u64(m->s->terms, v.term, &at) && at == (uint64_t)head;
}

static bool match_parent(struct match *m, const struct below *b, struct graph_value up)
{
    const struct graph_object *l = m->general->objects[b->tree];
    if (l->link.prev < 0)
        return true;
    if (b->parent)
        return leads(m, up, b->parent, b->end, l->link.head);
    struct scope *home = b->scope;
    return embed_value(m, home, up, &l->before);
}

static bool may_be_part(struct match *m, const struct below *b, const struct graph_object *o)
{
    const struct graph_object *l = m->general->objects[b->tree];
    if (!o || graph_has_other(o) || m->used[b->object] || o->storage != GRAPH_HEAP ||
        !o->alive || term_is(o->base))
        return false;
    if (o->owner != embed_owner(m, b->scope) || o->bytes != l->bytes)
        return false;
    return b->parent || o->least >= l->least;
}

/* It leads to nothing of the tree, which may be so if links are loose. */
static bool is_loose(const struct graph_object *l, struct graph_value v)
{
    return l->loose && !graph_is_pointer(v);
}

static bool match_child(struct match *m, const struct below *b, struct graph_value v)
{
    const struct graph_object *l = m->general->objects[b->tree];
    struct below c = *b;
    if (embed_is_null(m, v) || is_loose(l, v))
        return true;
    if (!graph_is_pointer(v) || !leads(m, v, v.object, GRAPH_FIRST, l->link.head))
        return false;
    c.object = v.object;
    return match_part(m, &c);
}

/* A child that is not mentioned is null if all else is zero. */
static struct graph_value child_of(struct match *m, const struct graph_object *o, uint32_t at)
{
    const struct graph_field *f = object_field(o, at, m->s->width / 8);
    if (f)
        return f->value;
    if (o->background == GRAPH_ZERO)
        return graph_pointer(0, 0, shapes_offset(m->s, 0));
    return (struct graph_value){0};
}

/* Whether the link of a node leads on: a bit, open where the child may be missing. */
static struct term leads_on(struct match *m, struct graph_value v)
{
    struct terms *ts = m->s->terms;
    if (!graph_is_pointer(v))
        return term_bv(ts, 1, 0);
    return m->special->objects[v.object]->least ? term_bv(ts, 1, 1) : shapes_fresh(m->s, 1);
}

static bool match_bits(struct match *m, struct scope *element, const struct graph_object *l,
                       struct term next, struct term fork)
{
    if (!term_is(l->child[0]))
        return true;
    return embed_record(m, element, &l->child[0], next) &&
           embed_record(m, element, &l->child[1], fork);
}

static bool match_node(struct match *m, const struct below *b)
{
    const struct graph_object *o = m->special->objects[b->object],
                              *l = m->general->objects[b->tree];
    struct below children = {.scope = b->scope, .tree = b->tree, .parent = b->object};
    struct graph_value next = child_of(m, o, (uint32_t)l->link.next),
                       fork = child_of(m, o, l->link.fork - 1);
    if (!o->least && !(embed_is_null(m, next) && embed_is_null(m, fork)))
        return false; /* it may be missing */
    if (l->link.prev >= 0 && !match_parent(m, b, child_of(m, o, (uint32_t)l->link.prev)))
        return false;
    struct scope *element = embed_new_scope(m, b->scope, b->tree, b->object);
    if (!embed_fields(m, element, o, l) ||
        !match_bits(m, element, l, leads_on(m, next), leads_on(m, fork)))
        return false;
    return match_child(m, &children, next) && match_child(m, &children, fork);
}

/* What hangs at each element of a path, and what follows its last one. */
static bool match_path_below(struct match *m, const struct below *b, struct scope *element)
{
    const struct graph_object *o = m->special->objects[b->object];
    struct below hanging = {
        .scope = element, .tree = b->tree, .parent = b->object, .end = GRAPH_SELF};
    struct below after = {
        .scope = b->scope, .tree = b->tree, .parent = b->object, .end = GRAPH_LAST};
    return match_child(m, &hanging, o->hang) && match_child(m, &after, o->after);
}

static bool match_part(struct match *m, const struct below *b)
{
    const struct graph_object *o = m->special->objects[b->object],
                              *l = m->general->objects[b->tree];
    if (!may_be_part(m, b, o))
        return false;
    m->used[b->object] = true;
    if (o->kind == GRAPH_REGION)
        return match_node(m, b);
    if (!graph_same_link(&o->link, &l->link) || !match_parent(m, b, o->before))
        return false;
    struct scope *element = embed_new_scope(m, b->scope, b->tree, b->object);
    bool told = o->kind == GRAPH_TREE && term_is(o->child[0]);
    struct term next = told ? o->child[0] : shapes_fresh(m->s, 1),
                fork = told ? o->child[1] : shapes_fresh(m->s, 1);
    if ((o->loose && !l->loose) || !embed_fields(m, element, o, l) ||
        !match_bits(m, element, l, next, fork))
        return false;
    return o->kind == GRAPH_TREE || match_path_below(m, b, element);
}

bool embed_tree(struct match *m, struct scope *scope, struct scope *home,
                struct graph_value v, const struct graph_value *h)
{
    LAW(m->general->objects[h->object]->kind == GRAPH_TREE);
    struct image *image = &home->images[h->object];
    if (embed_is_null(m, v)) {
        if (m->general->objects[h->object]->least || image->state == IMAGE_REGION)
            return false;
        image->state = IMAGE_ABSENT;
        return true;
    }
    if (!graph_is_pointer(v) || v.end != GRAPH_FIRST || image->state == IMAGE_ABSENT)
        return false;
    if (!embed_record(m, scope, &h->term, v.term))
        return false;
    if (image->state == IMAGE_REGION)
        return image->first == v.object;
    *image = (struct image){IMAGE_REGION, v.object, v.object};
    struct below root = {.scope = home, .tree = h->object, .object = v.object};
    return match_part(m, &root);
}
