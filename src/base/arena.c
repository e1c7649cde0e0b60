/* A list of blocks of growing size; allocation bumps a pointer in the newest. */
#include "base/arena.h"

#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(16) char data[];
};

enum { FIRST_BLOCK = 1 << 12, LARGEST_BLOCK = 1 << 22 };

void arena_init(struct arena *a)
{
    a->blocks = NULL;
    a->total = 0;
}

void arena_release(struct arena *a)
{
    for (struct arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    arena_init(a);
}

void arena_clear(struct arena *a)
{
    struct arena_block *kept = a->blocks;
    if (!kept)
        return;
    struct arena older = {kept->next, 0};
    arena_release(&older);
    kept->next = NULL;
    kept->used = 0;
    LAW(a->blocks == kept);
    a->total = 0;
}

static struct arena_block *add_block(struct arena *a, size_t least)
{
    size_t size = a->blocks ? a->blocks->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < least)
        size = least;
    struct arena_block *b = malloc(sizeof *b + size);
    if (!b)
        BUG("out of memory");
    b->next = a->blocks;
    b->used = 0;
    b->size = size;
    a->blocks = b;
    LAW(b->size >= least);
    return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
    size_t n = (size + 15) & ~(size_t)15;
    struct arena_block *b = a->blocks;
    if (!b || b->size - b->used < n)
        b = add_block(a, n);
    void *p = b->data + b->used;
    b->used += n;
    LAW(b->used <= b->size);
    a->total += n;
    if (n == 16) /* most are small */
        memset(p, 0, 16);
    else
        memset(p, 0, n);
    return p;
}

char *arena_text_range(struct arena *a, const char *text, size_t n)
{
    LAW(text || !n);
    char *p = arena_alloc(a, n + 1);
    memcpy(p, text, n);
    return p;
}

char *arena_text(struct arena *a, const char *text)
{
    LAW(text);
    return arena_text_range(a, text, strlen(text));
}

char *arena_format(struct arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    LAW(n >= 0);
    va_end(args);
    char *p = arena_alloc(a, (size_t)n + 1);
    va_start(args, format);
    vsnprintf(p, (size_t)n + 1, format, args);
    va_end(args);
    return p;
}
