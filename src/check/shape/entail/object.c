/* Objects in the entailment of the checker of shapes: no given object stands for two, what
 * stands for a wanted one is of the same kind, storage, owner and size. */
#include "check/shape/entail/match.h"

static bool claim(struct matching *m, struct context *at, uint32_t wanted, uint32_t given)
{
    LAW(given < m->given->objects.count && wanted < m->wanted->objects.count);
    LAW(given && wanted);
    if (map_has(&m->claimed, given))
        return match_fails(m, "an object that stands for two");
    if (heap_at(m->given, given)->owner != at->owner)
        return match_fails(m, "an object of another owner");
    LAW(!map_has(&at->objects, wanted));
    map_set(&m->claimed, given, 1);
    map_set(&at->objects, wanted, given);
    return true;
}

bool match_same_place(const struct heap_object *w, const struct heap_object *g)
{
    if (w->storage != g->storage || w->alive != g->alive)
        return false;
    return w->storage == SHAPE_HEAP ||
           (w->site == g->site && w->ended == g->ended && w->outer == g->outer);
}

bool match_when(struct matching *m, struct context *at, const struct heap_object *w,
                struct term given)
{
    return !term_is(w->when) || match_term(m, at, w->when, given);
}

/* When a wanted object that may be missing is there, and what leads to it otherwise. */
static bool match_presence(struct matching *m, struct context *at,
                           const struct heap_object *w, const struct heap_object *g)
{
    LAW(w->kind == SHAPE_MAYBE);
    struct terms *ts = m->c->base.terms;
    if (g->kind != SHAPE_MAYBE)
        return match_when(m, at, w, term_bv(ts, 1, 1));
    if (term_is(w->when) &&
        !match_term(m, at, w->when, term_is(g->when) ? g->when : match_unknown(m, w->when)))
        return false;
    if (w->has_other)
        return match_value(m, at, w->otherwise,
                           g->has_other ? g->otherwise : heap_null(m->c));
    return !g->has_other || match_fails(m, "something else where an object is missing");
}

bool match_region(struct matching *m, struct context *at, uint32_t wanted, uint32_t given)
{
    LAW(heap_at(m->wanted, wanted)->present && heap_at(m->given, given)->present);
    const struct heap_object *w = heap_at(m->wanted, wanted), *g = heap_at(m->given, given);
    uint64_t known;
    if (map_get(&at->objects, wanted, &known))
        return known == given ? true : match_fails(m, "two objects for one");
    bool kinds =
        g->kind == SHAPE_REGION || (g->kind == SHAPE_MAYBE && w->kind == SHAPE_MAYBE);
    if (!kinds || !match_same_place(w, g))
        return match_fails(m, "an object of another kind");
    if (g->kind == SHAPE_MAYBE && g->head != w->head)
        return match_fails(m, "an object of another kind");
    if (!claim(m, at, wanted, given) || !match_offset(m, at, w->size, g->size))
        return false;
    if (w->kind == SHAPE_MAYBE && !match_presence(m, at, w, g))
        return false;
    if (!w->alive)
        return true;
    if (w->parted) {
        if (!g->parted && (g->owner || !heap_part(m->c, m->given, given, w->stride)))
            return match_fails(m, "a region that is no row of words");
        if (heap_at(m->given, given)->stride != w->stride)
            return match_fails(m, "a row of records of another size");
        VECTOR_PUSH(&m->parted, ((struct match_parted){at, wanted, given}));
        return true;
    }
    if (w->kind != SHAPE_MAYBE)
        return match_cells(m, at, wanted, given);
    struct context *own = match_context(m, at, wanted, given); /* it has parts of its own */
    return match_cells(m, own, wanted, given) && match_lists(m, own);
}
