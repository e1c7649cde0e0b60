/* Forgetting: values that are dead, objects that are dead or that nothing leads to. */
#include "engine/shapes/shapes.h"

#include "program/analysis/live.h"

#include <stdlib.h>

/* The current frame continues at its position, callers after their calls. */
static void drop_dead_values(struct shapes *s, struct graph *g)
{
    for (struct graph_frame *fr = g->frame; fr; fr = fr->caller) {
        if (shapes_is_nobody(s, fr))
            continue;
        struct graph_function *sf = shapes_function(s, fr->function);
        uint64_t *set = calloc(sf->live->words, sizeof *set);
        shapes_live_at(s, fr, fr->position + (fr != g->frame), set);
        if (fr != g->frame) { /* the call's own result is yet to come */
            uint32_t call = fr->f->blocks.data[fr->block].instructions.data[fr->position];
            set[call / 64] &= ~(1ull << (call % 64));
        }
        for (size_t i = 0; i < fr->f->instructions.count; i++)
            if (!(set[i / 64] >> (i % 64) & 1))
                fr->values[i] = (struct graph_value){0};
        free(set);
    }
}

struct dangling {
    struct shapes *s;
    const struct graph *g;
};

static bool is_gone(const struct graph_object *o)
{
    return !o->alive && !(o->storage == GRAPH_STACK && o->frame);
}

static struct graph_value dangle(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct dangling *d = context;
    if (!graph_is_pointer(v) || !is_gone(d->g->objects[v.object]))
        return v;
    uint64_t at;
    bool within =
        term_const_u64(d->s->terms, v.term, &at) && at <= d->g->objects[v.object]->bytes;
    return (struct graph_value){.kind = within ? GRAPH_DANGLING : GRAPH_WILD};
}

/* Locals that no value leads to are forgotten too: only a leak at exit could tell, and it is
 * an alarm then. */
static void drop_unreachable(struct graph *g)
{
    bool *reached = calloc(g->count + 1, sizeof *reached);
    graph_reach(g, reached);
    for (uint32_t id = 1; id < g->count; id++) {
        struct graph_object *o = g->objects[id];
        if (!o || o->storage == GRAPH_GLOBAL || reached[id])
            continue;
        if (o->alive && o->storage == GRAPH_HEAP)
            g->lost = true;
        graph_remove(g, id);
    }
    free(reached);
}

static struct graph_value renumbered(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const uint32_t *number = context;
    if (graph_is_pointer(v))
        v.object = number[v.object];
    return v;
}

/* Ids that nothing has any more cost time and memory wherever a graph is matched. */
static void renumber(struct shapes *s, struct graph *g)
{
    enum { FEW = 8 };
    uint32_t live = 0;
    for (uint32_t id = 1; id < g->count; id++)
        live += g->objects[id] != NULL;
    if (g->count <= 2 * live + FEW)
        return;
    uint32_t *number = calloc(g->count + 1, sizeof *number), next = 1;
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id])
            number[id] = next++;
    graph_change(&s->arena, g, renumbered, number);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->owner)
            graph_edit(&s->arena, g, id)->owner = number[g->objects[id]->owner];
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id])
            g->objects[number[id]] = g->objects[id];
    g->count = next;
    free(number);
}

void shapes_tidy(struct shapes *s, struct graph *g)
{
    drop_dead_values(s, g);
    struct dangling d = {s, g};
    graph_change(&s->arena, g, dangle, &d);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && is_gone(g->objects[id]))
            graph_remove(g, id);
    drop_unreachable(g);
    renumber(s, g);
}
