/* What a way comes to, in heaps that are changed edge by edge.
 *
 * In a heap that differs by one edge, n to m, the way from x comes to a before the stops if
 * it does so in the heap before, without leaving n; or if it comes to n first, and from m on
 * to a without coming to n again. So that all is said of ways in the base heap, whose edges
 * are variables. */
#include "base/failure.h"
#include "lists/slh/encode_internal.h"

#include <string.h>

/* --- one node --- */

struct term next_in(struct slh_encoding *e, struct slh_heap h, struct term node)
{
    struct terms *t = e->terms;
    struct heap_node n = *heap_at(e->s, h);
    switch (n.kind) {
    case HEAP_BASE:
        return node_select(e, heap_code(e, h)->next, node);
    case HEAP_PUT:
        return next_in(e, n.a, node);
    case HEAP_IF: {
        struct term c = slh_encode(e, n.condition);
        struct term a = next_in(e, n.a, node);
        return term_ite(t, c, a, next_in(e, n.b, node));
    }
    case HEAP_LINK:
        break;
    }
    struct term changed = term_eq(t, node, pointer_code(e, n.node));
    changed = term_and(t, changed, term_not(t, node_is(e, node, 0)));
    if (e->has_junk)
        changed = term_and(t, changed, term_not(t, node_is(e, node, e->junk)));
    struct term to = pointer_code(e, n.to);
    return term_ite(t, changed, to, next_in(e, n.a, node));
}

static struct term unit_in_base(struct slh_encoding *e, struct term node)
{
    struct terms *t = e->terms;
    struct coded_heap *base = heap_code(e, (struct slh_heap){0});
    if (!e->measured)
        return term_bool(t, true);
    struct term below = node_select(e, e->order.height, node_select(e, base->next, node));
    struct term top =
        term_ite(t, node_select(e, e->order.closes, node),
                 node_select(e, e->order.round, node), node_select(e, e->order.height, node));
    return term_eq(t, top, term_2(t, TERM_BV_ADD, below, term_bv(t, SLH_LENGTH_BITS, 1)));
}

struct term unit_in(struct slh_encoding *e, struct slh_heap h, struct term node)
{
    struct terms *t = e->terms;
    struct heap_node n = *heap_at(e->s, h);
    switch (n.kind) {
    case HEAP_BASE:
        return unit_in_base(e, node);
    case HEAP_PUT:
        return unit_in(e, n.a, node);
    case HEAP_IF: {
        struct term c = slh_encode(e, n.condition);
        struct term a = unit_in(e, n.a, node);
        return term_ite(t, c, a, unit_in(e, n.b, node));
    }
    case HEAP_LINK:
        break;
    }
    return term_or(t, term_eq(t, node, pointer_code(e, n.node)), unit_in(e, n.a, node));
}

struct term value_in(struct slh_encoding *e, struct slh_heap h, unsigned field,
                     struct term node)
{
    struct terms *t = e->terms;
    struct heap_node n = *heap_at(e->s, h);
    switch (n.kind) {
    case HEAP_BASE:
        return node_select(e, heap_code(e, h)->data[field], node);
    case HEAP_LINK:
        return value_in(e, n.a, field, node);
    case HEAP_IF: {
        struct term c = slh_encode(e, n.condition);
        struct term a = value_in(e, n.a, field, node);
        return term_ite(t, c, a, value_in(e, n.b, field, node));
    }
    case HEAP_PUT:
        break;
    }
    struct term old = value_in(e, n.a, field, node);
    if (n.field != field)
        return old;
    struct term changed = term_eq(t, node, pointer_code(e, n.node));
    changed = term_and(t, changed, term_not(t, node_is(e, node, 0)));
    struct term value = slh_encode(e, n.value);
    return term_ite(t, changed, value, old);
}

/* --- ways --- */

