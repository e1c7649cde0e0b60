/* Candidate facts about numbers: bounds by constants of the program, order and equality of
 * two. Those that hold in every context are found by letting models drop the others. */
#include "engine/shapes/shapes.h"

#include "program/statics.h"

#include <stdlib.h>

enum {
    MOST_SUMMED = 7,
    MOST_ALONE = 2,
    MOST_VARIABLES = 14,
    MOST_BOUNDED = 40,
    MOST_STATICS = 40
};
enum form { FORM_GIVEN, FORM_LEAST, FORM_MOST, FORM_ORDER };

struct candidate {
    struct term term;
    enum form form;
    struct term of[2]; /* the variables it is about, if they are known */
    int64_t bound;
    size_t stronger; /* 1 + the next stronger one of this form and variable; 0: none */
};
typedef VECTOR(struct candidate) candidates;

void graph_contexts_release(graph_contexts *c)
{
    for (size_t i = 0; i < c->count; i++)
        map_release(&c->data[i].map);
    VECTOR_RELEASE(c);
}

static bool is_word(struct shapes *s, struct term t)
{
    return sort_kind(s->terms, term_sort(s->terms, t)) == SORT_BV &&
           term_width(s->terms, t) <= 64;
}

static bool fits_width(int64_t x, unsigned width)
{
    LAW(width && width <= 64);
    if (width == 64)
        return true;
    return x >= -(1ll << (width - 1)) && x < (1ll << (width - 1));
}

/* Which function or global a pointer leads to: one of those that nodes were seen to lead to.
 */
static void add_statics(struct shapes *s, struct term v, candidates *out)
{
    LAW(term_width(s->terms, v) == STATIC_BITS);
    struct terms *ts = s->terms;
    uint64_t least = UINT64_MAX, most = 0;
    for (size_t i = 0; i < s->statics.count; i++) {
        uint64_t x = s->statics.data[i];
        struct term c = term_bv(ts, STATIC_BITS, x);
        if (x < least)
            least = x;
        if (x > most)
            most = x;
        VECTOR_PUSH(out,
                    (struct candidate){term_2(ts, TERM_BV_UGE, v, c), FORM_ORDER, {v}, 0, 0});
        VECTOR_PUSH(out,
                    (struct candidate){term_2(ts, TERM_BV_ULE, v, c), FORM_ORDER, {v}, 0, 0});
    }
    for (uint64_t x = least; x < most && x < least + MOST_STATICS; x++)
        VECTOR_PUSH(out,
                    (struct candidate){
                        term_ne(ts, v, term_bv(ts, STATIC_BITS, x)), FORM_ORDER, {v}, 0, 0});
}

static void add_bounds(struct shapes *s, struct term v, candidates *out)
{
    LAW(is_word(s, v));
    struct terms *ts = s->terms;
    unsigned w = term_width(ts, v);
    if (w == 1) {
        for (unsigned x = 0; x < 2; x++)
            VECTOR_PUSH(out, (struct candidate){
                                 term_eq(ts, v, term_bv(ts, 1, x)), FORM_ORDER, {v}, 0, 0});
        return;
    }
    if (w == STATIC_BITS) {
        add_statics(s, v, out);
        return;
    }
    size_t least = 0,
           most = 0; /* 1 + the last one made of each form; thresholds are sorted */
    for (size_t i = 0; i < s->thresholds.count; i++) {
        int64_t x = s->thresholds.data[i];
        if (!fits_width(x, w))
            continue;
        struct term c = term_bv_signed(ts, w, x);
        VECTOR_PUSH(out,
                    (struct candidate){term_2(ts, TERM_BV_SGE, v, c), FORM_LEAST, {v}, x, 0});
        if (least)
            out->data[least - 1].stronger = out->count;
        least = out->count;
        VECTOR_PUSH(
            out, (struct candidate){term_2(ts, TERM_BV_SLE, v, c), FORM_MOST, {v}, x, most});
        most = out->count;
    }
}

/* Offsets in arrays. */
static void add_aligned(struct shapes *s, struct term v, candidates *out)
{
    struct terms *ts = s->terms;
    if (!s->arrays || term_width(ts, v) != s->width)
        return;
    for (size_t i = 0; i < s->arrays; i++) {
        uint32_t stride = s->tree_layouts->arrays.data[i].stride;
        if (stride & (stride - 1))
            continue;
        struct term low = term_2(ts, TERM_BV_AND, v, shapes_offset(s, stride - 1));
        VECTOR_PUSH(out, (struct candidate){
                             term_eq(ts, low, shapes_offset(s, 0)), FORM_ORDER, {v}, 0, 0});
    }
}

