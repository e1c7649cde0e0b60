/* Applications by the names of SMT-LIB: the one place that knows them, for every reader of a
 * format that uses SMT-LIB's terms (scripts here, SyGuS in synth/spec). */
#ifndef TERM_TEXT_SMTLIB_H
#define TERM_TEXT_SMTLIB_H
#include "term/term.h"

/* The head of an application: a name and the numerals of (_ name n m). */
struct smtlib_head {
    char name[256];
    unsigned numbers[3];
    size_t number_count;
};

/* The application, or TERM_NONE if there is no such function or the arguments do not fit.
 * Associative functions take any number of arguments, chainable ones too. */
struct term smtlib_apply(struct terms *, const struct smtlib_head *, const struct term *args,
                         size_t count);
bool smtlib_has(const char *name); /* is there a function of that name? */

#endif
