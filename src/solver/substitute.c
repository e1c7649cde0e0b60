#include "solver/substitute.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/map.h"
#include "solver/conjunction.h"

enum { MOST_VARIABLES = 8, MOST_OFFSET = 64 };
static const double seconds_per_guess = 0.1;

struct substitution {
    struct conjunction conjunction;
    struct terms *terms;
    const struct solver_limits *limits;
    double until; /* CPU time; 0: none */
};

bool substitute_matters(struct terms *ts, const struct term *list, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count && !any; i++)
        any = conjunction_has_product(ts, list[i]);
    return any;
}

/* --- equal variables --- */

static double seconds_left(const struct substitution *s)
{
    double left = s->until > 0 ? s->until - cpu_now() : seconds_per_guess;
    return left < seconds_per_guess ? left : seconds_per_guess;
}

static enum answer ask(struct substitution *s, struct solver *solver, const struct term *also,
                       size_t count)
{
    struct solver_limits limits = {.seconds = seconds_left(s), .stop = s->limits->stop};
    if (limits.seconds <= 0)
        return ANSWER_UNKNOWN;
    return solver_solve_under(solver, also, count, &limits);
}

/* Words in conjuncts with products, as many as there is room for. */
struct words {
    const struct terms *terms;
    struct map seen;
    unsigned count;
    struct term at[MOST_VARIABLES];
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct words *)context)->seen, t.id);
}

static void look(void *context, struct term t)
{
    struct words *w = context;
    map_set(&w->seen, t.id, 1);
    if (term_op(w->terms, t) == TERM_VAR && conjunction_is_word(w->terms, t) &&
        w->count < MOST_VARIABLES)
        w->at[w->count++] = t;
}

static void gather_words(const struct substitution *s, struct words *out)
{
    const conjuncts *all = &s->conjunction.all;
    *out = (struct words){.terms = s->terms};
    for (size_t i = 0; i < all->count; i++)
        if (conjunction_has_product(s->terms, all->data[i]))
            term_walk(s->terms, all->data[i], is_seen, look, out);
    map_release(&out->seen);
}

/* x = y + d in the model: does it hold whatever the model? */
struct guess {
    struct term x, y, sum;
};

static bool make_guess(struct substitution *s, struct solver *solver, struct guess *g)
{
    struct terms *ts = s->terms;
    unsigned w = term_width(ts, g->x);
    uint64_t x = 0, y = 0;
    if (w != term_width(ts, g->y))
        return false;
    term_const_u64(ts, solver_value(solver, g->x), &x);
    term_const_u64(ts, solver_value(solver, g->y), &y);
    uint64_t mask = UINT64_MAX >> (64 - w), up = (x - y) & mask, down = (y - x) & mask;
    if (up > MOST_OFFSET && down > MOST_OFFSET)
        return false;
    g->sum = term_2(ts, TERM_BV_ADD, g->y, term_bv(ts, w, up));
    return true;
}

/* Pairs of variables in the order in which they were found; the first that are equal, up to a
 * number, in all models of what has no products. */
static bool find_equal(struct substitution *s, struct solver *solver, struct guess *found)
{
    struct words w;
    gather_words(s, &w);
    VECTOR(struct guess) guesses = {0};
    if (ask(s, solver, NULL, 0) == ANSWER_SAT)
        for (size_t i = 0; i < w.count; i++)
            for (size_t k = 0; k < i; k++) {
                struct guess g = {w.at[i], w.at[k], TERM_NONE};
                if (make_guess(s, solver, &g))
                    VECTOR_PUSH(&guesses, g);
            }
    bool any = false;
    for (size_t i = 0; i < guesses.count && !any; i++) {
        *found = guesses.data[i];
        struct term other = term_ne(s->terms, found->x, found->sum);
        any = ask(s, solver, &other, 1) == ANSWER_UNSAT;
    }
    VECTOR_RELEASE(&guesses);
    return any;
}

static struct solver *solver_without_products(const struct substitution *s)
{
    struct solver *solver = solver_new(s->terms, NULL);
    for (size_t i = 0; i < s->conjunction.all.count; i++)
        if (!conjunction_has_product(s->terms, s->conjunction.all.data[i]))
            solver_assert(solver, s->conjunction.all.data[i]);
    return solver;
}

static void equate(struct substitution *s)
{
    for (int i = 0; i < MOST_VARIABLES && !s->conjunction.refuted; i++) {
        struct solver *solver = solver_without_products(s);
        struct guess g;
        bool any = find_equal(s, solver, &g);
        solver_free(solver);
        if (!any)
            return;
        conjunction_replace(&s->conjunction, g.x, g.sum);
        conjunction_settle(&s->conjunction);
    }
}

static bool has_no_model(struct substitution *s)
{
    struct solver *solver = solver_new(s->terms, NULL);
    for (size_t i = 0; i < s->conjunction.all.count; i++)
        solver_assert(solver, s->conjunction.all.data[i]);
    enum answer answer = ask(s, solver, NULL, 0);
    solver_free(solver);
    return answer == ANSWER_UNSAT;
}

bool substitute_refutes(struct terms *ts, const struct term *list, size_t count,
                        const struct solver_limits *limits)
{
    struct substitution s = {.conjunction = {.terms = ts}, .terms = ts, .limits = limits};
    struct conjunction *c = &s.conjunction;
    s.until = limits->seconds > 0 ? cpu_now() + limits->seconds : 0;
    for (size_t i = 0; i < count; i++)
        conjunction_add(c, list[i]);
    conjunction_settle(c);
    if (!c->refuted)
        conjunction_define(c);
    if (!c->refuted && substitute_matters(ts, c->all.data, c->all.count))
        equate(&s);
    bool refuted = c->refuted || conjunction_contradicts(c) || has_no_model(&s);
    VECTOR_RELEASE(&c->all);
    return refuted;
}
