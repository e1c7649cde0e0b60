/* Raising a bound far enough: constants of the program first, then the largest value that the
 * expression can pass from below, searched by bisection with the same symbolic bound before
 * and after. */
#include "domain/strategy/strategy_internal.h"

#include "base/failure.h"
#include "domain/array/array.h"

enum { MOST_THRESHOLDS = 16 };

static struct term constant(struct strategy_search *s, const struct row *r, __int128 v)
{
    LAW(term_width(s->terms, r->pre) <= 128);
    unsigned w = term_width(s->terms, r->pre);
    uint32_t limbs[4];
    for (int i = 0; i < 4; i++)
        limbs[i] = (uint32_t)((unsigned __int128)v >> (32 * i));
    if (w % 32)
        limbs[(w - 1) / 32] &= (1u << w % 32) - 1;
    return term_bv_limbs(s->terms, w, limbs);
}

/* What a condition on the state before says of all states before: those of its echoes, too.
 * `r` is a row of the list; `at` is the condition that makes a term of it. */
static struct term all_before(struct strategy_search *s, const struct row *r,
                              struct term (*at)(struct strategy_search *, const struct row *,
                                                const void *),
                              const void *with)
{
    LAW(r >= s->rows->data && r < s->rows->data + s->rows->count);
    struct term all = at(s, r, with);
    uint32_t number = 1 + (uint32_t)(r - s->rows->data);
    for (size_t i = 0; i < s->rows->count && search_loop(s, r)->uses.count; i++)
        if (s->rows->data[i].echo == number)
            all = term_and(s->terms, all, at(s, &s->rows->data[i], with));
    return all;
}

static struct term bounded_before(struct strategy_search *s, const struct row *r,
                                  const void *bound)
{
    struct row at = *r;
    at.state = ROW_VALUE;
    at.value = *(const __int128 *)bound;
    return term_implies(s->terms, search_entered(s->model, r),
                        row_condition(s->terms, &at, ROW_AT_HEAD));
}

/* With this bound before, is it kept (given the other rows as they are)? */
static bool is_inductive(struct strategy_search *s, struct row *r, __int128 d)
{
    LAW(r->kind == ROW_BOUND);
    struct row at = *r;
    at.state = ROW_VALUE;
    at.value = d;
    struct term before = all_before(s, r, bounded_before, &d);
    return search_solve(s, r, (struct term[]){before, search_broken(s, &at)}, 2, NULL) ==
           ANSWER_UNSAT;
}

static const __int128 *thresholds_of(const struct strategy_options *o, const struct row *r,
                                     size_t *count)
{
    if (r->expression.form != FORM_FLOAT_BOUND)
        return *count = o->threshold_count, o->thresholds;
    int which = r->expression.bits == 64;
    *count = o->floats && r->expression.bits >= 32 ? o->floats->count[which] : 0;
    return o->floats ? o->floats->values[which] : NULL;
}

static bool try_thresholds(struct strategy_search *s, struct row *r)
{
    LAW(r->kind == ROW_BOUND && r->state == ROW_VALUE);
    size_t first = 0, count;
    const __int128 *values = thresholds_of(s->options, r, &count);
    while (first < count && values[first] < r->value)
        first++;
    for (size_t i = first; i < count && i < first + MOST_THRESHOLDS; i++) {
        if (search_over(s) || s->gave_up || values[i] >= r->most)
            return false;
        if (!is_inductive(s, r, values[i]))
            continue;
        LAW(values[i] >= r->value); /* bounds only rise */
        r->value = values[i];
        return true;
    }
    return false;
}

static struct term under(struct terms *ts, const struct row *r, enum row_moment m,
                         struct term guard)
{
    return row_guarded(r) ? term_and(ts, guard, r->guard[m]) : guard;
}

/* The expression is below d (a term) before the body. */
static struct term below(struct strategy_search *s, const struct row *r, const void *bound)
{
    struct terms *ts = s->terms;
    struct term d = *(const struct term *)bound, before = search_entered(s->model, r);
    if (!r->forall)
        return term_implies(ts, under(ts, r, ROW_AT_HEAD, before),
                            term_2(ts, TERM_BV_SLT, r->pre, d));
    struct term all = term_bool(ts, true);
    for (uint32_t i = 0; i < r->forall->instances; i++) {
        struct term guard = term_and(ts, before, r->forall->guard[i]);
        all = term_and(
            ts, all,
            term_implies(ts, guard, term_2(ts, TERM_BV_SLT, r->forall->value[i], d)));
    }
    return all;
}

/* Is there a state with the expression below d before and at least d after? */
static enum answer exceeds(struct strategy_search *s, const struct row *r, struct term d,
                           struct term condition)
{
    LAW(term_sort(s->terms, d).id == term_sort(s->terms, r->pre).id);
    struct terms *ts = s->terms;
    const struct cut_loop *l = search_loop(s, r);
    struct term before = all_before(s, r, below, &d);
    struct term entry = term_and(ts, under(ts, r, ROW_AT_ENTRY, l->arrived),
                                 term_2(ts, TERM_BV_SGE, r->entry, d));
    struct term after =
        term_and(ts, under(ts, r, ROW_AFTER, l->back), term_2(ts, TERM_BV_SGE, r->post, d));
    return search_solve(s, r, (struct term[]){before, term_or(ts, entry, after), condition},
                        3, NULL);
}

