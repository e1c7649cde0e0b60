/* Data in nodes: values of single nodes, order, bounds and sums along paths. */
#include "base/failure.h"
#include "lists/slh/encode_internal.h"

void inner_begin(struct slh_encoding *e)
{
    size_t fields = e->s->fields.count;
    e->inner = ARENA_ARRAY(&e->arena, struct coded_inner, fields + 1);
    for (size_t f = 0; f < fields; f++) {
        struct coded_inner *in = &e->inner[f];
        in->least = ARENA_ARRAY(&e->arena, struct term, e->count);
        in->most = ARENA_ARRAY(&e->arena, struct term, e->count);
        in->sorted = ARENA_ARRAY(&e->arena, struct term, e->count);
        in->sum = ARENA_ARRAY(&e->arena, struct term, e->count);
    }
}

static struct term at_most(struct slh_encoding *e, unsigned field, struct term a,
                           struct term b)
{
    bool is_signed = e->s->fields.data[field].sign == SLH_SIGNED;
    return term_2(e->terms, is_signed ? TERM_BV_SLE : TERM_BV_ULE, a, b);
}

static struct term widened(struct slh_encoding *e, unsigned field, struct term value)
{
    bool is_signed = e->s->fields.data[field].sign == SLH_SIGNED;
    return is_signed ? term_sext(e->terms, value, 64) : term_zext(e->terms, value, 64);
}

static struct term weighs(struct slh_encoding *e, struct term weight, enum term_op compare,
                          uint64_t number)
{
    return term_2(e->terms, compare, weight, term_bv(e->terms, SLH_LENGTH_BITS, number));
}

/* The sum of m >= 1 values is between m times the least and m times the greatest value of the
 * type; everything between is possible. Of so many nodes that this leaves 64 bits, any sum is
 * (almost any, of 8 or 16 bits). */
static struct term sum_possible(struct slh_encoding *e, unsigned field, struct term weight,
                                struct term sum)
{
    struct terms *t = e->terms;
    unsigned width = e->s->fields.data[field].width;
    if (width == 64)
        return term_bool(t, true);
    bool is_signed = e->s->fields.data[field].sign == SLH_SIGNED;
    struct term inner = term_2(t, TERM_BV_SUB, weight, term_bv(t, 64, 1));
    struct term many =
        term_2(t, TERM_BV_UGT, inner, term_bv(t, 64, UINT64_C(1) << (64 - width)));
    struct term scaled =
        term_2(t, TERM_BV_SHL, inner, term_bv(t, 64, is_signed ? width - 1 : width));
    struct term most = term_2(t, TERM_BV_SUB, scaled, inner);
    struct term below = term_2(t, is_signed ? TERM_BV_SLE : TERM_BV_ULE, sum, most);
    struct term above = is_signed
                            ? term_2(t, TERM_BV_SLE, term_1(t, TERM_BV_NEG, scaled), sum)
                            : term_bool(t, true);
    return term_or(t, many, term_and(t, below, above));
}

static void constrain_edge(struct slh_encoding *e, unsigned field, struct term weight,
                           uint32_t i)
{
    struct terms *t = e->terms;
    struct coded_inner *in = &e->inner[field];
    struct term some = weighs(e, weight, TERM_BV_UGT, 1);
    struct term single = weighs(e, weight, TERM_BV_ULE, 2);
    struct term same = term_eq(t, in->least[i], in->most[i]);
    side_add(e, term_implies(t, some, at_most(e, field, in->least[i], in->most[i])));
    side_add(e, term_implies(t, single, same));
    side_add(e, term_or(t, in->sorted[i], term_not(t, same)));
    if (!e->summed[field])
        return;
    struct term only = term_eq(t, in->sum[i], widened(e, field, in->least[i]));
    side_add(e, term_implies(
                    t, some,
                    term_ite(t, single, only, sum_possible(e, field, weight, in->sum[i]))));
}

static void inner_node(struct slh_encoding *e, unsigned field, uint32_t i)
{
    struct terms *t = e->terms;
    struct coded_inner *in = &e->inner[field];
    struct sort sort = sort_bv(t, e->s->fields.data[field].width);
    if (e->s->fields.data[field].zero) {
        in->least[i] = in->most[i] = term_bv(t, e->s->fields.data[field].width, 0);
        in->sorted[i] = term_bool(t, true);
        in->sum[i] = term_bv(t, 64, 0);
        return;
    }
    in->least[i] = number_variable(e, sort, "least", i, field);
    in->most[i] = number_variable(e, sort, "most", i, field);
    in->sorted[i] = number_variable(e, sort_bool(t), "sorted", i, field);
    in->sum[i] = number_variable(e, sort_bv(t, 64), "sum", i, field);
}

