/* Lines of source files, for messages. */
#ifndef TRACE_SOURCE_H
#define TRACE_SOURCE_H
#include "base/arena.h"
#include "program/program.h"

/* The text of the line without indentation; "" if the file cannot be read or is too large. */
const char *source_line(struct arena *, const struct program *, const struct place *);

#endif
