#include "engine/termination/ranking.h"

#include "base/failure.h"
#include "base/clock.h"

#include <stdlib.h>

enum { MOST_COLUMNS = 40, MOST_ROUNDS = 400, MOST_FOR_TRIPLES = 16, MOST_FOR_QUADRUPLES = 8 };

struct round { /* how far each column falls */
    __int128 fall[MOST_COLUMNS];
    bool done; /* some sum found before falls in it */
};
struct ranking_search {
    struct abstract *abstract;
    struct terms *terms;
    struct columns columns;
    struct term left; /* rounds in which no sum found so far falls */
    VECTOR(struct round) rounds;
    double until;
    const volatile int *stop;
};

static bool out_of_time(const struct ranking_search *s)
{
    return (s->stop && *s->stop) || cpu_now() > s->until;
}

static enum answer ask(struct ranking_search *s, struct term condition)
{
    struct solver_limits limits = {.seconds = s->until - cpu_now(), .stop = s->stop};
    if (limits.seconds <= 0)
        return ANSWER_UNKNOWN;
    return abstract_ask(s->abstract, (struct term[]){s->left, condition}, 2, &limits);
}

static __int128 number(struct ranking_search *s, struct term t)
{
    struct term value = solver_value(s->abstract->solver, t);
    unsigned w = term_width(s->terms, value);
    LAW(w <= 128);
    const uint32_t *limbs = term_limbs(s->terms, value);
    unsigned __int128 bits = 0;
    for (unsigned i = 0; i < (w + 31) / 32; i++)
        bits |= (unsigned __int128)limbs[i] << (32 * i);
    if (bits >> (w - 1) & 1)
        bits |= ~(unsigned __int128)0 << w;
    return (__int128)bits;
}

/* The round of the model. */
static void keep_round(struct ranking_search *s)
{
    LAW(s->columns.list.count <= MOST_COLUMNS);
    struct round r = {.done = false};
    for (size_t i = 0; i < s->columns.list.count; i++)
        r.fall[i] =
            number(s, s->columns.list.data[i].pre) - number(s, s->columns.list.data[i].post);
    VECTOR_PUSH(&s->rounds, r);
    abstract_keep_inputs(s->abstract);
}

static __int128 fall_of(const struct ranking_sum *sum, const struct round *r)
{
    LAW(sum->count <= RANKING_PARTS);
    __int128 fall = 0;
    for (unsigned i = 0; i < sum->count; i++)
        fall += sum->factor[i] * r->fall[sum->column[i]];
    return fall;
}

static struct term sum_term(struct ranking_search *s, const struct ranking_sum *sum,
                            bool post)
{
    LAW(sum->count <= RANKING_PARTS);
    struct terms *ts = s->terms;
    struct term all = term_bv(ts, s->columns.width, 0);
    for (unsigned i = 0; i < sum->count; i++) {
        const struct column *c = &s->columns.list.data[sum->column[i]];
        struct term x = post ? c->post : c->pre;
        int factor = sum->factor[i];
        if (factor != 1)
            x = term_2(ts, TERM_BV_MUL, x, term_bv_signed(ts, s->columns.width, factor));
        all = term_2(ts, TERM_BV_ADD, all, x);
    }
    return all;
}

/* --- candidates --- */

enum trial { FALLS_ALWAYS, NEVER_GROWS };

/* As far as the rounds seen tell. */
static bool fits(const struct ranking_search *s, const struct ranking_sum *sum,
                 enum trial trial)
{
    bool some = false;
    for (size_t i = 0; i < s->rounds.count; i++) {
        if (s->rounds.data[i].done)
            continue;
        __int128 fall = fall_of(sum, &s->rounds.data[i]);
        if (fall < 0 || (fall == 0 && trial == FALLS_ALWAYS))
            return false;
        some |= fall > 0;
    }
    return some;
}

/* How far the sum falls. Column by column: most of them hardly change in a round, which
 * solvers see more easily than that two long sums differ by little. */