void inner_constrain(struct slh_encoding *e, const struct coded_heap *base)
{
    for (unsigned f = 0; f < e->s->fields.count; f++) {
        if (!e->ordered[f] && !e->summed[f])
            continue;
        for (uint32_t i = 0; i < e->count; i++) {
            inner_node(e, f, i);
            if (i > 0 && i < e->base_end)
                constrain_edge(e, f, base->weight[i], i);
        }
    }
}

/* --- along a path ---
 *
 * What is observed of a path is said of each node for itself: whether the path passes it, and
 * what holds of it and the edge after it. Ways of changed heaps are said in terms of the base
 * heap (reach.c), so that a node whose edge did not change is seen in one way by all
 * observations (docs/decisions/620). */

/* A node of the small model as a part of a path. */
struct part {
    struct term on;                       /* the path passes this node before its end */
    struct term value;                    /* of this node */
    struct term inner;                    /* there are smoothed nodes after it */
    struct term least, most, sorted, sum; /* of these */
    struct term next;                     /* where the edge leads */
};

static struct part part_at(struct slh_encoding *e, const struct look *l, uint32_t i)
{
    LAW(i > 0 && i < e->count);
    struct terms *t = e->terms;
    struct coded_heap *h = heap_code(e, l->heap);
    struct coded_inner *in = &e->inner[l->field];
    struct term end = pointer_code(e, l->q);
    struct reach way = {.heap = l->heap,
                        .x = pointer_code(e, l->p),
                        .a = node_number(e, i),
                        .stops = {end},
                        .count = 1};
    return (struct part){
        .on = term_and(t, reach_code(e, &way), term_not(t, node_is(e, end, i))),
        .value = h->data[l->field][i],
        .inner = weighs(e, h->weight[i], TERM_BV_UGT, 1),
        .least = in->least[i],
        .most = in->most[i],
        .sorted = in->sorted[i],
        .sum = in->sum[i],
        .next = h->next[i],
    };
}

/* Smoothed nodes are in order and not below this one; the node after them, if it belongs to
 * the path, is not below the last. */
static struct term part_in_order(struct slh_encoding *e, const struct look *l,
                                 const struct part *p)
{
    struct terms *t = e->terms;
    struct term *data = heap_code(e, l->heap)->data[l->field];
    struct term inner = term_and(t, p->sorted, at_most(e, l->field, p->value, p->least));
    struct term last = term_ite(t, p->inner, p->most, p->value);
    struct term ends = term_eq(t, p->next, pointer_code(e, l->q));
    struct term after = at_most(e, l->field, last, node_select(e, data, p->next));
    return term_and(t, term_implies(t, p->inner, inner), term_or(t, ends, after));
}

static struct term part_within(struct slh_encoding *e, const struct look *l,
                               const struct part *p)
{
    struct terms *t = e->terms;
    struct term least = slh_encode(e, l->least);
    struct term most = slh_encode(e, l->most);
    struct term value = term_and(t, at_most(e, l->field, least, p->value),
                                 at_most(e, l->field, p->value, most));
    struct term inner = term_and(t, at_most(e, l->field, least, p->least),
                                 at_most(e, l->field, p->most, most));
    return term_and(t, value, term_implies(t, p->inner, inner));
}

static struct term part_sum(struct slh_encoding *e, const struct look *l,
                            const struct part *p)
{
    struct terms *t = e->terms;
    struct term none = term_bv(t, 64, 0);
    struct term more = term_2(t, TERM_BV_ADD, widened(e, l->field, p->value),
                              term_ite(t, p->inner, p->sum, none));
    return term_ite(t, p->on, more, none);
}

static struct term value_code(struct slh_encoding *e, const struct look *l)
{
    return value_in(e, l->heap, l->field, pointer_code(e, l->p));
}

static struct term sum_code(struct slh_encoding *e, const struct look *l, struct term path)
{
    struct terms *t = e->terms;
    struct term sum = term_bv(t, 64, 0);
    for (uint32_t i = 1; i < e->count; i++) {
        struct part p = part_at(e, l, i);
        sum = term_2(t, TERM_BV_ADD, sum, part_sum(e, l, &p));
    }
    return term_ite(t, path, sum, term_bv(t, 64, 0));
}

struct term look_data_code(struct slh_encoding *e, struct look l)
{
    if (l.kind == LOOK_VALUE)
        return value_code(e, &l);
    struct terms *t = e->terms;
    struct term from = pointer_code(e, l.p);
    struct term fine = path_in(e, l.heap, from, pointer_code(e, l.q));
    if (l.kind == LOOK_SUM)
        return sum_code(e, &l, fine);
    LAW(l.kind == LOOK_SORTED || l.kind == LOOK_WITHIN);
    for (uint32_t i = 1; i < e->count; i++) {
        struct part p = part_at(e, &l, i);
        struct term here =
            l.kind == LOOK_SORTED ? part_in_order(e, &l, &p) : part_within(e, &l, &p);
        fine = term_and(t, fine, term_implies(t, p.on, here));
    }
    return fine;
}
