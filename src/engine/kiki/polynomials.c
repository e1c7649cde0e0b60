#include "engine/kiki/polynomials.h"

#include "base/clock.h"
#include "base/failure.h"
#include "engine/kiki/equation.h"
#include "engine/kiki/states.h"
#include "solver/cases.h"
#include "solver/substitute.h"

enum {
    ENTRIES = 7,
    STEPS = 9,
    MOST_QUADRATIC = 6, /* variables */
    MOST_CUBIC = 4,
    MOST_EQUATIONS = 12 /* of one loop and width */
};
static const double seconds_per_try = 0.05, seconds_per_proof = 0.5, least_seconds = 0.6;

/* The monomials over some numbers of one width of one loop. */
struct monomials {
    uint32_t loop;
    unsigned count, width;
    unsigned view[MOST_QUADRATIC]; /* of the loop's states */
    struct coordinate coordinate[AFFINE_VARIABLES];
    struct affine affine;
    uint64_t leading; /* pairs of views whose product equations tell: is_leading */
};
struct suggestion {
    uint32_t loop;
    struct loop_relation one;
    struct term entry, pre, post;
    bool dropped;
};
struct fitting {
    struct drawn_states states;
    VECTOR(struct suggestion) suggestions;
};

/* --- monomials --- */

static void add_views(struct monomials *m, const struct loop_states *s, unsigned last)
{
    uint64_t point[MOST_QUADRATIC + 1];
    affine_init(&m->affine, m->width, m->count + 1);
    for (unsigned i = 0; i < s->count; i++) {
        for (unsigned k = 0; k < m->count; k++)
            point[k] = s->value[i][m->view[k]];
        point[m->count] = s->value[i][last];
        affine_add(&m->affine, point);
    }
}

/* Sums of multiples of others are not chosen: affine equations say what they are, and their
 * products say nothing new. */
static void choose(struct monomials *m, const struct loop_states *s, unsigned view)
{
    LAW(m->count < MOST_QUADRATIC);
    add_views(m, s, view);
    for (unsigned i = 0; i < m->affine.count; i++) {
        const uint64_t *factor = m->affine.equation[i].factor;
        if (factor[m->count] & 1)
            return;
        for (unsigned k = 0; k < m->count; k++)
            if (factor[k] & 1 && factor[m->count]) {
                m->view[k] = view;
                return;
            }
    }
    m->view[m->count++] = view;
}

/* What the loop changes comes first. */
static void choose_views(const struct loop_states *s, struct monomials *m)
{
    for (int constant = 0; constant < 2; constant++)
        for (unsigned i = 0; i < s->views.count && m->count < MOST_QUADRATIC; i++) {
            const struct variable_view *v = &s->views.data[i];
            bool kept = (v->slot == UINT32_MAX) == constant;
            if (kept && v->width == m->width)
                choose(m, s, i);
        }
}

static void add_coordinate(struct monomials *m, unsigned *n, struct coordinate c)
{
    LAW(*n < AFFINE_VARIABLES);
    for (unsigned i = 0; i < c.degree; i++)
        LAW(c.view[i] < m->count);
    m->coordinate[(*n)++] = c;
}

/* An equation says what the product of these two views is. */
static bool is_leading(const struct monomials *m, unsigned a, unsigned b)
{
    LAW(a <= b && b < m->count);
    return m->leading >> (a * MOST_QUADRATIC + b) & 1;
}

static void list_cubic(struct monomials *m, unsigned *n)
{
    for (unsigned a = 0; a < m->count; a++)
        for (unsigned b = a; b < m->count; b++)
            for (unsigned c = b; c < m->count; c++)
                if (!is_leading(m, a, b) && !is_leading(m, a, c) && !is_leading(m, b, c))
                    add_coordinate(m, n, (struct coordinate){3, {a, b, c}});
}

/* Products first: equations are solved for what comes first. */
static unsigned list_coordinates(struct monomials *m, unsigned degree)
{
    unsigned n = 0;
    if (degree == 3)
        list_cubic(m, &n);
    for (unsigned a = 0; a < m->count; a++)
        for (unsigned b = a; b < m->count; b++)
            if (!is_leading(m, a, b))
                add_coordinate(m, &n, (struct coordinate){2, {a, b}});
    for (unsigned a = 0; a < m->count; a++)
        add_coordinate(m, &n, (struct coordinate){1, {a}});
    return n;
}

static void add_point(struct monomials *m, const uint64_t *value)
{
    uint64_t point[AFFINE_VARIABLES];
    for (unsigned i = 0; i < m->affine.variables; i++) {
        point[i] = 1;
        for (unsigned k = 0; k < m->coordinate[i].degree; k++)
            point[i] *= value[m->view[m->coordinate[i].view[k]]];
    }
    affine_add(&m->affine, point);
}

/* --- suggestions --- */

