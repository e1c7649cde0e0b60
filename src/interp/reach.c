/* What pointers in memory lead to: from variables, for leaks; from the arguments of a call, for what a function
 * without body may change. */
#include "interp/interp_internal.h"

#include "program/live.h"

struct object_list {
    uint32_t *data;
    size_t count, capacity;
};

static void mark(struct interp *t, uint32_t index, uint32_t generation, struct object_list *todo)
{
    struct object *o = &t->memory.objects[index];
    if (o->marked || o->generation != generation || o->state == OBJECT_FREED || o->state == OBJECT_RETURNED)
        return;
    o->marked = true;
    VECTOR_PUSH(todo, index);
}

static void unmark_all(struct interp *t)
{
    for (uint32_t k = 0; k < t->memory.object_count; k++)
        t->memory.objects[k].marked = false;
}

static void mark_stored(struct interp *t, struct object_list *todo)
{
    while (todo->count) {
        struct object *o = &t->memory.objects[VECTOR_POP(todo)];
        if (!o->provenance) continue;
        for (uint64_t b = 0; b < o->full_size; b++) {
            uint64_t word = o->provenance[b] & PROVENANCE_MASK;
            if (word) mark(t, (uint32_t)word, (uint32_t)(word >> 32), todo);
        }
    }
    VECTOR_RELEASE(todo);
}

static void mark_slot(struct interp *t, slot p, struct object_list *todo)
{
    if (pointer_object(p) < t->memory.object_count) mark(t, pointer_object(p), pointer_generation(p), todo);
}

/* What an open activation may still hold: what it needs afterwards and what its variables have, which may be in
 * scope. Functions without debug information, and those of the library, hold all they ever had. */
static void mark_frame(struct interp *t, const struct frame *fr, struct object_list *todo)
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
        if (where == UINT32_MAX || f->instructions.data[id].type.kind == TYPE_VOID) continue;
        if (all || value_set_has(needed, id) || value_set_has(named, id)) mark_slot(t, fr->slots[where], todo);
    }
    arena_release(&arena);
}

void reach_variables(struct interp *t)
{
    struct memory *m = &t->memory;
    struct object_list todo = {0};
    unmark_all(t);
    for (uint32_t k = 0; k < m->object_count; k++)
        if (m->objects[k].kind == OBJECT_GLOBAL) mark(t, k, m->objects[k].generation, &todo);
    for (size_t k = 0; k < m->stack.count; k++)
        mark(t, m->stack.data[k], m->objects[m->stack.data[k]].generation, &todo);
    for (const struct frame *fr = t->frame; fr; fr = fr->caller)
        mark_frame(t, fr, &todo);
    mark_stored(t, &todo);
}

static bool is_pointer(const struct interp *t, const struct function *f, struct value v)
{
    if (value_is_constant(v)) return program_constant(t->program, v)->type.kind == TYPE_POINTER;
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
    mark_stored(t, &todo);
    for (uint32_t k = 0; k < t->memory.object_count; k++) {
        struct object *o = &t->memory.objects[k];
        if (o->marked && o->kind > OBJECT_FUNCTION && !o->read_only) object_make_foreign(o);
    }
}
