/* Predicates for loops with phases: `i < n ? s++ : s--` keeps s = i first and s + i = 2*n
 * then. States that the loop passes through are parted by each condition of the program; what
 * equations the states of one part have in common are predicates, which clauses combine with
 * the condition. They only suggest. */
#include "engine/kiki/equation.h"
#include "engine/kiki/states.h"
#include "engine/pdr/pdr_internal.h"

enum {
    ENTRIES = 16,
    STEPS = 9,
    LEAST_POINTS = 5, /* in a part: fewer have too much in common */
    MOST_CONDITIONS = 16,
    MOST_EQUATIONS = 24 /* of one place */
};
static const double DRAW_SECONDS = 0.3;

/* The states of one place. */
struct phases {
    struct pdr *pdr;
    const struct loop_states *states;
    uint32_t place;
    unsigned found;
    bool in[MOST_STATES]; /* the part that is looked at */
};

/* What a condition is in a state. */
static struct term condition_in(const struct phases *f, struct term condition, unsigned state)
{
    LAW(state < f->states->count);
    struct terms *ts = f->pdr->terms;
    struct map values = {0};
    for (size_t i = 0; i < f->states->views.count; i++) {
        const struct variable_view *v = &f->states->views.data[i];
        map_set(&values, v->pre.id, term_bv(ts, v->width, f->states->value[state][i]).id);
    }
    struct term t = term_substitute(ts, condition, &values);
    map_release(&values);
    return t;
}

/* --- one part --- */

struct columns {
    unsigned count;
    struct variable_view views[STATE_VIEWS];
    struct coordinate coordinate[STATE_VIEWS];
    unsigned at[STATE_VIEWS]; /* among the views of the states */
};

static void choose_columns(const struct phases *f, unsigned width, struct columns *out)
{
    *out = (struct columns){0};
    for (unsigned i = 0; i < f->states->views.count; i++) {
        if (f->states->views.data[i].width != width)
            continue;
        out->views[out->count] = f->states->views.data[i];
        out->coordinate[out->count] = (struct coordinate){1, {out->count}};
        out->at[out->count++] = i;
    }
}

static unsigned count_variables(const struct affine *a, const struct affine_equation *e)
{
    unsigned n = 0;
    for (unsigned i = 0; i < a->variables; i++)
        n += e->factor[i] != 0;
    return n;
}

static void suggest(struct phases *f, const struct affine *a, const struct affine_equation *e,
                    const struct columns *c)
{
    struct relation relation;
    struct row row;
    const struct head *place = &f->pdr->places.data[f->place];
    if (f->found == MOST_EQUATIONS || count_variables(a, e) < 2 ||
        !equation_relation(a, e, c->coordinate, c->views, &relation) ||
        !relation_row(f->pdr->terms, &relation, place->loop, c->views, c->count, &row))
        return;
    f->found++;
    place_add_predicate(f->pdr, f->place, row.pre, RANK_PROGRAM);
}

static void fit_width(struct phases *f, unsigned width)
{
    struct columns c;
    struct affine space;
    choose_columns(f, width, &c);
    if (c.count < 2)
        return;
    affine_init(&space, width, c.count);
    for (unsigned i = 0; i < f->states->count; i++) {
        uint64_t point[STATE_VIEWS];
        for (unsigned k = 0; k < c.count; k++)
            point[k] = f->states->value[i][c.at[k]];
        if (f->in[i])
            affine_add(&space, point);
    }
    affine_simplify(&space);
    for (unsigned i = 0; i < space.count; i++)
        suggest(f, &space, &space.equation[i], &c);
}

static void fit_part(struct phases *f)
{
    static const unsigned widths[] = {8, 16, 32, 64};
    unsigned points = 0;
    for (unsigned i = 0; i < f->states->count; i++)
        points += f->in[i];
    for (size_t i = 0; i < sizeof widths / sizeof *widths && points >= LEAST_POINTS; i++)
        fit_width(f, widths[i]);
}

/* --- all parts --- */

/* The states in which the condition holds, or does not; false: some do not tell. */
static bool choose_part(struct phases *f, struct term condition, bool holds)
{
    struct terms *ts = f->pdr->terms;
    for (unsigned i = 0; i < f->states->count; i++) {
        struct term t = condition_in(f, condition, i);
        if (!term_is_const(ts, t))
            return false;
        f->in[i] = term_is_true(ts, t) == holds;
    }
    return true;
}

static void fit_place(struct phases *f)
{
    struct term condition[MOST_CONDITIONS];
    const cube *pool = &f->pdr->places.data[f->place].predicates;
    unsigned count = 0;
    for (size_t i = 0; i < pool->count && count < MOST_CONDITIONS; i++)
        if (pool->data[i].rank == RANK_PROGRAM)
            condition[count++] = pool->data[i].head;
    for (unsigned i = 0; i < count; i++)
        for (int holds = 0; holds < 2; holds++)
            if (choose_part(f, condition[i], holds))
                fit_part(f);
}

void phases_find(struct pdr *p)
{
    struct drawn_states drawn;
    drawn_init(&drawn, p->solver, p->model, p->rows, &p->options, DRAW_SECONDS);
    for (uint32_t i = 0; i < p->places.count; i++) {
        uint32_t loop = p->places.data[i].loop;
        drawn_see(&drawn, loop, ENTRIES, STEPS);
        struct phases f = {.pdr = p, .states = &drawn.loops[loop], .place = i};
        fit_place(&f);
    }
    drawn_release(&drawn);
}
