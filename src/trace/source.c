#include "trace/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 64 << 20, MOST_SHOWN = 100 };

/* The whole line, to be freed; null if the file cannot be read or is too large. */
static char *read_line(const struct program *p, const struct place *place)
{
    struct stat status;
    const char *path = place->file < p->files.count ? p->files.data[place->file] : "";
    if (!place->line || stat(path, &status) || !S_ISREG(status.st_mode) ||
        status.st_size > MOST_BYTES)
        return NULL;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *line = NULL;
    size_t room = 0;
    ssize_t n = 0;
    for (uint32_t at = 0; at < place->line && n >= 0; at++)
        n = getline(&line, &room, file);
    fclose(file);
    if (n > 0)
        return line;
    free(line);
    return NULL;
}

const char *source_line(struct arena *arena, const struct program *p,
                        const struct place *place)
{
    char *line = read_line(p, place);
    if (!line)
        return "";
    char *from = line + strspn(line, " \t");
    size_t length = strcspn(from, "\r\n");
    const char *out = length > MOST_SHOWN ? arena_format(arena, "%.*s...", MOST_SHOWN, from)
                                          : arena_text_range(arena, from, length);
    free(line);
    return out;
}

static int open_parentheses(const char *from, const char *to)
{
    int open = 0;
    for (; from < to; from++)
        open += (*from == '(') - (*from == ')');
    return open;
}

/* An operator between two operands belongs to what is negated only if parentheses say so. */
static bool is_negated(const char *from, const char *operand)
{
    bool odd = false;
    bool is_operator = strchr("=<>!&|^", *operand) && *operand;
    for (const char *p = from; *p == '!' || *p == '(' || *p == ' '; p++)
        odd ^= *p == '!';
    return odd && *from == '!' && (!is_operator || open_parentheses(from, operand) > 0);
}

bool source_negates(const struct program *p, const struct place *branch,
                    const struct place *condition)
{
    if (branch->file != condition->file || branch->line != condition->line)
        return false;
    if (!branch->column || branch->column >= condition->column)
        return false;
    char *line = read_line(p, branch);
    bool negated = line && strlen(line) > condition->column &&
                   is_negated(line + branch->column - 1, line + condition->column - 1);
    free(line);
    return negated;
}
