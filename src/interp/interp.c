/* The interpreter's interface: starts runs of main or of one function and reads values for
 * observers. */
#include "interp/interp.h"

#include "interp/interp_internal.h"

#include "base/failure.h"

#include <stdio.h>
#include <stdlib.h>

struct interp *interp_new(const struct program *program)
{
    struct interp *t = calloc(1, sizeof *t);
    t->program = program;
    t->functions = calloc(program->functions.count + 1, sizeof *t->functions);
    t->exit_handlers = program_find_function(program, "__sooth_exit_handlers");
    if (t->exit_handlers != UINT32_MAX && !program->functions.data[t->exit_handlers].has_body)
        t->exit_handlers = UINT32_MAX;
    memory_init(&t->memory, program);
    return t;
}

static void drop_functions(struct interp *t)
{
    for (size_t k = 0; k < t->program->functions.count; k++) {
        decoded_free(t->functions[k]);
        t->functions[k] = NULL;
    }
}

void interp_free(struct interp *t)
{
    if (!t)
        return;
    while (t->frame)
        frame_pop(t);
    drop_functions(t);
    free(t->functions);
    memory_release(&t->memory);
    VECTOR_RELEASE(&t->trace);
    free(t);
}

/* Frames of a run that stopped in the middle go back; code decoded for the other kind of run
 * is dropped. */
static void prepare(struct interp *t, const struct interp_options *options,
                    struct interp_result *result)
{
    while (t->frame)
        frame_pop(t);
    enum observed observed = observed_how(options);
    for (size_t k = 0; k < t->program->functions.count; k++)
        if (t->functions[k] && t->functions[k]->observed != observed) {
            drop_functions(t);
            break;
        }
    *result = (struct interp_result){0};
    t->options = options;
    t->result = result;
    t->steps = 0;
    t->depth = 0;
    t->exit_frame = NULL;
    t->exit_status = 0;
    t->call_results = NULL;
}

static void push_outermost(struct interp *t, uint32_t function, const slot *arguments,
                           uint32_t count)
{
    LAW(count <= t->program->functions.data[function].param_count);
    struct frame *f = frame_push(t, function);
    f->pc = f->function->code;
    f->results = 0;
    for (uint32_t k = 0; k < count; k++)
        f->slots[k] = arguments[k];
}

/* argv: one name and the null after it, in memory that is not the heap. */
static slot make_argv(struct interp *t)
{
    static const char name[] = "program";
    struct type character = {TYPE_INT, 8}, pointer = type_pointer(t->program);
    uint32_t bytes = type_bytes(pointer);
    uint32_t text = memory_add_stack(t, sizeof name, 16),
             list = memory_add_stack(t, 2 * (uint64_t)bytes, 16);
    slot p = {t->memory.objects[text].base, object_word(&t->memory, text)};
    slot argv = {t->memory.objects[list].base, object_word(&t->memory, list)};
    for (uint64_t k = 0; k < sizeof name; k++)
        access_store(t, (slot){p.low + k, p.high}, (slot){(uint8_t)name[k], 0}, character);
    access_store(t, argv, p, pointer);
    access_store(t, (slot){argv.low + bytes, argv.high}, (slot){0, 0}, pointer);
    return argv;
}

static void start_main(struct interp *t)
{
    const struct function *f = &t->program->functions.data[t->program->entry];
    slot arguments[3] = {{1, 0}};
    push_outermost(t, t->program->entry, arguments, 0);
    if (f->param_count > 3)
        stop_end(t, INTERP_UNSUPPORTED, "main with %u parameters", f->param_count);
    if (f->param_count > 1)
        arguments[1] = make_argv(t);
    if (f->param_count > 2)
        arguments[2] = (slot){arguments[1].low + type_bytes(type_pointer(t->program)),
                              arguments[1].high};
    for (uint32_t k = 0; k < f->param_count; k++)
        t->frame->slots[k] = arguments[k];
}

