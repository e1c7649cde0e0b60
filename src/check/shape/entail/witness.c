/* What stands for the witnesses of a graph of calls: the values of the caller that the callee
 * speaks of. */
#include "check/shape/entail/match.h"

static struct heap_value image_of_list(struct matching *m, struct context *top,
                                       struct heap_value w)
{
    struct heap_value none = {.kind = HEAP_NONE};
    const struct match_run *run = match_run_of(top, w.object);
    if (!run || !run->items.count)
        return none;
    bool last = w.target == SHAPE_AT_LAST;
    const struct context *item = last ? VECTOR_LAST(&run->items) : run->items.data[0];
    if (heap_may_be_empty(heap_at(m->given, item->item)))
        return none;
    w.object = item->item;
    if (!item->generic)
        w.target = SHAPE_AT_NODE;
    return w;
}

static struct heap_value image_of(struct matching *m, struct context *top,
                                  struct heap_value w)
{
    struct heap_value none = {.kind = HEAP_NONE};
    uint64_t object;
    if (w.kind == HEAP_NUMBER)
        return map_has(&m->owner_of, w.term.id) ? heap_number(match_number(m, top, w.term))
                                                : w;
    if (w.kind != HEAP_POINTER || !term_is_const(m->c->base.terms, w.term))
        return none;
    if (heap_at(m->wanted, w.object)->kind == SHAPE_LIST)
        return image_of_list(m, top, w);
    if (!map_get(&top->objects, w.object, &object))
        return none;
    if (!object) /* a tree without a node is null */
        return heap_at(m->wanted, w.object)->kind == SHAPE_TREE
                   ? heap_number(heap_word(m->c, 0))
                   : none;
    w.object = (uint32_t)object;
    return w;
}

void match_witnesses(struct matching *m, const struct shape_graph *g,
                     const term_list *numbers, heap_value_list *out)
{
    LAW(m->contexts.count);
    VECTOR_CLEAR(out);
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct shape_root *r = &g->roots.data[i];
        if (r->depth != 1 || r->instruction >= HEAP_MOST_WITNESSES)
            continue;
        while (out->count <= r->instruction)
            VECTOR_PUSH(out, (struct heap_value){.kind = HEAP_NONE});
        struct heap_value w = heap_read_value(m->c, &r->value, numbers);
        out->data[r->instruction] = image_of(m, m->contexts.data[0], w);
    }
}
