#include "check/rounds.h"

#include "base/failure.h"
#include "check/rounds_internal.h"

static uint64_t mask(uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static bool start(struct rounds *r)
{
    const struct block *b = &r->f->blocks.data[r->question->header];
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[i];
        const struct instruction *in = &r->f->instructions.data[id];
        if (in->op != OP_PHI)
            break;
        if (r->count == MOST_PHIS || !rounds_plain(in->type))
            return false;
        struct phi *p = &r->phis[r->count++];
        *p = (struct phi){.id = id, .width = in->type.width, .linear = true};
        if (!r->question->value(r->question->context, (struct value){id}, &p->start))
            return false;
        p->before = term_bv(r->terms, p->width, p->start);
    }
    r->first = true;
    if (!rounds_run(r))
        return false;
    r->first = false;
    for (uint32_t i = 0; i < r->count; i++) {
        uint64_t value;
        struct phi *p = &r->phis[i];
        struct term t = term_evaluate(r->terms, p->after, rounds_no_value, NULL);
        if (!term_const_u64(r->terms, t, &value))
            return false;
        p->step = (value - p->start) & mask(p->width);
        LAW(p->step <= mask(p->width));
    }
    return true;
}

/* start + step * (round + more), in the width of the phi. */
static struct term grown(struct rounds *r, const struct phi *p, uint64_t more)
{
    LAW(p->width <= ROUND_WIDTH);
    struct terms *ts = r->terms;
    struct term n = term_extract(ts, r->round, p->width - 1, 0);
    struct term by = term_2(ts, TERM_BV_MUL, n, term_bv(ts, p->width, p->step));
    return term_2(ts, TERM_BV_ADD, term_bv(ts, p->width, p->start + p->step * more), by);
}

/* Does it hold in each of the rounds, whatever the variables are? */
static bool always(struct rounds *r, struct term t)
{
    struct term below = term_2(r->terms, TERM_BV_ULT, r->round,
                               term_bv(r->terms, ROUND_WIDTH, r->question->rounds));
    struct term assumed[] = {below, term_not(r->terms, t)};
    struct solver_limits limits = {.seconds = r->question->seconds};
    if (term_is_true(r->terms, t))
        return true;
    return solver_solve_under(r->solver, assumed, 2, &limits) == ANSWER_UNSAT;
}

/* One arbitrary round: phis that grow as functions of its number, the others arbitrary. */
static bool run_any(struct rounds *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        struct phi *p = &r->phis[i];
        p->before = p->linear ? grown(r, p, 0)
                              : term_fresh(r->terms, sort_bv(r->terms, p->width), "any");
    }
    return rounds_run(r);
}

/* Finds out which phis grow so, and runs the arbitrary round with these. */
static bool find_linear(struct rounds *r)
{
    for (;;) {
        bool all = true;
        if (!run_any(r))
            return false;
        for (uint32_t i = 0; i < r->count; i++) {
            struct phi *p = &r->phis[i];
            if (!p->linear || always(r, term_eq(r->terms, p->after, grown(r, p, 1))))
                continue;
            p->linear = all = false;
        }
        if (all)
            return true;
    }
}

/* --- phis that do not grow so --- */

/* A linear map of one width: rows are these phis, then the number of the round, then 1. */
struct linear_map {
    uint32_t width, count;
    uint32_t phis[MOST_PHIS];
    uint64_t row[MOST_PHIS + 2][MOST_PHIS + 2];
};

struct point {
    struct rounds *rounds;
    const struct linear_map *map;
    uint32_t one; /* the column that is 1, the others are 0 */
};

static struct term at_point(void *context, struct term variable)
{
    struct point *p = context;
    struct rounds *r = p->rounds;
    for (uint32_t i = 0; i < p->map->count; i++)
        if (term_same(r->phis[p->map->phis[i]].before, variable))
            return term_bv(r->terms, p->map->width, p->one == i);
    if (term_same(variable, r->round))
        return term_bv(r->terms, ROUND_WIDTH, p->one == p->map->count);
    return TERM_NONE;
}

static bool value_at(struct rounds *r, const struct linear_map *m, struct term t,
                     uint32_t one, uint64_t *out)
{
    struct point p = {r, m, one};
    return term_const_u64(r->terms, term_evaluate(r->terms, t, at_point, &p), out);
}

