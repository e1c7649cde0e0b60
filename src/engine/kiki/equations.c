#include "engine/kiki/equations.h"

#include "base/clock.h"
#include "engine/kiki/equation.h"
#include "solver/cases.h"

enum { MOST_SPACES = 24, MOST_QUESTIONS = 400, MOST_VIEWS = 12 };
static const double seconds_per_query = 0.25, least_seconds = 0.3;

/* The numbers of one width of one loop. */
struct space {
    uint32_t loop;
    struct variable_view view[MOST_VIEWS];
    struct coordinate coordinate[MOST_VIEWS]; /* each view itself */
    struct affine affine;
    uint64_t last[MOST_VIEWS]; /* the point that was added last */
};
struct finding {
    struct terms *terms;
    struct solver *solver;
    const struct cut_model *model;
    const struct strategy_options *options;
    VECTOR(struct space) spaces;
    term_list known; /* rows */
    unsigned questions;
    double until; /* CPU time */
};

static bool out_of_time(const struct finding *n)
{
    return (n->options->stop && *n->options->stop) || cpu_now() > n->until ||
           n->questions > MOST_QUESTIONS;
}

/* --- spaces --- */

static bool belongs(const struct variable_view *v, unsigned width, bool constant)
{
    return v->width == width && (v->slot == UINT32_MAX) == constant;
}

/* What the loop changes comes first: equations are solved for it. */
static void add_space(struct finding *n, uint32_t loop, const variables *views,
                      unsigned width)
{
    struct space s = {.loop = loop};
    unsigned count = 0, changing = 0;
    for (int constant = 0; constant < 2; constant++)
        for (size_t i = 0; i < views->count && count < MOST_VIEWS; i++)
            if (belongs(&views->data[i], width, constant)) {
                s.coordinate[count] = (struct coordinate){1, {count}};
                s.view[count++] = views->data[i];
                changing += !constant;
            }
    if (!changing || count < 2 || n->spaces.count == MOST_SPACES)
        return;
    LAW(count <= MOST_VIEWS && changing <= count);
    affine_init(&s.affine, width, count);
    VECTOR_PUSH(&n->spaces, s);
}

static void add_spaces(struct finding *n, uint32_t loop)
{
    static const unsigned widths[] = {8, 16, 32, 64};
    variables views = {0};
    if (n->model->loops.data[loop].kind != CUT_AT_HEAD)
        return;
    domain_variables(n->terms, &n->model->loops.data[loop], &views);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        add_space(n, loop, &views, widths[i]);
    VECTOR_RELEASE(&views);
}

/* --- questions --- */

static struct term view_at(const struct variable_view *v, enum row_moment m)
{
    return term_at_moment(m, v->pre, v->entry, v->post);
}

/* Negative factors go to the other side: products with small numbers are small circuits. */
static struct term equation_at(struct finding *n, const struct space *s,
                               const struct affine_equation *e, enum row_moment m)
{
    LAW(term_width(n->terms, view_at(&s->view[0], m)) == s->affine.width);
    struct terms *ts = n->terms;
    const struct affine *a = &s->affine;
    struct term sum[2] = {term_bv(ts, a->width, 0), term_bv(ts, a->width, 0)};
    for (unsigned i = 0; i <= a->variables; i++) {
        uint64_t size;
        enum equation_side side = equation_side(a, e->factor[i], &size);
        struct term part = term_bv(ts, a->width, size);
        if (i < a->variables)
            part = term_2(ts, TERM_BV_MUL, view_at(&s->view[i], m), part);
        if (size)
            sum[side] = term_2(ts, TERM_BV_ADD, sum[side], part);
    }
    return term_eq(ts, sum[EQUATION_LEFT], sum[EQUATION_RIGHT]);
}

static struct term space_at(struct finding *n, const struct space *s, enum row_moment m)
{
    struct term all = term_bool(n->terms, true);
    for (unsigned i = 0; i < s->affine.count; i++)
        all = term_and(n->terms, all, equation_at(n, s, &s->affine.equation[i], m));
    return all;
}

/* What is known of all heads, and these terms. */
static enum answer ask(struct finding *n, const struct term *also, size_t count)
{
    struct solver_limits limits = {.seconds = seconds_per_query, .stop = n->options->stop};
    size_t before = n->known.count;
    n->questions++;
    for (size_t i = 0; i < n->spaces.count; i++) {
        const struct space *s = &n->spaces.data[i];
        struct term entered = n->model->loops.data[s->loop].entered;
        VECTOR_PUSH(&n->known, term_implies(n->terms, entered, space_at(n, s, ROW_AT_HEAD)));
    }
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&n->known, also[i]);
    enum answer answer =
        solver_solve_under(n->solver, n->known.data, n->known.count, &limits);
    n->known.count = before;
    return answer;
}

