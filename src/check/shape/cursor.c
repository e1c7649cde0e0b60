/* Where two lists meet, in the checker of shapes: if a variable leads to the end of a list at
 * which another one or a node ends, graphs may have that node apart from both, as that is how
 * the order of neighbours is told. Taking it off its list gives all states, so that any
 * choice is sound. */
#include "check/shape/shape_internal.h"

/* The word at the list's link, of a list what follows its last element. */
static bool leads_to(struct heap_checker *c, struct heap_object *o, uint32_t next,
                     struct heap_value *to)
{
    struct heap_cell *cell = heap_cell_at(o, next, c->base.view.width / 8);
    if (!cell || cell->value.kind != HEAP_POINTER)
        return false;
    *to = cell->value;
    return true;
}

static bool is_alike(const struct heap_object *o)
{
    return o->present && o->alive && o->storage == SHAPE_HEAP &&
           (o->kind == SHAPE_REGION || o->kind == SHAPE_LIST);
}

/* Is what comes before its first, or after its last element another list or node? */
static bool meets_other(struct heap_checker *c, struct heap_state *s,
                        const struct heap_value *v)
{
    struct heap_object *list = heap_at(s, v->object);
    struct heap_value to;
    if (v->target == SHAPE_AT_LAST)
        return leads_to(c, list, list->next, &to) && to.object != v->object &&
               is_alike(heap_at(s, to.object));
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (i != v->object && is_alike(heap_at(s, i)) &&
            leads_to(c, heap_at(s, i), list->next, &to) && to.object == v->object &&
            to.target == SHAPE_AT_FIRST)
            return true;
    return false;
}

static bool is_cursor(struct heap_checker *c, struct heap_state *s,
                      const struct heap_value *v)
{
    if (v->kind != HEAP_POINTER ||
        (v->target != SHAPE_AT_FIRST && v->target != SHAPE_AT_LAST))
        return false;
    const struct heap_object *o = heap_at(s, v->object);
    return o->present && o->kind == SHAPE_LIST && !o->owner && o->least && !o->fork &&
           meets_other(c, s, v);
}

bool heap_split_cursor(struct heap_checker *c, struct heap_state *s)
{
    for (size_t i = 0; i < s->frames.count; i++) {
        const struct heap_frame *f = &s->frames.data[i];
        for (size_t k = 0; k < f->values.count; k++) {
            struct heap_value v = f->values.data[k];
            if (!is_cursor(c, s, &v))
                continue;
            heap_unfold(c, s, v.object, v.target);
            return true;
        }
    }
    return false;
}
