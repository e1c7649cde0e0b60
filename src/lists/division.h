/* Quotients and remainders by what is true of all of them (docs/decisions/621).
 *
 * Circuits that divide lengths make questions about lists hopeless, and few questions need
 * them. So each division by something that is no constant becomes a variable, and what
 * divisions have in common is said of these variables: the same of the same, the range, and
 * how remainders of numbers that differ by up to the divisor differ.
 *
 * Law: every model of a formula is one of the formula without its divisions, together with
 * the lemmas. So what is unsatisfiable without them is unsatisfiable. */
#ifndef LISTS_DIVISION_H
#define LISTS_DIVISION_H
#include "base/map.h"
#include "base/vector.h"
#include "term/term.h"

struct division {
    enum term_op op; /* of four: TERM_BV_UDIV, UREM, SDIV, SREM */
    struct term dividend, divisor, result;
};
struct divisions {
    struct terms *terms;
    VECTOR(struct division) list;
    struct map from_to, seen;
};
void divisions_init(struct divisions *, struct terms *);
void divisions_release(struct divisions *);
/* The term without divisions; those that are new are added to the list. */
struct term divisions_replace(struct divisions *, struct term);
/* What holds of the divisions of the list. */
struct term divisions_lemmas(const struct divisions *);

#endif
