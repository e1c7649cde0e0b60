/* Inside term/: the reader of SMT-LIB, split into text (read.c) and operators (read_operator.c). */
#ifndef TERM_READ_INTERNAL_H
#define TERM_READ_INTERNAL_H
#include "term/term_internal.h"

/* The head of an application: a name and the numerals of (_ name n m). */
struct head {
    char name[256];
    unsigned numbers[3];
    size_t number_count;
};

/* The application, or TERM_NONE if there is no such operator or the arguments do not fit. Associative
 * operators take any number of arguments, chainable ones too. */
struct term read_application(struct terms *, const struct head *, const struct term *args, size_t count);

#endif
