/* Literals of a state: those of the pool that hold in it, and what the state itself shows. */
#include "base/failure.h"
#include "engine/pdr/pdr_internal.h"

enum { MOST_WITH_DIFFERENCES = 8 }; /* variables of a place whose differences are looked at */

/* The one of t and its opposite that holds; none if the state does not say. */
static void add_if_known(struct pdr *p, struct state *s, const struct literal *l, cube *out)
{
    LAW(l->rank <= RANK_PAIR); /* of the pool */
    struct term value = term_substitute(p->terms, l->head, &s->values);
    struct literal no = *l;
    no.head = term_not(p->terms, l->head);
    no.next = term_not(p->terms, l->next);
    if (term_is_true(p->terms, value))
        VECTOR_PUSH(out, *l);
    if (term_is_false(p->terms, value))
        VECTOR_PUSH(out, no);
}

static void add_shown(struct pdr *p, struct state *s, struct term head, enum rank rank,
                      cube *out)
{
    LAW(rank >= RANK_BOUND); /* of the state itself */
    if (!term_is_const(p->terms, head))
        VECTOR_PUSH(out, place_literal(p, s->place, head, rank));
}

static struct term value_in(struct state *s, struct term variable)
{
    uint64_t id;
    if (!map_get(&s->values, variable.id, &id))
        BUG("a state without one of its variables");
    return (struct term){(uint32_t)id};
}

static void add_value(struct pdr *p, struct state *s, struct term x, cube *out)
{
    size_t before = out->count;
    struct term value = value_in(s, x);
    add_shown(p, s, term_eq(p->terms, x, value), RANK_BOUND, out);
    if (out->count == before)
        return;
    VECTOR_LAST(out).x = x;
    VECTOR_LAST(out).value = value;
}

static struct term bound_term(struct terms *ts, enum bound b, struct term x,
                              struct term value)
{
    switch (b) {
    case BOUND_MOST:
        return term_2(ts, TERM_BV_SLE, x, value);
    case BOUND_LEAST:
        return term_2(ts, TERM_BV_SLE, value, x);
    case BOUND_MOST_UNSIGNED:
        return term_2(ts, TERM_BV_ULE, x, value);
    case BOUND_LEAST_UNSIGNED:
        return term_2(ts, TERM_BV_ULE, value, x);
    case BOUNDS:
        break;
    }
    BUG("no such bound: %d", (int)b);
}

bool literal_bound(struct pdr *p, uint32_t place, const struct literal *l, enum bound b,
                   struct literal *out)
{
    LAW(term_width(p->terms, l->x) == term_width(p->terms, l->value));
    LAW(l->rank == RANK_BOUND && term_is(l->x));
    struct term t = bound_term(p->terms, b, l->x, l->value);
    if (term_is_const(p->terms, t))
        return false;
    *out = place_literal(p, place, t, RANK_BOUND);
    out->x = l->x;
    out->value = l->value;
    return true;
}

/* The constant of the program that is next to the value, or the last one, on that side. */
static bool find_threshold(const struct pdr *p, __int128 value, unsigned width, bool up,
                           bool last, __int128 *out)
{
    LAW(width && width <= 64);
    __int128 limit = (__int128)1 << (width - 1);
    bool found = false;
    for (size_t i = 0; i < p->options.threshold_count; i++) {
        __int128 t = p->options.thresholds[i];
        bool beyond = up ? t > value && t < limit : t < value && t >= -limit;
        bool better = !found || (up == last ? t > *out : t < *out);
        if (!beyond || !better)
            continue;
        *out = t;
        found = true;
    }
    LAW(!found || (up ? *out > value : *out < value)); /* further off */
    return found;
}

static bool signed_value(struct terms *ts, struct term value, __int128 *out)
{
    LAW(term_width(ts, value) <= 64);
    uint64_t bits;
    unsigned unused = 64 - term_width(ts, value);
    if (!term_const_u64(ts, value, &bits))
        return false;
    *out = (int64_t)(bits << unused) >> unused;
    return true;
}

bool literal_bound_further(struct pdr *p, uint32_t place, const struct literal *l,
                           enum bound b, bool last, struct literal *out)
{
    __int128 value = 0, further = 0;
    unsigned width = term_width(p->terms, l->x);
    struct literal other = *l;
    if (b != BOUND_MOST && b != BOUND_LEAST)
        return false;
    if (!signed_value(p->terms, l->value, &value))
        return false;
    if (!find_threshold(p, value, width, b == BOUND_MOST, last, &further))
        return false;
    other.value = term_bv_signed(p->terms, width, (int64_t)further);
    return literal_bound(p, place, &other, b, out);
}

static void add_difference(struct pdr *p, struct state *s, struct term x, struct term y,
                           cube *out)
{
    struct terms *ts = p->terms;
    if (term_width(ts, x) != term_width(ts, y) || term_width(ts, x) == 1)
        return;
    struct term difference = term_2(ts, TERM_BV_SUB, x, y);
    add_shown(
        p, s,
        term_eq(ts, difference, term_2(ts, TERM_BV_SUB, value_in(s, x), value_in(s, y))),
        RANK_DIFFERENCE, out);
}

static void add_bits(struct pdr *p, struct state *s, struct term x, cube *out)
{
    struct terms *ts = p->terms;
    struct term value = value_in(s, x);
    for (unsigned i = 0; i < term_width(ts, x); i++)
        add_shown(p, s, term_eq(ts, term_extract(ts, x, i, i), term_extract(ts, value, i, i)),
                  RANK_BIT, out);
}

void state_values(struct pdr *p, struct state *s, cube *out)
{
    LAW(s->place < p->places.count);
    const struct head *place = &p->places.data[s->place];
    for (size_t i = 0; i < place->variables.count; i++)
        add_value(p, s, place->variables.data[i].pre, out);
}

void state_literals(struct pdr *p, struct state *s, cube *out)
{
    LAW(s->place < p->places.count && !out->count);
    const struct head *place = &p->places.data[s->place];
    const struct variable_view *v = place->variables.data;
    size_t count = place->variables.count;
    for (size_t i = 0; i < place->predicates.count; i++)
        add_if_known(p, s, &place->predicates.data[i], out);
    for (size_t i = 0; i < count; i++)
        add_value(p, s, v[i].pre, out);
    for (size_t i = 0; i < count && count <= MOST_WITH_DIFFERENCES; i++)
        for (size_t k = 0; k < i; k++)
            add_difference(p, s, v[i].pre, v[k].pre, out);
    for (size_t i = 0; i < count; i++)
        add_bits(p, s, v[i].pre, out);
    LAW(is_by_rank(out));
}
