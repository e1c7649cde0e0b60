/* What objects hold, in the entailment of the checker of shapes: the wanted cells, and what
 * is said of all other bytes. */
#include "check/shape/entail/match.h"

/* INITIAL of a global that is zero at the start is ZERO. */
static enum shape_background background_of(struct matching *m, const struct heap_object *o)
{
    if (o->background != SHAPE_INITIAL)
        return o->background;
    const struct global *g = &m->c->base.program->globals.data[o->index];
    bool zero = !g->relocation_count && !g->external;
    for (uint64_t i = 0; zero && g->bytes && i < g->size; i++)
        zero = g->bytes[i] == 0;
    return zero ? SHAPE_ZERO : SHAPE_INITIAL;
}

static bool has_link(const struct heap_object *o, uint32_t at)
{
    if (!heap_has_links(o))
        return false;
    if (o->next == at || (o->has_prev && o->prev == at))
        return true;
    return (o->kind == SHAPE_TREE || o->fork) && o->other == at;
}

/* A cell at a link of a given segment tells of its end alone: what its elements hold there is
 * not known. So the wanted graph must have a link or a cell of its own there. */
static bool says_all_links(struct heap_object *w, const struct heap_object *g, uint32_t word)
{
    uint32_t links[3] = {g->next, g->prev, g->other};
    for (int i = 0; i < 3; i++)
        if (has_link(g, links[i]) && !has_link(w, links[i]) &&
            !heap_cell_at(w, links[i], word))
            return false;
    return true;
}

/* Bytes of which the wanted graph only says that they are as at the start, or zero. */
static bool match_background(struct matching *m, struct context *x, uint32_t wanted,
                             uint32_t given)
{
    struct heap_object *w = heap_at(m->wanted, wanted), *g = heap_at(m->given, given);
    struct terms *ts = m->c->base.terms;
    enum shape_background background = background_of(m, w);
    uint32_t word = m->c->base.view.width / 8;
    if (background == SHAPE_ANY)
        return true;
    if (background != background_of(m, g))
        return match_fails(m, "bytes that are not known");
    if (!says_all_links(w, g, word))
        return match_fails(m, "links of elements");
    for (size_t i = 0; i < g->cells.count; i++) {
        const struct heap_cell *k = &g->cells.data[i];
        if (heap_cell_at(w, k->at, k->bytes) ||
            (k->bytes == word && has_link(w, (uint32_t)k->at)))
            continue;
        bool zero = background == SHAPE_ZERO && k->value.kind == HEAP_NUMBER &&
                    sort_kind(ts, term_sort(ts, k->value.term)) == SORT_BV;
        if (!zero)
            return match_fails(m, "bytes that were changed");
        match_goal(m, x,
                   term_eq(ts, k->value.term, term_bv(ts, term_width(ts, k->value.term), 0)));
    }
    return true;
}

/* Bytes some of which are known, as those of a union's smaller member: the others are
 * whatever they are. */
static struct heap_value peek_known(struct matching *m, uint32_t given, uint64_t at,
                                    uint32_t bytes)
{
    struct terms *ts = m->c->base.terms;
    enum { MOST_BYTES = 8 };
    struct heap_value v = heap_peek(m->c, m->given, given, at, bytes);
    if (v.kind != HEAP_UNKNOWN || bytes == 1 || bytes > MOST_BYTES ||
        heap_cell_at(heap_at(m->given, given), at, bytes))
        return v;
    struct term all = TERM_NONE, like = term_bv(ts, 8, 0);
    for (uint32_t i = 0; i < bytes; i++) {
        struct heap_value b = heap_peek(m->c, m->given, given, at + i, 1);
        bool known = b.kind == HEAP_NUMBER && match_same_sort(m, b.term, like);
        struct term byte = known ? b.term : match_unknown(m, like);
        all = i ? term_concat(ts, byte, all) : byte;
    }
    return heap_number(all);
}

bool match_cells(struct matching *m, struct context *x, uint32_t wanted, uint32_t given)
{
    const struct heap_object *w = heap_at(m->wanted, wanted);
    uint32_t word = m->c->base.view.width / 8;
    for (size_t i = 0; i < w->cells.count; i++) {
        const struct heap_cell *k = &w->cells.data[i];
        const struct heap_object *g = heap_at(m->given, given);
        struct heap_value v = {.kind = HEAP_UNKNOWN};
        if (heap_has_links(w) && match_is_link(w, k->at, k->bytes, word))
            continue;
        if (!heap_has_links(g) || !match_is_link(g, k->at, k->bytes, word))
            v = peek_known(m, given, k->at, k->bytes);
        if (!match_value(m, x, k->value, v))
            return false;
    }
    return match_background(m, x, wanted, given);
}
