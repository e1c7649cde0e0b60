/* Temporary files and folders: made in $TMPDIR (or /tmp), named after what they are for,
 * readable by the user alone. The only place that makes them. Whoever makes one removes it.
 */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H
#include <stdbool.h>

struct failure;
enum { TEMPORARY_ROOM = 256 };
struct temporary {
    char path[TEMPORARY_ROOM]; /* empty: there is none */
};

/* An empty file whose name ends as given (".bc", ""); false with a failure (which may be
 * null). */
bool temporary_file(struct temporary *, const char *purpose, const char *ending,
                    struct failure *);
bool temporary_folder(struct temporary *, const char *purpose, struct failure *);
/* The file, or the folder with all that is in it; nothing if there is none. */
void temporary_remove(struct temporary *);

#endif