/* Is that so for some d >= least? If so *found is that d. */
static bool passes(struct strategy_search *s, struct row *r, struct term d, __int128 least,
                   __int128 *found)
{
    if (exceeds(s, r, d, term_2(s->terms, TERM_BV_SGE, d, constant(s, r, least))) !=
        ANSWER_SAT)
        return false;
    LAW(least <= r->most);
    *found = search_number(s->terms, solver_value(s->solver, d), ROW_BOUND);
    return true;
}

/* The middle one of the thresholds above low and up to high, or the middle of the range:
 * bounds are often near constants. */
static __int128 middle_of(const struct strategy_search *s, const struct row *r, __int128 low,
                          __int128 high)
{
    LAW(low < high);
    size_t count, first = 0;
    const __int128 *values = thresholds_of(s->options, r, &count);
    while (first < count && values[first] <= low)
        first++;
    while (count > first && values[count - 1] > high)
        count--;
    LAW(first <= count);
    return count > first ? values[first + (count - first) / 2] : low + (high - low + 1) / 2;
}

static void search_bound(struct strategy_search *s, struct row *r)
{
    LAW(r->kind == ROW_BOUND && !r->forall);
    struct term d = term_fresh(s->terms, term_sort(s->terms, r->pre), "bound");
    unsigned w = term_width(s->terms, r->pre); /* two bits wider than the variables */
    __int128 top = r->most, signed_top = ((__int128)1 << (w - 3)) - 1;
    if (signed_top > top)
        signed_top = top;
    __int128 low = r->value, high = signed_top - 1, found;
    if (low < signed_top && passes(s, r, d, signed_top, &found)) {
        low = found;
        high = passes(s, r, d, found + 1, &found) ? top : low;
        if (high == top && passes(s, r, d, top, &found)) {
            r->state = ROW_TOP;
            return;
        }
    } else if (low >= signed_top) {
        high = top;
    }
    while (low < high && !search_over(s) && !s->gave_up) {
        __int128 middle = middle_of(s, r, low, high);
        if (passes(s, r, d, middle, &found))
            low = found > middle ? found : middle;
        else
            high = middle - 1;
    }
    LAW(low >= r->value); /* bounds only rise */
    r->value = low;
    if (low >= top || search_over(s))
        r->state = ROW_TOP;
}

bool row_is_relation(const struct row *r)
{
    return r->kind == ROW_BOUND && r->expression.y.there;
}

/* The bound of one part of a relation, from the row about that part alone. */
static bool part_bound(const struct strategy_search *s, const struct row *r,
                       const struct row_operand *part, __int128 *out)
{
    LAW(part->there);
    for (size_t i = 0; i < s->rows->count; i++) {
        const struct row *o = &s->rows->data[i];
        const struct row_operand *x = &o->expression.x;
        if (o->kind != ROW_BOUND || o->state != ROW_VALUE || row_is_relation(o) ||
            o->loop != r->loop || x->slot != part->slot)
            continue;
        if (x->minus != part->minus || x->constant != part->constant ||
            o->expression.is_unsigned != r->expression.is_unsigned)
            continue;
        if (o->ghosts != r->ghosts || o->values != r->values ||
            o->expression.form != FORM_LINEAR)
            continue;
        return *out = o->value, true;
    }
    return false;
}

/* Does the relation say no more than the bounds of its parts? That is so when it can pass
 * what they imply, whatever is known of other relations, which rise together with it. */
static bool is_implied(struct strategy_search *s, struct row *r)
{
    __int128 x, y;
    if (!row_is_relation(r) || !part_bound(s, r, &r->expression.x, &x) ||
        !part_bound(s, r, &r->expression.y, &y))
        return false;
    if (r->value >= x + y)
        return true;
    struct term limit = constant(s, r, x + y);
    LAW(r->state == ROW_VALUE);
    s->loose = s->relations;
    bool so = exceeds(s, r, limit, term_bool(s->terms, true)) == ANSWER_SAT;
    s->loose = NULL;
    return so;
}

/* Rows that rise in turns would follow each other step by step: from the third time on, a row
 * is not searched under the bounds of others that rise. A row whose questions are hard is
 * given up. */
void search_widen(struct strategy_search *s, struct row *r, unsigned times,
                  const bool *rising)
{
    LAW(!r->echo);
    if (r->kind != ROW_BOUND || r->state != ROW_VALUE || times < 2)
        return;
    if (times > (r->forall ? 2 : 6)) {
        r->state = ROW_TOP;
        return;
    }
    s->conflicts = MOST_CONFLICTS;
    s->gave_up = false;
    if (times > 2 || !is_inductive(s, r, r->value)) {
        if (is_implied(s, r))
            r->state = ROW_TOP;
        s->loose = times > 2 ? rising : NULL;
        if (r->state != ROW_TOP && !s->gave_up && !try_thresholds(s, r)) {
            /* elements of unknown values: a bound that can be found says little */
            if (r->forall)
                r->state = ROW_TOP;
            else
                search_bound(s, r);
        }
        s->loose = NULL;
    }
    if (s->gave_up)
        r->state = ROW_TOP;
    s->conflicts = 0;
}
