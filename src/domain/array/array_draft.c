/* Drafts of array rows: which conditions are worth trying, for which segments. The engine
 * keeps what holds.
 */
#include "domain/array/array_internal.h"

enum {
    MOST_ROWS = 400,
    MOST_SCALARS = 6,
    MOST_OTHERS = 4,
    MOST_LIMITS = 8,
    MOST_FLAGS = 2,
    MOST_CHOICES = 4, /* between values of a flag */
    LARGEST_STEP = 16
};

static void draft(struct array_looking *k, struct array_draft d)
{
    LAW(d.loop < k->model->loops.count && term_is(d.value));
    d.domain = k->domain;
    if (k->domain != &domain_segment && k->effort == ARRAY_SEGMENTS)
        return;
    if (k->drafts.count < MOST_ROWS)
        VECTOR_PUSH(&k->drafts, d);
}

static void fact(struct array_looking *k, uint32_t loop, struct array_segment s,
                 struct term value)
{
    LAW(sort_kind(k->terms, term_sort(k->terms, value)) == SORT_BOOL);
    draft(k,
          (struct array_draft){.loop = loop, .kind = ROW_FACT, .segment = s, .value = value});
}

/* +-x <= d, in a word wide enough. */
static void bounds(struct array_looking *k, uint32_t loop, struct array_segment s,
                   struct term x, __int128 least, __int128 most)
{
    LAW(least <= most && sort_kind(k->terms, term_sort(k->terms, x)) == SORT_BV);
    struct array_draft d = {
        .loop = loop, .kind = ROW_BOUND, .segment = s, .value = x, .most = most};
    draft(k, d);
    d.value = term_1(k->terms, TERM_BV_NEG, x);
    d.most = -least;
    draft(k, d);
}

static void draft_bounds(struct array_looking *k, uint32_t loop, struct array_segment s,
                         const struct array_view *v)
{
    LAW(v->changed && v->bytes <= 8);
    struct terms *ts = k->terms;
    struct term element = array_element(k, v, k->index);
    unsigned w = 8 * v->bytes;
    __int128 top = ((__int128)1 << (w - 1)) - 1, far = ((__int128)1 << k->index_width) - 1;
    bounds(k, loop, s, term_sext(ts, element, w + 2), -top - 1, top);
    if (w < 16)
        return;
    unsigned wide = (w > k->index_width ? w : k->index_width) + 3;
    struct term index = term_zext(ts, term_resize(ts, k->index, k->index_width), wide);
    struct term difference = term_2(ts, TERM_BV_SUB, term_sext(ts, element, wide), index);
    bounds(k, loop, s, difference, -top - 1 - far, top);
}

static void draft_comparisons(struct array_looking *k, uint32_t loop, struct array_segment s,
                              const struct array_view *v)
{
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    struct term element = array_element(k, v, k->index);
    unsigned scalars = 0;
    for (size_t i = 0; i < l->scalars.count && scalars < MOST_SCALARS; i++) {
        const struct variable_view *x = &l->scalars.data[i];
        if (x->width != 8 * v->bytes || x->offset || (!v->changed && x->slot == UINT32_MAX))
            continue;
        scalars++;
        fact(k, loop, s, term_2(ts, TERM_BV_SLE, element, l->stands[i]));
        fact(k, loop, s, term_2(ts, TERM_BV_SLE, l->stands[i], element));
        fact(k, loop, s, term_ne(ts, element, l->stands[i]));
    }
}

/* Facts, and what is left of them where rounds write under a condition. */
static void conditional_fact(struct array_looking *k, uint32_t loop, struct array_segment s,
                             struct term condition, struct term value)
{
    LAW(!term_is(condition) ||
        sort_kind(k->terms, term_sort(k->terms, condition)) == SORT_BOOL);
    fact(k, loop, s, value);
    if (term_is(condition) && s.part == SEGMENT_PASSED)
        fact(k, loop, s, term_implies(k->terms, condition, value));
}

