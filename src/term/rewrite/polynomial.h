/* Inside term/: deciding equalities of words by multiplying out. */
#ifndef TERM_REWRITE_POLYNOMIAL_H
#define TERM_REWRITE_POLYNOMIAL_H
#include "term/term_internal.h"

enum polynomial_answer { POLYNOMIAL_OPEN, POLYNOMIAL_SAME, POLYNOMIAL_DISTINCT };

/* Are two bit-vectors of one width the same, or different, whatever their parts are? */
enum polynomial_answer polynomial_compare(const struct terms *, struct term, struct term);
/* The equality in a form that depends on the difference of both sides only, where products
 * occur and do not become more; else TERM_NONE. What says the same about a polynomial becomes
 * the same term. */
struct term polynomial_equation(struct terms *, struct term, struct term);

#endif
