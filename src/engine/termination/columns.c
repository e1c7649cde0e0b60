#include "engine/termination/columns.h"

#include "base/failure.h"
#include "base/map.h"
#include "domain/domain.h"

enum { MOST_COLUMNS = 40, MOST_TRUTHS = 12, WIDEST = 64, ROOM = 8 };

static void add(struct columns *c, struct column k)
{
    if (c->list.count < MOST_COLUMNS && !term_same(k.pre, k.post))
        VECTOR_PUSH(&c->list, k);
}

static void add_bits(struct columns *c, struct terms *ts, enum column_kind kind,
                     uint32_t slot, struct term pre, struct term post)
{
    unsigned w = c->width;
    bool sign = kind == COLUMN_SIGNED;
    add(c, (struct column){.kind = kind,
                           .slot = slot,
                           .pre = sign ? term_sext(ts, pre, w) : term_zext(ts, pre, w),
                           .post = sign ? term_sext(ts, post, w) : term_zext(ts, post, w)});
}

/* An order of floats that puts them where they are as numbers. */
static struct term float_order(struct terms *ts, struct term bits, unsigned width)
{
    LAW(width >= term_width(ts, bits));
    unsigned w = term_width(ts, bits);
    struct term size = term_zext(ts, term_extract(ts, bits, w - 2, 0), width);
    struct term negative =
        term_eq(ts, term_extract(ts, bits, w - 1, w - 1), term_bv(ts, 1, 1));
    return term_ite(ts, negative, term_1(ts, TERM_BV_NEG, size), size);
}

static struct term bits_of(struct terms *ts, struct sym s)
{
    return s.kind == SYM_FLOAT ? term_1(ts, TERM_FP_TO_BITS, s.a) : s.a;
}

static struct sym after(const struct slot *s)
{
    return term_is(s->post.a) ? s->post : s->pre;
}

static bool is_plain(const struct slot *s)
{
    return !s->array && (s->kind == SLOT_PHI || s->kind == SLOT_CELL) && term_is(s->pre.a);
}

enum { MOST_OBJECTS = 64 };
struct leaves {
    uint32_t id[MOST_OBJECTS];
    unsigned count;
};

/* The constants that a choice between constants may be; false where it is more than that. */
static bool leaves_of(const struct terms *ts, struct term t, struct leaves *out)
{
    LAW(out->count <= MOST_OBJECTS);
    if (term_op(ts, t) == TERM_ITE)
        return leaves_of(ts, term_arg(ts, t, 1), out) &&
               leaves_of(ts, term_arg(ts, t, 2), out);
    if (!term_is_const(ts, t) || out->count == MOST_OBJECTS)
        return false;
    out->id[out->count++] = t.id;
    return true;
}

static bool is_leaf(const struct leaves *l, uint32_t id)
{
    for (unsigned i = 0; i < l->count; i++)
        if (l->id[i] == id)
            return true;
    return false;
}

/* Does a number of an object mean the same before and after the round? An object that the
 * round made is known by another number in the next one, where it belongs to the summary of
 * its site. */
static bool keeps_numbers(const struct terms *ts, const struct slot *s)
{
    struct leaves pre = {.count = 0}, post = {.count = 0};
    if (s->pre.kind != SYM_POINTER)
        return true;
    if (!leaves_of(ts, s->pre.a, &pre) || !leaves_of(ts, after(s).a, &post))
        return false;
    for (unsigned i = 0; i < post.count; i++)
        if (!is_leaf(&pre, post.id[i]))
            return false;
    return true;
}

static void add_slot(struct columns *c, struct terms *ts, const struct slot *s, uint32_t i)
{
    struct sym post = after(s);
    if (s->kind == SLOT_ALIVE && term_is(s->pre.a)) {
        struct term one = term_bv(ts, 1, 1), zero = term_bv(ts, 1, 0);
        add_bits(c, ts, COLUMN_UNSIGNED, i, term_ite(ts, s->pre.a, one, zero),
                 term_ite(ts, post.a, one, zero));
        return;
    }
    if (!is_plain(s) || post.kind != s->pre.kind)
        return;
    if (s->pre.kind == SYM_POINTER) {
        add_bits(c, ts, COLUMN_SIGNED, i, s->pre.b, post.b);
        if (keeps_numbers(ts, s))
            add_bits(c, ts, COLUMN_OBJECT, i, s->pre.a, post.a);
    } else if (s->pre.kind == SYM_FLOAT || s->is_float) {
        struct term x = bits_of(ts, s->pre), y = bits_of(ts, post);
        if (term_width(ts, x) > WIDEST)
            return;
        add(c, (struct column){.kind = COLUMN_FLOAT,
                               .slot = i,
                               .pre = float_order(ts, x, c->width),
                               .post = float_order(ts, y, c->width)});
    } else if (term_width(ts, s->pre.a) <= WIDEST) {
        add_bits(c, ts, COLUMN_SIGNED, i, s->pre.a, post.a);
        if (term_width(ts, s->pre.a) > 1)
            add_bits(c, ts, COLUMN_UNSIGNED, i, s->pre.a, post.a);
    }
}

