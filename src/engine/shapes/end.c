/* The end of the program: exit handlers, then what is still allocated, and whether anything leads to it. */
#include "engine/shapes/shapes.h"

#include <stdlib.h>

static bool run_handlers(struct shapes *s, struct graph *g)
{
    for (const struct graph_frame *fr = g->frame; fr; fr = fr->caller)
        if (fr->call == GRAPH_HANDLERS && fr->caller) return false;
    uint32_t handlers = program_find_function(s->program, "__sooth_exit_handlers");
    if (handlers == UINT32_MAX || !s->program->functions.data[handlers].has_body) return false;
    shapes_push_frame(s, g, handlers, GRAPH_HANDLERS, NULL);
    return true;
}

static bool is_lost(const struct graph *g, bool frames)
{
    bool lost = g->lost;
    bool *reached = calloc(g->count + 1, sizeof *reached);
    graph_reach(g, frames, reached);
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        lost |= o && o->storage == GRAPH_HEAP && o->alive && !reached[id];
    }
    free(reached);
    return lost;
}

/* What may be missing is split on first. */
static bool resolve_all(struct shapes *s, struct graph *g)
{
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->owner || o->least || !o->alive) continue;
        return shapes_resolve_object(s, g, id);
    }
    return false;
}

enum step_result shapes_end_program(struct shapes *s, struct graph *g)
{
    return run_handlers(s, g) ? STEP_MOVED : shapes_program_over(s, g);
}

enum step_result shapes_program_over(struct shapes *s, struct graph *g)
{
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMCLEANUP) | VIOLATION_BIT(VIOLATION_MEMTRACK);
    if (!(s->open & ~s->alarms & leaks)) return STEP_OVER;
    if (resolve_all(s, g)) return STEP_OVER;
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id]) shapes_drop_empty_parts(s, g, id);
    shapes_tidy(s, g); /* what is dead keeps nothing */
    const struct graph_frame *fr = g->frame; /* the one that exits; handlers run on top of it */
    for (const struct graph_frame *f = g->frame; f->caller; f = f->caller)
        if (f->call == GRAPH_HANDLERS) fr = f->caller;
    bool left = g->lost;
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        if (shapes_is_nobody(s, f)) { /* what its callers have is not known here */
            shapes_alarm(s, g, VIOLATION_MEMCLEANUP);
            shapes_alarm(s, g, VIOLATION_MEMTRACK);
            return STEP_OVER;
        }
    for (uint32_t id = 1; id < g->count; id++)
        left |= g->objects[id] && g->objects[id]->storage == GRAPH_HEAP && g->objects[id]->alive;
    if (!left || !shapes_possible(s, g, term_bool(s->terms, true))) return STEP_OVER;
    shapes_alarm(s, g, VIOLATION_MEMCLEANUP);
    if (is_lost(g, fr->caller != NULL)) shapes_alarm(s, g, VIOLATION_MEMTRACK);
    return STEP_OVER;
}
