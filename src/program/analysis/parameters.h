/* What a function's PARAMs are, seen from outside. */
#ifndef PROGRAM_ANALYSIS_PARAMETERS_H
#define PROGRAM_ANALYSIS_PARAMETERS_H
#include "program/program.h"

/* The memory that this PARAM leads to is the call's own: a struct passed by value, or the
 * room for a struct that is returned; null: it is not. */
const struct parameter_promise *parameter_own(const struct function *,
                                              const struct instruction *param);
/* Some PARAM is a pointer and stands for a union that may hold something else. */
bool parameters_hold_union(const struct program *, const struct function *);

#endif
