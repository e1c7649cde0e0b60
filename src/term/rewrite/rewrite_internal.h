/* Inside term/: rewriting of the operators that only move bits (structure.c), and of what
 * never overflows (overflow.c). */
#ifndef TERM_REWRITE_REWRITE_INTERNAL_H
#define TERM_REWRITE_REWRITE_INTERNAL_H
#include "term/term_internal.h"

struct term rewrite_structure(struct terms *, const struct making *);
/* Does what the overflow predicate asks about never happen, as far as the structure of both
 * arguments shows? False says nothing. */
bool rewrite_never_overflows(const struct terms *, const struct making *);

#endif
