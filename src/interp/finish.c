/* The end of a program: exit handlers, then the check for heap objects that were not freed.
 */
#include "interp/interp_internal.h"

void program_exit(struct interp *t, int status)
{
    if (t->exit_frame)
        program_finish(t); /* exit from within a handler */
    t->exit_status = status;
    if (t->exit_handlers == UINT32_MAX)
        program_finish(t);
    t->exit_frame = frame_push(t, t->exit_handlers);
    t->exit_frame->pc = t->exit_frame->function->code;
}

void program_quit(struct interp *t, int status)
{
    t->exit_status = status;
    program_finish(t);
}

static void check_heap(struct interp *t, enum interp_error error)
{
    struct memory *m = &t->memory;
    if (error == INTERP_LOST)
        reach_variables(t);
    for (uint32_t k = 0; k < m->object_count; k++) {
        const struct object *o = &m->objects[k];
        if (o->kind != OBJECT_HEAP || o->state != OBJECT_ALIVE || o->foreign)
            continue;
        if (error == INTERP_LOST && o->marked)
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
    if (t->memory.heap_live && error_wanted(t, INTERP_LOST))
        check_heap(t, INTERP_LOST);
    if (t->memory.heap_live && error_wanted(t, INTERP_LEAK))
        check_heap(t, INTERP_LEAK);
    t->result->status = t->exit_status;
    stop_end(t, INTERP_FINISHED, "exit status %d", t->exit_status);
}
