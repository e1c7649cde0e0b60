#include "formula/cut/ghost.h"

#include "base/failure.h"
#include "base/map.h"

static uint64_t key(size_t n)
{
    return hash_pair(0x67686f7374, n);
}

uint32_t ghost_object(const struct memory *m, size_t n)
{
    for (uint32_t o = 1; o < m->objects.count; o++)
        if (m->objects.data[o].path == key(n))
            return o;
    return 0;
}

static void store(struct memory *m, struct memory_state *st, uint32_t object, uint64_t value)
{
    struct term byte = term_bv(m->terms, 8, value);
    memory_store(m, st, sym_object(m, object, 0), sym_bits(byte), (struct type){TYPE_INT, 8},
                 term_bool(m->terms, true));
}

void ghosts_begin(struct memory *m, struct memory_state *st, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        uint64_t k = key(n);
        uint32_t object =
            memory_new_object(m, OBJECT_STACK, k, k, k, term_bv(m->terms, m->width, 1), 1);
        memory_begin(m, st, object, k);
        store(m, st, object, 0);
    }
}

void ghost_set(struct memory *m, struct memory_state *st, size_t n)
{
    LAW(n < MOST_GHOSTS);
    store(m, st, ghost_object(m, n), 1);
}

struct term ghost_value(struct memory *m, const struct memory_state *st, size_t n)
{
    LAW(n < MOST_GHOSTS);
    struct sym byte =
        memory_load(m, st, sym_object(m, ghost_object(m, n), 0), (struct type){TYPE_INT, 8});
    return term_ne(m->terms, byte.a, term_bv(m->terms, 8, 0));
}
