/* Ranks in the checker: sums of the state at the head of a loop, widened so that they cannot
 * overflow. */
#include "check/check_internal.h"

#include "base/failure.h"

/* of at most 4 parts, 64 bits wide, times 24 at most: less than 2^71 either way */
enum { SUM_WIDTH = 64 + 8 };

static struct term part_of(struct checker *c, struct term bits, enum rank_reading reading,
                           int factor)
{
    LAW(term_width(c->terms, bits) <= 64);
    LAW(factor >= -RANK_MOST_FACTOR &&
        factor <= RANK_MOST_FACTOR); /* else the sum might overflow */
    struct terms *ts = c->terms;
    struct term x = reading == RANK_UNSIGNED ? term_zext(ts, bits, SUM_WIDTH)
                                             : term_sext(ts, bits, SUM_WIDTH);
    if (reading == RANK_SIZE)
        x = term_ite(ts, term_2(ts, TERM_BV_SLT, x, term_bv(ts, SUM_WIDTH, 0)),
                     term_1(ts, TERM_BV_NEG, x), x);
    return term_2(ts, TERM_BV_MUL, x, term_bv_signed(ts, SUM_WIDTH, factor));
}

/* The smaller or larger one of two numbers of one width; none if they are not there. */
static struct term chosen(struct checker *c, enum rank_reading reading, struct term x,
                          struct term y)
{
    struct terms *ts = c->terms;
    if (!term_is(x) || !term_is(y) || term_width(ts, x) != term_width(ts, y))
        return TERM_NONE;
    struct term less = term_2(ts, TERM_BV_SLT, x, y);
    return reading == RANK_LEAST ? term_ite(ts, less, x, y) : term_ite(ts, less, y, x);
}

struct term check_rank(struct checker *c, struct activation *a, const struct fact_rank *r,
                       const struct view_state *st, uint32_t objects)
{
    LAW(r->count <= RANK_PARTS);
    struct term sum = term_bv(c->terms, SUM_WIDTH, 0);
    for (unsigned i = 0; i < r->count; i++) {
        if (r->part[i].x.is_float || r->part[i].x.minus)
            return TERM_NONE;
        struct term bits = check_fact_bits(c, a, &r->part[i].x, st, objects);
        if (rank_has_two(r->part[i].reading)) {
            if (r->part[i].y.is_float || r->part[i].y.minus)
                return TERM_NONE;
            bits = chosen(c, r->part[i].reading, bits,
                          check_fact_bits(c, a, &r->part[i].y, st, objects));
        }
        if (!term_is(bits))
            return TERM_NONE;
        sum = term_2(c->terms, TERM_BV_ADD, sum,
                     part_of(c, bits, r->part[i].reading, r->part[i].factor));
    }
    return sum;
}

struct term check_falls(struct checker *c, const struct term *before,
                        const struct term *after, size_t count)
{
    struct terms *ts = c->terms;
    struct term falls = term_bool(ts, false);
    for (size_t i = count; i-- > 0;) {
        if (!term_is(before[i]) || !term_is(after[i]))
            return term_bool(ts, false);
        LAW(term_sort(ts, before[i]).id == term_sort(ts, after[i]).id);
        struct term stays = term_eq(ts, after[i], before[i]);
        falls = term_or(ts, term_2(ts, TERM_BV_SLT, after[i], before[i]),
                        term_and(ts, stays, falls));
    }
    return falls;
}
