/* Heaps, pointers and observations over the nodes of the small model. */
#include "lists/slh/encode.h"

#include "base/failure.h"
#include "lists/slh/encode_internal.h"

/* --- nodes --- */

struct term node_number(struct slh_encoding *e, uint32_t node)
{
    LAW(e->bits >= 32 || node >> e->bits == 0);
    return term_bv(e->terms, e->bits, node);
}

struct term node_is(struct slh_encoding *e, struct term node, uint32_t number)
{
    return term_eq(e->terms, node, node_number(e, number));
}

/* By the bits of the number, lowest first: elements whose numbers differ in one bit are next
 * to each other.
 */
struct term node_select(struct slh_encoding *e, struct term *array, struct term node)
{
    LAW(term_width(e->terms, node) == e->bits);
    struct term *level = ARENA_ARRAY(&e->arena, struct term, e->count);
    for (uint32_t i = 0; i < e->count; i++)
        level[i] = array[i];
    uint32_t n = e->count;
    for (unsigned bit = 0; n > 1; bit++) {
        struct term chosen = term_eq(e->terms, term_extract(e->terms, node, bit, bit),
                                     term_bv(e->terms, 1, 1));
        for (uint32_t i = 0; i < n; i += 2)
            level[i / 2] =
                i + 1 < n ? term_ite(e->terms, chosen, level[i + 1], level[i]) : level[i];
        n = (n + 1) / 2;
    }
    return level[0];
}

void side_add(struct slh_encoding *e, struct term side)
{
    LAW(sort_kind(e->terms, term_sort(e->terms, side)) == SORT_BOOL);
    VECTOR_PUSH(&e->sides, side);
}

struct term number_variable(struct slh_encoding *e, struct sort sort, const char *what,
                            uint32_t i, uint32_t j)
{
    char name[80];
    snprintf(name, sizeof name, "slh!%u!%u!%s!%u!%u", e->s->number, e->count, what, i, j);
    return term_var(e->terms, sort, name);
}

static struct term at_most(struct slh_encoding *e, struct term node, uint32_t most)
{
    return term_2(e->terms, TERM_BV_ULE, node, node_number(e, most));
}

/* --- the base heap --- */

/* Nodes have numbers in the order in which walks from the variables, one after the other,
 * come to them: so each heap has one numbering. A node's successor has the next number, or is
 * null or one that a walk came to before. */
static void number_edges(struct slh_encoding *e, struct coded_heap *h, struct term *end)
{
    LAW(e->base_end <= e->count);
    struct terms *t = e->terms;
    for (uint32_t i = e->base_end; i-- > 1;) {
        bool last = i + 1 == e->base_end;
        struct term fine = at_most(e, h->next[i], last ? i : i + 1);
        if (e->s->base_start == SLH_MAYBE_JUNK)
            fine = term_or(t, fine, node_is(e, h->next[i], e->junk));
        side_add(e, fine);
        end[i] =
            last ? node_number(e, i)
                 : term_ite(t, node_is(e, h->next[i], i + 1), end[i + 1], node_number(e, i));
    }
}

/* A variable is null, or a node that a walk came to before, or the first one that none did;
 * then its walk goes on to the end of the chain there. Nodes that no walk comes to lead to
 * null. */
static void number_nodes(struct slh_encoding *e, struct coded_heap *h)
{
    struct terms *t = e->terms;
    struct term *end = ARENA_ARRAY(&e->arena, struct term, e->count);
    for (uint32_t i = 0; i < e->count; i++)
        end[i] = node_number(e, i);
    number_edges(e, h, end);
    struct term top = node_number(e, 0);
    for (size_t v = 0; v < e->variables.count; v++) {
        struct slh_pointer id = {e->variables.data[v]};
        struct term p = pointer_code(e, id);
        struct term old = term_2(t, TERM_BV_ULE, p, top);
        struct term first = term_eq(t, p, term_2(t, TERM_BV_ADD, top, node_number(e, 1)));
        first = term_and(t, first, at_most(e, p, e->base_end - 1));
        struct term fine = term_or(t, old, first);
        bool junk = pointer_at(e->s, id)->start == SLH_MAYBE_JUNK;
        side_add(e, junk ? term_or(t, fine, node_is(e, p, e->junk)) : fine);
        if (e->has_junk)
            first = term_and(t, first, term_not(t, node_is(e, p, e->junk)));
        top = term_ite(t, first, node_select(e, end, p), top);
    }
    for (uint32_t i = 1; i < e->base_end; i++) {
        struct term used = term_2(t, TERM_BV_ULE, node_number(e, i), top);
        side_add(e, term_or(t, used, node_is(e, h->next[i], 0)));
    }
}