void interp_run(struct interp *t, const struct interp_options *options,
                struct interp_result *result)
{
    prepare(t, options, result);
    slot status[4] = {{0, 0}};
    if (setjmp(t->stop))
        return;
    memory_reset(t);
    if (options->prepare)
        options->prepare(options->context, t);
    uint32_t entry = t->program->entry;
    if (entry >= t->program->functions.count || !t->program->functions.data[entry].has_body)
        stop_end(t, INTERP_UNSUPPORTED, "the program has no main");
    start_main(t);
    t->call_results = status;
    run_frames(t);
    t->call_results = NULL;
    program_exit(t, t->program->functions.data[entry].result_count ? (int)status[0].low : 0);
    run_frames(t);
}

void interp_call(struct interp *t, const struct interp_options *options, uint32_t function,
                 const struct interp_value *arguments, struct interp_value *results,
                 struct interp_result *result)
{
    LAW(function < t->program->functions.count);
    prepare(t, options, result);
    if (setjmp(t->stop))
        return;
    memory_reset(t);
    if (options->prepare)
        options->prepare(options->context, t);
    if (!t->program->functions.data[function].has_body)
        stop_end(t, INTERP_UNSUPPORTED, "`%s` has no body",
                 t->program->functions.data[function].name);
    push_outermost(t, function, arguments, t->program->functions.data[function].param_count);
    t->call_results = results;
    run_frames(t);
    result->end = INTERP_FINISHED;
    result->steps = t->steps;
}

static struct interp_value start_of(const struct interp *t, uint32_t object)
{
    return object ? (slot){t->memory.objects[object].base, object_word(&t->memory, object)}
                  : (slot){0, 0};
}

struct interp_value interp_add_object(struct interp *t, uint64_t size, const char *name)
{
    return start_of(t, memory_add_given(t, size, name));
}

void interp_forget_global(struct interp *t, uint32_t global)
{
    LAW(global < t->program->globals.count);
    object_make_undefined(&t->memory.objects[global_object(t->program, global)]);
}

struct interp_value interp_global_address(const struct interp *t, uint32_t global)
{
    LAW(global < t->program->globals.count);
    return start_of(t, global_object(t->program, global));
}

struct interp_value interp_function_address(const struct interp *t, uint32_t function)
{
    LAW(function < t->program->functions.count);
    return start_of(t, function_object(function));
}

struct interp_value interp_value_of(const struct interp *t, struct value v)
{
    if (value_is_constant(v))
        return constant_slot(t, v.id & ~VALUE_CONSTANT_BIT, 0);
    uint32_t at = t->frame->function->slot_of[v.id];
    return at == UINT32_MAX ? (slot){0, 0} : t->frame->slots[at];
}

void interp_set_phi(struct interp *t, uint32_t phi, uint64_t value)
{
    LAW(t->program->functions.data[t->frame->function->function].instructions.data[phi].op ==
        OP_PHI);
    uint32_t at = t->frame->function->slot_of[phi];
    if (at != UINT32_MAX)
        t->frame->slots[at] = (slot){value, 0};
}

uint32_t interp_depth(const struct interp *t)
{
    return t->depth;
}

uint32_t interp_heap_number(const struct interp *t, struct interp_value p)
{
    const struct object *o = &t->memory.objects[pointer_object(p)];
    return o->kind == OBJECT_HEAP && o->generation == pointer_generation(p) ? o->index : 0;
}

bool interp_describe_pointer(const struct interp *t, struct interp_value p, char *name,
                             size_t room, int64_t *offset)
{
    const struct object *o = &t->memory.objects[pointer_object(p)];
    if (o->kind == OBJECT_NONE || o->generation != pointer_generation(p))
        return false;
    describe_object(t, o, name, room);
    *offset = sign_shift(p.low - o->base, 64 - t->program->pointer_width);
    return true;
}
