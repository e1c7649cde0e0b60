/* Sums as one normal form, so that equal sums become equal terms before a solver sees them.
 */
#ifndef SYNTH_LANGUAGE_LINEAR_H
#define SYNTH_LANGUAGE_LINEAR_H
#include "term/term.h"

/* An equivalent term in which sums of multiples (by +, -, negation, products and shifts by
 * constants) have one form each. */
struct term linear_normal(struct terms *, struct term);

#endif
