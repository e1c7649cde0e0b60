/* Executables that are installed beside the one that runs. */
#ifndef BASE_COMPANION_H
#define BASE_COMPANION_H
#include <stdbool.h>

enum { COMPANION_ROOM = 4096 };

/* The path of `name` in the directory of the running executable; false if that is not known.
 * `path` has COMPANION_ROOM bytes. */
bool companion_path(char *path, const char *name);

#endif
