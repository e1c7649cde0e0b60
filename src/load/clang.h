/* Running clang: one process per C file, several at a time, output and messages kept in
 * memory. */
#ifndef LOAD_CLANG_H
#define LOAD_CLANG_H
#include "base/process.h"
#include "base/vector.h"
#include "load/blocks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct failure;
struct text;
struct frontend_options;

/* One source to compile: what clang is told besides the options of the whole run. */
struct clang_unit {
    const char *file;
    const char *directory;        /* where clang runs; null: here */
    const char *const *arguments; /* ends with null */
    /* descriptor of what is compiled instead of the file, preprocessed; -1: the file itself
     */
    int text;
    const char *only; /* of a tree: functions with this in their names; null: everything */
    /* filled by clang_run */
    int output; /* descriptor, -1 if none; the caller closes it */
    int messages;
    struct process process;
};

/* Compiles or preprocesses all units; false with clang's own messages if one fails. Outputs
 * are to be closed by clang_close in any case. */
enum clang_output { CLANG_BITCODE, CLANG_PREPROCESSED, CLANG_TREE /* as JSON */ };
bool clang_run(const struct frontend_options *, enum clang_output, struct clang_unit *,
               size_t count, struct failure *);
void clang_close(struct clang_unit *, size_t count);
/* Closes outputs of a run, so that the units can be run once more. */
void clang_close_outputs(struct clang_unit *, size_t count);
/* The whole of a unit's output, appended; false if it cannot be read. */
bool clang_read_output(const struct clang_unit *, struct text *);

/* Places at which a constant overflows, is shifted or converted out of range, as clang warns
 * where overflow is asked about; appended. */
enum warning_kind { WARNING_OVERFLOW, WARNING_SHIFT, WARNING_CONVERSION };
struct constant_warning {
    char file[160]; /* its last characters */
    uint32_t line, column;
    enum warning_kind kind;
};
struct constant_warnings {
    VECTOR(struct constant_warning) list;
};
void clang_warnings(const struct clang_unit *, size_t count, struct constant_warnings *);

/* Lets the next run compile each unit as the preprocessor writes it: what macros make has
 * places of its own then. False if clang fails. The units have no text yet, here and below.
 */
bool clang_write_plain(const struct frontend_options *, struct clang_unit *, size_t count);
/* Lets the next run compile what blocks_write makes of each unit. False where that is of no
 * use (`found` says why), or clang fails. */
bool clang_write_blocks(const struct frontend_options *, struct clang_unit *, size_t count,
                        enum blocks_found *found);

#endif