static void base_data(struct slh_encoding *e, struct coded_heap *h)
{
    for (uint32_t f = 0; f < e->s->fields.count; f++) {
        unsigned width = e->s->fields.data[f].width;
        h->data[f][0] = term_bv(e->terms, width, 0);
        for (uint32_t i = 1; i < e->count; i++)
            h->data[f][i] = e->s->fields.data[f].zero
                                ? h->data[f][0]
                                : number_variable(e, sort_bv(e->terms, width), "data", i, f);
    }
}

static struct coded_heap *heap_blank(struct slh_encoding *e)
{
    size_t fields = e->s->fields.count;
    struct coded_heap *h = ARENA_NEW(&e->arena, struct coded_heap);
    h->next = ARENA_ARRAY(&e->arena, struct term, e->count);
    h->weight = ARENA_ARRAY(&e->arena, struct term, e->count);
    h->data = ARENA_ARRAY(&e->arena, struct term *, fields + 1);
    for (size_t f = 0; f < fields; f++)
        h->data[f] = ARENA_ARRAY(&e->arena, struct term, e->count);
    return h;
}

static struct coded_heap *heap_base(struct slh_encoding *e)
{
    struct coded_heap *h = heap_blank(e);
    struct term one = term_bv(e->terms, SLH_LENGTH_BITS, 1);
    h->next[0] = node_number(e, 0);
    h->weight[0] = term_bv(e->terms, SLH_LENGTH_BITS, 0);
    for (uint32_t i = 1; i < e->count; i++) {
        if (i < e->base_end) {
            h->next[i] = number_variable(e, sort_bv(e->terms, e->bits), "next", i, 0);
            continue;
        }
        h->next[i] = node_number(e, e->has_junk && i == e->junk ? i : 0);
        h->weight[i] = one;
    }
    map_set(&e->heaps, 0, (uintptr_t)h); /* what follows walks along it */
    number_nodes(e, h);
    order_constrain(e, h);
    base_data(e, h);
    inner_constrain(e, h);
    return h;
}

/* --- other heaps --- */

static struct coded_heap *heap_copy(struct slh_encoding *e, const struct coded_heap *old)
{
    struct coded_heap *h = heap_blank(e);
    for (uint32_t i = 0; i < e->count; i++) {
        h->next[i] = old->next[i];
        h->weight[i] = old->weight[i];
        for (size_t f = 0; f < e->s->fields.count; f++)
            h->data[f][i] = old->data[f][i];
    }
    return h;
}

static struct coded_heap *heap_linked(struct slh_encoding *e, const struct heap_node *n)
{
    LAW(n->kind == HEAP_LINK);
    struct coded_heap *h = heap_copy(e, heap_code(e, n->a));
    struct term node = pointer_code(e, n->node);
    struct term to = pointer_code(e, n->to);
    struct term one = term_bv(e->terms, SLH_LENGTH_BITS, 1);
    for (uint32_t i = 1; i < e->count; i++) {
        if (e->has_junk && i == e->junk)
            continue;
        struct term here = node_is(e, node, i);
        h->next[i] = term_ite(e->terms, here, to, h->next[i]);
        h->weight[i] = term_ite(e->terms, here, one, h->weight[i]);
    }
    return h;
}

static struct coded_heap *heap_with_value(struct slh_encoding *e, const struct heap_node *n)
{
    LAW(n->field < e->s->fields.count);
    LAW(n->kind == HEAP_PUT);
    struct coded_heap *h = heap_copy(e, heap_code(e, n->a));
    struct term node = pointer_code(e, n->node);
    struct term value = slh_encode(e, n->value);
    struct term *data = h->data[n->field];
    for (uint32_t i = 1; i < e->count; i++)
        data[i] = term_ite(e->terms, node_is(e, node, i), value, data[i]);
    return h;
}

static struct coded_heap *heap_either(struct slh_encoding *e, const struct heap_node *n)
{
    LAW(n->kind == HEAP_IF);
    struct term c = slh_encode(e, n->condition);
    struct coded_heap *a = heap_code(e, n->a);
    struct coded_heap *b = heap_code(e, n->b);
    struct coded_heap *h = heap_blank(e);
    for (uint32_t i = 0; i < e->count; i++) {
        h->next[i] = term_ite(e->terms, c, a->next[i], b->next[i]);
        h->weight[i] = term_ite(e->terms, c, a->weight[i], b->weight[i]);
        for (size_t f = 0; f < e->s->fields.count; f++)
            h->data[f][i] = term_ite(e->terms, c, a->data[f][i], b->data[f][i]);
    }
    return h;
}

