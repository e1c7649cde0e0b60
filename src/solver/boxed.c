/* The decorator that tries boxes. Clauses with arithmetic of floats are held back until boxes
 * have had their first turn: making circuits of them takes time, too. What boxes refute needs
 * no more than they looked at, so every assumption counts as used. */
#include "solver/solver_internal.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"
#include "solver/box/box.h"

#include <stdlib.h>

#define LONGEST_FIRST_TURN 0.1 /* seconds */
#define SHORTEST_FIRST_TURN 0.004
enum { MOST_CLAUSES = 4000, SHARE = 4 };

typedef VECTOR(struct term) terms_vector;
struct boxed {
    struct solver solver;
    struct solver *inner;
    terms_vector clauses; /* of all that was asserted, each one term */
    terms_vector held;    /* those of them that inner has not seen */
    terms_vector assumptions, constraint;
    struct map seen;  /* box_is_hard */
    bool hard;        /* some clause is */
    bool constrained; /* for the next call: by a clause, perhaps of no term at all */
    bool by_boxes;    /* the last answer was found so */
    /* Seconds of the first turn: fewer where boxes found nothing, as when a search for bounds
     * asks for model after model. */
    double first_turn;
};

static struct boxed *boxed_of(struct solver *solver)
{
    return (struct boxed *)solver;
}

static void boxed_free(struct solver *solver)
{
    struct boxed *b = boxed_of(solver);
    solver_free(b->inner);
    VECTOR_RELEASE(&b->clauses);
    VECTOR_RELEASE(&b->held);
    VECTOR_RELEASE(&b->assumptions);
    VECTOR_RELEASE(&b->constraint);
    map_release(&b->seen);
    free(b);
}

static void boxed_keep_plain(struct solver *solver)
{
    solver_keep_plain(boxed_of(solver)->inner);
}

static bool any_hard(struct boxed *b, const struct term *list, size_t count)
{
    bool hard = false;
    for (size_t i = 0; i < count; i++)
        hard |= box_is_hard(b->solver.terms, list[i], &b->seen);
    return hard;
}

static void boxed_assert_clause(struct solver *solver, const struct term *clause,
                                size_t count)
{
    struct boxed *b = boxed_of(solver);
    bool hard = any_hard(b, clause, count);
    b->hard |= hard;
    if (b->clauses.count <= MOST_CLAUSES)
        VECTOR_PUSH(&b->clauses, term_or_n(solver->terms, clause, count));
    if (hard)
        VECTOR_PUSH(&b->held, term_or_n(solver->terms, clause, count));
    else
        solver_assert_clause(b->inner, clause, count);
}

static void boxed_assume(struct solver *solver, struct term t)
{
    VECTOR_PUSH(&boxed_of(solver)->assumptions, t);
}

static void boxed_constrain(struct solver *solver, const struct term *clause, size_t count)
{
    struct boxed *b = boxed_of(solver);
    b->constrained = true;
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&b->constraint, clause[i]);
}

/* --- turns --- */

static void give_held(struct boxed *b)
{
    for (size_t i = 0; i < b->held.count; i++)
        solver_assert(b->inner, b->held.data[i]);
    b->held.count = 0;
}

static enum answer ask_inner(struct boxed *b, const struct solver_limits *limits)
{
    give_held(b);
    if (!b->constrained)
        return solver_solve_under(b->inner, b->assumptions.data, b->assumptions.count,
                                  limits);
    return solver_solve_clause(b->inner, b->assumptions.data, b->assumptions.count,
                               b->constraint.data, b->constraint.count, limits);
}

static struct boxes *make_boxes(struct boxed *b)
{
    struct boxes *boxes = boxes_new(b->solver.terms);
    for (size_t i = 0; i < b->assumptions.count; i++)
        boxes_add_clause(boxes, &b->assumptions.data[i], 1);
    if (b->constrained)
        boxes_add_clause(boxes, b->constraint.data, b->constraint.count);
    for (size_t i = 0; i < b->clauses.count; i++)
        boxes_add_clause(boxes, &b->clauses.data[i], 1);
    return boxes;
}