static unsigned degree_of(const struct monomials *m, const struct affine_equation *e)
{
    unsigned degree = 0;
    for (unsigned i = 0; i < m->affine.variables; i++)
        if (e->factor[i] && m->coordinate[i].degree > degree)
            degree = m->coordinate[i].degree;
    return degree;
}

static void push_suggestion(struct fitting *f, struct suggestion *s,
                            const struct variable_view *views, size_t count)
{
    struct terms *ts = f->states.terms;
    struct row row;
    if (!relation_row(ts, &s->one.relation, s->loop, views, count, &row) ||
        term_is_true(ts, row.pre))
        return;
    for (size_t i = 0; i < f->suggestions.count; i++)
        if (f->suggestions.data[i].loop == s->loop &&
            term_same(f->suggestions.data[i].pre, row.pre))
            return;
    s->entry = row.entry;
    s->pre = row.pre;
    s->post = row.post;
    VECTOR_PUSH(&f->suggestions, *s);
}

static void suggest(struct fitting *f, const struct monomials *m,
                    const struct variable_view *views, const struct affine_equation *e)
{
    LAW(degree_of(m, e) >= 2);
    struct suggestion s = {.loop = m->loop};
    s.one.loop = f->states.model->loops.data[m->loop].name;
    if (equation_relation(&m->affine, e, m->coordinate, views, &s.one.relation))
        push_suggestion(f, &s, views, m->count);
}

/* What equations of degree 2 say of products, equations of degree 3 need not say again. */
static void note_leading(struct monomials *m, const struct affine_equation *e)
{
    for (unsigned i = 0; i < m->affine.variables; i++) {
        const struct coordinate *c = &m->coordinate[i];
        if (!(e->factor[i] & 1))
            continue;
        if (c->degree == 2)
            m->leading |= UINT64_C(1) << (c->view[0] * MOST_QUADRATIC + c->view[1]);
        return;
    }
}

static void fit_degree(struct fitting *f, struct monomials *m, unsigned degree)
{
    const struct loop_states *s = &f->states.loops[m->loop];
    struct variable_view views[MOST_QUADRATIC];
    size_t before = f->suggestions.count;
    affine_init(&m->affine, m->width, list_coordinates(m, degree));
    for (unsigned i = 0; i < s->count; i++)
        add_point(m, s->value[i]);
    affine_simplify(&m->affine);
    for (unsigned i = 0; i < m->count; i++)
        views[i] = s->views.data[m->view[i]];
    for (unsigned i = m->affine.count; i-- > 0;) {
        const struct affine_equation *e = &m->affine.equation[i];
        if (degree_of(m, e) == degree && f->suggestions.count - before < MOST_EQUATIONS)
            suggest(f, m, views, e);
    }
    for (unsigned i = 0; i < m->affine.count; i++)
        note_leading(m, &m->affine.equation[i]);
}

/* --- remainders --- */

static uint64_t remainder_of(uint64_t x, uint64_t divisor, unsigned width, bool is_signed)
{
    int64_t number = (int64_t)(x << (64 - width)) >> (64 - width);
    int64_t rest = number % (int64_t)divisor;
    return is_signed ? (uint64_t)rest & UINT64_MAX >> (64 - width) : x % divisor;
}

static bool fits(const struct loop_states *s, unsigned c, unsigned i, uint64_t divisor,
                 bool is_signed)
{
    unsigned width = s->views.data[c].width;
    bool all = s->count > 0;
    for (unsigned k = 0; k < s->count && all; k++)
        all = s->value[k][c] == remainder_of(s->value[k][i], divisor, width, is_signed);
    return all;
}

static void suggest_remainder(struct fitting *f, uint32_t loop, unsigned c, unsigned i,
                              uint64_t divisor, bool is_signed)
{
    const struct loop_states *s = &f->states.loops[loop];
    struct suggestion one = {.loop = loop};
    struct relation *r = &one.one.relation;
    one.one.loop = f->states.model->loops.data[loop].name;
    *r = (struct relation){.width = s->views.data[c].width,
                           .variables = 2,
                           .constants = 1,
                           .steps = 1,
                           .right = 3,
                           .variable = {s->views.data[c].name, s->views.data[i].name},
                           .constant = {divisor}};
    r->step[0] = (struct relation_step){is_signed ? TERM_BV_SREM : TERM_BV_UREM, 1, 2};
    push_suggestion(f, &one, s->views.data, s->views.count);
}

/* c = i % d for numbers c and i that the loop changes, and constants d of the program. */
static void fit_pair(struct fitting *f, uint32_t loop, unsigned c, unsigned i)
{
    enum { LARGEST = 1 << 20 };
    const struct loop_states *s = &f->states.loops[loop];
    const struct strategy_options *o = f->states.options;
    const struct variable_view *x = &s->views.data[c], *y = &s->views.data[i];
    if (c == i || x->width != y->width || x->slot == UINT32_MAX || y->slot == UINT32_MAX)
        return;
    for (size_t k = 0; k < o->threshold_count; k++)
        for (uint64_t more = 0; more < 2; more++) {
            __int128 divisor = o->thresholds[k] + (__int128)more;
            bool usual = divisor >= 2 && divisor <= LARGEST && divisor & (divisor - 1);
            for (int is_signed = 0; is_signed < 2 && usual; is_signed++)
                if (fits(s, c, i, (uint64_t)divisor, is_signed))
                    suggest_remainder(f, loop, c, i, (uint64_t)divisor, is_signed);
        }
}

