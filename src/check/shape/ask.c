/* Questions of the checker of shapes to the solvers, and how a check ends.
 *
 * CaDiCaL keeps what it learnt until it knows too much; where it does not answer in time a
 * fresh Z3 is asked. No answer means: it may be so. Facts that share no number with the
 * question, not even by others, are left out: that only makes more things possible, and the
 * same questions come again. */
#include "check/shape/shape_internal.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>

static const double first_seconds = 0.3, second_seconds = 3;

bool heap_over(struct heap_checker *c)
{
    if (!c->why[0] && cpu_now() > c->base.until) {
        c->answer = CHECK_UNDECIDED;
        snprintf(c->why, sizeof c->why, "out of time");
    }
    return c->why[0] != 0;
}

enum { MOST_VARIABLES = 4000 };

/* A solver assigns all that it was ever told of: one that knows much is slow at small
 * questions. */
static struct solver *current_solver(struct heap_checker *c)
{
    struct solver_statistics t;
    solver_statistics(c->solver, &t);
    if (t.variables <= MOST_VARIABLES)
        return c->solver;
    solver_free(c->solver);
    c->solver = solver_new(c->base.terms, "cadical");
    solver_keep_plain(c->solver);
    return c->solver;
}

static enum answer ask_again(struct heap_checker *c, struct term t)
{
    double left = c->base.until - cpu_now();
    struct solver_limits limits = {.seconds = left < second_seconds ? left : second_seconds};
    if (limits.seconds <= 0)
        return ANSWER_UNKNOWN;
    struct solver *s = solver_new(c->base.terms, "z3");
    solver_assert(s, t);
    enum answer a = solver_solve(s, &limits);
    solver_free(s);
    return a;
}

/* Whether the term has a model; true also if nobody knows. */
static bool satisfiable(struct heap_checker *c, struct term t)
{
    uint64_t known;
    if (term_is_false(c->base.terms, t))
        return false;
    if (term_is_true(c->base.terms, t))
        return true;
    if (map_get(&c->answers, t.id, &known))
        return known != 0;
    if (heap_over(c))
        return true;
    struct solver_limits limits = {.seconds = first_seconds};
    enum answer a = solver_solve_under(current_solver(c), &t, 1, &limits);
    if (a == ANSWER_UNKNOWN)
        a = ask_again(c, t);
    map_set(&c->answers, t.id, a != ANSWER_UNSAT);
    return a != ANSWER_UNSAT;
}

static void add_number(void *context, struct term variable)
{
    *(uint64_t *)context |= 1ull << (hash_pair(1, variable.id) >> 58);
}

/* The numbers of a term as a set that may hold more. */
static uint64_t numbers_of(struct heap_checker *c, struct term t)
{
    uint64_t set = 0;
    if (map_get(&c->numbers, t.id, &set))
        return set;
    term_variables(c->base.terms, t, add_number, &set);
    map_set(&c->numbers, t.id, set);
    return set;
}

/* The facts that have to do with the term; all of them for a term without numbers. */
static struct term conjunction(struct heap_checker *c, const struct heap_state *s,
                               struct term t)
{
    struct terms *ts = c->base.terms;
    uint64_t set = numbers_of(c, t);
    bool *taken = calloc(s->facts.count + 1, sizeof *taken);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < s->facts.count; i++) {
            uint64_t own = numbers_of(c, s->facts.data[i]);
            if (taken[i] || (set && own && !(set & own)))
                continue;
            taken[i] = changed = true;
            if (set)
                set |= own;
        }
    }
    struct term all = term_bool(ts, true);
    for (size_t i = 0; i < s->facts.count; i++)
        if (taken[i])
            all = term_and(ts, all, s->facts.data[i]);
    free(taken);
    return all;
}

bool heap_possible(struct heap_checker *c, const struct heap_state *s, struct term t)
{
    LAW(sort_kind(c->base.terms, term_sort(c->base.terms, t)) == SORT_BOOL);
    if (term_is_false(c->base.terms, t))
        return false;
    return satisfiable(c, term_and(c->base.terms, conjunction(c, s, t), t));
}

bool heap_shown(struct heap_checker *c, const struct heap_state *s, struct term t)
{
    LAW(sort_kind(c->base.terms, term_sort(c->base.terms, t)) == SORT_BOOL);
    if (term_is_true(c->base.terms, t))
        return true;
    return !heap_possible(c, s, term_not(c->base.terms, t));
}

bool heap_valid(struct heap_checker *c, struct term t)
{
    LAW(sort_kind(c->base.terms, term_sort(c->base.terms, t)) == SORT_BOOL);
    return !satisfiable(c, term_not(c->base.terms, t));
}

void heap_assume(struct heap_checker *c, struct heap_state *s, struct term t)
{
    LAW(sort_kind(c->base.terms, term_sort(c->base.terms, t)) == SORT_BOOL);
    if (!term_is_true(c->base.terms, t))
        VECTOR_PUSH(&s->facts, t);
}

/* --- ends --- */

static void tell(struct heap_checker *c, const struct heap_state *s, enum check_answer answer,
                 const char *before, const char *what)
{
    const struct heap_frame *f = heap_top(s);
    const struct block *b = &f->f->blocks.data[f->block];
    char place[160] = "?";
    for (size_t i = f->at; i < b->instructions.count; i++) {
        const struct instruction *in = &f->f->instructions.data[b->instructions.data[i]];
        if (!in->place)
            continue;
        place_text(c->base.program, instruction_place(c->base.program, in), place,
                   sizeof place);
        break;
    }
    c->answer = answer;
    snprintf(c->why, sizeof c->why, "%s%s at %.120s", before, what, place);
}

static bool is_reached(struct heap_checker *c, const struct heap_state *s)
{
    return !c->why[0] && heap_possible(c, s, term_bool(c->base.terms, true)) && !c->why[0];
}

void heap_uncovered(struct heap_checker *c, const struct heap_state *s, const char *what)
{
    if (is_reached(c, s))
        tell(c, s, CHECK_NOT_COVERED, "", what);
}

void heap_not_shown(struct heap_checker *c, const struct heap_state *s, const char *what)
{
    if (is_reached(c, s))
        tell(c, s, CHECK_NOT_SHOWN, "", what);
}

void heap_claim(struct heap_checker *c, const struct heap_state *s, enum violation kind,
                struct term good)
{
    LAW(kind < VIOLATION_COUNT);
    LAW(sort_kind(c->base.terms, term_sort(c->base.terms, good)) == SORT_BOOL);
    if (c->why[0] || !(c->base.certificate->violations & VIOLATION_BIT(kind)))
        return;
    if (heap_shown(c, s, good) || c->why[0])
        return;
    tell(c, s, CHECK_NOT_SHOWN,
         "the graphs do not exclude a violation: ", violation_name(kind));
}