/* Boxes first, then in turn with the search, which has the longer turns, each time twice as
 * long, until one is done. Boxes that have found little have one short turn. */
static enum answer take_turns(struct boxed *b, struct boxes *boxes,
                              const struct solver_limits *limits)
{
    double begin = thread_now(), left = limits->seconds;
    double turn = left > 0 && left < 4 * b->first_turn ? left / 4 : b->first_turn;
    for (;; turn *= 2) {
        enum box_result result = boxes_search(boxes, turn, limits->stop);
        b->by_boxes = result == BOX_REFUTED;
        if (b->by_boxes)
            return ANSWER_UNSAT;
        struct solver_limits rest = *limits;
        left = limits->seconds - (thread_now() - begin);
        if (limits->seconds > 0 && left <= 0)
            return ANSWER_UNKNOWN;
        bool last = result == BOX_STUCK || limits->conflicts ||
                    b->first_turn <= SHORTEST_FIRST_TURN ||
                    (limits->seconds > 0 && left <= SHARE * turn);
        rest.seconds = last ? (limits->seconds > 0 ? left : 0) : SHARE * turn;
        enum answer answer = ask_inner(b, &rest);
        if (answer != ANSWER_UNKNOWN || last || (limits->stop && *limits->stop))
            return answer;
    }
}

static void adapt_turn(struct boxed *b)
{
    double turn = b->by_boxes ? b->first_turn * 2 : b->first_turn / 2;
    if (turn > LONGEST_FIRST_TURN)
        turn = LONGEST_FIRST_TURN;
    if (turn < SHORTEST_FIRST_TURN)
        turn = SHORTEST_FIRST_TURN;
    b->first_turn = turn;
}

static enum answer boxed_solve(struct solver *solver, const struct solver_limits *limits)
{
    struct boxed *b = boxed_of(solver);
    bool hard = b->hard | any_hard(b, b->assumptions.data, b->assumptions.count) |
                any_hard(b, b->constraint.data, b->constraint.count);
    enum answer answer;
    b->by_boxes = false;
    if (hard && b->clauses.count <= MOST_CLAUSES) {
        struct boxes *boxes = make_boxes(b);
        answer = take_turns(b, boxes, limits);
        adapt_turn(b);
        boxes_free(boxes);
    } else {
        answer = ask_inner(b, limits);
    }
    b->assumptions.count = b->constraint.count = 0;
    b->constrained = false;
    return answer;
}

/* --- afterwards --- */

static struct term boxed_value(struct solver *solver, struct term t)
{
    return solver_value(boxed_of(solver)->inner, t);
}

static bool boxed_failed(struct solver *solver, struct term t)
{
    struct boxed *b = boxed_of(solver);
    return b->by_boxes || solver_failed(b->inner, t);
}

static void boxed_statistics(const struct solver *solver,
                             struct solver_statistics *statistics)
{
    solver_statistics(((const struct boxed *)solver)->inner, statistics);
    statistics->calls = solver->statistics.calls;
}

static const struct solver_backend boxing = {
    .name = "boxed",
    .summary = "tries boxes on arithmetic of floats",
    .free = boxed_free,
    .keep_plain = boxed_keep_plain,
    .assert_clause = boxed_assert_clause,
    .assume = boxed_assume,
    .constrain = boxed_constrain,
    .solve = boxed_solve,
    .value = boxed_value,
    .failed = boxed_failed,
    .statistics = boxed_statistics,
};

struct solver *solver_boxed(struct solver *inner)
{
    struct boxed *b = calloc(1, sizeof *b);
    if (!b)
        BUG("out of memory");
    b->solver = (struct solver){.backend = &boxing, .terms = solver_terms(inner)};
    b->inner = inner;
    b->first_turn = LONGEST_FIRST_TURN;
    return &b->solver;
}
