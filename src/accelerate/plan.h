/* A path whose rounds can be taken all at once: closed forms of all that it changes, and
 * conditions that hold in every round exactly if they hold in the first and the last one
 * (monotone predicates and membership tests, L14 1217-1335) or for a number of rounds that is
 * computed (steps that must miss a number). */
#ifndef ACCELERATE_PLAN_H
#define ACCELERATE_PLAN_H
#include "accelerate/recurrence.h"

enum planned_kind {
    PLANNED_FIXED,   /* a test of values that stay */
    PLANNED_ORDER,   /* a comparison of values that grow by fixed steps */
    PLANNED_MISSES,  /* the difference, which grows by a number, is never 0 */
    PLANNED_SUM,     /* a sum or difference that stays in its signed range */
    PLANNED_PRODUCT, /* the same of a product with a value that stays */
};
struct planned_test {
    enum planned_kind kind;
    struct test test;                 /* of numbers */
    struct polynomial step_a, step_b; /* ORDER, SUM */
    uint64_t step;                    /* MISSES: of a - b */
};
struct planned_value {  /* of a phi or a cell */
    uint32_t phi, cell; /* the other one UINT32_MAX */
    struct type type;
    uint32_t base; /* of a pointer; NO_SYMBOL otherwise */
    struct closed closed;
};
struct planned_access {              /* to an address that changes */
    const struct array_store *store; /* null: an element is read */
    uint32_t element;                /* its symbol */
    uint32_t base;
    struct closed offset, value;
};
struct rounds_plan {
    struct path *path;
    struct recurrence recurrence;
    VECTOR(struct planned_test) tests;
    VECTOR(struct planned_value) values;
    VECTOR(struct planned_access) accesses;
};
/* False if the rounds of the path cannot be taken at once, or change nothing. */
bool rounds_plan_make(struct rounds_plan *, struct path *);
void rounds_plan_release(struct rounds_plan *);

#endif
