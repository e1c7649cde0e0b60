/* Data in nodes: values of single nodes, order, bounds and sums along paths. */
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

/* --- along a path --- */

/* One step of a path that has not reached its end. */
struct stretch {
    struct term on;    /* the path goes on here: this node belongs to it */
    struct term value; /* of this node */
    struct term inner; /* there are smoothed nodes after it */
    struct term least, most, sorted, sum;
};

static struct stretch stretch_at(struct slh_encoding *e, const struct look *l,
                                 struct slh_way *w, uint32_t i)
{
    struct coded_heap *h = heap_code(e, l->heap);
    struct coded_inner *in = &e->inner[l->field];
    struct term node = w->at[i];
    struct stretch s;
    s.on = term_bool(e->terms, true);
    s.value = node_select(e, h->data[l->field], node);
    s.inner = weighs(e, node_select(e, h->weight, node), TERM_BV_UGT, 1);
    s.least = node_select(e, in->least, node);
    s.most = node_select(e, in->most, node);
    s.sorted = node_select(e, in->sorted, node);
    s.sum = node_select(e, in->sum, node);
    return s;
}

/* What a path adds up to: whether all is in order, or the sum. */
struct total {
    struct term fine, sum, last;
};

static void add_order(struct slh_encoding *e, const struct look *l, const struct stretch *s,
                      bool first, struct total *r)
{
    struct terms *t = e->terms;
    struct term inner = term_and(t, s->sorted, at_most(e, l->field, s->value, s->least));
    struct term fine = term_implies(t, s->inner, inner);
    if (!first)
        fine = term_and(t, fine, at_most(e, l->field, r->last, s->value));
    r->fine = term_and(t, r->fine, term_implies(t, s->on, fine));
    r->last = term_ite(t, s->inner, s->most, s->value);
}

static void add_bounds(struct slh_encoding *e, const struct look *l, const struct stretch *s,
                       struct total *r)
{
    struct terms *t = e->terms;
    struct term least = slh_encode(e, l->least);
    struct term most = slh_encode(e, l->most);
    struct term value = term_and(t, at_most(e, l->field, least, s->value),
                                 at_most(e, l->field, s->value, most));
    struct term inner = term_and(t, at_most(e, l->field, least, s->least),
                                 at_most(e, l->field, s->most, most));
    struct term fine = term_and(t, value, term_implies(t, s->inner, inner));
    r->fine = term_and(t, r->fine, term_implies(t, s->on, fine));
}

static void add_sum(struct slh_encoding *e, const struct look *l, const struct stretch *s,
                    struct total *r)
{
    struct terms *t = e->terms;
    struct term none = term_bv(t, 64, 0);
    struct term more = term_2(t, TERM_BV_ADD, widened(e, l->field, s->value),
                              term_ite(t, s->inner, s->sum, none));
    r->sum = term_2(t, TERM_BV_ADD, r->sum, term_ite(t, s->on, more, none));
}

static struct term value_code(struct slh_encoding *e, const struct look *l)
{
    return value_in(e, l->heap, l->field, pointer_code(e, l->p));
}

struct term look_data_code(struct slh_encoding *e, struct look l)
{
    if (l.kind == LOOK_VALUE)
        return value_code(e, &l);
    struct terms *t = e->terms;
    struct slh_way *w = walk_code(e, l.heap, pointer_code(e, l.p));
    struct term q = pointer_code(e, l.q);
    struct term ended = term_bool(t, false);
    struct total r = {term_bool(t, true), term_bv(t, 64, 0), TERM_NONE};
    for (uint32_t i = 0; i < e->count; i++) {
        ended = term_or(t, ended, term_eq(t, w->at[i], q));
        if (i + 1 == e->count)
            break; /* if the path has not ended by then it does not */
        struct stretch s = stretch_at(e, &l, w, i);
        s.on = term_not(t, ended);
        if (l.kind == LOOK_SORTED)
            add_order(e, &l, &s, i == 0, &r);
        if (l.kind == LOOK_WITHIN)
            add_bounds(e, &l, &s, &r);
        if (l.kind == LOOK_SUM)
            add_sum(e, &l, &s, &r);
    }
    if (l.kind == LOOK_SUM)
        return term_ite(t, ended, r.sum, term_bv(t, 64, 0));
    return term_and(t, ended, r.fine);
}
