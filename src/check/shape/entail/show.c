/* What entailment has to show of numbers: all that was collected on the way, the wanted facts
 * and rows, in one question. */
#include "check/shape/entail/match.h"

/* From what a given segment's element holds to what the one after it holds. */
static void map_to_next(struct matching *m, const struct heap_object *g, struct map *later)
{
    LAW(g->numbers.count == g->nexts.count && heap_is_segment(g));
    for (size_t i = 0; i < g->numbers.count; i++)
        map_set(later, g->numbers.data[i].id, g->nexts.data[i].id);
    for (size_t i = 0; i < m->varies.capacity; i++) {
        const struct map_slot *slot = &m->varies.slots[i];
        if (slot->used)
            map_set(later, slot->key, match_fresh(m, (struct term){(uint32_t)slot->key}).id);
    }
}

/* A wanted condition over given terms. */
static struct term translated(struct matching *m, const struct match_row *r)
{
    LAW(!r->there || r->object); /* neighbours are a list's */
    struct map map = {0};
    for (size_t i = 0; i < m->owner_of.capacity; i++) {
        const struct map_slot *slot = &m->owner_of.slots[i];
        if (!slot->used)
            continue;
        struct term number = {(uint32_t)slot->key};
        if (match_owner(r->here, (uint32_t)slot->value))
            map_set(&map, number.id, match_number(m, r->here, number).id);
    }
    struct terms *ts = m->c->base.terms;
    const struct heap_object *o = r->object ? heap_at(m->wanted, r->object) : NULL;
    struct map later = {0};
    bool inner = r->there == r->here && r->here->generic;
    if (inner)
        map_to_next(m, heap_at(m->given, r->here->item), &later);
    for (size_t i = 0; o && r->there && i < o->numbers.count; i++) {
        struct term t = match_number(m, r->there, o->numbers.data[i]);
        if (inner)
            t = term_substitute(ts, t, &later);
        map_set(&map, o->nexts.data[i].id, t.id);
    }
    struct term t = term_substitute(ts, r->condition, &map);
    struct term known = r->here->known;
    if (r->there)
        known =
            term_and(ts, known, inner ? term_substitute(ts, known, &later) : r->there->known);
    map_release(&map);
    map_release(&later);
    return term_implies(ts, term_and(ts, known, r->when), t);
}

/* --- numbers that nothing in memory shows --- */

struct unbound {
    struct matching *m;
    struct context *top;
    bool some;
};

static void see_unbound(void *context, struct term t)
{
    struct unbound *u = context;
    u->some |= map_has(&u->m->owner_of, t.id) && !map_has(&u->top->numbers, t.id);
}

/* The number is to be equal to something over others that are bound: it stands for that. */
static bool bind_by(struct matching *m, struct context *top, struct term number,
                    struct term other)
{
    struct unbound u = {m, top, false};
    if (map_or(&m->owner_of, number.id, UINT64_MAX) != 0 || map_has(&top->numbers, number.id))
        return false;
    term_variables(m->c->base.terms, other, see_unbound, &u);
    if (u.some)
        return false;
    struct map map = {0};
    for (size_t i = 0; i < top->numbers.capacity; i++)
        if (top->numbers.slots[i].used)
            map_set(&map, top->numbers.slots[i].key, top->numbers.slots[i].value);
    LAW(term_sort(m->c->base.terms, number).id == term_sort(m->c->base.terms, other).id);
    map_set(&top->numbers, number.id, term_substitute(m->c->base.terms, other, &map).id);
    map_release(&map);
    return true;
}

/* What only elements of empty lists would hold is bound by nothing. Any choice is sound: that
 * the facts hold is shown. */
static void bind_determined(struct matching *m, struct context *top)
{
    struct terms *ts = m->c->base.terms;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < m->wanted->facts.count; i++) {
            struct term f = m->wanted->facts.data[i];
            if (term_op(ts, f) != TERM_EQ)
                continue;
            changed |= bind_by(m, top, term_arg(ts, f, 0), term_arg(ts, f, 1)) ||
                       bind_by(m, top, term_arg(ts, f, 1), term_arg(ts, f, 0));
        }
    }
}

bool match_shown(struct matching *m, struct context *top)
{
    LAW(top == m->contexts.data[0]);
    LAW(!top->up);
    struct terms *ts = m->c->base.terms;
    bind_determined(m, top);
    match_choose(m);
    for (size_t i = 0; i < m->pending.count; i++) {
        const struct match_pending *p = &m->pending.data[i];
        match_goal(m, p->context, term_eq(ts, match_number(m, p->at, p->number), p->given));
    }
    struct term yes = term_bool(ts, true);
    for (size_t i = 0; i < m->wanted->facts.count; i++)
        VECTOR_PUSH(&m->rows,
                    ((struct match_row){m->wanted->facts.data[i], top, NULL, 0, yes}));
    for (size_t i = 0; i < m->rows.count; i++)
        VECTOR_PUSH(&m->goals, translated(m, &m->rows.data[i]));
    struct term all = term_and_n(ts, m->goals.data, m->goals.count);
    return heap_shown(m->c, m->given, all) ? true : match_fails(m, "numbers that do not fit");
}
