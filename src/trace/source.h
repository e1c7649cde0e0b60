/* Lines of source files, for messages. */
#ifndef TRACE_SOURCE_H
#define TRACE_SOURCE_H
#include "base/arena.h"
#include "program/program.h"

/* The text of the line without indentation; "" if the file cannot be read or is too large. */
const char *source_line(struct arena *, const struct program *, const struct place *);
/* Is the condition written after a `!` that the branch carries out by going the other way, as
 * clang has it? The places are those of the branch and of the instruction that computes what
 * it looks at. */
bool source_negates(const struct program *, const struct place *branch,
                    const struct place *condition);

#endif
