/* Borders: the indices at which a loop writes or reads an array, as functions of the state at
 * its head.
 *
 * Indices that differ by a constant make one group. In a loop that goes up, what is below the
 * least of them was passed and what is not has yet to come; in one that goes down it is what
 * lies above the largest. Borders are words as wide as the array's indices, so that an index
 * of -1 after the last round counts as it should. */
#include "domain/array/array_internal.h"

enum {
    MOST_BORDERS = 2,
    MOST_MEMBERS = 4,
    LARGEST_MODULUS = 16,
    MOST_CLASSES = 6,
    DEEPEST_NEST = 3
};

struct group {
    struct term low, high; /* high is just past the largest one */
    unsigned count;
    struct term members[MOST_MEMBERS];
};

/* Operators that a border of a segment may be written with. */
static const bool writes_border[TERM_OP_COUNT] = {
    [TERM_VAR] = true,       [TERM_CONST] = true,   [TERM_BV_ADD] = true,
    [TERM_BV_SUB] = true,    [TERM_BV_MUL] = true,  [TERM_BV_NEG] = true,
    [TERM_BV_ZEXT] = true,   [TERM_BV_SEXT] = true, [TERM_BV_EXTRACT] = true,
    [TERM_BV_CONCAT] = true, [TERM_BV_SHL] = true,  [TERM_BV_LSHR] = true,
    [TERM_BV_UDIV] = true,
};

static bool plain(struct terms *ts, struct term t, unsigned fuel)
{
    if (!writes_border[term_op(ts, t)])
        return false;
    for (size_t i = 0; i < term_count(ts, t); i++)
        if (!fuel || !plain(ts, term_arg(ts, t, i), fuel - 1))
            return false;
    return true;
}

struct depending {
    const struct array_loop *loop;
    bool changes;
};

static void see_variable(void *context, struct term t)
{
    struct depending *d = context;
    for (size_t i = 0; i < d->loop->scalars.count; i++)
        if (term_same(t, d->loop->stands[i]) && d->loop->scalars.data[i].slot != UINT32_MAX)
            d->changes = true;
}

static bool changes(struct array_looking *k, uint32_t loop, struct term t)
{
    LAW(loop < k->model->loops.count);
    struct depending d = {&k->loops[loop], false};
    term_variables(k->terms, t, see_variable, &d);
    return d.changes;
}

/* What inner loops begin with. */
static struct term at_entries(struct array_looking *k, uint32_t loop, struct term t)
{
    struct map map = {0};
    for (uint32_t l = 0; l < k->model->loops.count; l++)
        for (size_t i = 0; i < k->loops[l].scalars.count && l != loop; i++) {
            const struct variable_view *v = &k->loops[l].scalars.data[i];
            if (v->slot != UINT32_MAX)
                map_set(&map, v->pre.id, v->entry.id);
        }
    t = term_substitute(k->terms, t, &map);
    map_release(&map);
    return t;
}

static struct term border_of(struct array_looking *k, uint32_t loop, struct term index)
{
    for (int i = 0; i < DEEPEST_NEST; i++) {
        struct term b = array_generalise(k, loop, index, NULL);
        if (term_is(b))
            return plain(k->terms, b, 12) && changes(k, loop, b) ? b : TERM_NONE;
        struct term outer = at_entries(k, loop, index);
        if (term_same(outer, index))
            break;
        index = outer;
    }
    return TERM_NONE;
}

bool array_constant_difference(struct terms *ts, struct term a, struct term b, int64_t *out)
{
    LAW(term_sort(ts, a).id == term_sort(ts, b).id);
    uint64_t value;
    unsigned w = term_width(ts, a);
    if (w != term_width(ts, b) || !term_const_u64(ts, term_2(ts, TERM_BV_SUB, a, b), &value))
        return false;
    *out = (int64_t)(value << (64 - w)) >> (64 - w);
    return true;
}