static void add_sizes(struct columns *c, struct terms *ts)
{
    struct term zero = term_bv(ts, c->width, 0);
    for (size_t i = 0, n = c->list.count; i < n; i++) {
        struct column k = c->list.data[i];
        if (k.kind != COLUMN_SIGNED && k.kind != COLUMN_FLOAT)
            continue;
        struct term at[2] = {k.pre, k.post};
        for (int m = 0; m < 2; m++)
            at[m] = term_ite(ts, term_2(ts, TERM_BV_SLT, at[m], zero),
                             term_1(ts, TERM_BV_NEG, at[m]), at[m]);
        add(c, (struct column){
                   .kind = COLUMN_SIZE, .slot = k.slot, .pre = at[0], .post = at[1]});
    }
}

/* --- conditions that the loop looks at, as 0 or 1 --- */

struct truths {
    struct terms *terms;
    struct map seen, state; /* state: variables of the head, and constants */
    VECTOR(struct term) found;
    bool outside; /* a term has variables that are not of the head */
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct truths *)context)->seen, t.id);
}

static void see_variable(void *context, struct term v)
{
    struct truths *t = context;
    t->outside |= !map_has(&t->state, v.id);
}

static void look(void *context, struct term t)
{
    struct truths *k = context;
    map_set(&k->seen, t.id, 1);
    enum term_op op = term_op(k->terms, t);
    bool compares = op == TERM_BV_ULT || op == TERM_BV_ULE || op == TERM_BV_SLT ||
                    op == TERM_BV_SLE || op == TERM_EQ;
    if (!compares || k->found.count >= MOST_TRUTHS)
        return;
    k->outside = false;
    term_variables(k->terms, t, see_variable, k);
    if (!k->outside)
        VECTOR_PUSH(&k->found, t);
}

static void note_variable(void *context, struct term v)
{
    map_set(context, v.id, 1);
}

/* --- the smaller and the larger one of two numbers that are compared --- */

/* The number that the term is at the head, perhaps moved by a constant; UINT32_MAX: none. */
static uint32_t slot_of(const struct terms *ts, const struct cut_loop *l, struct term t)
{
    if (term_op(ts, t) == TERM_BV_ADD && term_is_const(ts, term_arg(ts, t, 0)))
        t = term_arg(ts, t, 1);
    else if (term_op(ts, t) == TERM_BV_ADD && term_is_const(ts, term_arg(ts, t, 1)))
        t = term_arg(ts, t, 0);
    for (uint32_t i = 0; i < l->slots.count; i++) {
        const struct slot *s = &l->slots.data[i];
        if (!s->is_ghost && is_plain(s) && s->pre.kind == SYM_BITS && !s->is_float &&
            after(s).kind == SYM_BITS && term_same(s->pre.a, t))
            return i;
    }
    return UINT32_MAX;
}

static struct term chosen(struct terms *ts, enum column_kind kind, struct term x,
                          struct term y, unsigned width)
{
    LAW(term_width(ts, x) == term_width(ts, y));
    struct term less = term_2(ts, TERM_BV_SLT, x, y);
    bool least = kind == COLUMN_LEAST;
    return term_sext(ts, term_ite(ts, less, least ? x : y, least ? y : x), width);
}

static void add_pair(struct columns *c, struct terms *ts, const struct cut_loop *l,
                     uint32_t x, uint32_t y)
{
    static const enum column_kind kinds[] = {COLUMN_LEAST, COLUMN_MOST};
    const struct slot *a = &l->slots.data[x], *b = &l->slots.data[y];
    for (int k = 0; k < 2; k++)
        add(c,
            (struct column){.kind = kinds[k],
                            .slot = x,
                            .other = y,
                            .pre = chosen(ts, kinds[k], a->pre.a, b->pre.a, c->width),
                            .post = chosen(ts, kinds[k], after(a).a, after(b).a, c->width)});
}

