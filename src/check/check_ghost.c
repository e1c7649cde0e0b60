/* Ghosts of the checker: bytes that nothing in the program can name, 0 at first, 1 once control has passed
 * the edges that the certificate declares. They are part of the state: joins merge them, and a cut loop
 * forgets those that its body changes. */
#include "check/check_internal.h"

enum { GHOST_OBJECT = 0x6768 };

static uint64_t key(size_t n)
{
    return hash_pair(GHOST_OBJECT, n);
}

static struct sym place(struct checker *c, size_t n)
{
    for (uint32_t o = 1; o < c->memory.objects.count; o++)
        if (c->memory.objects.data[o].path == key(n)) return sym_object(&c->memory, o, 0);
    return sym_null(&c->memory);
}

static void put(struct checker *c, struct memory_state *st, size_t n, uint64_t value)
{
    memory_store(&c->memory, st, place(c, n), sym_bits(term_bv(c->terms, 8, value)),
                 (struct type){TYPE_INT, 8}, term_bool(c->terms, true));
}

void check_ghosts_begin(struct checker *c)
{
    for (size_t n = 0; n < c->certificate->ghosts.count; n++) {
        struct term size = term_bv(c->terms, c->memory.width, 1);
        uint32_t object = memory_new_object(&c->memory, OBJECT_STACK, key(n), key(n), key(n), size, 1);
        memory_begin(&c->memory, &c->state, object, ++c->births);
        put(c, &c->state, n, 0);
    }
}

void check_ghosts_pass(struct checker *c, struct activation *a, uint32_t from, uint32_t to,
                       struct memory_state *st)
{
    for (size_t n = 0; n < c->certificate->ghosts.count; n++) {
        const struct certificate_ghost *g = &c->certificate->ghosts.data[n];
        if (g->path != a->path || g->to != to) continue;
        uint32_t loop = a->outline->headed[to];
        bool passed = g->kind == CERTIFICATE_GHOST_LOOP
                          ? loop != UINT32_MAX && loop_contains(&a->outline->loops, loop, from)
                          : g->from == from;
        if (passed) put(c, st, n, 1);
    }
}

struct term check_ghost(struct checker *c, const struct memory_state *st, size_t n)
{
    struct sym byte = memory_load(&c->memory, st, place(c, n), (struct type){TYPE_INT, 8});
    return term_ne(c->terms, byte.a, term_bv(c->terms, 8, 0));
}
