/* The checker's two halves: check.c knows blocks and dominance, check_types.c what each
 * operation asks of its types. */
#ifndef PROGRAM_CHECK_INTERNAL_H
#define PROGRAM_CHECK_INTERNAL_H
#include "program/passes.h"

/* not void; widths as struct type says */
bool type_is_legal(const struct program *, struct type);
/* Null if operand count, types, sub and extra fit the operation; otherwise a sentence.
 * Requires valid operand ids. */
const char *instruction_type_error(const struct program *, const struct function *,
                                   const struct instruction *);

#endif
