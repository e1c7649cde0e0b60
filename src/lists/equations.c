/* All equations of lengths and numbers that hold at cut points, by models: the affine space
 * of the states seen so far grows until no run leads out of it (docs/decisions/672).
 *
 * Lengths are those of paths that are known to be there; they are small, and equations modulo
 * 2^64 are what numbers of programs have anyway. What is found are candidates. */
#include "lists/prove.h"

#include "base/failure.h"

enum { MOST_POINTS = 200 };
static const double seconds_per_model = 2;

struct spaces {
    struct prover *p;
    struct affine *space; /* by cut */
    bool *reached;        /* by cut: a point was seen */
    unsigned points;
    bool fails; /* a question was too hard: nothing is known */
};

/* --- equations as terms --- */

static void add_part(struct terms *t, struct term *sum, struct term part, uint64_t factor)
{
    struct term scaled = term_2(t, TERM_BV_MUL, part, term_bv(t, 64, factor));
    *sum = term_2(t, TERM_BV_ADD, *sum, scaled);
}

/* Negative factors go to the other side. */
static void add_to_sides(struct terms *t, struct term side[2], struct term part,
                         uint64_t factor)
{
    bool right = factor >> 63;
    if (factor)
        add_part(t, &side[right], part, right ? 0 - factor : factor);
}

static struct term equation_term(struct terms *t, const struct affine_equation *e,
                                 const struct term *value, unsigned count)
{
    struct term side[2] = {term_bv(t, 64, 0), term_bv(t, 64, 0)};
    for (unsigned i = 0; i < count; i++)
        add_to_sides(t, side, value[i], e->factor[i]);
    add_to_sides(t, side, term_bv(t, 64, 1), e->factor[count]);
    return term_eq(t, side[0], side[1]);
}

static struct term space_term(struct spaces *s, uint32_t cut, const struct term *value)
{
    struct terms *t = s->p->l->terms;
    const struct affine *a = &s->space[cut];
    struct term all = term_bool(t, true);
    for (unsigned i = 0; i < a->count; i++)
        all = term_and(t, all, equation_term(t, &a->equation[i], value, a->variables));
    return all;
}

/* --- points --- */

static struct term is_small(struct terms *t, const struct term *value, unsigned count)
{
    enum { SMALL = 40 };
    struct term all = term_bool(t, true);
    for (unsigned i = 0; i < count; i++)
        all = term_and(t, all, term_2(t, TERM_BV_ULT, value[i], term_bv(t, 64, SMALL)));
    return all;
}

static enum answer ask(struct spaces *s, struct question *q, struct term condition)
{
    struct prover *p = s->p;
    struct solver_limits limits = prover_limits(p);
    if (p->stopped)
        return ANSWER_UNKNOWN;
    if (limits.seconds <= 0 || limits.seconds > seconds_per_model)
        limits.seconds = seconds_per_model;
    struct arena arena;
    arena_init(&arena);
    struct term *under = ARENA_ARRAY(&arena, struct term, q->switches.count + 1);
    size_t n = 0;
    for (size_t i = 0; i < q->switches.count; i++)
        if (p->facts[q->run.start].alive.data[i])
            under[n++] = q->switches.data[i];
    under[n++] = condition;
    enum answer answer = solver_solve_under(q->solver, under, n, &limits);
    arena_release(&arena);
    return answer;
}

static void take_point(struct spaces *s, struct question *q, uint32_t cut,
                       const struct term *value)
{
    uint64_t point[AFFINE_VARIABLES] = {0};
    for (unsigned i = 0; i < s->space[cut].variables; i++)
        term_const_u64(s->p->l->terms, solver_value(q->solver, value[i]), &point[i]);
    affine_add(&s->space[cut], point);
    affine_simplify(&s->space[cut]);
    s->reached[cut] = true;
    s->points++;
}

/* One equation after the other: to show that one is kept is easier than all at once. Small
 * states first. */
