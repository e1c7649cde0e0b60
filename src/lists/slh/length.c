/* Lengths of paths.
 *
 * In the base heap a length is the difference of two heights, or of four where the way passes
 * the edge that closes a cycle. In a heap that differs by one edge, n to m, a way from x to q
 * that passes n is one to n, that edge, and one from m on, both in the heap before; one that
 * does not is the same as before. So a length takes few additions, whatever the number of
 * nodes (docs/decisions/371). */
#include "lists/slh/encode_internal.h"

void order_begin(struct slh_encoding *e)
{
    e->order.height = ARENA_ARRAY(&e->arena, struct term, e->count);
    e->order.closes = ARENA_ARRAY(&e->arena, struct term, e->count);
    e->order.round = ARENA_ARRAY(&e->arena, struct term, e->count);
}

static struct term length_variable(struct slh_encoding *e, const char *name, uint32_t i)
{
    struct term t = number_variable(e, sort_bv(e->terms, SLH_WEIGHT_BITS), name, i, 0);
    return term_zext(e->terms, t, SLH_LENGTH_BITS);
}

/* The way from node i comes back to it, and to no node before it in number. */
static struct term closes_cycle(struct slh_encoding *e, struct coded_heap *base, uint32_t i)
{
    struct terms *t = e->terms;
    struct slh_way *w = walk_code(e, (struct slh_heap){0}, base->next[i]);
    struct term found = term_bool(t, false);
    for (uint32_t k = e->count; k-- > 0;) {
        struct term later = term_2(t, TERM_BV_UGT, w->at[k], node_number(e, i));
        found = term_or(t, node_is(e, w->at[k], i), term_and(t, later, found));
    }
    return found;
}

static void order_node(struct slh_encoding *e, struct coded_heap *base, uint32_t i)
{
    struct terms *t = e->terms;
    bool inside = i > 0 && i < e->base_end;
    struct term fixed = term_bv(t, SLH_LENGTH_BITS, i >= e->first_fresh ? 1 : 0);
    e->order.height[i] = inside ? length_variable(e, "height", i) : fixed;
    e->order.round[i] = inside ? length_variable(e, "round", i) : fixed;
    e->order.closes[i] = inside ? closes_cycle(e, base, i) : term_bool(t, false);
}

static void order_edge(struct slh_encoding *e, struct coded_heap *base, uint32_t i)
{
    struct terms *t = e->terms;
    struct coded_order *o = &e->order;
    struct term closes = o->closes[i];
    struct term below = node_select(e, o->height, base->next[i]);
    struct term zero = term_bv(t, SLH_LENGTH_BITS, 0);
    side_add(e, term_ite(t, closes, term_eq(t, o->height[i], zero),
                         term_2(t, TERM_BV_ULT, below, o->height[i])));
    side_add(e, term_implies(t, closes, term_2(t, TERM_BV_ULT, below, o->round[i])));
    struct term top = term_ite(t, closes, o->round[i], o->height[i]);
    base->weight[i] = term_2(t, TERM_BV_SUB, top, below);
}

void order_constrain(struct slh_encoding *e, struct coded_heap *base)
{
    for (uint32_t i = 1; i < e->base_end && !e->measured; i++)
        base->weight[i] = term_bv(e->terms, SLH_LENGTH_BITS, 1);
    if (!e->measured)
        return;
    for (uint32_t i = 0; i < e->count; i++)
        order_node(e, base, i);
    for (uint32_t i = 1; i < e->base_end; i++)
        order_edge(e, base, i);
}

/* --- paths --- */

static bool is_null(const struct slh_encoding *e, struct term node)
{
    uint64_t number;
    return term_const_u64(e->terms, node, &number) && number == 0;
}

/* The walk comes to q, and before that passes no edge that closes a cycle. */
static struct term straight(struct slh_encoding *e, const struct slh_way *w, struct term q)
{
    struct terms *t = e->terms;
    if (is_null(e, q))
        return term_bool(t, true);
    struct term found = term_bool(t, false);
    for (uint32_t i = e->count; i-- > 0;) {
        struct term on =
            term_and(t, term_not(t, node_select(e, e->order.closes, w->at[i])), found);
        found = term_or(t, term_eq(t, w->at[i], q), on);
    }
    return found;
}