/* A state as good as any, to see which way borders go and which of two is larger. */
static struct term sample(struct array_looking *k, uint32_t loop, struct term t)
{
    struct map map = {0};
    const variables *scalars = &k->loops[loop].scalars;
    for (size_t i = 0; i < scalars->count; i++) {
        struct term value = term_bv(k->terms, scalars->data[i].width, 16 + 4 * i);
        map_set(&map, scalars->data[i].pre.id, value.id);
        map_set(&map, k->loops[loop].stands[i].id, value.id);
    }
    t = term_substitute(k->terms, t, &map);
    map_release(&map);
    return t;
}

static struct term next(struct terms *ts, struct term t)
{
    return term_2(ts, TERM_BV_ADD, t, term_bv(ts, term_width(ts, t), 1));
}

/* Do the two differ by a small constant, as far as a few states show? */
static bool close_by(struct array_looking *k, uint32_t loop, struct term a, struct term b,
                     int64_t *difference)
{
    struct terms *ts = k->terms;
    if (array_constant_difference(ts, a, b, difference))
        return true;
    int64_t later;
    if (term_width(ts, a) != term_width(ts, b))
        return false;
    if (!array_constant_difference(ts, sample(k, loop, a), sample(k, loop, b), difference))
        return false;
    struct term a_after = sample(k, loop, array_at(k, loop, a, ROW_AFTER, k->index));
    struct term b_after = sample(k, loop, array_at(k, loop, b, ROW_AFTER, k->index));
    return array_constant_difference(ts, a_after, b_after, &later) && later == *difference &&
           later > -64 && later < 64;
}

static void add_member(struct group *g, struct term border)
{
    LAW(g->count && g->count <= MOST_MEMBERS);
    for (unsigned i = 0; i < g->count; i++)
        if (term_same(g->members[i], border))
            return;
    if (g->count < MOST_MEMBERS)
        g->members[g->count++] = border;
}

static unsigned find_groups(struct array_looking *k, uint32_t loop,
                            const struct array_view *v, struct group *out)
{
    struct terms *ts = k->terms;
    unsigned count = 0;
    for (int write = 1; write >= 0; write--)
        for (size_t i = 0; i < k->accesses.count; i++) {
            const struct array_access *a = &k->accesses.data[i];
            if (a->write != (write == 1) || !array_shares_leaf(ts, a->array, v))
                continue;
            struct term b = border_of(k, loop, a->index);
            int64_t from_low, from_high;
            unsigned g = 0;
            if (!term_is(b))
                continue;
            while (g < count && !close_by(k, loop, b, out[g].low, &from_low))
                g++;
            if (g == count && count < MOST_BORDERS) {
                out[count++] = (struct group){b, next(ts, b), 1, {b}};
            } else if (g < count) {
                add_member(&out[g], b);
                if (from_low < 0)
                    out[g].low = b;
                if (close_by(k, loop, next(ts, b), out[g].high, &from_high) && from_high > 0)
                    out[g].high = next(ts, b);
            }
        }
    return count;
}

/* The border's value when the loop begins, if it is known in the loop; none where it is 0 (a
 * lower end) or not known. */
static struct term start_of(struct array_looking *k, uint32_t loop, struct term border)
{
    LAW(changes(k, loop, border));
    uint64_t value;
    struct term entry = array_at(k, loop, border, ROW_AT_ENTRY, k->index);
    if (term_const_u64(k->terms, entry, &value))
        return value ? entry : TERM_NONE;
    struct term start = array_generalise(k, loop, entry, NULL);
    return term_is(start) && plain(k->terms, start, 12) && !changes(k, loop, start)
               ? start
               : TERM_NONE;
}

int64_t array_step(struct array_looking *k, uint32_t loop, struct term border)
{
    LAW(loop < k->model->loops.count);
    int64_t step;
    struct term before = array_at(k, loop, border, ROW_AT_HEAD, k->index);
    struct term after = array_at(k, loop, border, ROW_AFTER, k->index);
    return array_constant_difference(k->terms, sample(k, loop, after),
                                     sample(k, loop, before), &step)
               ? step
               : 0;
}

struct segments {
    struct array_segment *out;
    unsigned count;
};

