/* Inside term/: long chains of one operator, whose parts may stand in any order. What a loop
 * adds up, or-s together or takes the largest of is such a chain. */
#ifndef TERM_REWRITE_CHAIN_H
#define TERM_REWRITE_CHAIN_H
#include "term/term_internal.h"

/* Do both words of one width have the same value, whatever their parts are? False says
 * nothing. Sums (with what only some conditions add), conjunctions, disjunctions and
 * exclusive ones, the largest and the smallest of several, and operators over such. */
bool chain_same(const struct terms *, struct term, struct term);

/* Is a - b zero modulo 2^width, seen as sums? No word is narrower than WIDTH, which is at
 * most 64. */
bool sum_same(const struct terms *, struct term a, struct term b, unsigned width);

#endif
