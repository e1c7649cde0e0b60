#include "lists/division.h"

#include "base/failure.h"
#include "lists/slh/slh.h"

void divisions_init(struct divisions *d, struct terms *t)
{
    *d = (struct divisions){.terms = t};
}

void divisions_release(struct divisions *d)
{
    VECTOR_RELEASE(&d->list);
    map_release(&d->from_to);
    map_release(&d->seen);
}

/* --- replacing --- */

static bool is_division(const struct divisions *d, struct term t)
{
    enum term_op op = term_op(d->terms, t);
    bool quotient = op == TERM_BV_UDIV || op == TERM_BV_SDIV;
    bool remainder = op == TERM_BV_UREM || op == TERM_BV_SREM;
    if (!quotient && !remainder)
        return false;
    return !term_is_const(d->terms, term_arg(d->terms, t, 1));
}

static void add(struct divisions *d, struct term t)
{
    struct terms *terms = d->terms;
    struct division new = {
        .op = term_op(terms, t),
        .dividend = term_substitute(terms, term_arg(terms, t, 0), &d->from_to),
        .divisor = term_substitute(terms, term_arg(terms, t, 1), &d->from_to),
        .result = term_fresh(terms, term_sort(terms, t), "division"),
    };
    map_set(&d->from_to, t.id, new.result.id);
    VECTOR_PUSH(&d->list, new);
}

/* Inner divisions come first. */
static void collect(struct divisions *d, struct term t)
{
    if (map_has(&d->seen, t.id))
        return;
    map_set(&d->seen, t.id, 1);
    for (size_t i = 0; i < term_count(d->terms, t); i++)
        collect(d, term_arg(d->terms, t, i));
    if (is_division(d, t))
        add(d, t);
}

struct term divisions_replace(struct divisions *d, struct term t)
{
    collect(d, t);
    return d->list.count ? term_substitute(d->terms, t, &d->from_to) : t;
}

/* --- what holds of them --- */

static bool is_remainder(const struct division *a)
{
    return a->op == TERM_BV_UREM || a->op == TERM_BV_SREM;
}

static bool is_signed(const struct division *a)
{
    return a->op == TERM_BV_SDIV || a->op == TERM_BV_SREM;
}

static struct term number(const struct divisions *d, const struct division *a, uint64_t n)
{
    return term_bv(d->terms, term_width(d->terms, a->result), n);
}

/* Both operands are such that the operation is the one of natural numbers; then they are
 * compared without sign. */
static struct term natural(const struct divisions *d, const struct division *a)
{
    struct terms *t = d->terms;
    struct term zero = number(d, a, 0);
    struct term positive = term_not(t, term_eq(t, a->divisor, zero));
    if (!is_signed(a))
        return positive;
    struct term fine = term_2(t, TERM_BV_SLE, zero, a->dividend);
    return term_and(t, fine, term_2(t, TERM_BV_SLT, zero, a->divisor));
}

static struct term lemma_of_one(const struct divisions *d, const struct division *a)
{
    struct terms *t = d->terms;
    struct term small = term_2(t, TERM_BV_ULT, a->dividend, a->divisor);
    struct term fine = term_2(t, TERM_BV_ULE, a->result, a->dividend);
    if (is_remainder(a)) {
        fine = term_and(t, fine, term_2(t, TERM_BV_ULT, a->result, a->divisor));
        fine = term_and(t, fine, term_implies(t, small, term_eq(t, a->result, a->dividend)));
    } else {
        struct term none = term_eq(t, a->result, number(d, a, 0));
        fine = term_and(t, fine, term_eq(t, small, none));
    }
    return term_implies(t, natural(d, a), fine);
}

/* --- differences of sums --- */

/* What is left of a - b where the condition holds: parts that both have are gone. */
struct difference {
    struct term when, step;
};
struct summand {
    struct term part;
    int64_t times;
};
struct sum {
    struct terms *terms;
    VECTOR(struct summand) parts;
    struct term when; /* no length in it is infinite */
    uint64_t rest;
};

static bool is_infinite(struct terms *t, struct term a)
{
    uint64_t n;
    return term_const_u64(t, a, &n) && n == SLH_INFINITE;
}

static void add_part(struct sum *s, struct term part, int64_t times)
{
    for (size_t i = 0; i < s->parts.count; i++)
        if (term_same(s->parts.data[i].part, part)) {
            s->parts.data[i].times += times;
            return;
        }
    VECTOR_PUSH(&s->parts, (struct summand){part, times});
}

static void add_sum(struct sum *s, struct term a, int64_t times)
{
    struct terms *t = s->terms;
    enum term_op op = term_op(t, a);
    uint64_t n;
    if (term_const_u64(t, a, &n)) {
        s->rest += (uint64_t)times * n;
    } else if (op == TERM_BV_NEG) {
        add_sum(s, term_arg(t, a, 0), -times);
    } else if (op == TERM_BV_SUB) {
        add_sum(s, term_arg(t, a, 0), times);
        add_sum(s, term_arg(t, a, 1), -times);
    } else if (op == TERM_BV_ADD) {
        for (size_t i = 0; i < term_count(t, a); i++)
            add_sum(s, term_arg(t, a, i), times);
    } else if (op == TERM_ITE && is_infinite(t, term_arg(t, a, 2))) {
        s->when = term_and(t, s->when, term_arg(t, a, 0));
        add_sum(s, term_arg(t, a, 1), times);
    } else {
        add_part(s, a, times);
    }
}