/* --- the fixpoint --- */

static void take_point(struct finding *n, struct space *s, enum row_moment m)
{
    for (unsigned i = 0; i < s->affine.variables; i++) {
        s->last[i] = 0;
        term_const_u64(n->terms, solver_value(n->solver, view_at(&s->view[i], m)),
                       &s->last[i]);
    }
    affine_add(&s->affine, s->last);
    affine_simplify(&s->affine);
    LAW(s->affine.count <= s->affine.variables + 1);
}

/* The state at the head is the last one that was seen. */
static struct term is_last(struct finding *n, const struct space *s)
{
    struct term all = term_bool(n->terms, true);
    for (unsigned i = 0; i < s->affine.variables; i++)
        all = term_and(n->terms, all,
                       term_eq(n->terms, s->view[i].pre,
                               term_bv(n->terms, s->affine.width, s->last[i])));
    return all;
}

/* Small numbers where the loop is entered, or at its head. */
static struct term is_small(struct finding *n, const struct space *s, enum row_moment m)
{
    enum { SMALL = 100 };
    struct term all = term_bool(n->terms, true),
                most = term_bv(n->terms, s->affine.width, SMALL);
    for (unsigned i = 0; i < s->affine.variables; i++)
        all = term_and(n->terms, all,
                       term_2(n->terms, TERM_BV_ULT, view_at(&s->view[i], m), most));
    return all;
}

static struct term broken_at(struct finding *n, const struct space *s, unsigned equation,
                             enum row_moment m)
{
    LAW(equation < s->affine.count);
    return term_not(n->terms, equation_at(n, s, &s->affine.equation[equation], m));
}

/* Seen at a glance: after the body the sum is what it was before, at entry it is 0. */
static bool is_plainly_kept(struct finding *n, const struct space *s,
                            const struct affine_equation *e, enum row_moment m)
{
    const struct affine *a = &s->affine;
    struct linear_sum sum;
    linear_sum_init(&sum, n->terms);
    for (unsigned i = 0; i < a->variables; i++) {
        linear_sum_add(&sum, view_at(&s->view[i], m), e->factor[i], LINEAR_DEPTH);
        if (m == ROW_AFTER)
            linear_sum_add(&sum, s->view[i].pre, 0 - e->factor[i], LINEAR_DEPTH);
    }
    if (m == ROW_AT_ENTRY)
        sum.constant += e->factor[a->variables];
    return linear_sum_is_zero(&sum, a->width);
}

/* Seen by cases: where choices decide what the body does. */
static bool is_kept_by_cases(struct finding *n, const struct space *s, unsigned equation,
                             enum row_moment m)
{
    const struct cut_loop *l = &n->model->loops.data[s->loop];
    struct term before = equation_at(n, s, &s->affine.equation[equation], ROW_AT_HEAD);
    struct term after[] = {l->entered, l->back, before, broken_at(n, s, equation, m)};
    struct cases_limits limits = {seconds_per_query, false};
    return m == ROW_AFTER && cases_refute(n->terms, after, 4, limits);
}

static bool is_easily_kept(struct finding *n, const struct space *s, unsigned equation,
                           enum row_moment m)
{
    return is_plainly_kept(n, s, &s->affine.equation[equation], m) ||
           is_kept_by_cases(n, s, equation, m);
}

/* One equation after the other: to show that one is kept is easier than all at once. */
static enum answer find_broken(struct finding *n, const struct space *s, enum row_moment m)
{
    LAW(m != ROW_AT_HEAD); /* there the equations are assumed */
    const struct cut_loop *l = &n->model->loops.data[s->loop];
    for (unsigned i = 0; i < s->affine.count; i++) {
        if (is_easily_kept(n, s, i, m))
            continue;
        struct term broken = broken_at(n, s, i, m);
        struct term entry[] = {l->arrived, broken}, after[] = {l->entered, l->back, broken};
        enum answer answer = m == ROW_AT_ENTRY ? ask(n, entry, 2) : ask(n, after, 3);
        if (answer != ANSWER_UNSAT)
            return answer;
    }
    return ANSWER_UNSAT;
}

/* Some state that breaks an equation. Easy ones first: equations that only few points suggest
 * have large factors, and are hard to solve for states that satisfy them. */
