/* The law of rows, checked in debug builds when a domain has written them. */
#include "domain/array/array.h"

/* A row about all elements has instances instead of one expression at the head. */
static bool are(struct terms *ts, const struct row *r, enum sort_kind kind)
{
    struct sort s = term_sort(ts, r->entry);
    if (sort_kind(ts, s) != kind || term_sort(ts, r->post).id != s.id)
        return false;
    return r->forall || term_sort(ts, r->pre).id == s.id;
}

static bool guard_is_lawful(struct terms *ts, const struct row *r)
{
    if (r->values & ~r->ghosts)
        return false;
    for (int i = 0; i < 3; i++) {
        if (r->ghosts && !term_is(r->guard[i]))
            return false;
        if (term_is(r->guard[i]) && sort_kind(ts, term_sort(ts, r->guard[i])) != SORT_BOOL)
            return false;
    }
    return true;
}

/* A bound that was found is a value of the expression. */
static bool bound_is_lawful(struct terms *ts, const struct row *r)
{
    if (r->state != ROW_VALUE)
        return true;
    __int128 least = -((__int128)1 << (term_width(ts, r->entry) - 1));
    return r->value >= least && r->value <= r->most;
}

static bool row_is_lawful(struct terms *ts, const struct cut_model *m, const rows *all,
                          size_t number)
{
    const struct row *r = &all->data[number];
    if (r->loop >= m->loops.count || !guard_is_lawful(ts, r))
        return false;
    if (r->forall && !forall_is_lawful(ts, r->forall, term_sort(ts, r->entry)))
        return false;
    if (r->echo &&
        (r->echo > all->count || all->data[r->echo - 1].echo || r->state != ROW_TOP))
        return false;
    switch (r->kind) {
    case ROW_BOUND:
        return are(ts, r, SORT_BV) && term_width(ts, r->entry) <= 127 && r->most >= 0 &&
               bound_is_lawful(ts, r);
    case ROW_CONST:
        return are(ts, r, SORT_BV);
    case ROW_FACT:
        return are(ts, r, SORT_BOOL);
    }
    return false;
}

bool rows_are_lawful(struct terms *ts, const struct cut_model *m, const rows *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (!row_is_lawful(ts, m, all, i))
            return false;
    return true;
}
