#include "domain/strategy/strategy.h"

#include "base/clock.h"
#include "base/failure.h"
#include "domain/strategy/strategy_internal.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 4000, MOST_TOGETHER = 8 };

bool search_over(const struct strategy_search *s)
{
    return (s->options->stop && *s->options->stop) || cpu_now() > s->until;
}

/* The guard of the state before that a row speaks of. */
struct term search_entered(const struct cut_model *model, const struct row *r)
{
    LAW(r->loop < model->loops.count);
    LAW(!r->echo || r->use < model->loops.data[r->loop].uses.count);
    const struct cut_loop *l = &model->loops.data[r->loop];
    return r->echo ? l->uses.data[r->use].entered : l->entered;
}

/* The assumption that a row is at the head of its loop; none if it says nothing. */
static struct term assumption(struct terms *ts, const struct cut_model *model,
                              const rows *all, size_t i)
{
    struct row r = row_known(all, i);
    if (r.state == ROW_TOP)
        return TERM_NONE;
    struct term condition = row_condition(ts, &r, ROW_AT_HEAD);
    return term_is_true(ts, condition)
               ? TERM_NONE
               : term_implies(ts, search_entered(model, &r), condition);
}

static size_t master_of(const rows *all, size_t i)
{
    LAW(i < all->count);
    return all->data[i].echo ? all->data[i].echo - 1 : i;
}

static bool same_operand(const struct row_operand *x, const struct row_operand *y)
{
    return x->there == y->there && x->minus == y->minus && x->slot == y->slot &&
           x->constant == y->constant;
}

/* The same sum read as signed and as unsigned: the two rise together, and neither is searched
 * under the other. */
static bool is_twin(const struct row *r, const struct row *o)
{
    const struct row_expression *e = &r->expression, *f = &o->expression;
    return e->form == FORM_LINEAR && f->form == FORM_LINEAR && r->loop == o->loop &&
           e->is_unsigned != f->is_unsigned && r->ghosts == o->ghosts &&
           r->values == o->values && same_operand(&e->x, &f->x) && same_operand(&e->y, &f->y);
}

/* Under the rows as they are (one of them left out), some conditions, and one of a clause if
 * there is one. */
enum answer search_solve(struct strategy_search *s, const struct row *except,
                         const struct term *conditions, size_t count, const term_list *clause)
{
    struct solver_limits limits = {
        .seconds = s->until - cpu_now(), .conflicts = s->conflicts, .stop = s->options->stop};
    LAW(!except || (except >= s->rows->data &&
                    except < s->rows->data + s->rows->count)); /* a row of the list */
    if (limits.seconds <= 0)
        limits.seconds = 0.001;
    term_list assumed = {0};
    for (size_t i = 0; i < s->rows->count; i++) {
        const struct row *r = &s->rows->data[i];
        size_t master = master_of(s->rows, i);
        bool left_out = except && (&s->rows->data[master] == except || is_twin(r, except) ||
                                   (s->loose && s->loose[master]));
        struct term t = left_out ? TERM_NONE : assumption(s->terms, s->model, s->rows, i);
        if (term_is(t))
            VECTOR_PUSH(&assumed, t);
    }
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&assumed, conditions[i]);
    enum answer a = clause
                        ? solver_solve_clause(s->solver, assumed.data, assumed.count,
                                              clause->data, clause->count, &limits)
                        : solver_solve_under(s->solver, assumed.data, assumed.count, &limits);
    VECTOR_RELEASE(&assumed);
    s->gave_up |= a == ANSWER_UNKNOWN && s->conflicts;
    return a;
}

const struct cut_loop *search_loop(const struct strategy_search *s, const struct row *r)
{
    LAW(r->loop < s->model->loops.count);
    return &s->model->loops.data[r->loop];
}

void strategy_assume(struct terms *ts, const struct cut_model *model, const rows *all,
                     term_list *out)
{
    LAW(rows_are_lawful(ts, model, all));
    for (size_t i = 0; i < all->count; i++) {
        struct term t = assumption(ts, model, all, i);
        if (term_is(t))
            VECTOR_PUSH(out, t);
    }
}