static enum answer find_point(struct finding *n, const struct space *s, enum row_moment m)
{
    const struct cut_loop *l = &n->model->loops.data[s->loop];
    struct term missing = term_not(n->terms, space_at(n, s, m));
    struct term entry[] = {l->arrived, missing, is_small(n, s, m)};
    struct term after[] = {l->entered, l->back, missing, is_last(n, s)};
    enum answer easy = m == ROW_AT_ENTRY ? ask(n, entry, 3) : ask(n, after, 4);
    return easy == ANSWER_SAT ? ANSWER_SAT : find_broken(n, s, m);
}

/* Points until none is missing at this moment; whether there were any. Where the solver does
 * not answer nothing is known of the space. */
static bool grow(struct finding *n, struct space *s, enum row_moment m)
{
    LAW(s->loop < n->model->loops.count);
    bool grown = false;
    while (s->affine.count) {
        enum answer answer = find_point(n, s, m);
        if (answer == ANSWER_UNSAT)
            break;
        if (answer == ANSWER_SAT && !out_of_time(n))
            take_point(n, s, m);
        else
            s->affine.count = 0;
        grown = true;
    }
    return grown;
}

static void solve(struct finding *n)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < n->spaces.count; i++) {
            again |= grow(n, &n->spaces.data[i], ROW_AT_ENTRY);
            again |= grow(n, &n->spaces.data[i], ROW_AFTER);
        }
    }
}

/* --- relations --- */

/* A loop that is not reached has all equations, which say nothing worth telling. */
static bool is_empty(const struct affine *a)
{
    return a->count == a->variables + 1;
}

static bool is_kept(struct finding *n, const struct space *s, unsigned equation,
                    enum row_moment m)
{
    LAW(equation < s->affine.count && m != ROW_AT_HEAD);
    const struct cut_loop *l = &n->model->loops.data[s->loop];
    if (is_easily_kept(n, s, equation, m))
        return true;
    struct term broken = broken_at(n, s, equation, m);
    struct term entry[] = {l->arrived, broken}, after[] = {l->entered, l->back, broken};
    return (m == ROW_AT_ENTRY ? ask(n, entry, 2) : ask(n, after, 3)) == ANSWER_UNSAT;
}

/* Equations that were dropped may be needed by others, of other loops too. Whether all that
 * are left hold together. */
static bool keep_inductive(struct finding *n)
{
    bool all = true;
    for (size_t i = 0; i < n->spaces.count; i++) {
        struct space *s = &n->spaces.data[i];
        for (unsigned k = s->affine.count; k-- > 0;) {
            if (is_kept(n, s, k, ROW_AT_ENTRY) && is_kept(n, s, k, ROW_AFTER))
                continue;
            s->affine.equation[k] = s->affine.equation[--s->affine.count];
            all = false;
        }
    }
    return all;
}

static void drop_wordless(struct space *s)
{
    struct relation relation;
    affine_simplify(&s->affine);
    for (unsigned k = s->affine.count; k-- > 0;)
        if (!equation_relation(&s->affine, &s->affine.equation[k], s->coordinate, s->view,
                               &relation))
            s->affine.equation[k] = s->affine.equation[--s->affine.count];
}

static void tell(struct finding *n, struct loop_relations *out)
{
    for (size_t i = 0; i < n->spaces.count; i++) {
        struct space *s = &n->spaces.data[i];
        if (is_empty(&s->affine))
            s->affine.count = 0;
        drop_wordless(s);
    }
    while (!out_of_time(n) && !keep_inductive(n))
        continue;
    for (size_t i = 0; i < n->spaces.count && !out_of_time(n); i++) {
        const struct space *s = &n->spaces.data[i];
        for (unsigned k = 0; k < s->affine.count; k++) {
            struct loop_relation one = {.loop = n->model->loops.data[s->loop].name};
            if (equation_relation(&s->affine, &s->affine.equation[k], s->coordinate, s->view,
                                  &one.relation))
                VECTOR_PUSH(&out->list, one);
        }
    }
}

void equations_find(struct loop_relations *found, struct solver *solver,
                    const struct cut_model *model, const rows *known,
                    const struct strategy_options *options)
{
    double seconds = options->seconds > least_seconds ? options->seconds : least_seconds;
    struct finding n = {.terms = solver_terms(solver),
                        .solver = solver,
                        .model = model,
                        .options = options,
                        .until = cpu_now() + seconds};
    VECTOR_CLEAR(&found->list);
    strategy_assume(n.terms, model, known, &n.known);
    for (uint32_t l = 0; l < model->loops.count; l++)
        add_spaces(&n, l);
    solve(&n);
    tell(&n, found);
    VECTOR_RELEASE(&n.spaces);
    VECTOR_RELEASE(&n.known);
}
