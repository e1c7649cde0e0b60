/* Ways on which a value is the address of nothing: a test before has said that it is null, or
 * one of the numbers at the ends of memory by which errors are told (`IS_ERR(p)`). */
#ifndef PROGRAM_ANALYSIS_EXCLUDED_H
#define PROGRAM_ANALYSIS_EXCLUDED_H
#include "program/passes.h"
#include "program/program.h"

/* Wherever the block is reached, no object lies at the value, a pointer or the number that
 * one was turned into. */
bool excluded_in(const struct program *, const struct function *, const struct dominators *,
                 uint32_t block, struct value);

#endif
