/* The end of the program in the checker of shapes: heap memory that is left, and whether a global leads to it or
 * an activation that is still open (docs/decisions/170). */
#include "check/shape_internal.h"

#include "program/live.h"

#include <stdlib.h>

static bool is_left(const struct heap_object *o)
{
    return o->present && o->storage == SHAPE_HEAP && o->alive;
}

/* A pointer to the last element of a singly linked list leads to none before it. */
static bool leads_to_all(const struct heap_object *o, struct heap_value v)
{
    return o->kind != SHAPE_LIST || v.target != SHAPE_AT_LAST || o->has_prev;
}

static void follow(const struct heap_state *, uint32_t object, bool *reached);

static void reach_value(const struct heap_state *s, struct heap_value v, bool *reached)
{
    if (v.kind != HEAP_POINTER || reached[v.object] || !leads_to_all(heap_at(s, v.object), v)) return;
    reached[v.object] = true;
    follow(s, v.object, reached);
}

/* Where there may be no element, a cell leads nowhere, unless to what the elements own; the ends of a list stand for
 * what follows it then. */
static bool leads_surely(const struct heap_state *s, uint32_t object, const struct heap_cell *k)
{
    const struct heap_object *o = heap_at(s, object);
    if (!heap_may_be_empty(o) || k->value.kind != HEAP_POINTER) return true;
    if (o->kind == SHAPE_LIST && (k->at == o->next || (o->has_prev && k->at == o->prev))) return true;
    return heap_at(s, k->value.object)->owner == object;
}

static void follow(const struct heap_state *s, uint32_t object, bool *reached)
{
    const struct heap_object *o = heap_at(s, object);
    for (size_t i = 0; i < o->cells.count; i++)
        if (leads_surely(s, object, &o->cells.data[i])) reach_value(s, o->cells.data[i].value, reached);
}

static uint32_t instruction_of(const struct heap_frame *fr)
{
    return fr->f->blocks.data[fr->block].instructions.data[fr->at];
}

/* main's return ends it; exit leaves all activations open. */
static bool has_returned(const struct heap_frame *fr)
{
    return fr->f->instructions.data[instruction_of(fr)].op == OP_RETURN;
}

static void reach_frame(struct heap_checker *c, const struct heap_state *s, const struct heap_frame *fr, bool *reached)
{
    struct liveness *live = liveness_find(fr->f, &c->base.arena);
    uint64_t *set = ARENA_ARRAY(&c->base.arena, uint64_t, live->words);
    held_after(live, instruction_of(fr), set);
    for (uint32_t i = 0; i < fr->values.count; i++)
        if (value_set_has(set, i)) reach_value(s, fr->values.data[i], reached);
}

static bool is_root(const struct heap_object *o, bool open)
{
    if (!o->present) return false;
    return o->storage == SHAPE_GLOBAL || (open && o->storage == SHAPE_STACK && o->alive);
}

static void reach_roots(struct heap_checker *c, const struct heap_state *s, bool *reached)
{
    bool open = !has_returned(&s->frames.data[0]);
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (is_root(heap_at(s, i), open) && !reached[i]) follow(s, i, reached);
    for (size_t k = 0; k < s->frames.count && open; k++)
        reach_frame(c, s, &s->frames.data[k], reached);
}

/* The first object that may hold memory that is left and (unless all count) is not reached; 0: none. */
static uint32_t find_left(struct heap_checker *c, const struct heap_state *s, bool all)
{
    bool *reached = calloc(s->objects.count + 1, sizeof *reached);
    uint32_t found = 0;
    if (!all) reach_roots(c, s, reached);
    for (uint32_t i = 1; i < s->objects.count && !found; i++)
        if (is_left(heap_at(s, i)) && !reached[i]) found = i;
    free(reached);
    return found;
}

/* Exit handlers (models/exit.c) are not followed. */
static bool has_handlers(struct heap_checker *c)
{
    uint32_t handlers = program_find_function(c->base.program, "__sooth_exit_handlers");
    return handlers != UINT32_MAX && c->base.program->functions.data[handlers].has_body;
}

enum heap_step heap_end(struct heap_checker *c, struct heap_state *s)
{
    static const enum violation kinds[] = {VIOLATION_MEMCLEANUP, VIOLATION_MEMTRACK};
    struct term no = term_bool(c->base.terms, false);
    if (has_handlers(c)) {
        heap_uncovered(c, s, "exit handlers");
        return heap_stop(s);
    }
    bool leaks = (c->base.certificate->violations & (VIOLATION_BIT(kinds[0]) | VIOLATION_BIT(kinds[1]))) != 0;
    if (leaks && s->frames.data[0].f == &c->nobody) {
        heap_uncovered(c, s, "the end of the program in a recursive function");
        return heap_stop(s);
    }
    for (int i = 0; i < 2; i++) {
        if (!(c->base.certificate->violations & VIOLATION_BIT(kinds[i]))) continue;
        uint32_t left = find_left(c, s, kinds[i] == VIOLATION_MEMCLEANUP);
        if (left && heap_may_be_empty(heap_at(s, left)) && !heap_at(s, left)->owner) {
            heap_split_empty(c, s, left);
            return HEAP_DONE;
        }
        uint32_t optional = left ? heap_find_optional(s) : 0;
        if (optional) { /* what leads there may be what may be missing; the end is executed again */
            heap_split_empty(c, s, optional);
            return HEAP_DONE;
        }
        if (left || s->lost) heap_claim(c, s, kinds[i], no);
    }
    return heap_stop(s);
}
