/* Which globals a function can name: itself, by what it calls, or by what is initially in
 * globals that it can name. What it leads to by pointers that it is given is not among them.
 */
#ifndef PROGRAM_ANALYSIS_MENTIONS_H
#define PROGRAM_ANALYSIS_MENTIONS_H
#include "program/program.h"

/* By global; to be freed. Law: where it is not known whom the function calls (through
 * pointers, or without body and no builtin), all are among them. */
bool *mentioned_globals(const struct program *, uint32_t function);
/* The global, and those that what it holds from the start leads to. False: none is new. */
bool mention_global(const struct program *, uint32_t global, bool *globals);

#endif