/* The condition that the row, as it is, is broken at entry or after the body. */
struct term search_broken(struct strategy_search *s, const struct row *r)
{
    LAW(!r->echo); /* an echo is never broken itself */
    struct terms *ts = s->terms;
    const struct cut_loop *l = search_loop(s, r);
    struct term at_entry =
        term_and(ts, l->arrived, term_not(ts, row_condition(ts, r, ROW_AT_ENTRY)));
    struct term after = term_and(ts, l->back, term_not(ts, row_condition(ts, r, ROW_AFTER)));
    return term_or(ts, at_entry, after);
}

__int128 search_number(struct terms *ts, struct term value, enum row_kind kind)
{
    LAW(term_width(ts, value) <= 128);
    unsigned w = term_width(ts, value);
    const uint32_t *limbs = term_limbs(ts, value);
    unsigned __int128 bits = 0;
    for (unsigned i = 0; i < (w + 31) / 32; i++)
        bits |= (unsigned __int128)limbs[i] << (32 * i);
    if (kind == ROW_BOUND && (bits >> (w - 1) & 1))
        bits |= ~(unsigned __int128)0 << w;
    return (__int128)bits;
}

/* Makes the row hold for the state in which its expression has this value in the model. */
static bool raise_to(struct strategy_search *s, struct row *r, enum row_moment m)
{
    LAW(!r->echo);
    struct term expression = row_expression_at(r, m);
    if (r->state == ROW_TOP || (row_guarded(r) && !solver_true(s->solver, r->guard[m])))
        return false;
    if (r->kind == ROW_FACT) {
        if (solver_true(s->solver, expression))
            return false;
        r->state = ROW_TOP;
        return true;
    }
    __int128 v = search_number(s->terms, solver_value(s->solver, expression), r->kind);
    if (r->state == ROW_BOTTOM) {
        r->state = ROW_VALUE;
        r->value = v;
        return true;
    }
    if (r->kind == ROW_CONST && r->value != v) {
        r->state = ROW_TOP;
        return true;
    }
    if (r->kind == ROW_BOUND && v > r->value) {
        r->value = v;
        return true;
    }
    return false;
}

/* --- the loop --- */

static void raise_rows(struct strategy_search *s, uint32_t l)
{
    size_t n = s->rows->count;
    bool *rose = calloc(n ? n : 1, sizeof *rose);
    const struct cut_loop *loop = &s->model->loops.data[l];
    bool arrived = solver_true(s->solver, loop->arrived),
         back = solver_true(s->solver, loop->back);
    for (size_t i = 0; i < n; i++) {
        struct row *r = &s->rows->data[i];
        if (r->loop != l || r->echo)
            continue;
        if (arrived)
            rose[i] |= raise_to(s, r, ROW_AT_ENTRY);
        if (back)
            rose[i] |= raise_to(s, r, ROW_AFTER);
    }
    for (size_t i = 0; i < n; i++)
        if (rose[i])
            s->raised[i]++;
    bool *rising = calloc(n ? n : 1, sizeof *rising);
    for (size_t i = 0; i < n; i++) {
        const struct row *r = &s->rows->data[i];
        rising[i] = s->raised[i] > 2 && r->kind == ROW_BOUND && r->loop == l;
    }
    for (size_t i = 0; i < n; i++)
        if (rose[i] && !search_over(s))
            search_widen(s, &s->rows->data[i], s->raised[i], rising);
    free(rising);
    free(rose);
}

/* Is some row of the loop, as all of them are now, broken at entry or after the body? */
static enum answer find_broken(struct strategy_search *s, uint32_t loop)
{
    term_list clause = {0};
    for (size_t i = 0; i < s->rows->count; i++) {
        if (s->rows->data[i].state == ROW_TOP || s->rows->data[i].loop != loop ||
            s->rows->data[i].echo)
            continue;
        struct term t = search_broken(s, &s->rows->data[i]);
        if (!term_is_false(s->terms, t))
            VECTOR_PUSH(&clause, t);
    }
    enum answer a = clause.count ? search_solve(s, NULL, NULL, 0, &clause) : ANSWER_UNSAT;
    VECTOR_RELEASE(&clause);
    return a;
}