static struct term is_stop(struct slh_encoding *e, const struct reach *r, struct term node)
{
    struct term any = term_bool(e->terms, false);
    for (unsigned i = 0; i < r->count; i++)
        any = term_or(e->terms, any, term_eq(e->terms, node, r->stops[i]));
    return any;
}

static struct reach with_stop(const struct reach *r, struct term stop)
{
    struct reach more = *r;
    for (unsigned i = 0; i < more.count; i++)
        if (term_same(more.stops[i], stop))
            return more;
    CHECK_LAW(more.count < REACH_STOPS);
    more.stops[more.count++] = stop;
    return more;
}

static struct term reach_base(struct slh_encoding *e, const struct reach *r)
{
    struct terms *t = e->terms;
    struct slh_way *w = walk_code(e, r->heap, r->x);
    uint64_t number;
    bool null = term_const_u64(t, r->a, &number) && number == 0;
    if (null && !r->count)
        return node_is(e, w->at[e->count - 1], 0);
    struct term found = term_bool(t, false);
    for (uint32_t i = e->count; i-- > 0;) {
        struct term on = term_and(t, term_not(t, is_stop(e, r, w->at[i])), found);
        found = term_or(t, term_eq(t, w->at[i], r->a), on);
    }
    return found;
}

static struct term reach_linked(struct slh_encoding *e, const struct reach *r,
                                const struct heap_node *n)
{
    struct terms *t = e->terms;
    struct term node = pointer_code(e, n->node);
    struct term to = pointer_code(e, n->to);
    struct reach before = with_stop(r, node);
    before.heap = n->a;
    struct reach first = with_stop(r, r->a);
    first.heap = n->a;
    first.a = node;
    struct reach rest = before;
    rest.x = to;
    struct term proper = term_not(t, term_or(t, node_is(e, node, 0), term_eq(t, node, r->a)));
    if (e->has_junk)
        proper = term_and(t, proper, term_not(t, node_is(e, node, e->junk)));
    struct term fine = term_and(t, proper, term_not(t, is_stop(e, r, node)));
    struct term passes =
        term_and(t, fine, term_and(t, reach_code(e, &first), reach_code(e, &rest)));
    return term_or(t, reach_code(e, &before), passes);
}

static struct term reach_make(struct slh_encoding *e, const struct reach *r)
{
    struct heap_node n = *heap_at(e->s, r->heap);
    struct reach a = *r, b = *r;
    a.heap = n.a;
    b.heap = n.b;
    switch (n.kind) {
    case HEAP_BASE:
        return reach_base(e, r);
    case HEAP_PUT:
        return reach_code(e, &a);
    case HEAP_LINK:
        return reach_linked(e, r, &n);
    case HEAP_IF: {
        struct term c = slh_encode(e, n.condition);
        struct term then = reach_code(e, &a);
        return term_ite(e->terms, c, then, reach_code(e, &b));
    }
    }
    BUG("kind of heap");
}

static bool same(const struct reach *a, const struct reach *b)
{
    return a->heap.id == b->heap.id && a->x.id == b->x.id && a->a.id == b->a.id &&
           a->count == b->count && !memcmp(a->stops, b->stops, a->count * sizeof *a->stops);
}

struct term reach_code(struct slh_encoding *e, const struct reach *r)
{
    uint64_t key = hash_pair(hash_pair(r->heap.id, r->x.id), r->a.id), at;
    key = hash_pair(key, hash_bytes(r->stops, r->count * sizeof *r->stops));
    for (; map_get(&e->reach_index, key, &at); key++)
        if (same(&e->reaches.data[at], r))
            return e->reaches.data[at].result;
    struct reach made = *r;
    made.result = reach_make(e, r);
    while (map_has(&e->reach_index, key))
        key++;
    map_set(&e->reach_index, key, e->reaches.count);
    VECTOR_PUSH(&e->reaches, made);
    return made.result;
}

struct term path_in(struct slh_encoding *e, struct slh_heap h, struct term x, struct term q)
{
    return reach_code(e, &(struct reach){.heap = h, .x = x, .a = q});
}
