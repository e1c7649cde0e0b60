/* One node is a list: where a head has many graphs, nodes of a kind that was seen in lists
 * become lists of at least one element, and lists that elements own may be empty. Then of
 * each list a head knows only whether it is there, so that lists beside and inside each other
 * do not multiply its graphs. */
#include "engine/shapes/fold/fold.h"

#include <stdlib.h>

enum { MOST_LINKS = 16 };

/* --- links that were seen --- */

void fold_note_link(struct shapes *s, const struct graph_object *node, struct graph_link link)
{
    LAW(link.next >= 0 && !link.fork);
    struct graph_layouts *all = s->tree_layouts;
    if (!node->place || all->links.count >= MOST_LINKS)
        return;
    for (size_t i = 0; i < all->links.count; i++)
        if (all->links.data[i].place == node->place &&
            graph_same_link(&all->links.data[i].link, &link))
            return;
    VECTOR_PUSH(&all->links, ((struct graph_place_link){node->place, link}));
}

/* --- who leads to a node --- */

struct references {
    struct shapes *s;
    const bool *own; /* by id: parts of the node */
    uint32_t node, successor;
    uint64_t head;
    uint32_t others, backs;
    uint32_t holder; /* a record of an array that leads to it, if that is all */
    bool odd;        /* to another place in the node */
};

static void see_reference(void *context, uint32_t from, struct graph_value v)
{
    struct references *r = context;
    uint64_t at;
    if (!graph_is_pointer(v) || v.object != r->node || from == r->node ||
        (from && r->own[from]))
        return;
    bool plain = term_const_u64(r->s->terms, v.term, &at) && at == r->head;
    r->odd |= !plain && from; /* a register may lead to a field */
    if (from && from == r->successor) {
        r->backs++;
        return;
    }
    bool first = !r->others++;
    r->holder = first || r->holder == from ? from : 0;
}

/* --- records of arrays that lead to both ends of a list --- */

void fold_note_tail(struct shapes *s, const struct graph_object *record, uint32_t at)
{
    struct graph_layouts *all = s->tree_layouts;
    uint32_t known;
    if (!fold_find_tail(s, record, &known))
        VECTOR_PUSH(&all->tails, ((struct graph_tail){record->site, at}));
}

bool fold_find_tail(const struct shapes *s, const struct graph_object *record, uint32_t *at)
{
    const struct graph_layouts *all = s->tree_layouts;
    for (size_t i = 0; i < all->tails.count; i++) {
        *at = all->tails.data[i].at;
        if (all->tails.data[i].site == record->site)
            return true;
    }
    return false;
}

static void turn_tail(struct folding *f, uint32_t holder, uint32_t at)
{
    const struct graph_field *x =
        object_field(f->after->objects[holder], at, f->s->width / 8);
    if (!x || !graph_is_pointer(x->value) || x->value.object != f->list)
        return;
    struct graph_value last = x->value;
    last.end = GRAPH_LAST;
    object_set_field(&f->s->arena, graph_edit(&f->s->arena, f->after, holder), at,
                     f->s->width / 8, last);
}

static bool is_neighbour(struct graph_value v, uint32_t node)
{
    return graph_is_pointer(v) && v.object != node && v.end == GRAPH_FIRST;
}

/* Where the successor has its link back; UINT32_MAX: it is a list, and has it as `before`. */
static bool back_place(struct shapes *s, const struct graph *g, struct graph_value next,
                       struct graph_link link, uint32_t *at)
{
    uint64_t offset;
    const struct graph_object *o = g->objects[next.object];
    *at = UINT32_MAX;
    if (o->kind == GRAPH_LIST)
        return graph_same_link(&o->link, &link);
    if (o->kind != GRAPH_REGION || o->parted || !term_const_u64(s->terms, next.term, &offset))
        return false;
    int64_t place = (int64_t)offset + link.prev - link.head;
    if (place < 0 || place > UINT32_MAX / 2)
        return false;
    *at = (uint32_t)place;
    return object_field(o, *at, s->width / 8) != NULL;
}

static struct graph_value back_value(struct shapes *s, const struct graph *g,
                                     uint32_t successor, uint32_t at)
{
    const struct graph_object *o = g->objects[successor];
    return at == UINT32_MAX ? o->before : object_field(o, at, s->width / 8)->value;
}

static bool leads_to(struct shapes *s, struct graph_value v, uint32_t node, int32_t head)
{
    uint64_t at;
    return graph_is_pointer(v) && v.object == node && term_const_u64(s->terms, v.term, &at) &&
           at == (uint64_t)head;
}