/* Raises rows until none is broken; one loop after the other, so that a loop begins with what
 * is known of those before it. */
static bool iterate(struct strategy_search *s)
{
    uint32_t loops = (uint32_t)s->model->loops.count,
             quiet = 0; /* loops since the last change */
    for (uint32_t l = 0, round = 0; quiet < loops; l = (l + 1) % loops, quiet++) {
        enum answer a;
        while ((a = find_broken(s, l)) == ANSWER_SAT) {
            if (++round > MOST_ROUNDS || search_over(s))
                return false;
            raise_rows(s, l);
            quiet = 0;
        }
        if (a != ANSWER_UNSAT)
            return false;
    }
    return true;
}

/* Single bounds that were given up are tried again, now that relations are known. */
static void retry_bounds(struct strategy_search *s)
{
    bool relations = false, lost = false;
    struct row *before = malloc((s->rows->count + 1) * sizeof *before);
    for (size_t i = 0; i < s->rows->count; i++) {
        struct row *r = &s->rows->data[i];
        before[i] = *r;
        relations |= row_is_relation(r) && r->state == ROW_VALUE;
        lost |= r->kind == ROW_BOUND && !row_is_relation(r) && r->state == ROW_TOP &&
                !r->echo && !r->forall;
    }
    if (relations && lost) {
        for (size_t i = 0; i < s->rows->count; i++) {
            struct row *r = &s->rows->data[i];
            if (r->kind == ROW_BOUND && !row_is_relation(r) && !r->echo && !r->forall)
                r->state = ROW_BOTTOM, s->raised[i] = 0;
        }
        if (!iterate(s))
            for (size_t i = 0; i < s->rows->count; i++)
                s->rows->data[i] = before[i];
    }
    free(before);
}

/* Is the expression at least d at entry or after the body, under the rows as they are? If so
 * *found is how large it was. */
static enum answer reaches(struct strategy_search *s, const struct row *r, __int128 d,
                           __int128 *found)
{
    struct row below = *r;
    below.value = d - 1;
    struct term above = search_broken(s, &below);
    enum answer a = search_solve(s, NULL, &above, 1, NULL);
    if (a != ANSWER_SAT)
        return a;
    const struct cut_loop *l = search_loop(s, r);
    bool at_entry = solver_true(s->solver, l->arrived);
    bool after = solver_true(s->solver, l->back);
    *found = d;
    if (at_entry && raise_to(s, &below, ROW_AT_ENTRY))
        *found = below.value;
    if (after && raise_to(s, &below, ROW_AFTER))
        *found = below.value;
    return a;
}

/* A constant of the program that is kept may be far above what the loop reaches. Law: rows
 * that are kept stay kept when one of them is lowered to what is reached under all of them.
 */
static void lower_bound(struct strategy_search *s, struct row *r)
{
    LAW(r->kind == ROW_BOUND && r->state == ROW_VALUE);
    __int128 found, low, high = r->value;
    s->conflicts = MOST_CONFLICTS;
    enum answer a = reaches(s, r, high, &found);
    if (a != ANSWER_UNSAT || reaches(s, r, -r->most - 1, &found) != ANSWER_SAT)
        high = found = r->value;
    low = found;
    while (low < high && !search_over(s)) {
        __int128 middle = low + (high - low + 1) / 2;
        a = reaches(s, r, middle, &found);
        if (a == ANSWER_UNKNOWN)
            break;
        if (a == ANSWER_SAT)
            low = found;
        else
            high = middle - 1;
    }
    LAW(high <= r->value); /* bounds that hold are only tightened */
    r->value = high;
    s->conflicts = 0;
}

/* Segments need the exact bounds of their indices: where these may wrap, they say nothing. */
static void lower_bounds(struct strategy_search *s)
{
    for (size_t i = 0; i < s->rows->count && !search_over(s); i++) {
        struct row *r = &s->rows->data[i];
        bool single =
            r->kind == ROW_BOUND && r->expression.form == FORM_LINEAR && !row_is_relation(r);
        if (!single || r->forall || r->echo)
            continue;
        if (r->state == ROW_VALUE && s->raised[i] > 1)
            lower_bound(s, r);
    }
    s->gave_up = false;
}

