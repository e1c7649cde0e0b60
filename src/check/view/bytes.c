/* The content of an object as bytes: each is byte k of a value of n bytes. Little endian, as
 * the programs are. */
#include "check/view/view_internal.h"

#include "base/failure.h"

enum { MOST_BYTES = 256 };

struct term view_byte_bits(struct view *v, struct view_byte b)
{
    LAW(b.k < b.n);
    struct term whole = datum_to_bits(v, b.value, 8 * b.n);
    return term_extract(v->terms, whole, 8 * b.k + 7, 8 * b.k);
}

struct view_byte view_byte_ite(struct view *v, struct term c, struct view_byte x,
                               struct view_byte y)
{
    if (x.k == y.k && x.n == y.n)
        return (struct view_byte){datum_ite(v, c, x.value, y.value), x.k, x.n};
    struct term bits = term_ite(v->terms, c, view_byte_bits(v, x), view_byte_bits(v, y));
    return (struct view_byte){datum_bits(bits), 0, 1};
}

struct view_byte bytes_get(struct view *v, const struct view_content *c, uint32_t object,
                           uint32_t at, uint32_t start, uint32_t n, enum datum_kind wish)
{
    LAW(start <= at && at - start < n);
    const struct view_byte *b = trie_get(&c->written, at);
    if (b)
        return *b;
    return ground_byte(v, object, c->ground, at, start, n, wish);
}

void bytes_put(struct view *v, struct view_content *c, uint32_t at, struct view_byte b)
{
    LAW(b.k < b.n);
    LAW(c->epoch != UINT32_MAX); /* not what was there at first */
    struct view_byte *copy = ARENA_NEW(&v->arena, struct view_byte);
    *copy = b;
    trie_set(&v->arena, &c->written, at, copy, c->epoch);
}

/* Whether they are the bytes 0 to n-1 of one value. */
static bool is_whole(const struct view_byte *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (b[i].k != i || b[i].n != n || !datum_same(b[i].value, b[0].value))
            return false;
    return true;
}

/* How many bytes from the first on follow each other in one value. */
static uint32_t run_length(const struct view_byte *b, uint32_t n)
{
    LAW(n > 0);
    uint32_t i = 1;
    while (i < n && b[i].n == b[0].n && b[i].k == b[0].k + i &&
           datum_same(b[i].value, b[0].value))
        i++;
    return i;
}

struct datum bytes_read(struct view *v, const struct view_content *c, uint32_t object,
                        uint32_t at, uint32_t n, enum datum_kind wish)
{
    struct view_byte b[MOST_BYTES];
    struct term bits = TERM_NONE;
    CHECK_LAW(n && n <= MOST_BYTES);
    for (uint32_t i = 0; i < n; i++)
        b[i] = bytes_get(v, c, object, at + i, at, n, wish);
    if (is_whole(b, n))
        return b[0].value;
    for (uint32_t i = 0; i < n;) {
        uint32_t run = run_length(b + i, n - i);
        struct term whole = datum_to_bits(v, b[i].value, 8 * b[i].n);
        struct term part = term_extract(v->terms, whole, 8 * (b[i].k + run) - 1, 8 * b[i].k);
        bits = term_is(bits) ? term_concat(v->terms, part, bits) : part;
        i += run;
    }
    LAW(term_width(v->terms, bits) == 8 * n);
    return datum_bits(bits);
}

void bytes_write(struct view *v, struct view_content *c, uint32_t object, uint32_t at,
                 uint32_t n, struct datum value, struct term when)
{
    LAW(n > 0);
    LAW(value.kind != DATUM_NONE);
    bool surely = term_is_true(v->terms, when);
    for (uint32_t i = 0; i < n; i++) {
        struct view_byte b = {value, i, n};
        if (!surely)
            b = view_byte_ite(v, when, b, bytes_get(v, c, object, at + i, at, n, value.kind));
        bytes_put(v, c, at + i, b);
    }
}