static void add_distinct(struct shapes *s, struct term v, candidates *out)
{
    unsigned w = term_width(s->terms, v);
    for (size_t i = 0; i < s->distinct.count && w > 1; i++) {
        if (!fits_width(s->distinct.data[i], w))
            continue;
        struct term c = term_bv_signed(s->terms, w, s->distinct.data[i]);
        VECTOR_PUSH(out, (struct candidate){term_ne(s->terms, v, c), FORM_ORDER, {v}, 0, 0});
    }
}

/* Tests of the program, and their opposites. */
static void add_test(struct shapes *s, const struct graph_form *f, struct term v,
                     struct term w, candidates *out)
{
    if (!shapes_form_fits(s, f, v, w))
        return;
    struct term test = shapes_apply(s, f, v, w);
    VECTOR_PUSH(out, (struct candidate){test, FORM_ORDER, {v, w}, 0, 0});
    VECTOR_PUSH(out, (struct candidate){term_not(s->terms, test), FORM_ORDER, {v, w}, 0, 0});
}

static void add_tests(struct shapes *s, struct term v, candidates *out)
{
    for (size_t i = 0; i < s->tests.count; i++)
        add_test(s, &s->tests.data[i], v, TERM_NONE, out);
}

static void add_pair_tests(struct shapes *s, struct term v, struct term w, candidates *out)
{
    for (size_t i = 0; i < s->pair_tests.count; i++) {
        add_test(s, &s->pair_tests.data[i], v, w, out);
        add_test(s, &s->pair_tests.data[i], w, v, out);
    }
}

static void add_map(struct shapes *s, const struct graph_form *f, struct term from,
                    struct term to, candidates *out)
{
    if (!shapes_form_fits(s, f, from, TERM_NONE))
        return;
    struct term equal = term_eq(s->terms, to, shapes_apply(s, f, from, TERM_NONE));
    VECTOR_PUSH(out, (struct candidate){equal, FORM_ORDER, {from, to}, 0, 0});
}

/* One is what the program computes of the other. */
static void add_maps(struct shapes *s, struct term v, struct term w, candidates *out)
{
    if (!s->settings.steps)
        return;
    if (term_sort(s->terms, v).id != term_sort(s->terms, w).id)
        return;
    for (size_t i = 0; i < s->maps.count; i++) {
        add_map(s, &s->maps.data[i], v, w, out);
        add_map(s, &s->maps.data[i], w, v, out);
    }
}

