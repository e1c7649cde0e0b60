/* Macros behind a difference: when a line reads the same in both versions, what it expands to
 * may not. */
#ifndef DIFF_REPORT_MACRO_H
#define DIFF_REPORT_MACRO_H
#include "base/arena.h"

struct macro_tables; /* definitions per translation unit, found out once */

/* How a unit is preprocessed. */
struct macro_unit {
    const char *file, *directory; /* directory may be null */
    const char *const *flags;
    size_t flag_count;
};

struct macro_difference {
    const char *name; /* null: no macro differs */
    const char *old_definition,
        *new_definition; /* as `NAME(arguments) body`; null: not defined there */
};

struct macro_tables *macro_tables_new(void);
void macro_tables_free(struct macro_tables *);

/* The innermost macro that LINE uses, directly or through other macros, and that the two
 * units define differently. */
struct macro_difference macro_find(struct macro_tables *, struct arena *, const char *line,
                                   const struct macro_unit *old_unit,
                                   const struct macro_unit *new_unit);

#endif
