/* Numbers in the entailment of the checker of shapes: a wanted number is bound to the first
 * given term that it meets and whose value is the same for all that the number speaks of; any
 * other term that it meets must be equal. */
#include "check/shape/entail/match.h"

void match_goal(struct matching *m, struct context *x, struct term t)
{
    LAW(sort_kind(m->c->base.terms, term_sort(m->c->base.terms, t)) == SORT_BOOL);
    VECTOR_PUSH(&m->goals, term_implies(m->c->base.terms, x->known, t));
}

struct term match_fresh(struct matching *m, struct term t)
{
    return term_fresh(m->c->base.terms, term_sort(m->c->base.terms, t), "open");
}

struct term match_number(struct matching *m, struct context *x, struct term number)
{
    LAW(term_op(m->c->base.terms, number) == TERM_VAR);
    uint64_t owner = map_or(&m->owner_of, number.id, 0), bound;
    struct context *at = match_owner(x, (uint32_t)owner);
    if (!at)
        return match_fresh(m, number);
    if (map_get(&at->numbers, number.id, &bound))
        return (struct term){(uint32_t)bound};
    struct term open = match_fresh(m, number);
    map_set(&at->numbers, number.id, open.id);
    return open;
}

struct mention {
    const struct matching *m;
    const struct heap_object *o;
    bool found;
};

static void see_mention(void *context, struct term t)
{
    struct mention *k = context;
    k->found |= map_has(&k->m->varies, t.id);
    for (size_t i = 0; i < k->o->numbers.count; i++)
        k->found |= term_same(t, k->o->numbers.data[i]);
}

/* A number of the context `at` has one value for all elements below it: no term over their
 * numbers, or over bytes of theirs that are not known. */
static bool may_bind(struct matching *m, struct context *x, const struct context *at,
                     struct term given)
{
    for (; x != at; x = x->up) {
        if (!x->generic)
            continue;
        struct mention k = {m, heap_at(m->given, x->item), false};
        term_variables(m->c->base.terms, given, see_mention, &k);
        if (k.found)
            return false;
    }
    return true;
}

bool match_same_sort(struct matching *m, struct term a, struct term b)
{
    return term_sort(m->c->base.terms, a).id == term_sort(m->c->base.terms, b).id;
}

bool match_term(struct matching *m, struct context *x, struct term wanted, struct term given)
{
    struct terms *ts = m->c->base.terms;
    uint64_t bound;
    if (!match_same_sort(m, wanted, given))
        return match_fails(m, "a number of another kind");
    if (!map_has(&m->owner_of, wanted.id))
        return match_goal(m, x, term_eq(ts, wanted, given)), true;
    struct context *at = match_owner(x, (uint32_t)map_or(&m->owner_of, wanted.id, 0));
    if (!at)
        return match_fails(m, "a number of an element outside of it");
    if (map_get(&at->numbers, wanted.id, &bound))
        match_goal(m, x, term_eq(ts, (struct term){(uint32_t)bound}, given));
    else if (may_bind(m, x, at, given))
        map_set(&at->numbers, wanted.id, given.id);
    else
        VECTOR_PUSH(&m->pending, ((struct match_pending){x, at, wanted, given}));
    return true;
}

struct only {
    struct term found;
    unsigned count;
};

static void see_only(void *context, struct term t)
{
    struct only *k = context;
    k->found = t;
    k->count++;
}

/* An offset is a constant, or one number and a constant. */
bool match_offset(struct matching *m, struct context *x, struct term wanted,
                  struct term given)
{
    LAW(term_width(m->c->base.terms, wanted) == term_width(m->c->base.terms, given));
    struct terms *ts = m->c->base.terms;
    struct only k = {TERM_NONE, 0};
    term_variables(ts, wanted, see_only, &k);
    if (!k.count)
        return match_goal(m, x, term_eq(ts, wanted, given)), true;
    if (k.count != 1)
        return match_fails(m, "an offset");
    struct map zero = {0};
    map_set(&zero, k.found.id, term_bv(ts, term_width(ts, k.found), 0).id);
    struct term constant = term_substitute(ts, wanted, &zero);
    map_release(&zero);
    return match_term(m, x, k.found, term_2(ts, TERM_BV_SUB, given, constant));
}

struct term match_unknown(struct matching *m, struct term t)
{
    struct term unknown = match_fresh(m, t);
    map_set(&m->varies, unknown.id, 1);
    return unknown;
}
