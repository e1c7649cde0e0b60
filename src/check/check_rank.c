/* Ranks in the checker: sums of the state at the head of a loop, widened so that they cannot
 * overflow. */
#include "check/check_internal.h"

#include "base/failure.h"

/* of at most 4 parts, 64 bits wide, times 24 at most: less than 2^71 either way */
enum { SUM_WIDTH = 64 + 8 };

static struct term part_of(struct checker *c, struct term bits, enum rank_reading reading)
{
    LAW(term_width(c->terms, bits) <= 64);
    struct terms *ts = c->terms;
    struct term x = reading == RANK_UNSIGNED ? term_zext(ts, bits, SUM_WIDTH)
                                             : term_sext(ts, bits, SUM_WIDTH);
    if (reading == RANK_SIZE)
        x = term_ite(ts, term_2(ts, TERM_BV_SLT, x, term_bv(ts, SUM_WIDTH, 0)),
                     term_1(ts, TERM_BV_NEG, x), x);
    return x;
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

struct rank_parts check_rank(struct checker *c, struct activation *a,
                             const struct fact_rank *r, const struct view_state *st,
                             uint32_t objects)
{
    LAW(r->count <= RANK_PARTS);
    struct rank_parts out = {.there = false}, none = out;
    for (unsigned i = 0; i < r->count; i++) {
        enum rank_reading reading = r->part[i].reading;
        if (r->part[i].x.is_float || r->part[i].x.minus)
            return none;
        struct term bits = check_fact_bits(c, a, &r->part[i].x, st, objects);
        if (rank_has_two(reading)) {
            if (r->part[i].y.is_float || r->part[i].y.minus)
                return none;
            bits =
                chosen(c, reading, bits, check_fact_bits(c, a, &r->part[i].y, st, objects));
        }
        if (!term_is(bits))
            return none;
        out.part[i] = part_of(c, bits, reading);
    }
    out.there = true;
    return out;
}

/* How far the sum falls: part by part, as most of them hardly change in a round. */
static struct term fall_of(struct checker *c, const struct fact_rank *r,
                           const struct rank_parts *before, const struct rank_parts *after)
{
    struct terms *ts = c->terms;
    struct term fall = term_bv(ts, SUM_WIDTH, 0);
    for (unsigned i = 0; i < r->count; i++) {
        int factor = r->part[i].factor;
        LAW(factor >= -RANK_MOST_FACTOR &&
            factor <= RANK_MOST_FACTOR); /* else the sum might overflow */
        struct term x = term_2(ts, TERM_BV_SUB, before->part[i], after->part[i]);
        x = term_2(ts, TERM_BV_MUL, x, term_bv_signed(ts, SUM_WIDTH, factor));
        fall = term_2(ts, TERM_BV_ADD, fall, x);
    }
    return fall;
}

struct term check_falls(struct checker *c, const struct fact_rank *ranks,
                        const struct rank_parts *before, const struct rank_parts *after,
                        size_t count)
{
    struct terms *ts = c->terms;
    struct term falls = term_bool(ts, false), zero = term_bv(ts, SUM_WIDTH, 0);
    for (size_t i = count; i-- > 0;) {
        if (!before[i].there || !after[i].there)
            return term_bool(ts, false);
        struct term fall = fall_of(c, &ranks[i], &before[i], &after[i]);
        falls = term_or(ts, term_2(ts, TERM_BV_SGT, fall, zero),
                        term_and(ts, term_eq(ts, fall, zero), falls));
    }
    return falls;
}