static struct term fall_term(struct ranking_search *s, const struct ranking_sum *sum)
{
    LAW(sum->count <= RANKING_PARTS);
    struct terms *ts = s->terms;
    struct term all = term_bv(ts, s->columns.width, 0);
    for (unsigned i = 0; i < sum->count; i++) {
        const struct column *c = &s->columns.list.data[sum->column[i]];
        struct term x = term_2(ts, TERM_BV_SUB, c->pre, c->post);
        int factor = sum->factor[i];
        if (factor != 1)
            x = term_2(ts, TERM_BV_MUL, x, term_bv_signed(ts, s->columns.width, factor));
        all = term_2(ts, TERM_BV_ADD, all, x);
    }
    return all;
}

/* True if no round refutes it; a round that does is kept. */
static bool holds(struct ranking_search *s, const struct ranking_sum *sum, enum trial trial)
{
    struct term fall = fall_term(s, sum), zero = term_bv(s->terms, s->columns.width, 0);
    enum term_op op = trial == FALLS_ALWAYS ? TERM_BV_SLE : TERM_BV_SLT;
    enum answer a = ask(s, term_2(s->terms, op, fall, zero));
    if (a == ANSWER_SAT)
        keep_round(s);
    return a == ANSWER_UNSAT;
}

static bool try_sum(struct ranking_search *s, const struct ranking_sum *sum, enum trial trial)
{
    return fits(s, sum, trial) && holds(s, sum, trial);
}

/* Columns from `first` on, with every choice of factors up to `most`; the first factor is
 * positive or negative as well. */
static bool try_parts(struct ranking_search *s, struct ranking_sum *sum, unsigned parts,
                      size_t first, int most, enum trial trial)
{
    LAW(parts <= RANKING_PARTS && sum->count <= parts);
    if (sum->count == parts)
        return try_sum(s, sum, trial);
    for (size_t c = first; c < s->columns.list.count; c++)
        for (int size = 1; size <= most; size++)
            for (int sign = -1; sign <= 1; sign += 2) {
                if (out_of_time(s) || s->rounds.count >= MOST_ROUNDS)
                    return false;
                unsigned at = sum->count++;
                sum->column[at] = (uint32_t)c;
                LAW(!at || sum->column[at - 1] < c); /* each column once */
                sum->factor[at] = sign * size;
                if (try_parts(s, sum, parts, c + 1, most, trial))
                    return true;
                sum->count = at;
            }
    return false;
}

static bool find_sum(struct ranking_search *s, enum trial trial, struct ranking_sum *out)
{
    static const struct {
        unsigned parts;
        int most;
        size_t columns;
    } sizes[] = {{1, 1, MOST_COLUMNS},
                 {2, 1, MOST_COLUMNS},
                 {2, 3, MOST_COLUMNS},
                 {3, 1, MOST_FOR_TRIPLES},
                 {3, 2, MOST_FOR_QUADRUPLES},
                 {4, 1, MOST_FOR_QUADRUPLES},
                 {2, RANK_MOST_FACTOR, MOST_FOR_QUADRUPLES}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *out = (struct ranking_sum){0};
        if (s->columns.list.count > sizes[i].columns)
            continue;
        if (try_parts(s, out, sizes[i].parts, 0, sizes[i].most, trial))
            return true;
    }
    return false;
}

static void leave_out(struct ranking_search *s, const struct ranking_sum *sum)
{
    struct term stays = term_eq(s->terms, sum_term(s, sum, false), sum_term(s, sum, true));
    s->left = term_and(s->terms, s->left, stays);
    for (size_t i = 0; i < s->rounds.count; i++)
        s->rounds.data[i].done |= fall_of(sum, &s->rounds.data[i]) != 0;
}

static bool find_all(struct ranking_search *s, struct ranking *out)
{
    for (out->count = 0;;) {
        enum answer a = ask(s, term_bool(s->terms, true));
        if (a != ANSWER_SAT)
            return a == ANSWER_UNSAT;
        keep_round(s);
        if (out->count == RANKING_DEPTH || !s->columns.list.count)
            return false;
        struct ranking_sum *sum = &out->list[out->count];
        if (find_sum(s, FALLS_ALWAYS, sum)) {
            out->count++;
            return true;
        }
        if (!find_sum(s, NEVER_GROWS, sum))
            return false;
        out->count++;
        leave_out(s, sum);
    }
}

