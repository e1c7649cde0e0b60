/* Numbers that nothing in memory shows, as the part that would hold them is missing in an
 * element: they stand for something under which the rows of the segment hold. Any choice is
 * sound, as the rows are shown of it like all others. */
#include "check/shape/entail/match.h"

enum { MOST_VALUES = 24 };

struct choice {
    struct matching *m;
    struct context *x;
    struct term number;
    VECTOR(struct term) values;
};

struct lookup {
    const struct choice *c;
    bool itself; /* the number is mentioned */
    bool open;   /* ... or another one that stands for nothing yet */
};

static void see_number(void *context, struct term t)
{
    struct lookup *l = context;
    const struct choice *c = l->c;
    uint64_t owner;
    if (term_same(t, c->number))
        l->itself = true;
    else if (map_get(&c->m->owner_of, t.id, &owner)) {
        const struct context *at = match_owner(c->x, (uint32_t)owner);
        l->open |= !at || !map_has(&at->numbers, t.id);
    }
}

static struct lookup look_up(const struct choice *c, struct term t)
{
    struct lookup l = {c, false, false};
    term_variables(c->m->c->base.terms, t, see_number, &l);
    return l;
}

static struct term in_given(const struct choice *c, struct term t)
{
    struct map map = {0};
    for (const struct context *x = c->x; x; x = x->up)
        for (size_t i = 0; i < x->numbers.capacity; i++)
            if (x->numbers.slots[i].used && !map_has(&map, x->numbers.slots[i].key))
                map_set(&map, x->numbers.slots[i].key, x->numbers.slots[i].value);
    struct term out = term_substitute(c->m->c->base.terms, t, &map);
    map_release(&map);
    return out;
}

static void add_value(struct choice *c, struct term t)
{
    for (size_t i = 0; i < c->values.count; i++)
        if (term_same(c->values.data[i], t))
            return;
    if (match_same_sort(c->m, t, c->number) && c->values.count < MOST_VALUES)
        VECTOR_PUSH(&c->values, t);
}

static void add_constant(struct choice *c, struct term t)
{
    struct terms *ts = c->m->c->base.terms;
    if (sort_kind(ts, term_sort(ts, t)) != SORT_BV)
        return;
    struct term one = term_bv(ts, term_width(ts, t), 1);
    add_value(c, t);
    add_value(c, term_2(ts, TERM_BV_ADD, t, one));
    add_value(c, term_2(ts, TERM_BV_SUB, t, one));
}

/* What the number is compared with. */
static void collect(struct choice *c, struct term t)
{
    struct terms *ts = c->m->c->base.terms;
    for (size_t i = 0; i < term_count(ts, t); i++) {
        struct term arg = term_arg(ts, t, i);
        struct lookup l = look_up(c, arg);
        if (term_is_const(ts, arg))
            add_constant(c, arg);
        else if (l.itself)
            collect(c, arg);
        else if (!l.open)
            add_value(c, in_given(c, arg));
    }
}

/* The rows of the element about this number alone, or about others that stand for something.
 */
static struct term rows_about(const struct choice *c)
{
    struct terms *ts = c->m->c->base.terms;
    struct term all = term_bool(ts, true);
    for (size_t i = 0; i < c->m->rows.count; i++) {
        const struct match_row *r = &c->m->rows.data[i];
        if (r->here != c->x || r->there)
            continue;
        struct lookup l = look_up(c, r->condition);
        if (l.itself && !l.open)
            all = term_and(ts, all, term_implies(ts, r->when, in_given(c, r->condition)));
    }
    return all;
}

static bool fits(struct choice *c, struct term value)
{
    struct terms *ts = c->m->c->base.terms;
    map_set(&c->x->numbers, c->number.id, value.id);
    struct term all = rows_about(c);
    return !term_is_false(ts, all) &&
           heap_shown(c->m->c, c->m->given, term_implies(ts, c->x->known, all));
}

static void choose(struct choice *c)
{
    for (size_t i = 0; i < c->m->rows.count; i++) {
        const struct match_row *r = &c->m->rows.data[i];
        if (r->here == c->x && !r->there && look_up(c, r->condition).itself)
            collect(c, r->condition);
    }
    bool found = false;
    for (size_t i = 0; i < c->values.count && !found; i++)
        found = fits(c, c->values.data[i]);
    if (!found)
        map_remove(&c->x->numbers, c->number.id);
    VECTOR_RELEASE(&c->values);
}

static bool is_pending(const struct matching *m, const struct context *x, struct term number)
{
    for (size_t i = 0; i < m->pending.count; i++)
        if (m->pending.data[i].at == x && term_same(m->pending.data[i].number, number))
            return true;
    return false;
}

static void choose_in(struct matching *m, struct context *x)
{
    const struct heap_object *o = heap_at(m->wanted, x->segment);
    for (size_t i = 0; i < o->numbers.count; i++) {
        struct choice c = {.m = m, .x = x, .number = o->numbers.data[i]};
        if (!map_has(&x->numbers, c.number.id) && !is_pending(m, x, c.number))
            choose(&c);
    }
}

void match_choose(struct matching *m)
{
    for (size_t i = 0; i < m->contexts.count; i++)
        if (m->contexts.data[i]->segment)
            choose_in(m, m->contexts.data[i]);
}
