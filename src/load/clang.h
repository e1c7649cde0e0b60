/* Running clang: one process per C file, several at a time, output and messages kept in memory. */
#ifndef LOAD_CLANG_H
#define LOAD_CLANG_H
#include "base/process.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct frontend_options;

/* One source to compile: what clang is told besides the options of the whole run. */
struct clang_unit {
    const char *file;
    const char *directory;        /* where clang runs; null: here */
    const char *const *arguments; /* ends with null */
    /* filled by clang_run */
    int output; /* descriptor of the bitcode, -1 if none; the caller closes it */
    int messages;
    struct process process;
};

/* Compiles all units; false with clang's own messages if one fails. Outputs are to be closed by clang_close
 * in any case. */
bool clang_run(const struct frontend_options *, struct clang_unit *, size_t count, struct failure *);
void clang_close(struct clang_unit *, size_t count);

#endif