/* A variable that a round leaves as it is or sets to constants. */
static bool is_flag(struct terms *ts, const struct variable_view *x)
{
    struct term t = x->post;
    unsigned steps = 0;
    if (x->slot == UINT32_MAX || x->offset || !term_is_const(ts, x->entry) ||
        term_same(t, x->pre))
        return false;
    for (; term_op(ts, t) == TERM_ITE && steps < MOST_CHOICES; steps++) {
        struct term a = term_arg(ts, t, 1), b = term_arg(ts, t, 2);
        bool leaf = term_same(a, x->pre) || term_is_const(ts, a);
        if (!leaf && !term_same(b, x->pre) && !term_is_const(ts, b))
            return false;
        t = leaf ? b : a;
    }
    return steps && (term_same(t, x->pre) || term_is_const(ts, t));
}

/* What holds of all elements while a flag still has its first value: comparing two arrays,
 * looking for one that is wrong. */
static void draft_flagged(struct array_looking *k, uint32_t loop, struct array_segment s,
                          struct term value)
{
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    unsigned flags = 0;
    for (size_t i = 0; i < l->scalars.count && flags < MOST_FLAGS; i++) {
        const struct variable_view *x = &l->scalars.data[i];
        if (!is_flag(ts, x))
            continue;
        flags++;
        fact(k, loop, s, term_implies(ts, term_eq(ts, l->stands[i], x->entry), value));
    }
}

static void draft_equalities(struct array_looking *k, uint32_t loop, struct array_segment s,
                             struct term condition, const struct array_view *v)
{
    const struct array_loop *l = &k->loops[loop];
    struct term element = array_element(k, v, k->index);
    unsigned others = 0;
    for (size_t i = 0; i < l->views.count && others < MOST_OTHERS && v->changed; i++) {
        const struct array_view *o = &l->views.data[i];
        if (o == v || o->bytes != v->bytes || (o->changed && o < v))
            continue;
        others++;
        conditional_fact(k, loop, s, condition,
                         term_eq(k->terms, element, array_element(k, o, k->index)));
    }
}

static void draft_view(struct array_looking *k, uint32_t loop, const struct array_view *v)
{
    LAW(k->loops[loop].cut->kind == CUT_AT_HEAD);
    struct array_segment segments[MOST_SEGMENTS];
    unsigned count = array_segments(k, loop, v, segments);
    terms_list claims = {0};
    struct term condition =
        count && v->changed ? array_write_condition(k, loop, v) : TERM_NONE;
    if (count)
        array_claims(k, loop, v, &claims);
    for (unsigned s = 0; s < count; s++) {
        bool passed = segments[s].part == SEGMENT_PASSED;
        k->domain =
            passed || segments[s].part == SEGMENT_WHOLE ? &domain_segment : &domain_array;
        for (size_t i = 0; i < claims.count; i++)
            conditional_fact(k, loop, segments[s], condition, claims.data[i]);
        for (size_t i = 0; i < claims.count && passed; i++)
            draft_flagged(k, loop, segments[s], claims.data[i]);
        k->domain = passed ? &domain_segment : &domain_array;
        draft_equalities(k, loop, segments[s], condition, v);
        k->domain = passed && !claims.count ? &domain_segment : &domain_array;
        if (v->changed)
            draft_bounds(k, loop, segments[s], v);
        draft_comparisons(k, loop, segments[s], v);
    }
    VECTOR_RELEASE(&claims);
}

/* What some loop does to a class of elements, others may keep. */
static void draft_classes(struct array_looking *k, uint32_t loop, const struct array_view *v)
{
    terms_list claims = {0};
    if (v->changed && k->classes.count)
        array_claims(k, loop, v, &claims);
    k->domain = &domain_segment;
    for (size_t c = 0; c < k->classes.count; c++)
        for (size_t i = 0; i < claims.count; i++)
            fact(k, loop,
                 (struct array_segment){SEGMENT_WHOLE, TERM_NONE, TERM_NONE,
                                        k->classes.data[c]},
                 claims.data[i]);
    VECTOR_RELEASE(&claims);
}

