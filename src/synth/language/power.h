/* Divisions by powers of two as shifts, before a solver sees them. */
#ifndef SYNTH_LANGUAGE_POWER_H
#define SYNTH_LANGUAGE_POWER_H
#include "solver/solver.h"

/* An equivalent term: where a divisor is shown to have at most one bit set, whatever the
 * variables are, the quotient becomes a choice of shifts and the remainder a mask. */
struct term power_normal(struct terms *, struct term, const volatile int *stop);

#endif
