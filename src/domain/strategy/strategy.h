/* Strategy iteration: the least values of rows such that they hold at entry and are kept by
 * the body.
 *
 * Rows start at bottom. A model of "some row is violated after the body" raises the rows it
 * violates (T23 330-424). A bound that rises twice is not followed step by step: first the
 * constants of the program are tried as its new value, then the largest d that the expression
 * can pass from below, with the same symbolic d before and after, is searched by bisection.
 */
#ifndef DOMAIN_STRATEGY_STRATEGY_H
#define DOMAIN_STRATEGY_STRATEGY_H
#include "domain/domain.h"
#include "solver/solver.h"

/* Constants of the program as float_number gives them, per width: 32 and 64 bits. */
struct float_thresholds {
    __int128 *values[2];
    size_t count[2];
};

struct strategy_options {
    double seconds; /* of CPU time */
    const volatile int *stop;
    const __int128 *thresholds; /* sorted */
    size_t threshold_count;
    const struct float_thresholds *floats;
};

/* Solves for all rows. True when a fixpoint was reached: then every row's condition is an
 * invariant of its loop. */
bool strategy_solve(struct solver *, const struct cut_model *, rows *,
                    const struct strategy_options *);

/* Do these rows, or some of them, exclude `bad` and keep themselves? If so, marks some that
 * do (those marked already among them). */
bool strategy_used(struct solver *, const struct cut_model *, rows *, struct term bad,
                   bool *used, const struct strategy_options *);

/* Constants of the program that bounds may be compared with, sorted; the caller frees them.
 */
__int128 *strategy_thresholds(const struct program *, size_t *count);
void float_thresholds_find(struct float_thresholds *, const struct program *);
void float_thresholds_release(struct float_thresholds *);

/* Adds the rows' conditions at the heads of their loops to a list of assumptions. */
typedef VECTOR(struct term) term_list;
void strategy_assume(struct terms *, const struct cut_model *, const rows *, term_list *);

#endif
