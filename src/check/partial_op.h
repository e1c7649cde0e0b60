/* Shifts and divisions as terms. They are not defined for all operands: whoever uses them
 * says what holds then. */
#ifndef CHECK_PARTIAL_OP_H
#define CHECK_PARTIAL_OP_H
#include "program/program.h"
#include "term/term.h"

enum term_op check_partial_op(enum integer_op); /* a shift, a division or a remainder */

#endif