static void fit_remainders(struct fitting *f, uint32_t loop)
{
    const struct loop_states *s = &f->states.loops[loop];
    size_t before = f->suggestions.count;
    for (unsigned c = 0; c < s->views.count; c++)
        for (unsigned i = 0; i < s->views.count; i++)
            if (f->suggestions.count - before < MOST_EQUATIONS)
                fit_pair(f, loop, c, i);
}

static void fit(struct fitting *f, uint32_t loop, unsigned width)
{
    struct monomials m = {.loop = loop, .width = width};
    choose_views(&f->states.loops[loop], &m);
    if (m.count >= 2)
        fit_degree(f, &m, 2);
    if (m.count >= 2 && m.count <= MOST_CUBIC)
        fit_degree(f, &m, 3);
}

/* --- where they matter --- */

bool polynomials_matter(struct terms *ts, const struct formula *f)
{
    bool any = false;
    for (size_t i = 0; i < f->claims.count && !any; i++)
        any = substitute_matters(ts, &f->claims.data[i].bad, 1);
    return any;
}

/* --- what is left is inductive --- */

static void assume_suggestions(struct fitting *f)
{
    struct terms *ts = f->states.terms;
    for (size_t i = 0; i < f->suggestions.count; i++) {
        const struct suggestion *s = &f->suggestions.data[i];
        struct term entered = f->states.model->loops.data[s->loop].entered;
        if (!s->dropped)
            VECTOR_PUSH(&f->states.known, term_implies(ts, entered, s->pre));
    }
}

/* By circuits, or by substitution where these take long. */
static bool is_excluded(struct fitting *f, const struct term *what, size_t count)
{
    struct drawn_states *s = &f->states;
    struct solver_limits limits = {.seconds = seconds_per_proof, .stop = s->options->stop};
    struct cases_limits cases = {seconds_per_proof, true};
    enum answer answer = drawn_ask(s, what, count);
    if (answer != ANSWER_UNKNOWN)
        return answer == ANSWER_UNSAT;
    size_t before = s->known.count;
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&s->known, what[i]);
    bool refuted = cases_refute(s->terms, s->known.data, s->known.count, cases) ||
                   substitute_refutes(s->terms, s->known.data, s->known.count, &limits);
    s->known.count = before;
    return refuted;
}

static bool is_kept(struct fitting *f, const struct suggestion *s)
{
    LAW(!s->dropped);
    struct terms *ts = f->states.terms;
    const struct cut_loop *l = &f->states.model->loops.data[s->loop];
    struct term entry[] = {l->arrived, term_not(ts, s->entry)},
                after[] = {l->entered, l->back, term_not(ts, s->post)};
    return is_excluded(f, entry, 2) && is_excluded(f, after, 3);
}

/* Whether all that were left before are kept. */
static bool keep_inductive(struct fitting *f)
{
    bool all = true;
    size_t before = f->states.known.count;
    assume_suggestions(f);
    for (size_t i = 0; i < f->suggestions.count; i++) {
        struct suggestion *s = &f->suggestions.data[i];
        if (s->dropped || is_kept(f, s))
            continue;
        s->dropped = true;
        all = false;
    }
    f->states.known.count = before;
    return all;
}

void polynomials_find(struct loop_relations *found, struct solver *solver,
                      const struct cut_model *model, const rows *known,
                      const struct strategy_options *options)
{
    static const unsigned widths[] = {8, 16, 32, 64};
    struct fitting f = {0};
    double seconds = options->seconds > least_seconds ? options->seconds : least_seconds;
    drawn_init(&f.states, solver, model, known, options, seconds);
    for (uint32_t l = 0; l < model->loops.count; l++) {
        if (model->loops.data[l].kind != CUT_AT_HEAD)
            continue;
        drawn_see(&f.states, l, ENTRIES, STEPS);
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
            fit(&f, l, widths[i]);
        fit_remainders(&f, l);
    }
    f.states.seconds_per_query = seconds_per_try;
    bool whole = false;
    while (!whole && !drawn_out_of_time(&f.states))
        whole = keep_inductive(&f);
    for (size_t i = 0; i < f.suggestions.count && whole; i++)
        if (!f.suggestions.data[i].dropped)
            VECTOR_PUSH(&found->list, f.suggestions.data[i].one);
    drawn_release(&f.states);
    VECTOR_RELEASE(&f.suggestions);
}
