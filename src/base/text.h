/* A growing piece of text. Zero is a valid empty one; `text_of` always gives a terminated
 * string. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct failure;
struct text {
    char *data;
    size_t count, capacity;
};

void text_release(struct text *);
void text_clear(struct text *);
void text_add(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_put(struct text *, const char *text);
void text_put_range(struct text *, const char *text, size_t n);
const char *text_of(const struct text *);

/* The whole file as text, or false with a failure that names the path and the reason (a
 * directory, missing,
 * ...). */
bool text_read_file(struct text *, const char *path, struct failure *);
bool text_write_file(const char *path, const char *data, size_t n, struct failure *);

bool text_starts(const char *text, const char *prefix);
bool text_ends(const char *text, const char *suffix);
bool text_same(const char *a, const char *b);

#endif
