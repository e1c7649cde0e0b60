#include "base/text.h"

#include "base/failure.h"
#include "base/vector.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Null, or terminated inside of its room. */
static bool holds(const struct text *t)
{
    if (!t->data)
        return !t->count && !t->capacity;
    return t->count < t->capacity && !t->data[t->count];
}

void text_release(struct text *t)
{
    free(t->data);
    *t = (struct text){0};
}

void text_clear(struct text *t)
{
    t->count = 0;
    if (t->data)
        t->data[0] = 0;
    LAW(holds(t));
}

void text_put_range(struct text *t, const char *text, size_t n)
{
    LAW(text || !n);
    if (t->capacity < t->count + n + 1)
        t->data = vector_grow(t->data, &t->capacity, t->count + n + 1, 1);
    if (n)
        memcpy(t->data + t->count, text, n); /* nothing may be null */
    t->count += n;
    t->data[t->count] = 0;
    LAW(holds(t));
}

void text_put(struct text *t, const char *text)
{
    LAW(text);
    text_put_range(t, text, strlen(text));
}

void text_add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    LAW(n >= 0);
    va_end(args);
    size_t least = t->count + (size_t)n + 1;
    if (t->capacity < least)
        t->data = vector_grow(t->data, &t->capacity, least, 1);
    va_start(args, format);
    vsnprintf(t->data + t->count, (size_t)n + 1, format, args);
    va_end(args);
    t->count += (size_t)n;
    LAW(holds(t));
}

const char *text_of(const struct text *t)
{
    LAW(holds(t));
    return t->data ? t->data : "";
}

bool text_read_file(struct text *t, const char *path, struct failure *f)
{
    struct stat info;
    if (stat(path, &info))
        return failure_set(f, FAILURE_INPUT, "%s: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return failure_set(f, FAILURE_INPUT, "%s: is a directory, a file is needed", path);
    FILE *in = fopen(path, "rb");
    if (!in)
        return failure_set(f, FAILURE_INPUT, "%s: %s", path, strerror(errno));
    char buffer[65536];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        text_put_range(t, buffer, n);
    bool bad = ferror(in);
    fclose(in);
    return bad ? failure_set(f, FAILURE_INPUT, "%s: cannot be read", path) : true;
}

bool text_write_file(const char *path, const char *data, size_t n, struct failure *f)
{
    FILE *out = fopen(path, "wb");
    if (!out)
        return failure_set(f, FAILURE_INPUT, "%s: %s", path, strerror(errno));
    bool good = fwrite(data, 1, n, out) == n;
    good &= fclose(out) == 0;
    return good ? true : failure_set(f, FAILURE_INPUT, "%s: cannot be written", path);
}

bool text_starts(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

bool text_ends(const char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);
    return n >= m && !strcmp(text + n - m, suffix);
}

bool text_same(const char *a, const char *b)
{
    return !strcmp(a, b);
}
