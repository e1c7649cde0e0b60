/* Contexts of entailment: one for the whole, one for each element of a wanted segment. */
#include "check/shape/entail/match.h"

#include <stdlib.h>

struct context *match_context(struct matching *m, struct context *up, uint32_t segment,
                              uint32_t item)
{
    LAW(!segment ||
        (segment < m->wanted->objects.count && heap_at(m->wanted, segment)->present));
    LAW(!up == !m->contexts.count);
    LAW(!item || (item < m->given->objects.count && heap_at(m->given, item)->present));
    struct context *x = calloc(1, sizeof *x);
    x->up = up;
    x->segment = segment;
    x->item = item;
    x->known = up ? up->known : term_bool(m->c->base.terms, true);
    VECTOR_PUSH(&m->contexts, x);
    if (!item)
        return x;
    x->generic = heap_is_segment(heap_at(m->given, item));
    bool missing = heap_at(m->given, item)->kind ==
                   SHAPE_MAYBE; /* what it leads to would be there without it */
    x->owner = x->generic || missing ? item : heap_at(m->given, item)->owner;
    if (x->generic)
        x->known = term_and(m->c->base.terms, x->known, match_rows(m, item, SHAPE_EACH));
    return x;
}

struct context *match_owner(struct context *x, uint32_t owner)
{
    while (x && x->segment != owner)
        x = x->up;
    return x;
}

void matching_release(struct matching *m)
{
    for (size_t i = 0; i < m->contexts.count; i++) {
        struct context *x = m->contexts.data[i];
        for (size_t k = 0; k < x->runs.count; k++)
            VECTOR_RELEASE(&x->runs.data[k].items);
        map_release(&x->objects);
        map_release(&x->numbers);
        VECTOR_RELEASE(&x->pairs);
        VECTOR_RELEASE(&x->runs);
        free(x);
    }
    map_release(&m->owner_of);
    map_release(&m->claimed);
    map_release(&m->varies);
    VECTOR_RELEASE(&m->contexts);
    VECTOR_RELEASE(&m->goals);
    VECTOR_RELEASE(&m->rows);
    VECTOR_RELEASE(&m->pending);
    VECTOR_RELEASE(&m->parted);
}
