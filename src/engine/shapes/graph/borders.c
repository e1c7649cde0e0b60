/* A struct may hold an array of pointers beside numbers: a table with how many entries it
 * has. Where a number is read or written at a constant offset, among words that are pointers,
 * the array ends: parts are not folded across. */
#include "engine/shapes/shapes.h"

enum { MOST_BORDERS = 16 };

static bool is_known(const struct shapes *s, uint64_t site, uint32_t at)
{
    for (size_t i = 0; i < s->tree_layouts->borders.count; i++) {
        const struct graph_border *b = &s->tree_layouts->borders.data[i];
        if (b->site == site && b->at == at)
            return true;
    }
    return false;
}

static void note(struct shapes *s, const struct graph_object *o, uint32_t at)
{
    if (!at || at >= o->bytes || s->tree_layouts->borders.count >= MOST_BORDERS ||
        is_known(s, o->site, at))
        return;
    VECTOR_PUSH(&s->tree_layouts->borders, ((struct graph_border){o->site, at}));
}

/* An array of records or numbers is accessed at constant offsets while an index is small. */
static bool holds_numbers(const struct shapes *s, uint64_t site)
{
    for (size_t i = 0; i < s->tree_layouts->arrays.count; i++)
        if (s->tree_layouts->arrays.data[i].site == site)
            return s->tree_layouts->arrays.data[i].numbers;
    return false;
}

void shapes_note_border(struct shapes *s, const struct graph_object *o, struct term offset,
                        struct type type)
{
    uint64_t at;
    uint32_t word = s->width / 8;
    if (!o->parted || o->stride != word || o->bytes == UINT64_MAX ||
        type.kind == TYPE_POINTER || holds_numbers(s, o->site))
        return;
    if (!term_const_u64(s->terms, offset, &at) || at >= o->bytes || o->bytes >= UINT32_MAX)
        return;
    note(s, o, (uint32_t)at / word * word);
    note(s, o, (uint32_t)at / word * word + word);
}

bool shapes_is_border(const struct shapes *s, const struct graph_object *o, struct term at)
{
    uint64_t x;
    return term_const_u64(s->terms, at, &x) && x < UINT32_MAX &&
           is_known(s, o->site, (uint32_t)x);
}