static struct term sum_term(const struct sum *s, unsigned width)
{
    struct terms *t = s->terms;
    struct term sum = term_bv(t, width, s->rest);
    for (size_t i = 0; i < s->parts.count; i++) {
        const struct summand *p = &s->parts.data[i];
        struct term factor = term_bv(t, width, (uint64_t)p->times);
        sum = term_2(t, TERM_BV_ADD, sum, term_2(t, TERM_BV_MUL, factor, p->part));
    }
    return sum;
}

static struct difference difference_of(struct terms *t, struct term a, struct term b)
{
    unsigned width = term_width(t, a);
    LAW(width == term_width(t, b));
    if (width > 64)
        return (struct difference){term_bool(t, true), term_2(t, TERM_BV_SUB, a, b)};
    struct sum s = {.terms = t, .when = term_bool(t, true)};
    add_sum(&s, a, 1);
    add_sum(&s, b, -1);
    struct difference d = {s.when, sum_term(&s, width)};
    VECTOR_RELEASE(&s.parts);
    return d;
}

/* --- lemmas of two --- */

/* Remainders of numbers that differ by less than the divisor: one that is 0 gives the other.
 */
static struct term remainders_near(const struct divisions *d, const struct division *a,
                                   const struct division *b, struct term step)
{
    struct terms *t = d->terms;
    struct term zero = number(d, a, 0);
    struct term none = term_eq(t, step, zero);
    struct term a_rests = term_eq(t, a->result, step);
    struct term b_rests = term_eq(t, b->divisor, term_2(t, TERM_BV_ADD, b->result, step));
    struct term differ = term_eq(t, none, term_eq(t, a->result, b->result));
    struct term from_b = term_implies(t, term_eq(t, b->result, zero), a_rests);
    struct term from_a =
        term_implies(t, term_eq(t, a->result, zero), term_or(t, none, b_rests));
    return term_and(t, differ, term_and(t, from_a, from_b));
}

static struct term quotients_near(const struct divisions *d, const struct division *a,
                                  const struct division *b)
{
    struct terms *t = d->terms;
    struct term next = term_2(t, TERM_BV_ADD, b->result, number(d, b, 1));
    return term_or(t, term_eq(t, a->result, b->result), term_eq(t, a->result, next));
}

/* a's dividend is b's and `step` more, up to the divisor. Dividends with sign that are not
 * negative, and a step that is not, make no sum that wraps. */
static struct term lemma_of_larger(const struct divisions *d, const struct division *a,
                                   const struct division *b)
{
    struct terms *t = d->terms;
    struct difference off = difference_of(t, a->dividend, b->dividend);
    struct term less = term_2(t, TERM_BV_ULT, off.step, b->divisor);
    struct term once = term_eq(t, off.step, b->divisor);
    struct term next =
        is_remainder(a) ? b->result : term_2(t, TERM_BV_ADD, b->result, number(d, b, 1));
    struct term near =
        is_remainder(a) ? remainders_near(d, a, b, off.step) : quotients_near(d, a, b);
    struct term fine = term_and(t, term_implies(t, once, term_eq(t, a->result, next)),
                                term_implies(t, less, near));
    struct term larger = term_2(t, TERM_BV_ULE, b->dividend, a->dividend);
    struct term when = term_and(t, natural(d, a), natural(d, b));
    if (!is_signed(a))
        when = term_and(t, when, larger);
    return term_implies(t, term_and(t, off.when, when), fine);
}

static struct term lemma_of_two(const struct divisions *d, const struct division *a,
                                const struct division *b)
{
    struct terms *t = d->terms;
    bool comparable = a->op == b->op && term_width(t, a->result) == term_width(t, b->result);
    if (!comparable)
        return term_bool(t, true);
    struct term equal = term_implies(t, term_eq(t, a->dividend, b->dividend),
                                     term_eq(t, a->result, b->result));
    struct term fine = term_and(t, equal, lemma_of_larger(d, a, b));
    fine = term_and(t, fine, lemma_of_larger(d, b, a));
    return term_implies(t, term_eq(t, a->divisor, b->divisor), fine);
}

struct term divisions_lemmas(const struct divisions *d)
{
    struct term all = term_bool(d->terms, true);
    for (size_t i = 0; i < d->list.count; i++) {
        const struct division *a = &d->list.data[i];
        all = term_and(d->terms, all, lemma_of_one(d, a));
        for (size_t j = 0; j < i; j++)
            all = term_and(d->terms, all, lemma_of_two(d, a, &d->list.data[j]));
    }
    return all;
}