static struct coded_heap *heap_make(struct slh_encoding *e, const struct heap_node *n)
{
    switch (n->kind) {
    case HEAP_BASE:
        return heap_base(e);
    case HEAP_LINK:
        return heap_linked(e, n);
    case HEAP_PUT:
        return heap_with_value(e, n);
    case HEAP_IF:
        return heap_either(e, n);
    }
    BUG("kind of heap");
}

struct coded_heap *heap_code(struct slh_encoding *e, struct slh_heap h)
{
    uint64_t old;
    if (map_get(&e->heaps, h.id, &old))
        return (struct coded_heap *)(uintptr_t)old;
    struct heap_node n = *heap_at(e->s, h);
    struct coded_heap *made = heap_make(e, &n);
    map_set(&e->heaps, h.id, (uintptr_t)made);
    return made;
}

/* --- pointers --- */

/* Its constraints come with the base heap. */
static struct term variable_code(struct slh_encoding *e, uint32_t id)
{
    heap_code(e, (struct slh_heap){0});
    uint32_t i = (uint32_t)map_or(&e->variable_index, id, 0);
    return number_variable(e, sort_bv(e->terms, e->bits), "pointer", i, 0);
}

/* The edge that is followed weighs 1. */
static struct term next_code(struct slh_encoding *e, const struct pointer_node *n)
{
    struct terms *t = e->terms;
    struct term when = slh_encode(e, n->condition);
    struct term p = pointer_code(e, n->a);
    struct term follows = term_and(t, when, term_not(t, node_is(e, p, 0)));
    if (e->has_junk)
        follows = term_and(t, follows, term_not(t, node_is(e, p, e->junk)));
    if (e->size.fresh)
        follows =
            term_and(t, follows, term_2(t, TERM_BV_ULT, p, node_number(e, e->first_fresh)));
    side_add(e, term_implies(t, follows, unit_in(e, n->heap, p)));
    return next_in(e, n->heap, p);
}

static struct term pointer_make(struct slh_encoding *e, uint32_t id)
{
    struct pointer_node n = *pointer_at(e->s, (struct slh_pointer){id});
    switch (n.kind) {
    case POINTER_NULL:
        return node_number(e, 0);
    case POINTER_JUNK:
        return node_number(e, e->junk);
    case POINTER_VARIABLE:
        return variable_code(e, id);
    case POINTER_IF: {
        struct term c = slh_encode(e, n.condition);
        struct term a = pointer_code(e, n.a);
        return term_ite(e->terms, c, a, pointer_code(e, n.b));
    }
    case POINTER_NEXT:
        return next_code(e, &n);
    case POINTER_FRESH:
        return node_number(e, e->first_fresh +
                                  (uint32_t)map_or(&e->fresh_index, (uint64_t)n.slot, 0));
    }
    BUG("kind of pointer");
}

struct term pointer_code(struct slh_encoding *e, struct slh_pointer p)
{
    uint64_t old;
    if (map_get(&e->pointers, p.id, &old))
        return (struct term){(uint32_t)old};
    struct term made = pointer_make(e, p.id);
    map_set(&e->pointers, p.id, made.id);
    return made;
}

/* --- walks --- */

struct slh_way *walk_code(struct slh_encoding *e, struct slh_heap h, struct term node)
{
    uint64_t key = (uint64_t)h.id << 32 | node.id, old;
    if (map_get(&e->walks, key, &old))
        return (struct slh_way *)(uintptr_t)old;
    struct coded_heap *heap = heap_code(e, h);
    struct slh_way *w = ARENA_NEW(&e->arena, struct slh_way);
    w->at = ARENA_ARRAY(&e->arena, struct term, e->count);
    w->at[0] = node;
    for (uint32_t i = 1; i < e->count; i++)
        w->at[i] = node_select(e, heap->next, w->at[i - 1]);
    map_set(&e->walks, key, (uintptr_t)w);
    return w;
}

/* --- observations --- */

static struct term circular_code(struct slh_encoding *e, const struct look *l)
{
    struct term p = pointer_code(e, l->p);
    struct term again = path_in(e, l->heap, next_in(e, l->heap, p), p);
    return term_and(e->terms, again, term_not(e->terms, node_is(e, p, 0)));
}

static struct term disjoint_code(struct slh_encoding *e, const struct look *l)
{
    struct term p = pointer_code(e, l->p);
    struct term q = pointer_code(e, l->q);
    struct term shared = term_bool(e->terms, false);
    for (uint32_t i = 1; i < e->count; i++) {
        struct term node = node_number(e, i);
        struct term both =
            term_and(e->terms, path_in(e, l->heap, p, node), path_in(e, l->heap, q, node));
        shared = term_or(e->terms, shared, both);
    }
    return term_not(e->terms, shared);
}

