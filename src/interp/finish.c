/* The end of a program: exit handlers, then the check for heap objects that were not freed. */
#include "interp/interp_internal.h"

void program_exit(struct interp *t, int status)
{
    if (t->exit_frame) program_finish(t); /* exit from within a handler */
    t->exit_status = status;
    if (t->exit_handlers == UINT32_MAX) program_finish(t);
    t->exit_frame = frame_push(t, t->exit_handlers);
    t->exit_frame->pc = t->exit_frame->function->code;
}

void program_quit(struct interp *t, int status)
{
    t->exit_status = status;
    program_finish(t);
}

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

/* Marks what is reachable through stored pointers from globals and from locals that are still alive. */
static void mark_reachable(struct interp *t)
{
    struct memory *m = &t->memory;
    struct object_list todo = {0};
    for (uint32_t k = 0; k < m->object_count; k++) {
        m->objects[k].marked = false;
        if (m->objects[k].kind == OBJECT_GLOBAL) mark(t, k, m->objects[k].generation, &todo);
    }
    for (size_t k = 0; k < m->stack.count; k++)
        mark(t, m->stack.data[k], m->objects[m->stack.data[k]].generation, &todo);
    while (todo.count) {
        struct object *o = &m->objects[VECTOR_POP(&todo)];
        if (!o->provenance) continue;
        for (uint64_t b = 0; b < o->full_size; b++) {
            uint64_t word = o->provenance[b] & PROVENANCE_MASK;
            if (word) mark(t, (uint32_t)word, (uint32_t)(word >> 32), &todo);
        }
    }
    VECTOR_RELEASE(&todo);
}

static void check_heap(struct interp *t, enum interp_error error)
{
    struct memory *m = &t->memory;
    if (error == INTERP_LOST) mark_reachable(t);
    for (uint32_t k = 0; k < m->object_count; k++) {
        const struct object *o = &m->objects[k];
        if (o->kind != OBJECT_HEAP || o->state != OBJECT_ALIVE || (error == INTERP_LOST && o->marked))
            continue;
        char what[200];
        describe_object(t, o, what, sizeof what);
        if (error == INTERP_LOST)
            stop_error(t, error, "at the end of the program nothing points to %s", what);
        stop_error(t, error, "at the end of the program %s is not freed", what);
    }
}

void program_finish(struct interp *t)
{
    if (t->memory.heap_live && error_wanted(t, INTERP_LOST)) check_heap(t, INTERP_LOST);
    if (t->memory.heap_live && error_wanted(t, INTERP_LEAK)) check_heap(t, INTERP_LEAK);
    t->result->status = t->exit_status;
    stop_end(t, INTERP_FINISHED, "exit status %d", t->exit_status);
}