/* What is true of the base heap anyway, but takes solvers long to find out: where a path to
 * null comes to another node, that one is lower. */
void path_order(struct slh_encoding *e, struct term x, struct term q)
{
    struct terms *t = e->terms;
    struct slh_heap base = {0};
    heap_code(e, base);
    if (!e->measured || is_null(e, q))
        return;
    struct term ends = path_in(e, base, x, node_number(e, 0));
    struct term comes = term_and(t, path_in(e, base, x, q), term_not(t, term_eq(t, x, q)));
    struct term lower = term_2(t, TERM_BV_ULT, node_select(e, e->order.height, q),
                               node_select(e, e->order.height, x));
    side_add(e, term_implies(t, term_and(t, ends, comes), lower));
}

/* --- lengths, where there is a path --- */

/* The length of the cycle that the way from x comes to. */
static struct term round_from(struct slh_encoding *e, struct term x)
{
    struct terms *t = e->terms;
    struct slh_way *w = walk_code(e, (struct slh_heap){0}, x);
    struct term closer = node_number(e, 0);
    for (uint32_t i = e->count; i-- > 0;)
        closer = term_ite(t, node_select(e, e->order.closes, w->at[i]), w->at[i], closer);
    return node_select(e, e->order.round, closer);
}

static struct term base_length(struct slh_encoding *e, struct term x, struct term q)
{
    struct terms *t = e->terms;
    heap_code(e, (struct slh_heap){0}); /* heights come with it */
    struct term down = node_select(e, e->order.height, q);
    struct term direct = term_2(t, TERM_BV_SUB, node_select(e, e->order.height, x), down);
    struct term no_cycle = straight(e, walk_code(e, (struct slh_heap){0}, x), q);
    if (term_is_true(t, no_cycle))
        return direct;
    struct term ends = path_in(e, (struct slh_heap){0}, x, node_number(e, 0));
    struct term high = term_extract(t, direct, SLH_LENGTH_BITS - 1, SLH_WEIGHT_BITS);
    struct term above = term_eq(t, high, term_bv(t, SLH_LENGTH_BITS - SLH_WEIGHT_BITS, 0));
    struct term comes = path_in(e, (struct slh_heap){0}, x, q);
    side_add(e, term_implies(t, term_and(t, ends, comes), above)); /* as path_order */
    no_cycle = term_or(t, ends, no_cycle);
    return term_2(t, TERM_BV_ADD, direct,
                  term_ite(t, no_cycle, term_bv(t, SLH_LENGTH_BITS, 0), round_from(e, x)));
}

static struct term length_in(struct slh_encoding *e, struct slh_heap h, struct term x,
                             struct term q)
{
    struct terms *t = e->terms;
    struct heap_node n = *heap_at(e->s, h);
    switch (n.kind) {
    case HEAP_BASE:
        return base_length(e, x, q);
    case HEAP_PUT:
        return length_in(e, n.a, x, q);
    case HEAP_IF: {
        struct term c = slh_encode(e, n.condition);
        struct term a = length_in(e, n.a, x, q);
        return term_ite(t, c, a, length_in(e, n.b, x, q));
    }
    case HEAP_LINK:
        break;
    }
    struct term from = pointer_code(e, n.node);
    struct term to = pointer_code(e, n.to);
    struct term same = length_in(e, n.a, x, q);
    struct term first =
        term_2(t, TERM_BV_ADD, length_in(e, n.a, x, from), term_bv(t, SLH_LENGTH_BITS, 1));
    struct term longer = term_2(t, TERM_BV_ADD, first, length_in(e, n.a, to, q));
    struct reach first_way = {.heap = n.a, .x = x, .a = from, .stops = {q}, .count = 1};
    struct term passes =
        term_and(t, reach_code(e, &first_way), term_not(t, term_eq(t, from, q)));
    return term_ite(t, passes, longer, same);
}

struct term length_code(struct slh_encoding *e, const struct look *l)
{
    struct term p = pointer_code(e, l->p);
    struct term q = pointer_code(e, l->q);
    struct term length = length_in(e, l->heap, p, q);
    return term_ite(e->terms, path_in(e, l->heap, p, q), length,
                    term_bv(e->terms, SLH_LENGTH_BITS, SLH_INFINITE));
}
