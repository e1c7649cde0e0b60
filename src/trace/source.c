#include "trace/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 64 << 20, MOST_SHOWN = 100 };

const char *source_line(struct arena *arena, const struct program *p, const struct place *place)
{
    struct stat status;
    const char *path = place->file < p->files.count ? p->files.data[place->file] : "";
    if (!place->line || stat(path, &status) || !S_ISREG(status.st_mode) || status.st_size > MOST_BYTES)
        return "";
    FILE *file = fopen(path, "r");
    if (!file) return "";
    char *line = NULL;
    size_t room = 0;
    ssize_t n = 0;
    for (uint32_t at = 0; at < place->line && n >= 0; at++)
        n = getline(&line, &room, file);
    const char *out = "";
    if (n > 0) {
        char *from = line + strspn(line, " \t");
        size_t length = strcspn(from, "\r\n");
        out = length > MOST_SHOWN ? arena_format(arena, "%.*s...", MOST_SHOWN, from)
                                  : arena_text_range(arena, from, length);
    }
    free(line);
    fclose(file);
    return out;
}