static void add(struct segments *s, enum segment_part part, struct term from, struct term to)
{
    if (s->count < MOST_SEGMENTS)
        s->out[s->count++] = (struct array_segment){part, from, to, {0, 0}};
}

static void add_class(struct array_looking *k, struct array_class c)
{
    for (size_t i = 0; i < k->classes.count; i++)
        if (k->classes.data[i].modulus == c.modulus &&
            k->classes.data[i].residue == c.residue)
            return;
    if (k->classes.count < MOST_CLASSES)
        VECTOR_PUSH(&k->classes, c);
}

/* Where a round passes over elements, those that it does not pass over are classes of their
 * own. */
static void split(struct array_looking *k, uint32_t loop, const struct group *g, int64_t step,
                  struct segments *s, unsigned first)
{
    LAW(first <= s->count && s->count <= MOST_SEGMENTS && g->count <= MOST_MEMBERS);
    unsigned last = s->count;
    uint64_t modulus = step < 0 ? (uint64_t)-step : (uint64_t)step, begin;
    if (modulus < 2 || modulus > LARGEST_MODULUS || g->count >= modulus)
        return;
    for (unsigned m = 0; m < g->count; m++) {
        struct term entry = array_at(k, loop, g->members[m], ROW_AT_ENTRY, k->index);
        if (!term_const_u64(k->terms, entry, &begin))
            continue;
        struct array_class c = {modulus, begin % modulus};
        LAW(c.residue < c.modulus);
        add_class(k, c);
        for (unsigned i = first; i < last; i++) {
            if (s->out[i].part != SEGMENT_PASSED || s->count == MOST_SEGMENTS)
                continue;
            s->out[s->count] = s->out[i];
            s->out[s->count++].class = c;
        }
    }
}

unsigned array_segments(struct array_looking *k, uint32_t loop, const struct array_view *v,
                        struct array_segment *out)
{
    LAW(loop < k->model->loops.count);
    struct group groups[MOST_BORDERS];
    struct segments s = {out, 0};
    unsigned count = find_groups(k, loop, v, groups);
    for (unsigned g = 0; g < count; g++) {
        int64_t way = array_step(k, loop, groups[g].low);
        unsigned first = s.count;
        struct term low = groups[g].low, high = groups[g].high;
        struct term from = start_of(k, loop, low), to = start_of(k, loop, high);
        if (way >= 0) {
            add(&s, SEGMENT_PASSED, from, low);
            if (term_is(from))
                add(&s, SEGMENT_PASSED, TERM_NONE, low);
            if (v->changed)
                add(&s, SEGMENT_AHEAD, low, TERM_NONE);
        }
        if (way <= 0) {
            add(&s, SEGMENT_PASSED, high, to);
            if (term_is(to))
                add(&s, SEGMENT_PASSED, high, TERM_NONE);
            if (v->changed)
                add(&s, SEGMENT_AHEAD, TERM_NONE, high);
        }
        split(k, loop, &groups[g], way, &s, first);
    }
    if (v->changed)
        add(&s, SEGMENT_WHOLE, TERM_NONE, TERM_NONE);
    LAW(s.count <= MOST_SEGMENTS);
    return s.count;
}

struct term array_segment_guard(struct array_looking *k, struct array_segment s)
{
    LAW(!s.class.modulus || s.class.residue < s.class.modulus);
    struct terms *ts = k->terms;
    struct term guard = term_bool(ts, true);
    if (term_is(s.from))
        guard = term_2(ts, TERM_BV_ULE, term_zext(ts, s.from, 64), k->index);
    if (term_is(s.to))
        guard =
            term_and(ts, guard, term_2(ts, TERM_BV_ULT, k->index, term_zext(ts, s.to, 64)));
    if (s.class.modulus) {
        unsigned w = k->index_width < 32 ? k->index_width : 32; /* enough, and cheaper */
        if (w < 8)
            w = 8;
        struct term rest = term_2(ts, TERM_BV_UREM, term_resize(ts, k->index, w),
                                  term_bv(ts, w, s.class.modulus));
        guard = term_and(ts, guard, term_eq(ts, rest, term_bv(ts, w, s.class.residue)));
    }
    return guard;
}
