/* Inside term/: pieces of the SMT-LIB printer. */
#ifndef TERM_TEXT_PRINT_INTERNAL_H
#define TERM_TEXT_PRINT_INTERNAL_H
#include "term/text/script.h"
#include "term/term_internal.h"

void print_symbol(const char *name, struct text *);
void print_sort(const struct terms *, struct sort, struct text *);
/* Operators that SMT-LIB 2.6 does not have (or not in full): the widths are in their names.
 */
bool print_is_extra(enum term_op);
void print_extra_name(const struct terms *, struct term, struct text *);
/* once per script */
void print_extra_definition(struct script *, const struct terms *, struct term,
                            struct text *out);

#endif