/* Rows about all elements come last: they use what is known of scalars, seldom the other way
 * round, and make every question more expensive. */
static void set_foralls(struct strategy_search *s, enum row_state state)
{
    LAW(state != ROW_VALUE);
    for (size_t i = 0; i < s->rows->count; i++)
        if (s->rows->data[i].forall)
            s->rows->data[i].state = state;
}

static bool has_foralls(const struct strategy_search *s)
{
    for (size_t i = 0; i < s->rows->count; i++)
        if (s->rows->data[i].forall)
            return true;
    return false;
}

bool strategy_solve(struct solver *solver, const struct cut_model *model, rows *all,
                    const struct strategy_options *options)
{
    LAW(options->seconds >= 0);
    LAW(rows_are_lawful(solver_terms(solver), model, all));
    struct strategy_search s = {solver,  solver_terms(solver),
                                model,   all,
                                options, cpu_now() + options->seconds,
                                NULL,    NULL,
                                0,       false,
                                NULL};
    s.raised = calloc(all->count + 1, sizeof *s.raised);
    s.relations = calloc(all->count + 1, sizeof *s.relations);
    size_t relations = 0;
    for (size_t i = 0; i < all->count; i++)
        relations += s.relations[i] = row_is_relation(&all->data[i]);
    /* relations begin when single bounds are known: most of them say nothing more */
    bool apart = relations > MOST_TOGETHER;
    for (size_t i = 0; i < all->count && apart; i++)
        if (row_is_relation(&all->data[i]))
            all->data[i].state = ROW_TOP;
    set_foralls(&s, ROW_TOP);
    bool fixpoint = iterate(&s);
    LAW(rows_are_lawful(s.terms, model, all));
    if (apart && fixpoint) {
        for (size_t i = 0; i < all->count; i++)
            if (row_is_relation(&all->data[i]) && !all->data[i].echo)
                all->data[i].state = ROW_BOTTOM;
        fixpoint = iterate(&s);
        if (fixpoint)
            retry_bounds(&s);
    }
    if (fixpoint && has_foralls(&s))
        lower_bounds(&s);
    set_foralls(&s, ROW_BOTTOM);
    fixpoint = fixpoint && iterate(&s);
    free(s.raised);
    free(s.relations);
    return fixpoint;
}

/* --- which rows matter --- */

/* After UNSAT: marks the rows that were used; true if one was not marked before. */
static bool mark_used(struct strategy_search *s, bool *used)
{
    bool more = false;
    for (size_t i = 0; i < s->rows->count; i++) {
        struct term t = assumption(s->terms, s->model, s->rows, i);
        size_t master = master_of(s->rows, i);
        if (used[master] || !term_is(t) || !solver_failed(s->solver, t))
            continue;
        used[master] = more = true;
    }
    return more;
}

bool strategy_used(struct solver *solver, const struct cut_model *model, rows *all,
                   struct term bad, bool *used, const struct strategy_options *options)
{
    LAW(rows_are_lawful(solver_terms(solver), model, all));
    struct strategy_search s = {solver,  solver_terms(solver),
                                model,   all,
                                options, cpu_now() + options->seconds,
                                NULL,    NULL,
                                0,       false,
                                NULL};
    bool good = search_solve(&s, NULL, &bad, 1, NULL) == ANSWER_UNSAT, more = good;
    if (good)
        mark_used(&s, used);
    while (good && more) { /* each round but the last marks one more row */
        struct term any = term_bool(s.terms, false);
        for (size_t i = 0; i < all->count; i++)
            if (used[i])
                any = term_or(s.terms, any, search_broken(&s, &all->data[i]));
        good = search_solve(&s, NULL, &any, 1, NULL) == ANSWER_UNSAT;
        more = good && mark_used(&s, used);
    }
    return good;
}
