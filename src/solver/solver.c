/* The solver interface: the list of back ends and the dispatch to them. Conjunctions that are
 * asserted are taken apart here, so that back ends only see clauses. */
#include "solver/solver_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "base/vector.h"

#include <time.h>

const struct solver_backend *const solver_list[] = {&solver_cadical, &solver_z3, NULL};

const struct solver_backend *solver_find(const char *name)
{
    for (size_t i = 0; solver_list[i]; i++)
        if (text_same(solver_list[i]->name, name))
            return solver_list[i];
    return NULL;
}

struct solver *solver_new(struct terms *terms, const char *name)
{
    LAW(terms);
    const struct solver_backend *backend = solver_find(name ? name : "cadical");
    if (!backend)
        BUG("no solver %s", name);
    struct solver *made = backend->make(terms);
    return backend == &solver_cadical ? solver_boxed(made) : made;
}

void solver_free(struct solver *solver)
{
    if (solver)
        solver->backend->free(solver);
}

void solver_keep_plain(struct solver *solver)
{
    LAW(!solver->statistics.calls); /* before the first question */
    if (solver->backend->keep_plain)
        solver->backend->keep_plain(solver);
}

static void assert_one(struct solver *solver, struct term t)
{
    LAW(term_op(solver->terms, t) != TERM_AND); /* taken apart before */
    if (term_op(solver->terms, t) != TERM_OR) {
        solver->backend->assert_clause(solver, &t, 1);
        return;
    }
    VECTOR(struct term) clause = {0};
    for (size_t i = 0; i < term_count(solver->terms, t); i++)
        VECTOR_PUSH(&clause, term_arg(solver->terms, t, i));
    solver->backend->assert_clause(solver, clause.data, clause.count);
    VECTOR_RELEASE(&clause);
}

static inline bool is_condition(const struct solver *s, struct term t)
{
    return term_is(t) && sort_kind(s->terms, term_sort(s->terms, t)) == SORT_BOOL;
}

static inline bool all_conditions(const struct solver *s, const struct term *list,
                                  size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!is_condition(s, list[i]))
            return false;
    return true;
}

void solver_assert(struct solver *solver, struct term t)
{
    LAW(is_condition(solver, t));
    VECTOR(struct term) todo = {0};
    VECTOR_PUSH(&todo, t);
    while (todo.count) {
        struct term next = VECTOR_POP(&todo);
        if (term_op(solver->terms, next) != TERM_AND) {
            assert_one(solver, next);
            continue;
        }
        for (size_t i = 0; i < term_count(solver->terms, next); i++)
            VECTOR_PUSH(&todo, term_arg(solver->terms, next, i));
    }
    VECTOR_RELEASE(&todo);
}

void solver_assert_clause(struct solver *solver, const struct term *clause, size_t count)
{
    LAW(count > 0);
    LAW(all_conditions(solver, clause, count));
    if (count == 1)
        solver_assert(solver, clause[0]);
    else
        solver->backend->assert_clause(solver, clause, count);
}

enum answer solver_solve(struct solver *solver, const struct solver_limits *limits)
{
    LAW(!limits || (limits->seconds >= 0 && limits->conflicts >= 0));
    static const struct solver_limits none;
    solver->statistics.calls++;
    return solver->answer = solver->backend->solve(solver, limits ? limits : &none);
}

/* False: the limits were reached before anything was assumed. */
static bool prepare(struct solver *solver, const struct term *terms, size_t count,
                    const struct solver_limits *limits)
{
    bool limited = limits && (limits->seconds > 0 || limits->stop);
    for (size_t i = 0; limited && solver->backend->prepare && i < count; i++)
        if (!solver->backend->prepare(solver, terms[i], limits))
            return false;
    return true;
}

static enum answer assume_and_solve(struct solver *solver, const struct term *assumptions,
                                    size_t count, const struct solver_limits *limits)
{
    for (size_t i = 0; i < count; i++)
        solver->backend->assume(solver, assumptions[i]);
    return solver_solve(solver, limits);
}

enum answer solver_solve_under(struct solver *solver, const struct term *assumptions,
                               size_t count, const struct solver_limits *limits)
{
    LAW(all_conditions(solver, assumptions, count));
    if (!prepare(solver, assumptions, count, limits))
        return ANSWER_UNKNOWN;
    return assume_and_solve(solver, assumptions, count, limits);
}

enum answer solver_solve_clause(struct solver *solver, const struct term *assumptions,
                                size_t count, const struct term *clause, size_t clause_count,
                                const struct solver_limits *limits)
{
    LAW(all_conditions(solver, clause, clause_count));
    LAW(all_conditions(solver, assumptions, count));
    if (!prepare(solver, clause, clause_count, limits))
        return ANSWER_UNKNOWN;
    if (!prepare(solver, assumptions, count, limits))
        return ANSWER_UNKNOWN;
    solver->backend->constrain(solver, clause, clause_count);
    return assume_and_solve(solver, assumptions, count, limits);
}

struct term solver_value(struct solver *solver, struct term t)
{
    LAW(solver->answer == ANSWER_SAT);
    LAW(term_is(t));
    return solver->backend->value(solver, t);
}

bool solver_true(struct solver *solver, struct term t)
{
    LAW(is_condition(solver, t));
    return term_is_true(solver->terms, solver_value(solver, t));
}

bool solver_failed(struct solver *solver, struct term t)
{
    LAW(solver->answer == ANSWER_UNSAT);
    LAW(is_condition(solver, t));
    return solver->backend->failed(solver, t);
}

struct terms *solver_terms(struct solver *solver)
{
    return solver->terms;
}

void solver_statistics(const struct solver *solver, struct solver_statistics *statistics)
{
    *statistics = solver->statistics;
    if (solver->backend->statistics)
        solver->backend->statistics(solver, statistics);
}