/* --- one node --- */

struct turn {
    uint32_t node, list;
};

static struct graph_value turn_to(void *context, uint32_t from, struct graph_value v)
{
    const struct turn *t = context;
    (void)from;
    if (!graph_is_pointer(v) || v.object != t->node)
        return v;
    return graph_pointer(t->list, GRAPH_FIRST, v.term);
}

/* The successor's link back leads to the last element. */
static void turn_back(struct folding *f, uint32_t successor, uint32_t at)
{
    LAW(f->link.prev >= 0); /* else nothing leads back */
    struct graph_object *o = graph_edit(&f->s->arena, f->after, successor);
    struct graph_value last =
        graph_pointer(f->list, GRAPH_LAST, shapes_offset(f->s, f->link.head));
    if (at == UINT32_MAX)
        o->before = last;
    else
        object_set_field(&f->s->arena, o, at, f->s->width / 8, last);
}

static bool build(struct folding *f, struct graph_value next, struct graph_value prev)
{
    LAW(f->single && f->a == f->b);
    const struct graph_object *x = f->before->objects[f->a];
    struct graph_object l = *x;
    l.kind = GRAPH_LIST;
    l.link = f->link;
    l.field_count = 0;
    object_forget_elements(&l);
    if (f->s->settings.lengths)
        l.length = term_bv(f->s->terms, GRAPH_LENGTH_BITS, 1);
    l.after = next;
    l.before = prev;
    f->list = graph_add(&f->s->arena, f->after, &l);
    VECTOR_PUSH(&f->lists, f->list);
    if (!fold_size(f, f->list, x, x, f->list))
        return false;
    if (!fold_fields(f, f->list, x, x, &f->link, f->list) || !fold_all_joined(f))
        return false;
    graph_remove(f->after, f->a);
    fold_remove_private(f);
    struct turn t = {f->a, f->list};
    graph_change(&f->s->arena, f->after, turn_to, &t);
    return true;
}

/* A register that was loaded leads to it. If nothing else does, it was taken off a list: it
 * is one node. The start of a list that goes on to be used is a phi or in memory. */
