/* Arena: memory that is released all at once. Whoever passes the arena owns what is allocated
 * in it. Allocation never fails (out of memory ends the process). Memory is zeroed and
 * 16-byte aligned.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H
#include <stddef.h>

struct arena_block;
struct arena {
    struct arena_block *blocks;
    size_t total; /* bytes handed out so far */
};

void arena_init(struct arena *);
void arena_release(struct arena *);
/* releases what was handed out; keeps one block for reuse */
void arena_clear(struct arena *);
void *arena_alloc(struct arena *, size_t size);
char *arena_text(struct arena *, const char *text); /* a copy of the string */
/* a copy of n characters, terminated */
char *arena_text_range(struct arena *, const char *text, size_t n);
char *arena_format(struct arena *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, n) ((type *)arena_alloc((arena), sizeof(type) * (size_t)(n)))

#endif