static bool has_pair(const struct columns *c, uint32_t x, uint32_t y)
{
    for (size_t i = 0; i < c->list.count; i++) {
        const struct column *k = &c->list.data[i];
        bool two = k->kind == COLUMN_LEAST || k->kind == COLUMN_MOST;
        if (two && ((k->slot == x && k->other == y) || (k->slot == y && k->other == x)))
            return true;
    }
    return false;
}

static void add_compared(struct columns *c, struct terms *ts, const struct cut_loop *l,
                         struct term t)
{
    uint32_t x = slot_of(ts, l, term_arg(ts, t, 0)), y = slot_of(ts, l, term_arg(ts, t, 1));
    if (x == UINT32_MAX || y == UINT32_MAX || x == y || has_pair(c, x, y))
        return;
    struct term a = l->slots.data[x].pre.a, b = l->slots.data[y].pre.a;
    if (term_width(ts, a) == term_width(ts, b) && term_width(ts, a) <= WIDEST)
        add_pair(c, ts, l, x, y);
}

static void add_truths(struct columns *c, struct terms *ts, const struct cut_loop *l)
{
    struct truths k = {.terms = ts};
    struct map from_to = {0};
    for (size_t i = 0; i < l->slots.count; i++) {
        const struct slot *s = &l->slots.data[i];
        struct sym post = after(s);
        if (!is_plain(s) || post.kind != s->pre.kind || !keeps_numbers(ts, s))
            continue;
        struct term pre[2] = {s->pre.a, s->pre.b}, later[2] = {post.a, post.b};
        for (int m = 0; m < 2; m++) {
            if (!term_is(pre[m]) || term_op(ts, pre[m]) != TERM_VAR)
                continue;
            map_set(&from_to, pre[m].id, later[m].id);
            map_set(&k.state, pre[m].id, 1);
        }
    }
    for (size_t i = 0; i < l->constants.count; i++)
        term_variables(ts, l->constants.data[i].value, note_variable, &k.state);
    term_walk(ts, l->back, is_seen, look, &k);
    for (size_t i = 0; i < l->slots.count; i++)
        if (is_plain(&l->slots.data[i]) && term_is(l->slots.data[i].post.a))
            term_walk(ts, l->slots.data[i].post.a, is_seen, look, &k);
    struct term one = term_bv(ts, c->width, 1), zero = term_bv(ts, c->width, 0);
    for (size_t i = 0; i < k.found.count; i++)
        if (sort_kind(ts, term_sort(ts, term_arg(ts, k.found.data[i], 0))) == SORT_BV)
            add_compared(c, ts, l, k.found.data[i]);
    for (size_t i = 0; i < k.found.count; i++) {
        struct term t = k.found.data[i];
        struct map memo = {0};
        for (size_t m = 0; m < from_to.capacity; m++)
            if (from_to.slots[m].used)
                map_set(&memo, from_to.slots[m].key, from_to.slots[m].value);
        struct term later = term_substitute(ts, t, &memo);
        map_release(&memo);
        add(c, (struct column){.kind = COLUMN_TRUTH,
                               .slot = UINT32_MAX,
                               .pre = term_ite(ts, t, one, zero),
                               .post = term_ite(ts, later, one, zero)});
    }
    VECTOR_RELEASE(&k.found);
    map_release(&k.seen);
    map_release(&k.state);
    map_release(&from_to);
}

static unsigned widest(struct terms *ts, const struct cut_loop *l)
{
    unsigned width = OBJECT_BITS;
    for (size_t i = 0; i < l->slots.count; i++) {
        const struct slot *s = &l->slots.data[i];
        if (!is_plain(s))
            continue;
        unsigned w = term_width(ts, s->pre.kind == SYM_POINTER ? s->pre.b : s->pre.a);
        if (w > width && w <= WIDEST)
            width = w;
    }
    return width;
}

void columns_find(struct columns *c, struct terms *ts, const struct cut_loop *l,
                  enum columns_wish wish)
{
    *c = (struct columns){.width = widest(ts, l) + ROOM};
    for (uint32_t i = 0; i < l->slots.count; i++)
        if (!l->slots.data[i].is_ghost)
            add_slot(c, ts, &l->slots.data[i], i);
    LAW(c->width <= WIDEST + ROOM);
    if (wish == COLUMNS_PLAIN)
        return;
    add_sizes(c, ts);
    add_truths(c, ts, l);
}

void columns_release(struct columns *c)
{
    VECTOR_RELEASE(&c->list);
}
