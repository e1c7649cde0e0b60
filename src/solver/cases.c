#include "solver/cases.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/map.h"
#include "solver/conjunction.h"
#include "solver/solver.h"

enum { MOST_DEPTH = 7, MOST_CASES = 96, MOST_CONJUNCTS = 400 };

struct cases {
    struct terms *terms;
    unsigned seen; /* so far */
    double until;  /* CPU time */
    bool solve;
};
static const double seconds_per_case = 0.05;

/* --- choices --- */

struct choice {
    const struct terms *terms;
    struct map seen;
    struct term condition; /* of the first choice between words; none: there is none */
};

static bool is_seen(void *context, struct term t)
{
    struct choice *c = context;
    return term_is(c->condition) || map_has(&c->seen, t.id);
}

static void look(void *context, struct term t)
{
    struct choice *c = context;
    map_set(&c->seen, t.id, 1);
    if (!term_is(c->condition) && term_op(c->terms, t) == TERM_ITE &&
        conjunction_is_word(c->terms, t))
        c->condition = term_arg(c->terms, t, 0);
}

/* The equation that the conjunct denies; TERM_NONE: it does not. */
static struct term denied(const struct terms *ts, struct term t)
{
    if (term_op(ts, t) != TERM_NOT)
        return TERM_NONE;
    struct term inner = term_arg(ts, t, 0);
    bool equation =
        term_op(ts, inner) == TERM_EQ && conjunction_is_word(ts, term_arg(ts, inner, 0));
    return equation ? inner : TERM_NONE;
}

static struct term find_choice(const struct conjunction *c)
{
    struct choice found = {.terms = c->terms, .condition = TERM_NONE};
    for (size_t i = 0; i < c->all.count && !term_is(found.condition); i++) {
        struct term equation = denied(c->terms, c->all.data[i]);
        if (term_is(equation))
            term_walk(c->terms, equation, is_seen, look, &found);
    }
    map_release(&found.seen);
    return found.condition;
}

static bool denies_any(const struct conjunction *c)
{
    for (size_t i = 0; i < c->all.count; i++)
        if (term_is(denied(c->terms, c->all.data[i])))
            return true;
    return false;
}

/* --- cases --- */

static bool refute(struct cases *, const struct conjunction *, struct term also,
                   unsigned depth);

static bool has_no_model(const struct cases *k, const struct conjunction *c)
{
    double left = k->until - cpu_now();
    struct solver_limits limits = {.seconds =
                                       left < seconds_per_case ? left : seconds_per_case};
    if (!k->solve || left <= 0)
        return false;
    struct solver *s = solver_new(k->terms, NULL);
    for (size_t i = 0; i < c->all.count; i++)
        if (!conjunction_has_product(k->terms, c->all.data[i]))
            solver_assert(s, c->all.data[i]);
    enum answer answer = solver_solve(s, &limits);
    solver_free(s);
    return answer == ANSWER_UNSAT;
}

static bool refute_both(struct cases *k, const struct conjunction *c, unsigned depth)
{
    struct term condition = depth ? find_choice(c) : TERM_NONE;
    if (!term_is(condition))
        return has_no_model(k, c);
    return refute(k, c, condition, depth - 1) &&
           refute(k, c, term_not(k->terms, condition), depth - 1);
}

static bool refute(struct cases *k, const struct conjunction *from, struct term also,
                   unsigned depth)
{
    struct conjunction c = {.terms = k->terms};
    if (k->seen++ > MOST_CASES || cpu_now() > k->until)
        return false;
    for (size_t i = 0; i < from->all.count; i++)
        VECTOR_PUSH(&c.all, from->all.data[i]);
    conjunction_add(&c, also);
    conjunction_assume(&c, also);
    conjunction_settle(&c);
    if (!c.refuted)
        conjunction_define(&c);
    bool refuted = c.refuted || conjunction_contradicts(&c) ||
                   (denies_any(&c) && refute_both(k, &c, depth));
    VECTOR_RELEASE(&c.all);
    return refuted;
}

/* --- remainders --- */

struct remainders {
    struct terms *terms;
    struct map seen, known; /* known: from the remainder to the choice */
};

static bool is_looked_at(void *context, struct term t)
{
    return map_has(&((struct remainders *)context)->seen, t.id);
}

/* y + 1 over a divisor that is at least 2: the remainder is one more, or 0. Numbers that wrap
 * around, and negative ones, are left as they are. */
static struct term next_remainder(struct terms *ts, struct term t, struct term y)
{
    unsigned w = term_width(ts, t);
    bool is_signed = term_op(ts, t) == TERM_BV_SREM;
    uint64_t most = UINT64_MAX >> (64 - w) >> is_signed;
    struct term divisor = term_arg(ts, t, 1), zero = term_bv(ts, w, 0),
                one = term_bv(ts, w, 1), before = term_2(ts, term_op(ts, t), y, divisor);
    struct term last = term_eq(ts, before, term_2(ts, TERM_BV_SUB, divisor, one));
    struct term next = term_ite(ts, last, zero, term_2(ts, TERM_BV_ADD, before, one));
    next = term_ite(ts, term_eq(ts, y, term_bv(ts, w, most)), t, next);
    return is_signed ? term_ite(ts, term_2(ts, TERM_BV_SLT, y, zero), t, next) : next;
}

static void look_at_remainder(void *context, struct term t)
{
    struct remainders *r = context;
    struct terms *ts = r->terms;
    enum term_op op = term_op(ts, t);
    uint64_t divisor, one;
    map_set(&r->seen, t.id, 1);
    if ((op != TERM_BV_UREM && op != TERM_BV_SREM) || !conjunction_is_word(ts, t) ||
        !term_const_u64(ts, term_arg(ts, t, 1), &divisor) || divisor < 2 ||
        divisor >> (term_width(ts, t) - 1))
        return;
    struct term sum = term_arg(ts, t, 0);
    for (size_t i = 0; i < 2 && term_op(ts, sum) == TERM_BV_ADD; i++)
        if (term_const_u64(ts, term_arg(ts, sum, i), &one) && one == 1)
            map_set(&r->known, t.id, next_remainder(ts, t, term_arg(ts, sum, 1 - i)).id);
}

static void add_all(struct conjunction *c, const struct term *list, size_t count)
{
    struct remainders r = {.terms = c->terms};
    for (size_t i = 0; i < count; i++)
        term_walk(c->terms, list[i], is_looked_at, look_at_remainder, &r);
    for (size_t i = 0; i < count; i++)
        conjunction_add(c, r.known.count ? term_substitute(c->terms, list[i], &r.known)
                                         : list[i]);
    map_release(&r.seen);
    map_release(&r.known);
}

bool cases_refute(struct terms *ts, const struct term *list, size_t count,
                  struct cases_limits limits)
{
    struct cases k = {
        .terms = ts, .until = cpu_now() + limits.seconds, .solve = limits.solve};
    struct conjunction c = {.terms = ts};
    add_all(&c, list, count);
    conjunction_settle(&c);
    bool refuted = c.refuted;
    if (!refuted && c.all.count <= MOST_CONJUNCTS && denies_any(&c))
        refuted = refute(&k, &c, term_bool(ts, true), MOST_DEPTH);
    VECTOR_RELEASE(&c.all);
    return refuted;
}
