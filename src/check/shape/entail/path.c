/* Paths in the entailment of the checker of shapes: a wanted list with two nexts is stood for
 * by given nodes and paths from the value that leads to its first element down to the one
 * that follows. Of a node's two links the one leads on from which that is reached; the other
 * must be what hangs there. */
#include "check/shape/entail/match.h"

#include <stdlib.h>

/* --- which link leads on --- */

static bool reaches(struct matching *m, const struct heap_object *w, uint32_t from,
                    uint32_t end, bool *seen)
{
    const struct heap_object *g = heap_at(m->given, from);
    if (from == end)
        return true;
    if (seen[from] || !g->present || (g->kind != SHAPE_REGION && g->kind != SHAPE_LIST))
        return false;
    seen[from] = true;
    struct heap_value a = match_link(m, m->given, from, w->next),
                      b = match_link(m, m->given, from, w->other);
    if (a.kind == HEAP_POINTER && reaches(m, w, a.object, end, seen))
        return true;
    return g->kind == SHAPE_REGION && b.kind == HEAP_POINTER &&
           reaches(m, w, b.object, end, seen);
}

static bool leads_on(struct matching *m, const struct heap_object *w, struct heap_value v,
                     uint32_t end)
{
    if (v.kind != HEAP_POINTER)
        return false;
    bool *seen = calloc(m->given->objects.count + 1, sizeof *seen);
    bool found = reaches(m, w, v.object, end, seen);
    free(seen);
    return found;
}

struct forked {
    struct heap_value next, hang;
};

static struct forked look_at(struct matching *m, const struct heap_object *w, uint32_t given,
                             uint32_t end)
{
    struct heap_value a = match_link(m, m->given, given, w->next),
                      b = match_link(m, m->given, given, w->other);
    bool first = heap_at(m->given, given)->kind == SHAPE_LIST || leads_on(m, w, a, end);
    return first ? (struct forked){a, b} : (struct forked){b, a};
}

/* --- items --- */

static bool same_links(const struct heap_object *w, const struct heap_object *g)
{
    if (!g->fork || w->head != g->head || w->next != g->next || w->other != g->other)
        return false;
    return !w->has_prev || (g->has_prev && g->prev == w->prev);
}

static bool can_be_item(struct matching *m, const struct context *x,
                        const struct heap_object *w, struct heap_value v)
{
    uint64_t at;
    if (v.kind != HEAP_POINTER || !term_const_u64(m->c->base.terms, v.term, &at) ||
        at != w->head)
        return false;
    const struct heap_object *g = heap_at(m->given, v.object);
    bool region = g->kind == SHAPE_REGION && v.target == SHAPE_AT_NODE;
    bool path = g->kind == SHAPE_LIST && v.target == SHAPE_AT_FIRST && same_links(w, g);
    if ((!region && !path) || !g->alive || g->storage != SHAPE_HEAP ||
        !term_same(g->size, w->size))
        return false;
    return g->owner == x->owner && !map_has(&m->claimed, v.object);
}

static bool leads_back(struct matching *m, const struct heap_object *w, struct heap_value v,
                       const struct context *to)
{
    uint64_t at;
    enum shape_target target = to->generic ? SHAPE_AT_LAST : SHAPE_AT_NODE;
    if (v.kind != HEAP_POINTER || v.object != to->item || v.target != target)
        return false;
    return term_const_u64(m->c->base.terms, v.term, &at) && at == w->head;
}

static bool take_item(struct matching *m, struct context *x, uint32_t list,
                      struct match_run *run, uint32_t given, const struct forked *f)
{
    const struct heap_object *w = heap_at(m->wanted, list);
    const struct context *before = run->items.count ? VECTOR_LAST(&run->items) : NULL;
    map_set(&m->claimed, given, 1);
    struct context *item = match_context(m, x, list, given);
    VECTOR_PUSH(&run->items, item);
    if (!match_cells(m, item, list, given) || !match_lists(m, item))
        return false;
    if (!match_value(m, item, match_link(m, m->wanted, list, w->other), f->hang))
        return false;
    if (!w->has_prev)
        return true;
    struct heap_value back = match_link(m, m->given, given, w->prev);
    if (!before)
        return match_value(m, x, match_link(m, m->wanted, list, w->prev), back);
    return leads_back(m, w, back, before) ||
           match_fails(m, "a link back that leads elsewhere");
}

bool match_path(struct matching *m, struct context *x, uint32_t list, struct match_run *run,
                struct heap_value at, struct heap_value end)
{
    LAW(heap_at(m->wanted, list)->fork);
    const struct heap_object *w = heap_at(m->wanted, list);
    uint32_t length = 0;
    if (end.kind != HEAP_POINTER)
        return match_fails(m, "a path whose end is not known");
    while (!run->items.count || at.kind != HEAP_POINTER || at.object != end.object ||
           at.target != end.target) {
        if (!can_be_item(m, x, w, at))
            return match_fails(m, "an object that is no part of a path");
        uint32_t given = at.object;
        struct forked f = look_at(m, w, given, end.object);
        length += heap_at(m->given, given)->kind == SHAPE_LIST
                      ? heap_at(m->given, given)->least
                      : 1;
        if (!take_item(m, x, list, run, given, &f))
            return false;
        at = f.next;
    }
    if (length < w->least)
        return match_fails(m, "a path that is too short");
    return match_value(m, x, match_link(m, m->wanted, list, w->next), at);
}

/* --- from the last element up --- */

static bool can_be_above(struct matching *m, const struct context *x,
                         const struct heap_object *w, struct heap_value v)
{
    if (v.kind != HEAP_POINTER)
        return false;
    enum shape_target target =
        heap_at(m->given, v.object)->kind == SHAPE_LIST ? SHAPE_AT_FIRST : SHAPE_AT_NODE;
    if (target == SHAPE_AT_FIRST && v.target != SHAPE_AT_LAST)
        return false;
    v.target = target;
    return can_be_item(m, x, w, v);
}

/* --- an end that nothing shows --- */

static int likelihood(struct matching *m, struct heap_value v)
{
    if (v.kind != HEAP_POINTER)
        return 0;
    return heap_at(m->given, v.object)->kind == SHAPE_TREE ? 1 : 2;
}

struct heap_value match_path_end(struct matching *m, uint32_t list, struct heap_value last)
{
    LAW(heap_at(m->wanted, list)->fork);
    const struct heap_object *w = heap_at(m->wanted, list);
    if (last.kind != HEAP_POINTER)
        return last;
    struct heap_value a = match_link(m, m->given, last.object, w->next),
                      b = match_link(m, m->given, last.object, w->other);
    if (heap_at(m->given, last.object)->kind == SHAPE_LIST)
        return a;
    return likelihood(m, a) >= likelihood(m, b) ? a : b;
}

struct heap_value match_path_start(struct matching *m, struct context *x, uint32_t list,
                                   struct heap_value last)
{
    LAW(heap_at(m->wanted, list)->fork);
    const struct heap_object *w = heap_at(m->wanted, list);
    struct heap_value at = last;
    for (size_t steps = 0; steps < m->given->objects.count && can_be_above(m, x, w, at);
         steps++) {
        struct heap_value up = match_link(m, m->given, at.object, w->prev);
        if (!can_be_above(m, x, w, up))
            break;
        at = up;
    }
    if (at.kind == HEAP_POINTER && at.target == SHAPE_AT_LAST)
        at.target = SHAPE_AT_FIRST;
    return at;
}
