#include "formula/guard.h"

#include "base/failure.h"

const struct guard *guard_root(struct arena *a, struct terms *ts)
{
    struct guard *g = ARENA_NEW(a, struct guard);
    g->literal = g->term = term_bool(ts, true);
    return g;
}

const struct guard *guard_and(struct arena *a, struct terms *ts, const struct guard *g,
                              struct term literal)
{
    LAW(g);
    LAW(term_is(literal));
    if (term_is_true(ts, literal))
        return g;
    struct term both = term_and(ts, g->term, literal);
    if (term_same(both, g->term))
        return g; /* already known */
    struct guard *next = ARENA_NEW(a, struct guard);
    *next = (struct guard){g, literal, both, g->depth + 1};
    LAW(sort_kind(ts, term_sort(ts, literal)) == SORT_BOOL);
    return next;
}

bool guard_is_false(const struct terms *ts, const struct guard *g)
{
    return term_is_false(ts, g->term);
}

const struct guard *guard_common(const struct guard *x, const struct guard *y)
{
    while (x->depth > y->depth)
        x = x->up;
    while (y->depth > x->depth)
        y = y->up;
    while (x != y)
        x = x->up, y = y->up;
    LAW(x); /* they have a root in common */
    return x;
}

struct term guard_since(struct terms *ts, const struct guard *g, const struct guard *ancestor)
{
    LAW(g->depth >= ancestor->depth);
    struct term t = term_bool(ts, true);
    LAW(guard_common(g, ancestor) == ancestor);
    for (; g != ancestor; g = g->up)
        t = term_and(ts, g->literal, t);
    return t;
}