static struct term same_code(struct slh_encoding *e, const struct look *l)
{
    struct coded_heap *a = heap_code(e, l->heap);
    struct coded_heap *b = heap_code(e, l->other);
    struct term same = term_bool(e->terms, true);
    for (uint32_t i = 1; i < e->count; i++) {
        same = term_and(e->terms, same, term_eq(e->terms, a->next[i], b->next[i]));
        same = term_and(e->terms, same, term_eq(e->terms, a->weight[i], b->weight[i]));
        for (size_t f = 0; f < e->s->fields.count; f++)
            same = term_and(e->terms, same, term_eq(e->terms, a->data[f][i], b->data[f][i]));
    }
    return same;
}

struct term look_code(struct slh_encoding *e, struct look l)
{
    switch (l.kind) {
    case LOOK_ALIAS: {
        struct term p = pointer_code(e, l.p);
        return term_eq(e->terms, p, pointer_code(e, l.q));
    }
    case LOOK_PATH: {
        struct term p = pointer_code(e, l.p);
        struct term q = pointer_code(e, l.q);
        if (heap_at(e->s, l.heap)->kind == HEAP_BASE)
            path_order(e, p, q);
        return path_in(e, l.heap, p, q);
    }
    case LOOK_LENGTH:
        return length_code(e, &l);
    case LOOK_CIRCULAR:
        return circular_code(e, &l);
    case LOOK_DISJOINT:
        return disjoint_code(e, &l);
    case LOOK_SAME:
        return same_code(e, &l);
    case LOOK_SORTED:
    case LOOK_WITHIN:
    case LOOK_SUM:
    case LOOK_VALUE:
        return look_data_code(e, l);
    }
    BUG("kind of observation");
}

/* --- formulae --- */

struct found {
    struct slh_encoding *e;
    VECTOR(struct look) looks;
};

static void see(void *context, struct term variable)
{
    struct found *f = context;
    const struct look *l = look_of(f->e->s, variable);
    if (l && !map_has(&f->e->definitions, variable.id))
        VECTOR_PUSH(&f->looks, *l);
}

struct term slh_encode(struct slh_encoding *e, struct term t)
{
    struct found f = {.e = e};
    term_variables(e->terms, t, see, &f);
    for (size_t i = 0; i < f.looks.count; i++) {
        struct look l = f.looks.data[i];
        struct term definition = look_code(e, l);
        map_set(&e->definitions, l.placeholder.id, definition.id);
    }
    VECTOR_RELEASE(&f.looks);
    return term_substitute(e->terms, t, &e->definitions);
}

struct term slh_encoding_sides(struct slh_encoding *e)
{
    return term_and_n(e->terms, e->sides.data, e->sides.count);
}

/* --- few nodes --- */

enum { COUNT_BITS = 10, MOST_WEIGHT = 15 };

static struct term exists_code(struct slh_encoding *e)
{
    struct terms *t = e->terms;
    struct coded_heap *h = heap_code(e, (struct slh_heap){0});
    struct term closed = term_bool(t, true);
    e->exists = ARENA_ARRAY(&e->arena, struct term, e->count);
    for (uint32_t i = 0; i < e->count; i++) {
        bool counted = i > 0 && i < e->base_end;
        e->exists[i] =
            counted ? number_variable(e, sort_bool(t), "exists", i, 0) : term_bool(t, true);
    }
    for (size_t v = 0; v < e->variables.count; v++) {
        struct term p = pointer_code(e, (struct slh_pointer){e->variables.data[v]});
        closed = term_and(t, closed, node_select(e, e->exists, p));
    }
    struct term most = term_bv(t, SLH_LENGTH_BITS, MOST_WEIGHT);
    for (uint32_t i = 1; i < e->base_end; i++) {
        struct term fine = node_select(e, e->exists, h->next[i]);
        fine = term_and(t, fine, term_2(t, TERM_BV_ULE, h->weight[i], most));
        closed = term_and(t, closed, term_implies(t, e->exists[i], fine));
    }
    return closed;
}

struct term slh_encoding_small(struct slh_encoding *e, unsigned most)
{
    struct terms *t = e->terms;
    struct coded_heap *h = heap_code(e, (struct slh_heap){0});
    struct term closed = exists_code(e);
    struct term sum = term_bv(t, COUNT_BITS, 0);
    for (uint32_t i = 1; i < e->base_end; i++) {
        struct term weight = term_extract(t, h->weight[i], COUNT_BITS - 1, 0);
        struct term counted = term_ite(t, e->exists[i], weight, term_bv(t, COUNT_BITS, 0));
        sum = term_2(t, TERM_BV_ADD, sum, counted);
    }
    return term_and(t, closed, term_2(t, TERM_BV_ULE, sum, term_bv(t, COUNT_BITS, most)));
}
