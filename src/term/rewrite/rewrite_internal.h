/* Inside term/: rewriting of the operators that only move bits (structure.c). */
#ifndef TERM_REWRITE_REWRITE_INTERNAL_H
#define TERM_REWRITE_REWRITE_INTERNAL_H
#include "term/term_internal.h"

struct term rewrite_structure(struct terms *, const struct making *);

#endif
