/* The end of the program: exit handlers, then what is still allocated, and whether anything
 * leads to it. */
#include "certificate/certificate.h"
#include "engine/shapes/shapes.h"

#include <stdlib.h>

static bool run_handlers(struct shapes *s, struct graph *g)
{
    for (const struct graph_frame *fr = g->frame; fr; fr = fr->caller)
        if (fr->call == GRAPH_HANDLERS && fr->caller)
            return false;
    uint32_t handlers = program_find_function(s->program, "__sooth_exit_handlers");
    if (handlers == UINT32_MAX || !s->program->functions.data[handlers].has_body)
        return false;
    const struct graph_frame *fr = g->frame;
    uint32_t at = fr->f->blocks.data[fr->block].instructions.data[fr->position];
    shapes_push_frame(s, g, handlers, GRAPH_HANDLERS, NULL);
    g->frame->path = certificate_path(fr->path, at, handlers);
    return true;
}

/* --- what surely leads to memory --- */

/* How an object was reached: both for one that is no list. */
enum { REACHED_FIRST = 1, REACHED_LAST = 2, REACHED_BOTH = 3 };

/* A pointer to the last element of a singly linked list leads to none before it. */
static uint8_t reach_of(const struct graph_object *o, struct graph_value v)
{
    if (o->kind != GRAPH_LIST)
        return REACHED_BOTH;
    if (v.end == GRAPH_LAST)
        return o->link.prev >= 0 ? REACHED_LAST : 0;
    return v.end == GRAPH_FIRST ? REACHED_FIRST : 0;
}

static void follow(const struct graph *, uint32_t id, uint8_t *reached);

static void reach_value(const struct graph *g, struct graph_value v, uint8_t *reached)
{
    if (!graph_is_pointer(v) || !g->objects[v.object])
        return;
    uint8_t more = reach_of(g->objects[v.object], v);
    if ((reached[v.object] | more) == reached[v.object])
        return;
    reached[v.object] |= more;
    if (g->objects[v.object]->alive)
        follow(g, v.object, reached);
}

static bool may_be_missing(const struct graph_object *o)
{
    return !o->least || o->kind == GRAPH_CELLS;
}

/* A value leads to all that its object stands for if there is at least one such value for
 * each of them: neither what holds it nor the owners of that, up to the one they have in
 * common, may be missing. `stays`: the value takes the place of what holds it if that is
 * missing. */
static bool leads_surely(const struct graph *g, uint32_t from, struct graph_value v,
                         bool stays)
{
    if (!graph_is_pointer(v) || v.object == from || !g->objects[v.object])
        return true;
    uint32_t common = g->objects[v.object]->owner;
    for (uint32_t id = from; id != common; id = g->objects[id]->owner) {
        if (!id || !g->objects[id])
            return false;
        if (may_be_missing(g->objects[id]) && !(id == from && stays))
            return false;
    }
    return true;
}

static void follow_value(const struct graph *g, uint32_t from, struct graph_value v,
                         bool stays, uint8_t *reached)
{
    if (leads_surely(g, from, v, stays))
        reach_value(g, v, reached);
}

/* The ends of a list stand for what its links lead to if it is empty: each for its own. */
static void follow(const struct graph *g, uint32_t id, uint8_t *reached)
{
    const struct graph_object *o = g->objects[id];
    for (uint32_t i = 0; i < o->field_count; i++)
        follow_value(g, id, o->fields[i].value, false, reached);
    if (!graph_is_segment(o))
        return;
    bool list = o->kind == GRAPH_LIST;
    follow_value(g, id, o->after, list && (reached[id] & REACHED_FIRST), reached);
    follow_value(g, id, o->hang, false, reached);
    if (o->link.prev >= 0)
        follow_value(g, id, o->before, list && (reached[id] & REACHED_LAST), reached);
}

static void reach_roots(const struct graph *g, bool frames, uint8_t *reached)
{
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->storage == GRAPH_GLOBAL)
            reach_value(g, graph_pointer(id, GRAPH_FIRST, (struct term){0}), reached);
    for (const struct graph_frame *f = frames ? g->frame : NULL; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            reach_value(g, f->values[i], reached);
}

bool shapes_is_lost(const struct graph *g, bool frames)
{
    bool lost = g->lost;
    uint8_t *reached = calloc(g->count + 1, sizeof *reached);
    reach_roots(g, frames, reached);
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
        if (!o || o->owner || o->least || !o->alive)
            continue;
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
    if (!(s->open & ~s->alarms & leaks))
        return STEP_OVER;
    if (resolve_all(s, g))
        return STEP_OVER;
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id])
            shapes_drop_empty_parts(s, g, id);
    shapes_tidy(s, g); /* what is dead keeps nothing */
    const struct graph_frame *fr =
        g->frame; /* the one that exits; handlers run on top of it */
    for (const struct graph_frame *f = g->frame; f->caller; f = f->caller)
        if (f->call == GRAPH_HANDLERS)
            fr = f->caller;
    bool left = g->lost;
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        if (shapes_is_nobody(s, f)) { /* what its callers have is not known here */
            shapes_alarm(s, g, VIOLATION_MEMCLEANUP);
            shapes_alarm(s, g, VIOLATION_MEMTRACK);
            return STEP_OVER;
        }
    for (uint32_t id = 1; id < g->count; id++)
        left |=
            g->objects[id] && g->objects[id]->storage == GRAPH_HEAP && g->objects[id]->alive;
    if (!left || !shapes_possible(s, g, term_bool(s->terms, true)))
        return STEP_OVER;
    shapes_alarm(s, g, VIOLATION_MEMCLEANUP);
    if (shapes_is_lost(g, fr->caller != NULL))
        shapes_alarm(s, g, VIOLATION_MEMTRACK);
    return STEP_OVER;
}