static enum answer find_broken(struct spaces *s, struct question *q, uint32_t cut,
                               const struct term *after, struct term run, unsigned equation)
{
    struct terms *t = s->p->l->terms;
    unsigned count = s->space[cut].variables;
    const struct affine_equation *e = &s->space[cut].equation[equation];
    run = term_and(t, run, term_not(t, equation_term(t, e, after, count)));
    if (term_is_false(t, run))
        return ANSWER_UNSAT;
    enum answer answer = ask(s, q, term_and(t, run, is_small(t, after, count)));
    return answer == ANSWER_SAT ? ANSWER_SAT : ask(s, q, run);
}

/* A run that arrives outside of its cut's space, if there is one. */
static bool grow(struct spaces *s, struct question *q, uint32_t arrival)
{
    struct terms *t = s->p->l->terms;
    uint32_t start = q->run.start, cut = q->run.arrivals.data[arrival].cut;
    const struct term *after = q->after[arrival];
    struct term run = q->guards.data[arrival];
    if (start != UINT32_MAX)
        run = term_and(t, run, space_term(s, start, q->before));
    enum answer answer = ANSWER_UNSAT;
    for (unsigned i = 0; i < s->space[cut].count && answer == ANSWER_UNSAT; i++)
        answer = find_broken(s, q, cut, after, run, i);
    if (answer == ANSWER_SAT)
        take_point(s, q, cut, after);
    s->fails |= answer == ANSWER_UNKNOWN || s->points > MOST_POINTS;
    return answer == ANSWER_SAT;
}

static void grow_all(struct spaces *s)
{
    for (bool again = true; again && !s->fails;) {
        again = false;
        for (uint32_t k = 0; k < s->p->count && !s->fails; k++) {
            struct question *q = &s->p->questions[k];
            if (k && !s->reached[k - 1])
                continue;
            for (uint32_t a = 0; a < q->run.arrivals.count && !s->fails; a++)
                while (!s->fails && grow(s, q, a))
                    again = true;
        }
    }
}

/* --- facts --- */

/* Equations of numbers alone are kept, too: others rest on them. */
static void add_fact(struct prover *p, uint32_t cut, const struct affine_equation *e)
{
    enum { LARGEST = 8 };
    const struct quantities *from = &p->quantities[cut];
    struct fact_equation *f = ARENA_NEW(&p->l->arena, struct fact_equation);
    f->constant = e->factor[from->count];
    for (unsigned i = 0; i < from->count; i++) {
        uint64_t size = e->factor[i] >> 63 ? 0 - e->factor[i] : e->factor[i];
        if (!size)
            continue;
        if (size > LARGEST || f->count == EQUATION_PARTS)
            return;
        f->part[f->count] = from->list[i];
        f->factor[f->count++] = e->factor[i];
    }
    if (!f->count)
        return;
    struct fact fact = {.kind = FACT_EQUATION, .equation = f};
    VECTOR_PUSH(&p->facts[cut].list, fact);
    VECTOR_PUSH(&p->facts[cut].alive, true);
}

void prover_find_equations(struct prover *p)
{
    struct spaces s = {.p = p};
    size_t cuts = p->l->cuts.list.count;
    s.space = ARENA_ARRAY(&p->l->arena, struct affine, cuts + 1);
    s.reached = ARENA_ARRAY(&p->l->arena, bool, cuts + 1);
    for (uint32_t c = 0; c < cuts; c++)
        affine_init(&s.space[c], 64, p->quantities[c].count);
    grow_all(&s);
    for (uint32_t c = 0; c < cuts && !s.fails; c++)
        for (unsigned i = 0; i < s.space[c].count && s.reached[c]; i++)
            add_fact(p, c, &s.space[c].equation[i]);
}

struct term equation_meaning(struct terms *t, const struct fact_equation *f,
                             const struct term *value)
{
    struct affine_equation e = {{0}};
    for (unsigned i = 0; i < f->count; i++)
        e.factor[i] = f->factor[i];
    e.factor[f->count] = f->constant;
    LAW(f->count <= EQUATION_PARTS);
    return equation_term(t, &e, value, f->count);
}
