/* Ghosts of the checker: bytes that nothing in the program can name, 0 at first, 1 once
 * control has passed the edges that the certificate declares. They are part of the state:
 * joins merge them, and a cut loop forgets those that its body changes. */
#include "check/check_internal.h"

#include "base/failure.h"

enum { GHOST_OBJECT = 0x6768 };

static uint64_t key(size_t n)
{
    return hash_pair(GHOST_OBJECT, n);
}

static struct datum place(struct checker *c, size_t n)
{
    LAW(n < c->certificate->ghosts.count);
    for (uint32_t o = 1; o < c->view.objects.count; o++)
        if (c->view.objects.data[o].path == key(n))
            return view_at(&c->view, o, 0);
    return view_null(&c->view);
}

static void put(struct checker *c, struct view_state *st, size_t n, uint64_t value)
{
    view_store(&c->view, st, place(c, n), datum_bits(term_bv(c->terms, 8, value)),
               (struct type){TYPE_INT, 8}, term_bool(c->terms, true));
}

void check_ghosts_begin(struct checker *c)
{
    for (size_t n = 0; n < c->certificate->ghosts.count; n++) {
        struct term size = term_bv(c->terms, c->view.width, 1);
        uint32_t object = view_new_object(&c->view, VIEW_STACK, key(n), key(n), size, 1);
        view_begin(&c->view, &c->state, object);
        put(c, &c->state, n, 0);
    }
}

void check_ghosts_pass(struct checker *c, struct activation *a, uint32_t from, uint32_t to,
                       struct view_state *st)
{
    LAW(to < a->f->blocks.count);
    for (size_t n = 0; n < c->certificate->ghosts.count; n++) {
        const struct certificate_ghost *g = &c->certificate->ghosts.data[n];
        if (g->path != a->path || g->to != to)
            continue;
        uint32_t loop = a->outline->headed[to];
        bool passed =
            g->kind == CERTIFICATE_GHOST_LOOP
                ? loop != UINT32_MAX && loop_contains(&a->outline->loops, loop, from)
                : g->from == from;
        if (passed)
            put(c, st, n, 1);
    }
}

struct term check_ghost(struct checker *c, const struct view_state *st, size_t n)
{
    struct datum byte = view_load(&c->view, st, place(c, n), (struct type){TYPE_INT, 8});
    return term_ne(c->terms, byte.a, term_bv(c->terms, 8, 0));
}
