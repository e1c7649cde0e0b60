/* getline and getdelim: a text of any length, its last character the delimiter or not. */
#include "stdio_internal.h"

int fgetc(FILE *);

/* A buffer of any size that is large enough, with the n characters so far; the old one, from
 * malloc, is freed. */
static int make_room(char **line, size_t *room, size_t n)
{
    if (*line && *room >= n + 2)
        return 1;
    size_t size = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(size >= n + 2 && size <= PTRDIFF_MAX);
    char *p = malloc(size);
    if (!p)
        return 0;
    for (size_t i = 0; i < n; i++)
        p[i] = (*line)[i];
    free(*line);
    *line = p;
    *room = size;
    return 1;
}

static long read_up_to(char **line, size_t *room, int delimiter, FILE *file)
{
    size_t n = 0;
    for (;;) {
        int c = fgetc(file);
        if (c < 0 && n == 0 && __sooth_any_choice())
            return -1;
        if (!make_room(line, room, n))
            return -1;
        if (c < 0 && (n == 0 || file->error))
            return -1;
        if (c < 0)
            break;
        (*line)[n++] = (char)c;
        if (c == (unsigned char)delimiter)
            break;
    }
    (*line)[n] = 0;
    return (long)n;
}
long __getdelim(char **line, size_t *room, int delimiter, FILE *file)
{
    int before = file->error; /* does not count */
    must_be_open(file);
    file->error = 0;
    long n = read_up_to(line, room, delimiter, file);
    if (before)
        file->error = 1;
    return n;
}
long getdelim(char **line, size_t *room, int delimiter, FILE *file)
{
    return __getdelim(line, room, delimiter, file);
}
long getline(char **line, size_t *room, FILE *file)
{
    return __getdelim(line, room, '\n', file);
}
