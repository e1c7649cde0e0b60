/* Values as C expressions of the source: `n`, `n->next`, `list->head->value`, `*p`, `a[i]`;
 * found from debug information. */
#ifndef TRACE_EXPRESSION_H
#define TRACE_EXPRESSION_H
#include "base/arena.h"
#include "interp/interp.h"
#include "program/program.h"

/* The expression a value of the function was made by; "" if it is not known. *ctype is its C
 * type (0: unknown). */
const char *expression_text(struct arena *, const struct program *, uint32_t function,
                            struct value, uint32_t *ctype);
/* The same of what stands at an address. With an interpreter that runs the function `now`,
 * indices are told as numbers. */
const char *expression_at(struct arena *, const struct program *, const struct interp *now,
                          uint32_t function, struct value address, uint32_t *ctype);

#endif
