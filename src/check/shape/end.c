/* The end of the program in the checker of shapes: heap memory that is left, and whether a
 * global leads to it or an activation that is still open (docs/decisions/170). */
#include "check/shape/shape_internal.h"

#include "program/analysis/live.h"

#include <stdlib.h>

static bool is_left(const struct heap_object *o)
{
    return o->present && o->storage == SHAPE_HEAP && o->alive;
}

/* How an object was reached: both for one that is no list. */
enum reach { REACHED_FIRST = 1, REACHED_LAST = 2, REACHED_BOTH = 3 };

/* A pointer to the last element of a singly linked list leads to none before it, one to some
 * element to it alone. */
static enum reach reach_of(const struct heap_object *o, struct heap_value v)
{
    if (!heap_is_segment(o))
        return REACHED_BOTH;
    if (v.target == SHAPE_AT_SOME)
        return 0;
    if (o->kind != SHAPE_LIST)
        return REACHED_BOTH;
    if (v.target == SHAPE_AT_LAST)
        return o->has_prev ? REACHED_LAST : 0;
    return v.target == SHAPE_AT_FIRST ? REACHED_FIRST : 0;
}

static void follow(const struct heap_state *, uint32_t object, uint8_t *reached);

static void reach_value(const struct heap_state *s, struct heap_value v, uint8_t *reached)
{
    if (v.kind != HEAP_POINTER)
        return;
    uint8_t more = reach_of(heap_at(s, v.object), v);
    if ((reached[v.object] | more) == reached[v.object])
        return;
    reached[v.object] |= more;
    follow(s, v.object, reached);
}

/* The ends of a list that may be empty stand for what its links lead to then: each for its
 * own. */
static bool is_followed_when_empty(const struct heap_object *o, const struct heap_cell *k,
                                   uint8_t reached)
{
    if (o->kind != SHAPE_LIST)
        return false;
    if (k->at == o->next)
        return reached & REACHED_FIRST;
    return o->has_prev && k->at == o->prev && (reached & REACHED_LAST);
}

/* A cell leads to all that its pointer stands for if there is at least one such cell for each
 * of them: neither the object nor what owns it, up to the owner they have in common, may be
 * missing. */
static bool leads_surely(const struct heap_state *s, uint32_t object,
                         const struct heap_cell *k, uint8_t reached)
{
    if (k->value.kind != HEAP_POINTER)
        return true;
    uint32_t common = heap_at(s, k->value.object)->owner;
    if (k->value.object == object)
        return true;
    for (uint32_t i = object; i != common; i = heap_at(s, i)->owner) {
        if (!i)
            return false;
        bool empty = heap_may_be_empty(heap_at(s, i)) || heap_at(s, i)->kind == SHAPE_CELLS;
        if (empty && !(i == object && is_followed_when_empty(heap_at(s, i), k, reached)))
            return false;
    }
    return true;
}

