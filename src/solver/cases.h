/* Equations that are denied, refuted case by case: where a choice decides what a word is,
 * both sides of it are looked at, and in each the equation must follow from another one as a
 * polynomial. The remainder of y + 1 is a choice by that of y. */
#ifndef SOLVER_CASES_H
#define SOLVER_CASES_H
#include "term/term.h"

struct cases_limits {
    double seconds; /* CPU time, for everything */
    bool solve;     /* a case that is left is given to a solver, without its products */
};
/* True: no values satisfy all terms. False says nothing. */
bool cases_refute(struct terms *, const struct term *list, size_t count, struct cases_limits);

#endif
