/* What is to be loaded: the files of the command line, or those a compile_commands.json
 * lists. */
#ifndef LOAD_UNITS_H
#define LOAD_UNITS_H
#include "base/arena.h"
#include "base/vector.h"
#include "load/clang.h"
#include "load/frontend.h"

enum unit_way { UNIT_COMPILED, UNIT_READ };
struct unit {
    const char *file;
    enum unit_way compiled;
    size_t clang; /* index into the list's clang units if compiled */
};
struct unit_list {
    struct arena arena;
    VECTOR(struct unit) units;
    VECTOR(struct clang_unit) clang;
};

void unit_list_init(struct unit_list *);
void unit_list_release(struct unit_list *);
/* False if a file is missing, a directory, or of an unknown kind. */
bool unit_list_read(struct unit_list *, const struct frontend_options *, struct failure *);

/* compile_commands.c: adds the C files of a compilation database. */
bool unit_list_read_database(struct unit_list *, const char *path, struct failure *);
bool unit_list_add_c(struct unit_list *, const char *file, const char *directory,
                     const char *const *arguments);

#endif