static void follow(const struct heap_state *s, uint32_t object, uint8_t *reached)
{
    const struct heap_object *o = heap_at(s, object);
    for (size_t i = 0; i < o->cells.count; i++)
        if (leads_surely(s, object, &o->cells.data[i], reached[object]))
            reach_value(s, o->cells.data[i].value, reached);
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

static void reach_frame(struct heap_checker *c, const struct heap_state *s,
                        const struct heap_frame *fr, uint8_t *reached)
{
    struct liveness *live = liveness_find(fr->f, &c->base.arena);
    uint64_t *set = ARENA_ARRAY(&c->base.arena, uint64_t, live->words);
    held_after(live, instruction_of(fr), set);
    for (uint32_t i = 0; i < fr->values.count; i++)
        if (value_set_has(set, i))
            reach_value(s, fr->values.data[i], reached);
}

static bool is_root(const struct heap_object *o, bool open)
{
    if (!o->present)
        return false;
    return o->storage == SHAPE_GLOBAL || (open && o->storage == SHAPE_STACK && o->alive);
}

static void reach_roots(struct heap_checker *c, const struct heap_state *s, uint8_t *reached)
{
    bool open = !has_returned(&s->frames.data[0]);
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (is_root(heap_at(s, i), open) && !reached[i]) {
            reached[i] = REACHED_BOTH;
            follow(s, i, reached);
        }
    for (size_t k = 0; k < s->frames.count && open; k++)
        reach_frame(c, s, &s->frames.data[k], reached);
}

/* The first object that may hold memory that is left and (unless all count) is not reached;
 * 0: none. */
static uint32_t find_left(struct heap_checker *c, const struct heap_state *s, bool all)
{
    uint8_t *reached = calloc(s->objects.count + 1, sizeof *reached);
    uint32_t found = 0;
    if (!all)
        reach_roots(c, s, reached);
    for (uint32_t i = 1; i < s->objects.count && !found; i++)
        if (is_left(heap_at(s, i)) && !reached[i])
            found = i;
    free(reached);
    return found;
}

/* --- exit handlers (models/exit.c) --- */

static uint32_t handlers_of(const struct heap_checker *c)
{
    uint32_t handlers = program_find_function(c->base.program, "__sooth_exit_handlers");
    if (handlers == UINT32_MAX || !c->base.program->functions.data[handlers].has_body)
        return UINT32_MAX;
    return handlers;
}

bool heap_ends_handlers(const struct heap_checker *c, const struct heap_state *s)
{
    if (s->frames.count < 2)
        return false;
    const struct heap_frame *below = &s->frames.data[s->frames.count - 2];
    return heap_top(s)->function == handlers_of(c) && heap_top(s)->f != &c->nobody &&
           heap_top(s)->path ==
               certificate_path(below->path, instruction_of(below), handlers_of(c));
}

/* Calling exit from a handler has no meaning in C; what a recursive function is not given may
 * be what handlers use. */
static const char *not_followed(const struct heap_checker *c, const struct heap_state *s,
                                uint32_t handlers)
{
    const struct function *f = &c->base.program->functions.data[handlers];
    for (size_t i = 0; i < s->frames.count; i++) {
        if (s->frames.data[i].f == &c->nobody)
            return "exit handlers of a recursive function";
        if (s->frames.data[i].function == handlers)
            return "exit handlers that exit";
    }
    if (f->param_count || f->result_count || heap_is_described(c, handlers))
        return "exit handlers of another form";
    return NULL;
}

static enum heap_step run_handlers(struct heap_checker *c, struct heap_state *s,
                                   uint32_t handlers)
{
    const char *why = not_followed(c, s, handlers);
    if (why) {
        heap_uncovered(c, s, why);
        return heap_stop(s);
    }
    if (has_returned(&s->frames.data[0]))
        heap_end_locals(c, s);
    struct heap_frame frame = {.function = handlers,
                               .f = &c->base.program->functions.data[handlers]};
    frame.path = certificate_path(heap_top(s)->path, instruction_of(heap_top(s)), handlers);
    heap_add_frame(s, frame);
    s->arrived = true;
    return HEAP_STAYS;
}

enum heap_step heap_end(struct heap_checker *c, struct heap_state *s)
{
    uint32_t handlers = handlers_of(c);
    if (handlers == UINT32_MAX)
        return heap_over_at_last(c, s);
    return run_handlers(c, s, handlers);
}

enum heap_step heap_over_at_last(struct heap_checker *c, struct heap_state *s)
{
    static const enum violation kinds[] = {VIOLATION_MEMCLEANUP, VIOLATION_MEMTRACK};
    struct term no = term_bool(c->base.terms, false);
    bool leaks = (c->base.certificate->violations &
                  (VIOLATION_BIT(kinds[0]) | VIOLATION_BIT(kinds[1]))) != 0;
    if (leaks && s->frames.data[0].f == &c->nobody) {
        heap_uncovered(c, s, "the end of the program in a recursive function");
        return heap_stop(s);
    }
    for (uint32_t i = 1; leaks && i < s->objects.count; i++)
        if (heap_at(s, i)->present)
            heap_drop_empty_parts(c, s, i);
    for (int i = 0; i < 2; i++) {
        if (!(c->base.certificate->violations & VIOLATION_BIT(kinds[i])))
            continue;
        uint32_t left = find_left(c, s, kinds[i] == VIOLATION_MEMCLEANUP);
        if (left && heap_may_be_empty(heap_at(s, left)) && !heap_at(s, left)->owner) {
            heap_split_empty(c, s, left);
            return HEAP_DONE;
        }
        uint32_t optional = left ? heap_find_optional(s) : 0;
        /* what leads there may be what may be missing; the end is executed again */
        if (optional) {
            heap_split_empty(c, s, optional);
            return HEAP_DONE;
        }
        if (left || s->lost)
            heap_claim(c, s, kinds[i], no);
    }
    return heap_stop(s);
}
