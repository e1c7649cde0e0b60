/* Heads with too many graphs: lists that are there in one graph and not in another become
 * lists that may be empty, so that independent lists do not multiply. What is made is a
 * guess: it is kept if both graphs entail it. */
#include "base/failure.h"
#include "engine/shapes/shapes.h"

enum { MOST_LISTS = 12 };

struct ends {
    struct shapes *s;
    uint32_t list;
    uint64_t head;
    bool back;  /* the list is linked both ways */
    bool fixed; /* something leads to a node of it that an empty list does not have */
};

static void see_end(void *context, uint32_t from, struct graph_value v)
{
    struct ends *e = context;
    uint64_t at;
    (void)from;
    if (!graph_is_pointer(v) || v.object != e->list || v.end == GRAPH_SELF)
        return;
    if (v.end == GRAPH_LAST && !e->back)
        e->fixed = true;
    if (!term_const_u64(e->s->terms, v.term, &at) || at != e->head)
        e->fixed = true;
}

bool shapes_led_to_by_ends(struct shapes *s, const struct graph *g, uint32_t list)
{
    const struct graph_object *o = g->objects[list];
    LAW(o && o->kind == GRAPH_LIST);
    struct ends e = {s, list, (uint64_t)o->link.head, o->link.prev >= 0, false};
    graph_each(g, see_end, &e);
    return !e.fixed;
}

static bool leads_to_itself(const struct graph_object *o, uint32_t id)
{
    return (graph_is_pointer(o->after) && o->after.object == id) ||
           (graph_is_pointer(o->before) && o->before.object == id);
}

static bool may_be_empty(struct shapes *s, const struct graph *g, uint32_t id)
{
    const struct graph_object *o = g->objects[id];
    if (!o || o->kind != GRAPH_LIST || o->owner || !o->alive || leads_to_itself(o, id))
        return false;
    return shapes_led_to_by_ends(s, g, id);
}

/* The general graph with some lists that may be empty, and with weaker numbers, if both
 * entail it. */
static struct graph *fit(struct shapes *s, const struct graph *special,
                         const struct graph *general, struct graph *wider)
{
    struct embedding e;
    struct graph *out = NULL;
    if (shapes_match(s, special, wider, &e)) {
        bool good = embedding_holds(s, special, wider, &e);
        out = good ? wider : shapes_weaken(s, special, wider, &e);
    }
    embedding_release(&e);
    if (!out || !shapes_entails(s, special, out) || !shapes_entails(s, general, out))
        return NULL;
    return out;
}

/* With one list that may be empty, or with all. */
static struct graph *widen(struct shapes *s, const struct graph *special,
                           struct graph *general)
{
    struct graph *all = graph_copy(&s->arena, general), *out = NULL;
    uint32_t lists = 0;
    for (uint32_t id = 1; id < general->count && !out && lists < MOST_LISTS; id++) {
        if (!may_be_empty(s, general, id) || !general->objects[id]->least)
            continue;
        struct graph *one = graph_copy(&s->arena, general);
        graph_edit(&s->arena, one, id)->least = 0;
        graph_edit(&s->arena, all, id)->least = 0;
        lists++;
        out = fit(s, special, general, one);
    }
    return out || lists < 2 ? out : fit(s, special, general, all);
}

struct graph *shapes_widen(struct shapes *s, struct graph *a, struct graph *b)
{
    struct graph *out = widen(s, a, b);
    return out ? out : widen(s, b, a);
}
