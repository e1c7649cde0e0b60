/* A divider circuit is the hardest thing to compare; a divisor such as x & -x needs none. */
#include "synth/language/power.h"

#include "base/map.h"
#include "base/vector.h"
#include "synth/language/language.h"

enum { DIVISIONS = 6 }; /* at most this many are looked at */

struct divisions {
    struct terms *terms;
    struct map seen;
    VECTOR(struct term) divisions;
};

static void find_divisions(struct divisions *s, struct term t)
{
    uint64_t value;
    if (map_has(&s->seen, t.id) || s->divisions.count == DIVISIONS)
        return;
    map_set(&s->seen, t.id, 1);
    for (size_t i = 0; i < term_count(s->terms, t); i++)
        find_divisions(s, term_arg(s->terms, t, i));
    enum term_op op = term_op(s->terms, t);
    if ((op == TERM_BV_UDIV || op == TERM_BV_UREM) &&
        !term_const_u64(s->terms, term_arg(s->terms, t, 1), &value))
        VECTOR_PUSH(&s->divisions, t);
}

static bool is_power(struct terms *ts, struct term d, const volatile int *stop)
{
    unsigned width = term_width(ts, d);
    struct term below = term_2(ts, TERM_BV_SUB, d, term_bv(ts, width, 1));
    struct term more =
        term_not(ts, term_eq(ts, term_2(ts, TERM_BV_AND, d, below), term_bv(ts, width, 0)));
    if (term_is_false(ts, more))
        return true;
    struct solver_limits limits = {.seconds = 0.2, .stop = stop};
    struct solver *s = solver_new(ts, NULL);
    solver_assert(s, more);
    enum answer answer = solver_solve(s, &limits);
    solver_free(s);
    return answer == ANSWER_UNSAT;
}

/* x / 0 is all ones and x mod 0 is x, as everywhere. */
static struct term without_division(struct terms *ts, struct term t)
{
    struct term x = term_arg(ts, t, 0), d = term_arg(ts, t, 1);
    unsigned width = term_width(ts, d);
    if (term_op(ts, t) == TERM_BV_UREM)
        return term_2(ts, TERM_BV_AND, x, term_2(ts, TERM_BV_SUB, d, term_bv(ts, width, 1)));
    struct term quotient = term_bv(ts, width, width_mask(width));
    for (unsigned i = 0; i < width; i++) {
        struct term bit = term_eq(ts, term_extract(ts, d, i, i), term_bv(ts, 1, 1));
        quotient =
            term_ite(ts, bit, term_2(ts, TERM_BV_LSHR, x, term_bv(ts, width, i)), quotient);
    }
    return quotient;
}

static bool replace_some(struct terms *ts, struct term *t, const volatile int *stop)
{
    struct divisions s = {.terms = ts};
    struct map replaced = {0};
    find_divisions(&s, *t);
    for (size_t i = 0; i < s.divisions.count; i++) {
        struct term division = s.divisions.data[i], d = term_arg(ts, division, 1);
        if (term_width(ts, d) <= 64 && is_power(ts, d, stop))
            map_set(&replaced, division.id, without_division(ts, division).id);
    }
    bool any = replaced.count != 0;
    if (any)
        *t = term_substitute(ts, *t, &replaced);
    map_release(&replaced);
    map_release(&s.seen);
    VECTOR_RELEASE(&s.divisions);
    return any;
}

struct term power_normal(struct terms *ts, struct term t, const volatile int *stop)
{
    for (unsigned round = 0; round < 3; round++) /* divisions inside divisions */
        if (!replace_some(ts, &t, stop))
            break;
    return t;
}