static bool was_taken(const struct shapes *s, const struct graph *g, uint32_t node)
{
    for (const struct graph_frame *f = g->frame; f && !shapes_is_nobody(s, f); f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            if (graph_is_pointer(f->values[i]) && f->values[i].object == node &&
                f->f->instructions.data[i].op == OP_LOAD)
                return true;
    return false;
}

/* One pointer leads to it and, in a list with links back, that of the node behind it. */
static bool is_alone(struct folding *f, struct graph_value next, uint32_t *back,
                     uint32_t *holder)
{
    const struct graph *g = f->before;
    struct references r = {
        .s = f->s, .own = f->private_a, .node = f->a, .head = (uint64_t)f->link.head};
    bool linked = f->link.prev >= 0 && is_neighbour(next, f->a);
    if (graph_is_pointer(next) && !is_neighbour(next, f->a))
        return false;
    if (linked)
        r.successor = next.object;
    graph_each(g, see_reference, &r);
    *back = 0;
    if (was_taken(f->s, g, f->a))
        return false;
    uint32_t tail;
    bool both = f->link.prev < 0 && r.others == 2 && r.holder &&
                g->objects[r.holder]->storage == GRAPH_INSIDE &&
                fold_find_tail(f->s, g->objects[r.holder], &tail);
    *holder = both ? r.holder : 0;
    if (!linked)
        return !r.odd && (r.others + r.backs <= 1 || *holder);
    if (!back_place(f->s, g, next, f->link, back))
        return false;
    if (!leads_to(f->s, back_value(f->s, g, next.object, *back), f->a, f->link.head))
        return false;
    return !r.odd && r.others + r.backs <= 2;
}

static const struct graph_value *pointer_at(struct shapes *s, const struct graph_object *o,
                                            int32_t at)
{
    const struct graph_field *x = object_field(o, (uint32_t)at, s->width / 8);
    return x && x->value.kind != GRAPH_NUMBER ? &x->value : NULL;
}

/* What only variables and the node lead to would be one for all elements. */
static bool shares_parts(const struct folding *f)
{
    LAW(f->before->objects[f->a]->kind == GRAPH_REGION);
    const struct graph_object *o = f->before->objects[f->a];
    for (uint32_t i = 0; i < o->field_count; i++) {
        struct graph_value v = o->fields[i].value;
        if (graph_is_link(&f->link, o->fields[i].at) || !graph_is_pointer(v) ||
            v.object == f->a)
            continue;
        if (f->before->objects[v.object]->storage == GRAPH_HEAP && !f->private_a[v.object])
            return true;
    }
    return false;
}

static struct graph *make_list(struct shapes *s, struct graph *g, uint32_t node,
                               struct graph_link link)
{
    const struct graph_value *next = pointer_at(s, g->objects[node], link.next);
    const struct graph_value *prev =
        link.prev >= 0 ? pointer_at(s, g->objects[node], link.prev) : NULL;
    struct graph_value none = {0};
    if (!next || (link.prev >= 0 && !prev))
        return NULL;
    struct folding f = {
        .s = s, .before = g, .a = node, .b = node, .link = link, .single = true};
    bool *own = calloc(g->count + 1, sizeof *own);
    fold_private(g, node, &link, own);
    f.private_a = f.private_b = own;
    uint32_t back, holder = 0, tail = 0;
    bool good = !shares_parts(&f) && is_alone(&f, *next, &back, &holder);
    if (good)
        f.after = graph_copy(&s->arena, g);
    good = good && build(&f, *next, prev ? *prev : none);
    if (good && prev && is_neighbour(*next, node))
        turn_back(&f, next->object, back);
    if (good && holder && fold_find_tail(s, g->objects[holder], &tail))
        turn_tail(&f, holder, tail);
    good = good && fold_is_entailed(&f);
    free(own);
    VECTOR_RELEASE(&f.pairs);
    VECTOR_RELEASE(&f.lists);
    return good ? f.after : NULL;
}

/* --- all nodes --- */

static bool may_be_list(const struct graph_object *o)
{
    if (!o || o->kind != GRAPH_REGION || o->parted || o->storage != GRAPH_HEAP)
        return false;
    return o->alive && !o->owner && !term_is(o->base) && o->least;
}

static struct graph *fold_single(struct shapes *s, struct graph *g, uint32_t node)
{
    LAW(may_be_list(g->objects[node]));
    const struct graph_layouts *all = s->tree_layouts;
    for (size_t i = 0; i < all->links.count; i++) {
        if (all->links.data[i].place != g->objects[node]->place)
            continue;
        struct graph *out = make_list(s, g, node, all->links.data[i].link);
        if (out)
            return out;
    }
    return NULL;
}

/* How many objects only this one leads to: parts come before what they are parts of. */
static uint32_t count_parts(const struct graph *g, uint32_t node)
{
    uint32_t n = 0;
    bool *own = calloc(g->count + 1, sizeof *own);
    fold_private(g, node, NULL, own);
    for (uint32_t id = 1; id < g->count; id++)
        n += own[id];
    free(own);
    return n;
}

struct holder {
    const struct graph *g;
    uint32_t node;
    bool cell;
};

static void see_holder(void *context, uint32_t from, struct graph_value v)
{
    struct holder *h = context;
    if (!graph_is_pointer(v) || v.object != h->node || !from)
        return;
    h->cell |= h->g->objects[from]->storage == GRAPH_INSIDE;
}

/* A word or record of an array leads to it. */
static bool hangs(const struct graph *g, uint32_t node)
{
    struct holder h = {g, node, false};
    graph_each(g, see_holder, &h);
    return h.cell;
}

struct graph *fold_singles(struct shapes *s, struct graph *g, bool hanging)
{
    bool *tried = calloc(g->count + 1, sizeof *tried);
    uint32_t count = g->count;
    for (;;) {
        uint32_t best = 0, fewest = UINT32_MAX;
        for (uint32_t id = 1; id < count; id++) {
            if (tried[id] || !may_be_list(g->objects[id]) || (hanging && !hangs(g, id)))
                continue;
            uint32_t parts = count_parts(g, id);
            if (parts >= fewest)
                continue;
            best = id;
            fewest = parts;
        }
        if (!best)
            break;
        tried[best] = true;
        struct graph *out = fold_single(s, g, best);
        if (out)
            g = out;
    }
    free(tried);
    return g;
}

/* --- lists that elements own --- */

struct graph *fold_loosen_owned(struct shapes *s, struct graph *g)
{
    struct graph *out = NULL;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->kind != GRAPH_LIST || !o->owner || !o->least || o->link.fork)
            continue;
        if (!shapes_led_to_by_ends(s, g, id))
            continue;
        if (!out)
            out = graph_copy(&s->arena, g);
        graph_edit(&s->arena, out, id)->least = 0;
    }
    return out && shapes_entails(s, g, out) ? out : g;
}
