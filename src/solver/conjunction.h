/* Inside solver/: conjunctions taken apart, and what their parts say of each other. */
#ifndef SOLVER_CONJUNCTION_H
#define SOLVER_CONJUNCTION_H
#include "base/vector.h"
#include "term/term.h"

typedef VECTOR(struct term) conjuncts;
/* Law: `all` holds no conjunction and nothing that is always true; with the variables that
 * were replaced it says what was added. */
struct conjunction {
    struct terms *terms;
    conjuncts all;
    bool refuted; /* it is false */
};
void conjunction_add(struct conjunction *, struct term);
/* Literals settle clauses, a few times over. */
void conjunction_settle(struct conjunction *);
/* Everywhere else the condition is what it is in this case: true. */
void conjunction_assume(struct conjunction *, struct term condition);
void conjunction_replace(struct conjunction *, struct term variable, struct term by);
/* Replaces variables that an equation says. */
void conjunction_define(struct conjunction *);
/* An equation that is denied follows from those that are said. */
bool conjunction_contradicts(const struct conjunction *);

/* A product of two variables, a quotient or a remainder: at or below the term? */
bool conjunction_has_product(const struct terms *, struct term);
static inline bool conjunction_is_word(const struct terms *ts, struct term t)
{
    return sort_kind(ts, term_sort(ts, t)) == SORT_BV && term_width(ts, t) <= 64;
}

#endif