static void add_order(struct shapes *s, struct term v, struct term w, candidates *out)
{
    struct terms *ts = s->terms;
    if (term_sort(ts, v).id != term_sort(ts, w).id || term_width(ts, v) == 1)
        return;
    struct term one = term_bv(ts, term_width(ts, v), 1);
    struct term all[] = {
        term_eq(ts, v, w),
        term_2(ts, TERM_BV_SLE, v, w),
        term_2(ts, TERM_BV_SLE, w, v),
        term_2(ts, TERM_BV_SLT, v, w),
        term_2(ts, TERM_BV_SLT, w, v),
        term_eq(ts, v, term_2(ts, TERM_BV_ADD, w, one)),
        term_eq(ts, w, term_2(ts, TERM_BV_ADD, v, one)),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        VECTOR_PUSH(out, (struct candidate){all[i], FORM_ORDER, {v, w}, 0, 0});
    if (s->compares)
        VECTOR_PUSH(out, (struct candidate){term_ne(ts, v, w), FORM_ORDER, {v, w}, 0, 0});
    if (!(s->ordered_plain >> (term_width(ts, v) - 1) & 1))
        return;
    struct term plain[] = {
        term_2(ts, TERM_BV_ULE, v, w),
        term_2(ts, TERM_BV_ULE, w, v),
        term_2(ts, TERM_BV_ULT, v, w),
        term_2(ts, TERM_BV_ULT, w, v),
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        VECTOR_PUSH(out, (struct candidate){plain[i], FORM_ORDER, {v, w}, 0, 0});
}

/* One is the other in more bits, as operands of comparisons are; or it bounds it, if C
 * widened it. */
static void add_extended(struct shapes *s, struct term v, struct term w, candidates *out)
{
    enum { WIDENED = 32 };
    struct terms *ts = s->terms;
    unsigned a = term_width(ts, v), b = term_width(ts, w);
    if (a == b || a < 8 || b < 8)
        return;
    struct term narrow = a < b ? v : w, wide = a < b ? w : v;
    unsigned width = a < b ? b : a;
    struct term forms[2] = {term_zext(ts, narrow, width), term_sext(ts, narrow, width)};
    for (int i = 0; i < 2; i++) {
        struct term all[] = {
            term_eq(ts, wide, forms[i]),
            term_2(ts, TERM_BV_SLE, wide, forms[i]),
            term_2(ts, TERM_BV_SLE, forms[i], wide),
            term_2(ts, TERM_BV_SLT, wide, forms[i]),
            term_2(ts, TERM_BV_SLT, forms[i], wide),
        };
        size_t count = width == WIDENED ? sizeof all / sizeof *all : 1;
        for (size_t k = 0; k < count; k++)
            VECTOR_PUSH(out, (struct candidate){all[k], FORM_ORDER, {v, w}, 0, 0});
    }
}

/* v <= w + c and w <= v + c, for constants that the program adds. */
static void add_distances(struct shapes *s, struct term v, struct term w, candidates *out)
{
    struct terms *ts = s->terms;
    if (!s->settings.wide || term_sort(ts, v).id != term_sort(ts, w).id)
        return;
    for (size_t i = 0; i < s->distances.count; i++) {
        if (!fits_width(s->distances.data[i], term_width(ts, v)))
            continue;
        struct term c = term_bv_signed(ts, term_width(ts, v), s->distances.data[i]);
        struct term from[2] = {v, w}, to[2] = {w, v};
        for (int k = 0; k < 2; k++) {
            struct term moved = term_2(ts, TERM_BV_ADD, to[k], c);
            struct term least = term_2(ts, TERM_BV_SLE, moved, from[k]),
                        most = term_2(ts, TERM_BV_SLE, from[k], moved);
            VECTOR_PUSH(out, (struct candidate){least, FORM_ORDER, {v, w}, 0, 0});
            VECTOR_PUSH(out, (struct candidate){most, FORM_ORDER, {v, w}, 0, 0});
            VECTOR_PUSH(out, (struct candidate){
                                 term_ne(ts, from[k], moved), FORM_ORDER, {v, w}, 0, 0});
        }
    }
}

static struct term widened(struct shapes *s, struct term v)
{
    LAW(term_width(s->terms, v) <= GRAPH_LENGTH_BITS);
    return term_sext(s->terms, v, GRAPH_LENGTH_BITS);
}

/* Lengths are compared with counters, which may be narrower. */
static void add_mixed(struct shapes *s, struct term v, struct term w, candidates *out)
{
    struct terms *ts = s->terms;
    unsigned a = term_width(ts, v), b = term_width(ts, w);
    if (!s->settings.lengths || a == b || a < 16 || b < 16)
        return;
    if (a != GRAPH_LENGTH_BITS && b != GRAPH_LENGTH_BITS)
        return;
    struct term x = widened(s, v), y = widened(s, w), one = term_bv(ts, GRAPH_LENGTH_BITS, 1);
    struct term two = term_bv(ts, GRAPH_LENGTH_BITS, 2);
    struct term narrow = a < b ? v : w,
                low = term_extract(ts, a < b ? w : v, term_width(ts, narrow) - 1, 0);
    struct term unit = term_bv(ts, term_width(ts, narrow), 1);
    struct term pair = term_bv(ts, term_width(ts, narrow), 2);
    struct term all[] = {
        term_eq(ts, low, narrow), /* a counter that nothing bounds wraps */
        term_eq(ts, low, term_2(ts, TERM_BV_ADD, narrow, unit)),
        term_eq(ts, narrow, term_2(ts, TERM_BV_ADD, low, unit)),
        term_eq(ts, low, term_2(ts, TERM_BV_ADD, narrow, pair)),
        term_eq(ts, narrow, term_2(ts, TERM_BV_ADD, low, pair)),
        term_eq(ts, x, y),
        term_eq(ts, x, term_2(ts, TERM_BV_ADD, y, one)),
        term_eq(ts, y, term_2(ts, TERM_BV_ADD, x, one)),
        term_eq(ts, x, term_2(ts, TERM_BV_ADD, y, two)),
        term_eq(ts, y, term_2(ts, TERM_BV_ADD, x, two)),
        term_2(ts, TERM_BV_SLE, x, y),
        term_2(ts, TERM_BV_SLE, y, x),
        term_2(ts, TERM_BV_SLT, x, y),
        term_2(ts, TERM_BV_SLT, y, x),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        VECTOR_PUSH(out, (struct candidate){all[i], FORM_ORDER, {v, w}, 0, 0});
}

static void add_linear(struct shapes *s, struct term wide, struct term x, int64_t scale,
                       int64_t distance, candidates *out)
{
    LAW(term_width(s->terms, wide) == s->width && term_width(s->terms, x) == s->width);
    struct terms *ts = s->terms;
    struct term y = term_2(ts, TERM_BV_MUL, x, term_bv_signed(ts, s->width, scale));
    y = term_2(ts, TERM_BV_ADD, y, term_bv_signed(ts, s->width, distance));
    VECTOR_PUSH(out, (struct candidate){term_eq(ts, wide, y), FORM_ORDER, {wide, x}, 0, 0});
}

/* wide = narrow * scale + distance, as sizes of objects are computed from counters. */
static void add_size(struct shapes *s, struct term wide, struct term narrow, candidates *out)
{
    LAW(term_width(s->terms, wide) == s->width && term_width(s->terms, narrow) <= s->width);
    struct terms *ts = s->terms;
    bool same = term_width(ts, wide) == term_width(ts, narrow);
    for (size_t k = 0; k <= s->scales.count; k++)
        for (size_t d = 0; d <= s->distances.count + 1; d++)
            for (int sign = 0; sign < (same ? 1 : 2); sign++) {
                int64_t scale = k ? s->scales.data[k - 1] : 1,
                        distance = d < 2 ? (int64_t)d : s->distances.data[d - 2];
                if (same && k == 0 && d == 0)
                    continue;
                struct term x =
                    sign ? term_sext(ts, narrow, s->width) : term_zext(ts, narrow, s->width);
                add_linear(s, wide, x, scale, distance, out);
                if (k && d)
                    add_linear(s, wide, x, scale, distance * scale, out);
            }
}

/* An index below the number of elements, which is known as a size only. */
static void add_indices(struct shapes *s, struct term size, struct term index,
                        candidates *out)
{
    LAW(term_width(s->terms, size) == s->width && s->arrays <= s->tree_layouts->arrays.count);
    struct terms *ts = s->terms;
    for (size_t i = 0; i < s->arrays; i++) {
        struct term stride = shapes_offset(s, s->tree_layouts->arrays.data[i].stride);
        struct term at = term_2(ts, TERM_BV_MUL, term_sext(ts, index, s->width), stride);
        VECTOR_PUSH(out,
                    (struct candidate){
                        term_2(ts, TERM_BV_SLT, at, size), FORM_ORDER, {size, index}, 0, 0});
        VECTOR_PUSH(out,
                    (struct candidate){
                        term_2(ts, TERM_BV_SLE, at, size), FORM_ORDER, {size, index}, 0, 0});
    }
}

static void add_sizes(struct shapes *s, struct term v, struct term w, candidates *out)
{
    unsigned a = term_width(s->terms, v), b = term_width(s->terms, w);
    if (!s->sized || s->settings.lengths || a < 8 || b < 8)
        return;
    if (a == s->width && b <= a)
        add_size(s, v, w, out);
    if (b == s->width && a <= b)
        add_size(s, w, v, out);
    if (a == s->width && b <= a)
        add_indices(s, v, w, out);
    if (b == s->width && a < b)
        add_indices(s, w, v, out);
}

/* The same of counters that may wrap. */
static void add_wrapped_sum(struct shapes *s, struct term x, struct term y, struct term z,
                            candidates *out)
{
    struct terms *ts = s->terms;
    unsigned width = term_width(ts, x);
    if (term_width(ts, y) < width)
        width = term_width(ts, y);
    if (term_width(ts, z) < width)
        width = term_width(ts, z);
    if (width < 16 || width == GRAPH_LENGTH_BITS)
        return;
    struct term low[] = {x, y, z};
    for (int i = 0; i < 3; i++)
        low[i] = term_extract(ts, low[i], width - 1, 0);
    struct term sum = term_2(ts, TERM_BV_ADD, low[1], low[2]);
    for (uint64_t alone = 0; alone <= MOST_ALONE; alone++) {
        struct term whole = term_2(ts, TERM_BV_ADD, sum, term_bv(ts, width, alone));
        VECTOR_PUSH(out,
                    (struct candidate){term_eq(ts, low[0], whole), FORM_ORDER, {{0}}, 0, 0});
    }
}

/* x = y + z, one of them as wide as a length; beside the lists there may be single nodes. */
static void add_sums(struct shapes *s, const struct graph_terms *variables, candidates *out)
{
    struct terms *ts = s->terms;
    uint32_t count = variables->count < MOST_SUMMED ? variables->count : MOST_SUMMED;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t l = k + 1; l < count; l++) {
                struct term x = variables->data[i], y = variables->data[k],
                            z = variables->data[l];
                if (i == k || i == l || !is_word(s, x) || !is_word(s, y) || !is_word(s, z))
                    continue;
                unsigned widest = term_width(ts, x);
                if (term_width(ts, y) > widest)
                    widest = term_width(ts, y);
                if (term_width(ts, z) > widest)
                    widest = term_width(ts, z);
                if (widest != GRAPH_LENGTH_BITS)
                    continue;
                struct term sum = term_2(ts, TERM_BV_ADD, widened(s, y), widened(s, z));
                for (uint64_t alone = 0; alone <= MOST_ALONE; alone++) {
                    struct term whole =
                        term_2(ts, TERM_BV_ADD, sum, term_bv(ts, GRAPH_LENGTH_BITS, alone));
                    VECTOR_PUSH(
                        out, (struct candidate){
                                 term_eq(ts, widened(s, x), whole), FORM_ORDER, {{0}}, 0, 0});
                }
                add_wrapped_sum(s, x, y, z, out);
            }
}

static void add_floats(struct shapes *s, const struct graph_terms *variables, uint32_t i,
                       uint32_t own, candidates *out)
{
    LAW(i < variables->count && shapes_is_float(s, variables->data[i]));
    struct graph_terms all = {0};
    struct term v = variables->data[i];
    shapes_float_bounds(s, v, &all);
    for (uint32_t k = i + 1; k < variables->count && k < own + MOST_VARIABLES; k++)
        if (shapes_is_float(s, variables->data[k]))
            shapes_float_order(s, v, variables->data[k], &all);
    for (uint32_t k = 0; k < all.count; k++)
        VECTOR_PUSH(out, (struct candidate){all.data[k], FORM_ORDER, {{0}}, 0, 0});
}

static void collect(struct shapes *s, const struct graph_terms *variables, uint32_t own,
                    const struct graph_terms *more, candidates *out)
{
    for (uint32_t i = 0; more && i < more->count; i++)
        VECTOR_PUSH(out, (struct candidate){more->data[i], FORM_GIVEN, {{0}}, 0, 0});
    for (uint32_t i = 0; i < own && i < MOST_BOUNDED; i++) {
        struct term v = variables->data[i];
        if (shapes_is_float(s, v) && !s->settings.bare)
            add_floats(s, variables, i, own, out);
        if (!is_word(s, v))
            continue;
        add_bounds(s, v, out);
        if (s->settings.bare || term_width(s->terms, v) == STATIC_BITS)
            continue;
        add_distinct(s, v, out);
        add_tests(s, v, out);
        add_aligned(s, v, out);
        for (uint32_t k = i + 1;
             k < variables->count && i < MOST_VARIABLES && k < own + MOST_VARIABLES; k++)
            if (is_word(s, variables->data[k])) {
                add_order(s, v, variables->data[k], out);
                add_extended(s, v, variables->data[k], out);
                add_distances(s, v, variables->data[k], out);
                add_maps(s, v, variables->data[k], out);
                add_pair_tests(s, v, variables->data[k], out);
                add_mixed(s, v, variables->data[k], out);
                add_sizes(s, v, variables->data[k], out);
            }
    }
    if (s->settings.lengths && !s->settings.sums && own == variables->count)
        add_sums(s, variables, out);
}

/* Of the bounds of one variable only the strongest says something. */
static bool is_strongest(void *context, const bool *keep, size_t i)
{
    const candidates *c = context;
    for (size_t k = c->data[i].stronger; k; k = c->data[k - 1].stronger)
        if (keep[k - 1])
            return false;
    return true;
}

static void note_variable(void *context, struct term v)
{
    map_set(context, v.id, 1);
}

/* It stands for a variable of which nothing is known: no bound holds. */
static bool is_free(struct shapes *s, struct graph_context *context, const struct map *known,
                    struct term v)
{
    if (!term_is(v))
        return false;
    struct term t = {(uint32_t)map_or(&context->map, v.id, v.id)};
    return term_op(s->terms, t) == TERM_VAR && !map_has(known, t.id);
}

struct opening {
    const struct graph_terms *open;
    bool found;
};

static void see_open(void *context, struct term v)
{
    struct opening *o = context;
    o->found |= graph_terms_have(o->open, v);
}

/* Does it speak of something that may be anything there? */
static bool is_about_open(struct shapes *s, const struct graph_context *context,
                          struct term t)
{
    struct opening o = {&context->open, false};
    if (context->open.count)
        term_variables(s->terms, t, see_open, &o);
    return o.found;
}

/* Candidates that are asked of there are marked. */
static void keep_those_of(struct shapes *s, const candidates *c, bool *keep, bool *asked,
                          struct graph_context *context)
{
    struct term *terms = calloc(c->count + 1, sizeof *terms);
    struct map known = {0}, map = {0};
    for (uint32_t i = 0; i < context->facts.count; i++)
        term_variables(s->terms, context->facts.data[i], note_variable, &known);
    for (size_t i = 0; i < context->map.capacity;
         i++) /* substitution keeps what it has seen */
        if (context->map.slots[i].used)
            map_set(&map, context->map.slots[i].key, context->map.slots[i].value);
    for (size_t i = 0; i < c->count; i++) {
        if (!keep[i])
            continue;
        LAW(sort_kind(s->terms, term_sort(s->terms, c->data[i].term)) == SORT_BOOL);
        terms[i] = term_bool(s->terms, true);
        if (is_about_open(s, context, c->data[i].term))
            continue;
        asked[i] = true;
        terms[i] =
            map.count ? term_substitute(s->terms, c->data[i].term, &map) : c->data[i].term;
        if (term_is_true(s->terms, terms[i]))
            continue;
        bool open = is_free(s, context, &known, c->data[i].of[0]) ||
                    is_free(s, context, &known, c->data[i].of[1]);
        if (open || term_is_false(s->terms, terms[i]))
            keep[i] = false;
    }
    shapes_filter(s, context->facts.data, context->facts.count, terms, keep, c->count,
                  is_strongest, (void *)(uintptr_t)c);
    map_release(&known);
    map_release(&map);
    free(terms);
}

/* Where there is no choice for what is open, nothing is said of it. */
static void drop_unchosen(struct shapes *s, const candidates *c, bool *keep,
                          const struct graph_context *context)
{
    struct graph_terms facts = {0};
    struct map map = {0};
    for (size_t i = 0; i < c->count; i++)
        if (keep[i] && is_strongest((void *)(uintptr_t)c, keep, i))
            graph_terms_add(&s->arena, &facts, c->data[i].term);
    for (size_t i = 0; i < context->map.capacity; i++)
        if (context->map.slots[i].used)
            map_set(&map, context->map.slots[i].key, context->map.slots[i].value);
    bool good = shapes_choose(s, &context->facts, &context->open, &facts, &map);
    for (size_t i = 0; i < c->count && !good; i++)
        keep[i] = keep[i] && !is_about_open(s, context, c->data[i].term);
    map_release(&map);
}

static void keep_all_of(struct shapes *s, const candidates *c, bool *keep,
                        graph_contexts *contexts)
{
    bool *asked = calloc(c->count + 1, sizeof *asked);
    for (size_t i = 0; i < c->count; i++)
        keep[i] = true;
    for (size_t i = 0; i < contexts->count; i++)
        keep_those_of(s, c, keep, asked, &contexts->data[i]);
    for (size_t i = 0; i < c->count; i++)
        keep[i] = keep[i] && asked[i];
    for (size_t i = 0; i < contexts->count; i++)
        if (contexts->data[i].open.count)
            drop_unchosen(s, c, keep, &contexts->data[i]);
    free(asked);
}

void shapes_find_facts(struct shapes *s, const struct graph_terms *variables, uint32_t own,
                       const struct graph_terms *more, graph_contexts *contexts,
                       struct graph_terms *out)
{
    LAW(own <= variables->count);
    LAW(contexts->count);
    candidates c = {0};
    if (s->settings.bare > 1)
        return;
    collect(s, variables, own, more, &c);
    bool *keep = calloc(c.count + 1, sizeof *keep);
    keep_all_of(s, &c, keep, contexts);
    for (size_t i = 0; i < c.count; i++) {
        struct term t = c.data[i].term;
        if (!keep[i] || !is_strongest(&c, keep, i) || term_is_true(s->terms, t))
            continue;
        if (!graph_terms_have(out, t))
            graph_terms_add(&s->arena, out, t);
    }
    free(keep);
    VECTOR_RELEASE(&c);
    if (s->settings.sums && own == variables->count)
        shapes_find_equations(s, variables, contexts, out);
}