/* The row of a phi, read off at the points where one column is 1, and then shown. */
static bool find_row(struct rounds *r, struct linear_map *m, uint32_t i)
{
    LAW(i < m->count && m->count <= MOST_PHIS);
    struct terms *ts = r->terms;
    uint64_t base, value;
    struct term t = r->phis[m->phis[i]].after;
    if (!value_at(r, m, t, m->count + 1, &base))
        return false;
    struct term sum = term_bv(ts, m->width, base);
    m->row[i][m->count + 1] = base;
    for (uint32_t k = 0; k <= m->count; k++) {
        if (!value_at(r, m, t, k, &value))
            return false;
        m->row[i][k] = (value - base) & mask(m->width);
        struct term x = k < m->count ? r->phis[m->phis[k]].before
                                     : term_extract(ts, r->round, m->width - 1, 0);
        sum = term_2(ts, TERM_BV_ADD, sum,
                     term_2(ts, TERM_BV_MUL, x, term_bv(ts, m->width, m->row[i][k])));
    }
    return always(r, term_eq(ts, t, sum));
}

/* x := map applied n times. */
static void apply(struct linear_map *m, uint64_t n, uint64_t *x)
{
    uint32_t size = m->count + 2;
    for (; n; n >>= 1) {
        uint64_t next[MOST_PHIS + 2], square[MOST_PHIS + 2][MOST_PHIS + 2];
        for (uint32_t i = 0; i < size; i++) {
            next[i] = 0;
            for (uint32_t k = 0; k < size; k++) {
                next[i] += m->row[i][k] * x[k];
                square[i][k] = 0;
                for (uint32_t l = 0; l < size; l++)
                    square[i][k] += m->row[i][l] * m->row[l][k];
            }
        }
        for (uint32_t i = 0; i < size; i++) {
            if (n & 1)
                x[i] = next[i];
            for (uint32_t k = 0; k < size; k++)
                m->row[i][k] = square[i][k];
        }
    }
}

static bool end_width(struct rounds *r, uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    struct linear_map m = {.width = width};
    uint64_t x[MOST_PHIS + 2] = {0};
    for (uint32_t i = 0; i < r->count; i++)
        if (!r->phis[i].linear && r->phis[i].width == width)
            m.phis[m.count++] = i;
    for (uint32_t i = 0; i < m.count; i++) {
        if (!find_row(r, &m, i))
            return false;
        x[i] = r->phis[m.phis[i]].start;
    }
    m.row[m.count][m.count] = m.row[m.count][m.count + 1] = 1; /* the next round */
    m.row[m.count + 1][m.count + 1] = 1;
    x[m.count + 1] = 1;
    apply(&m, r->question->rounds, x);
    for (uint32_t i = 0; i < m.count; i++)
        r->phis[m.phis[i]].end = x[i] & mask(width);
    return true;
}

static bool find_ends(struct rounds *r)
{
    bool done[65] = {false};
    for (uint32_t i = 0; i < r->count; i++) {
        struct phi *p = &r->phis[i];
        p->end = (p->start + p->step * r->question->rounds) & mask(p->width);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        struct phi *p = &r->phis[i];
        if (p->linear || done[p->width])
            continue;
        done[p->width] = true;
        if (!end_width(r, p->width))
            return false;
    }
    return true;
}

static bool all_hold(struct rounds *r)
{
    for (size_t i = 0; i < r->must.count; i++)
        if (!always(r, r->must.data[i]))
            return false;
    return true;
}

bool check_rounds(const struct rounds_question *q, rounds_values *out)
{
    LAW(q->function < q->program->functions.count);
    const struct function *f = &q->program->functions.data[q->function];
    if (!q->rounds || q->rounds >> 62 || q->header >= f->blocks.count)
        return false;
    struct rounds r = {.question = q, .f = f, .terms = terms_new()};
    r.solver = solver_new(r.terms, NULL);
    r.round = term_fresh(r.terms, sort_bv(r.terms, ROUND_WIDTH), "round");
    bool good = start(&r) && find_linear(&r) && all_hold(&r) && find_ends(&r);
    for (uint32_t i = 0; i < r.count && good; i++)
        VECTOR_PUSH(out, (struct rounds_value){r.phis[i].id, r.phis[i].end});
    map_release(&r.values);
    VECTOR_RELEASE(&r.must);
    VECTOR_RELEASE(&r.way);
    solver_free(r.solver);
    terms_free(r.terms);
    return good;
}
