/* Inside term/: rules of one operator or a few, for the tables of their class. */
#ifndef TERM_REWRITE_REWRITE_INTERNAL_H
#define TERM_REWRITE_REWRITE_INTERNAL_H
#include "term/term_internal.h"

/* compare.c */
rewriter rewrite_equality;
rewriter rewrite_comp;

/* structure.c: operators that only move bits */
rewriter rewrite_extract;
rewriter rewrite_concat;
rewriter rewrite_extension;
rewriter rewrite_repeat;
rewriter rewrite_rotation;

/* overflow.c. Does what the overflow predicate asks about never happen, as far as the
 * structure of both arguments shows? False says nothing. */
bool rewrite_never_overflows(const struct terms *, const struct making *);

#endif
