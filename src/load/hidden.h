/* Constants that clang computes itself, and what it warns of in them. */
#ifndef LOAD_HIDDEN_H
#define LOAD_HIDDEN_H
#include "load/clang.h"
#include "load/ir/store.h"
#include "program/program.h"

/* The first of the warnings about a constant that a run computes and for which there is no
 * code; null: there is none. Shifts and conversions in enumerators, labels of cases and what
 * is static are computed by no run. */
const struct constant_warning *hidden_find(const struct program *, struct ir_store *,
                                           const struct constant_warnings *);

#endif
