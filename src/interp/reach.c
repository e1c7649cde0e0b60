/* What pointers in memory lead to: from variables, for leaks; from the arguments of a call,
 * for what a function without body may change. Nothing is called lost that the program could
 * still find: a number that is its address leads to an object, at any offset, and so do all
 * bytes of a pointer to it, wherever they lie. A pointer of which a byte is nowhere leads to
 * nothing. */
#include "interp/interp_internal.h"

#include "program/analysis/live.h"

#include <string.h>

struct object_list {
    uint32_t *data;
    size_t count, capacity;
};
struct span { /* of addresses of heap objects */
    uint64_t low, high;
};

static void mark(struct interp *t, uint32_t index, uint32_t generation,
                 struct object_list *todo)
{
    struct object *o = &t->memory.objects[index];
    if (o->marked || o->generation != generation || o->state == OBJECT_FREED ||
        o->state == OBJECT_RETURNED)
        return;
    o->marked = true;
    VECTOR_PUSH(todo, index);
}

static void unmark_all(struct interp *t)
{
    for (uint32_t k = 0; k < t->memory.object_count; k++)
        t->memory.objects[k].marked = false, t->memory.objects[k].seen = 0;
}

/* A byte of a pointer: the last one that was missing leads to the object. */
static void see_byte(struct interp *t, uint64_t provenance, struct object_list *todo)
{
    uint32_t all = (1u << t->program->pointer_width / 8) - 1;
    uint64_t word = provenance & PROVENANCE_MASK;
    struct object *o = &t->memory.objects[(uint32_t)word];
    if (!provenance || o->marked || o->generation != (uint32_t)(word >> 32))
        return;
    o->seen |= (uint8_t)(1u << (provenance >> 60));
    if (o->seen == all)
        mark(t, (uint32_t)word, (uint32_t)(word >> 32), todo);
}

static struct span heap_span(const struct memory *m)
{
    struct span s = {UINT64_MAX, 0};
    for (size_t k = 0; k < m->heap.count; k++) {
        const struct object *o = &m->objects[m->heap.data[k].object];
        if (o->kind != OBJECT_HEAP || o->state != OBJECT_ALIVE)
            continue;
        if (o->base < s.low)
            s.low = o->base;
        if (o->base + o->full_size > s.high)
            s.high = o->base + o->full_size;
    }
    return s;
}

static void see_address(struct interp *t, struct span span, uint64_t address,
                        struct object_list *todo)
{
    if (address < span.low || address > span.high)
        return;
    uint32_t found = memory_find(&t->memory, address);
    if (found)
        mark(t, found, t->memory.objects[found].generation, todo);
}

static void see_numbers(struct interp *t, struct span span, const struct object *o,
                        struct object_list *todo)
{
    uint32_t bytes = t->program->pointer_width / 8;
    for (uint64_t b = 0; o->bytes && o->state == OBJECT_ALIVE && b + bytes <= o->full_size;
         b++) {
        uint64_t address = 0;
        memcpy(&address, o->bytes + b, bytes);
        see_address(t, span, address, todo);
    }
}

static void mark_stored(struct interp *t, struct span span, struct object_list *todo)
{
    while (todo->count) {
        struct object *o = &t->memory.objects[VECTOR_POP(todo)];
        for (uint64_t b = 0; o->provenance && b < o->full_size; b++)
            see_byte(t, o->provenance[b], todo);
        if (o->kind != OBJECT_FUNCTION)
            see_numbers(t, span, o, todo);
    }
    VECTOR_RELEASE(todo);
}

static void mark_slot(struct interp *t, struct span span, slot p, struct object_list *todo)
{
    if (pointer_object(p) < t->memory.object_count)
        mark(t, pointer_object(p), pointer_generation(p), todo);
    see_address(t, span, p.low & t->memory.pointer_mask, todo);
}

/* What an open activation may still hold: what it needs afterwards and what its variables
 * have, which may be in scope. Functions without debug information, and those of the library,
 * hold all they ever had. */
static void mark_frame(struct interp *t, struct span span, const struct frame *fr,
                       struct object_list *todo)
{
    const struct function *f = &t->program->functions.data[fr->function->function];
    uint32_t at = fr->pc->source;
    struct arena arena;
    arena_init(&arena);
    struct liveness *live = liveness_find(f, &arena);
    uint64_t *needed = ARENA_ARRAY(&arena, uint64_t, live->words);
    uint64_t *named = ARENA_ARRAY(&arena, uint64_t, live->words);
    liveness_after(live, at, needed);
    variables_at(f, at, &arena, named);
    bool all = !f->place.line || fr->function->in_model;
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        uint32_t where = fr->function->slot_of[id];
        if (where == UINT32_MAX || f->instructions.data[id].type.kind == TYPE_VOID)
            continue;
        if (all || value_set_has(needed, id) || value_set_has(named, id))
            mark_slot(t, span, fr->slots[where], todo);
    }
    arena_release(&arena);
}

void reach_variables(struct interp *t)
{
    struct memory *m = &t->memory;
    struct object_list todo = {0};
    struct span span = heap_span(m);
    unmark_all(t);
    for (uint32_t k = 0; k < m->object_count; k++)
        if (m->objects[k].kind == OBJECT_GLOBAL)
            mark(t, k, m->objects[k].generation, &todo);
    for (size_t k = 0; k < m->stack.count; k++)
        mark(t, m->stack.data[k], m->objects[m->stack.data[k]].generation, &todo);
    for (const struct frame *fr = t->frame; fr; fr = fr->caller)
        mark_frame(t, span, fr, &todo);
    mark_stored(t, span, &todo);
}

static bool is_pointer(const struct interp *t, const struct function *f, struct value v)
{
    if (value_is_constant(v))
        return program_constant(t->program, v)->type.kind == TYPE_POINTER;
    return f->instructions.data[v.id].type.kind == TYPE_POINTER;
}

void reach_arguments(struct interp *t, const struct code *c)
{
    const struct function *f = &t->program->functions.data[t->frame->function->function];
    const struct instruction *call = &f->instructions.data[c->source];
    struct object_list todo = {0};
    unmark_all(t);
    for (uint32_t k = 0; k < c->b; k++) {
        slot p = t->frame->slots[t->frame->function->list[c->a + k]];
        if (is_pointer(t, f, instruction_operand(f, call, k + 1)))
            mark(t, pointer_object(p), pointer_generation(p), &todo);
    }
    mark_stored(t, heap_span(&t->memory), &todo);
    for (uint32_t k = 0; k < t->memory.object_count; k++) {
        struct object *o = &t->memory.objects[k];
        if (o->marked && o->kind > OBJECT_FUNCTION && !o->read_only)
            object_make_foreign(o);
    }
}