bool ranking_find(struct abstract *a, const struct cut_loop *loop, enum columns_wish wish,
                  double seconds, const volatile int *stop, struct ranking *out)
{
    LAW(seconds >= 0);
    struct ranking_search s = {
        .abstract = a, .terms = a->terms, .until = cpu_now() + seconds, .stop = stop};
    *out = (struct ranking){.wish = wish};
    s.left = loop->back;
    columns_find(&s.columns, s.terms, loop, wish);
    bool found = find_all(&s, out);
    VECTOR_RELEASE(&s.rounds);
    columns_release(&s.columns);
    return found;
}

struct term ranking_fails(struct abstract *a, const struct cut_loop *loop,
                          const struct ranking *r)
{
    LAW(r->count <= RANKING_DEPTH);
    struct ranking_search s = {.abstract = a, .terms = a->terms};
    columns_find(&s.columns, s.terms, loop, r->wish);
    struct term falls = term_bool(s.terms, false);
    for (unsigned i = r->count; i-- > 0;) {
        struct term before = sum_term(&s, &r->list[i], false),
                    after = sum_term(&s, &r->list[i], true);
        falls = term_or(s.terms, term_2(s.terms, TERM_BV_SLT, after, before),
                        term_and(s.terms, term_eq(s.terms, after, before), falls));
    }
    columns_release(&s.columns);
    return term_and(s.terms, loop->back, term_not(s.terms, falls));
}

static bool is_number(const struct cut_loop *loop, uint32_t slot)
{
    const struct slot *s = &loop->slots.data[slot];
    return (s->kind == SLOT_PHI || s->kind == SLOT_CELL) && s->pre.kind == SYM_BITS &&
           !s->is_float;
}

static bool has_two(const struct column *c)
{
    return c->kind == COLUMN_LEAST || c->kind == COLUMN_MOST;
}

static bool is_certified(const struct cut_loop *loop, const struct column *c)
{
    if (c->slot >= loop->slots.count)
        return false;
    const struct slot *s = &loop->slots.data[c->slot];
    bool number = s->pre.kind == SYM_BITS && !s->is_float;
    if (s->kind != SLOT_PHI && s->kind != SLOT_CELL)
        return false;
    if (c->kind == COLUMN_SIGNED)
        return number || s->pre.kind == SYM_POINTER;
    return number && c->kind != COLUMN_OBJECT && c->kind != COLUMN_FLOAT &&
           c->kind != COLUMN_TRUTH && (!has_two(c) || is_number(loop, c->other));
}

bool ranking_certify(struct abstract *a, const struct cut_loop *loop, const struct ranking *r,
                     certify_sums *out)
{
    static const enum rank_reading readings[] = {[COLUMN_SIGNED] = RANK_SIGNED,
                                                 [COLUMN_UNSIGNED] = RANK_UNSIGNED,
                                                 [COLUMN_SIZE] = RANK_SIZE,
                                                 [COLUMN_LEAST] = RANK_LEAST,
                                                 [COLUMN_MOST] = RANK_MOST};
    struct columns columns;
    bool good = true;
    columns_find(&columns, a->terms, loop, r->wish);
    for (unsigned i = 0; i < r->count && good; i++) {
        struct certify_sum sum = {.loop = r->loop, .count = r->list[i].count};
        for (unsigned k = 0; k < sum.count && good; k++) {
            const struct column *c = &columns.list.data[r->list[i].column[k]];
            good = is_certified(loop, c);
            if (!good)
                break;
            sum.part[k].factor = r->list[i].factor[k];
            sum.part[k].reading = readings[c->kind];
            sum.part[k].slot = c->slot;
            sum.part[k].other = c->other;
        }
        if (good)
            VECTOR_PUSH(out, sum);
    }
    columns_release(&columns);
    return good;
}
