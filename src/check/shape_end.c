/* The end of the program in the checker of shapes: heap memory that is left, and whether a global leads to it. */
#include "check/shape_internal.h"

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

static void follow(const struct heap_state *s, uint32_t object, bool *reached)
{
    const struct heap_object *o = heap_at(s, object);
    for (size_t i = 0; i < o->cells.count; i++) {
        struct heap_value v = o->cells.data[i].value;
        if (v.kind != HEAP_POINTER || reached[v.object] || !leads_to_all(heap_at(s, v.object), v)) continue;
        reached[v.object] = true;
        follow(s, v.object, reached);
    }
}

/* The first object that may hold memory that is left and (unless all count) is not reached; 0: none. */
static uint32_t find_left(const struct heap_state *s, bool all)
{
    bool *reached = calloc(s->objects.count + 1, sizeof *reached);
    uint32_t found = 0;
    for (uint32_t i = 1; i < s->objects.count && !all; i++)
        if (heap_at(s, i)->present && heap_at(s, i)->storage == SHAPE_GLOBAL && !reached[i])
            follow(s, i, reached);
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
        uint32_t left = find_left(s, kinds[i] == VIOLATION_MEMCLEANUP);
        if (left && heap_may_be_empty(heap_at(s, left)) && !heap_at(s, left)->owner) {
            heap_split_empty(c, s, left);
            return HEAP_DONE;
        }
        if (left || s->lost) heap_claim(c, s, kinds[i], no);
    }
    return heap_stop(s);
}
