/* Names of the C library that a program has for functions or variables of its own.
 *
 * clang takes calls of such names for what the library does: it computes with constants, or
 * writes an intrinsic, and the program's own body is never run; a variable of such a name is
 * an error. Where a name is the program's own, clang is told so.
 * (docs/decisions/324-own-names-of-the-library.md) */
#ifndef LOAD_OWN_H
#define LOAD_OWN_H
#include "base/arena.h"
#include "base/vector.h"

#include <stdbool.h>

struct failure;
struct frontend_options;
struct ir_store;

struct own_names {
    struct arena arena;
    VECTOR(const char *) arguments; /* those of the user, then one for each name */
    size_t given;                   /* by the user */
};
void own_names_init(struct own_names *, const struct frontend_options *);
void own_names_release(struct own_names *);

/* Each adds names and tells whether any is new: functions that a unit defines; the name that
 * clang complains of. */
bool own_names_find(struct own_names *, const struct ir_store *);
bool own_names_find_in_message(struct own_names *, const struct failure *);

#endif