/* A variable that moves by more than one keeps its rest, unless it wraps around. */
static void draft_rests(struct array_looking *k, uint32_t loop)
{
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    struct array_segment whole = {.part = SEGMENT_WHOLE};
    int64_t step;
    uint64_t entry;
    k->domain = &domain_segment;
    for (size_t i = 0; i < l->scalars.count; i++) {
        const struct variable_view *x = &l->scalars.data[i];
        if (x->slot == UINT32_MAX || !array_constant_difference(ts, x->post, x->pre, &step))
            continue;
        uint64_t modulus = step < 0 ? (uint64_t)-step : (uint64_t)step;
        if (modulus < 2 || modulus > LARGEST_STEP || !term_const_u64(ts, x->entry, &entry))
            continue;
        struct term rest =
            term_2(ts, TERM_BV_UREM, l->stands[i], term_bv(ts, x->width, modulus));
        fact(k, loop, whole, term_eq(ts, rest, term_bv(ts, x->width, entry % modulus)));
    }
}

/* A cursor is at most, or at least, what it is compared with: cheaper than zones, and mostly
 * enough here. */
static void draft_limits(struct array_looking *k, uint32_t loop)
{
    const struct array_loop *l = &k->loops[loop];
    struct array_segment whole = {.part = SEGMENT_WHOLE};
    int64_t step;
    unsigned count = 0;
    k->domain = &domain_segment;
    for (size_t i = 0; i < l->scalars.count; i++)
        for (size_t j = 0; j < l->scalars.count && count < MOST_LIMITS; j++) {
            const struct variable_view *x = &l->scalars.data[i], *y = &l->scalars.data[j];
            if (x->slot == UINT32_MAX || y->slot != UINT32_MAX || x->width != y->width ||
                x->width < 8)
                continue;
            if (!array_constant_difference(k->terms, x->post, x->pre, &step) || !step)
                continue;
            struct term low = step > 0 ? l->stands[i] : l->stands[j],
                        high = step > 0 ? l->stands[j] : l->stands[i];
            fact(k, loop, whole, term_2(k->terms, TERM_BV_SLE, low, high));
            count++;
        }
}

/* Two variables that move by different steps: q * x - p * y is what it was at entry. */
static void draft_lockstep(struct array_looking *k, uint32_t loop)
{
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    struct array_segment whole = {.part = SEGMENT_WHOLE};
    int64_t p, q;
    k->domain = &domain_segment;
    for (size_t i = 0; i < l->scalars.count; i++)
        for (size_t j = i + 1; j < l->scalars.count; j++) {
            const struct variable_view *x = &l->scalars.data[i], *y = &l->scalars.data[j];
            if (x->slot == UINT32_MAX || y->slot == UINT32_MAX || x->width != y->width)
                continue;
            if (!array_constant_difference(ts, x->post, x->pre, &p) ||
                !array_constant_difference(ts, y->post, y->pre, &q))
                continue;
            if (!p || !q || p == q || !term_is_const(ts, x->entry) ||
                !term_is_const(ts, y->entry))
                continue;
            struct term px = term_bv_signed(ts, x->width, q),
                        py = term_bv_signed(ts, x->width, p);
            struct term start = term_2(ts, TERM_BV_SUB, term_2(ts, TERM_BV_MUL, px, x->entry),
                                       term_2(ts, TERM_BV_MUL, py, y->entry));
            struct term now =
                term_2(ts, TERM_BV_SUB, term_2(ts, TERM_BV_MUL, px, l->stands[i]),
                       term_2(ts, TERM_BV_MUL, py, l->stands[j]));
            fact(k, loop, whole, term_eq(ts, now, start));
        }
}

static void draft_sums(struct array_looking *k, uint32_t loop)
{
    struct array_segment whole = {.part = SEGMENT_WHOLE};
    struct term row;
    k->domain = &domain_segment;
    for (size_t i = 0; i < k->loops[loop].scalars.count; i++)
        if (k->loops[loop].scalars.data[i].slot != UINT32_MAX && array_sum(k, loop, i, &row))
            fact(k, loop, whole, row);
}

void array_drafts(struct array_looking *k)
{
    for (uint32_t l = 0; l < k->model->loops.count; l++)
        for (size_t v = 0; v < k->loops[l].views.count; v++)
            draft_view(k, l, &k->loops[l].views.data[v]);
    for (uint32_t l = 0; l < k->model->loops.count; l++) {
        for (size_t v = 0; v < k->loops[l].views.count; v++)
            draft_classes(k, l, &k->loops[l].views.data[v]);
        draft_rests(k, l);
        draft_limits(k, l);
        draft_sums(k, l);
        draft_lockstep(k, l);
    }
}
