/* Frames, calls of functions without body, and choices. A function's frames are kept for its
 * next call with their constants in place, so that a call costs the copying of its arguments.
 */
#include "interp/interp_internal.h"
#include "base/failure.h"
#include "program/library.h"
#include "program/passes.h"

#include <stdlib.h>

/* A constant of several slots stands several times in the list. */
static uint32_t part_of(const struct decoded *f, uint32_t k)
{
    LAW(k < f->constant_count);
    uint32_t part = 0;
    while (part < k && f->constants[k - part - 1] == f->constants[k])
        part++;
    return part;
}

static struct frame *frame_new(struct interp *t, struct decoded *f)
{
    struct frame *r = malloc(sizeof *r + f->slot_count * sizeof(slot));
    memset(r->slots, 0, f->slot_count * sizeof(slot));
    r->function = f;
    LAW(f->constant_start + f->constant_count <= f->slot_count);
    for (uint32_t k = 0; k < f->constant_count; k++)
        r->slots[f->constant_start + k] = constant_slot(t, f->constants[k], part_of(f, k));
    return r;
}

struct frame *frame_push(struct interp *t, uint32_t function)
{
    LAW(function < t->program->functions.count);
    LAW(t->program->functions.data[function].has_body);
    struct decoded *f = t->functions[function];
    uint32_t limit = t->options->depth_limit ? t->options->depth_limit : 100000;
    if (++t->depth > limit)
        stop_end(t, INTERP_LIMIT, "the call stack is deeper than %u", limit);
    if (UNLIKELY(!f))
        f = t->functions[function] = interp_decode(t, function);
    struct frame *r = f->pool;
    if (r)
        f->pool = r->caller;
    else
        r = frame_new(t, f);
    r->caller = t->frame;
    r->pc = NULL;
    r->stack_mark = (uint32_t)t->memory.stack.count;
    t->frame = r;
    LAW(!r->caller ||
        r->stack_mark >= r->caller->stack_mark); /* stacks of callers lie below */
    return r;
}

void frame_pop(struct interp *t)
{
    LAW(t->frame);
    LAW(t->memory.stack.count >= t->frame->stack_mark);
    struct frame *r = t->frame;
    if (t->memory.stack.count > r->stack_mark)
        memory_pop_stack(t, r->stack_mark);
    t->frame = r->caller;
    t->depth--;
    r->caller = r->function->pool;
    r->function->pool = r;
}

slot constant_slot(const struct interp *t, uint32_t constant, uint32_t part)
{
    LAW(constant < t->program->constants.count);
    LAW(part < slots_for(t->program->constants.data[constant].type.width));
    const struct constant *c = &t->program->constants.data[constant];
    const struct memory *m = &t->memory;
    uint32_t width = c->type.width;
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS: {
        wide bits = 0;
        uint32_t limbs = (width + 31) / 32;
        for (uint32_t k = 4 * part; k < limbs && k < 4 * part + 4; k++)
            bits |= (wide)c->limbs[k] << 32 * (k % 4);
        return (slot){(uint64_t)bits, width > 64 ? (uint64_t)(bits >> 64) : 0};
    }
    case CONSTANT_NULL:
        return (slot){0, 0};
    case CONSTANT_GLOBAL: {
        uint32_t o = global_object(t->program, c->index);
        return (slot){(m->objects[o].base + (uint64_t)c->offset) & m->pointer_mask,
                      object_word(m, o)};
    }
    case CONSTANT_FUNCTION:
    case CONSTANT_BLOCK: {
        uint32_t o = function_object(c->index);
        int64_t offset = c->kind == CONSTANT_BLOCK ? constant_label_offset(c) : c->offset;
        return (slot){(m->objects[o].base + (uint64_t)offset) & m->pointer_mask,
                      object_word(m, o)};
    }
    case CONSTANT_UNDEF:
        return slot_undefined_of((slot){0, 0}, c->type);
    }
    return (slot){0, 0};
}

slot choose(struct interp *t, enum interp_choice_kind kind, struct type type,
            const char *name)
{
    LAW(t->frame && t->frame->pc);
    slot r = {0, 0};
    const struct interp_options *o = t->options;
    if (o->choose) {
        struct interp_choice c = {kind, t->frame->function->function, t->frame->pc->source,
                                  type, name ? name : ""};
        if (o->choose(o->context, &c, &r) == INTERP_STOP)
            stop_end(t, INTERP_CHOICES_OVER, "no more inputs");
    }
    if (type.kind == TYPE_POINTER)
        return r.high ? r : pointer_from_address(t, r.low & t->memory.pointer_mask);
    if (type.width <= 64)
        return (slot){r.low & mask_of(type.width), 0};
    return wide_slot((wide)r.high << 64 | r.low, type.width);
}

static slot argument(const struct interp *t, const struct code *c, uint32_t k)
{
    LAW(k >= c->b || t->frame->function->list[c->a + k] < t->frame->function->slot_count);
    if (k >= c->b)
        return (slot){0, 0};
    return t->frame->slots[t->frame->function->list[c->a + k]];
}

static slot heap_new(struct interp *t, slot size)
{
    const struct type bit = {TYPE_INT, 1};
    if (size.high)
        use_undefined(t, "a size");
    if (t->options->malloc_may_fail && choose(t, INTERP_CHOICE_MALLOC, bit, "malloc").low)
        return (slot){0, 0};
    uint32_t index = memory_add_heap(t, size.low);
    if (!index)
        return (slot){0, 0};
    return (slot){t->memory.objects[index].base, object_word(&t->memory, index)};
}

static struct object *alive(struct interp *t, slot p)
{
    struct object *o = &t->memory.objects[pointer_object(p)];
    return o->generation == pointer_generation(p) && o->state == OBJECT_ALIVE &&
                   o->kind > OBJECT_FUNCTION
               ? o
               : NULL;
}

static void heap_free(struct interp *t, slot p)
{
    if (pointer_object(p) == OBJECT_UNDEFINED_INDEX) {
        use_undefined(t, "an address");
        p = pointer_from_address(t, p.low);
    }
    if (!p.low)
        return;
    struct object *o = alive(t, p);
    if (!o || o->kind != OBJECT_HEAP || p.low != o->base)
        stop_free(t, p);
    memory_free_heap(t, pointer_object(p));
}

static slot external_result(const struct interp *t, slot r, struct type type)
{
    return t->options->external == INTERP_EXTERNAL_FOLLOW ? slot_undefined_of(r, type) : r;
}

static void external_effect(struct interp *t, const struct code *c)
{
    t->result->external = true;
    if (t->options->external == INTERP_EXTERNAL_FOLLOW)
        reach_arguments(t, c);
}

/* What the machine's own strerror says: definite, so nothing is made up (decision 520). */
static void write_error_text(struct interp *t, const struct code *c)
{
    struct object *o = &t->memory.objects[pointer_object(argument(t, c, 0))];
    const char *text = strerror((int)argument(t, c, 1).low);
    size_t length = strlen(text);
    if (!o->bytes || o->size <= length)
        return;
    memset(o->bytes, 0, o->size);
    memcpy(o->bytes, text, length);
    if (o->defined)
        memset(o->defined, 0xff, o->size);
}

static void call_external(struct interp *t, const struct code *c, const struct function *f)
{
    if (library_error_text(f->name)) {
        write_error_text(t, c);
        t->frame->slots[c->dst] = choose(t, INTERP_CHOICE_EXTERNAL, f->results[0], f->name);
        return;
    }
    bool left_out = library_function(f->name) && !library_result(f->name);
    if (t->options->external == INTERP_EXTERNAL_UNSUPPORTED || left_out)
        stop_end(t, INTERP_UNSUPPORTED, "call of `%s`, which has no body", f->name);
    for (uint32_t k = 0; k < f->result_count; k++)
        t->frame->slots[c->dst + k] = external_result(
            t, choose(t, INTERP_CHOICE_EXTERNAL, f->results[k], f->name), f->results[k]);
    t->result->made_up |= library_result(f->name);
    external_effect(t, c);
}

void call_builtin(struct interp *t, const struct code *c, uint32_t function)
{
    const struct function *f = &t->program->functions.data[function];
    slot p = argument(t, c, 0), r = {0, 0};
    struct object *o;
    switch ((enum builtin)f->builtin) {
    case BUILTIN_MALLOC:
        r = heap_new(t, p);
        break;
    case BUILTIN_FREE:
        heap_free(t, p);
        return;
    case BUILTIN_OBJECT_SIZE:
        o = alive(t, p);
        r.low = o ? o->full_size : 0;
        break;
    case BUILTIN_OBJECT_OFFSET:
        r.low = (p.low - t->memory.objects[pointer_object(p)].base) & t->memory.pointer_mask;
        break;
    case BUILTIN_IS_HEAP:
        o = alive(t, p);
        r.low = o && o->kind == OBJECT_HEAP && p.low == o->base;
        break;
    case BUILTIN_PUTCHAR:
        r.low = argument(t, c, 1).low;
        if (t->options->output)
            t->options->output(t->options->context, (int)p.low, (int)(r.low & 0xff));
        break;
    case BUILTIN_ASSUME:
        if (!p.low)
            stop_end(t, INTERP_ASSUMPTION, "an assumption is false");
        return;
    case BUILTIN_ASSERT:
        if (!p.low)
            stop_error(t, INTERP_ASSERTION, "assertion fails");
        return;
    case BUILTIN_ERROR:
        stop_error(t, INTERP_ASSERTION, "`%s` is reached", f->name);
    case BUILTIN_ASSERT_FAIL:
        stop_error(t, INTERP_ASSERTION, "assertion fails");
    case BUILTIN_ABORT:
        stop_end(t, INTERP_ABORTED, "abort");
    case BUILTIN_EXIT:
        program_exit(t, (int)p.low);
        return;
    case BUILTIN_QUIT:
        program_quit(t, (int)p.low);
    case BUILTIN_INPUT:
        if (f->result_count)
            r = choose(t, INTERP_CHOICE_INPUT, f->results[0], f->name);
        break;
    case BUILTIN_NONE:
    case BUILTIN_COUNT:
        call_external(t, c, f);
        return;
    }
    if (f->result_count)
        t->frame->slots[c->dst] = r;
}

void call_given(struct interp *t, const struct code *c)
{
    const struct function *caller = &t->program->functions.data[t->frame->function->function];
    const struct instruction *i = &caller->instructions.data[c->source];
    if (t->options->external == INTERP_EXTERNAL_UNSUPPORTED || i->extra > 1)
        stop_end(t, INTERP_UNSUPPORTED, "call of a function of which nothing is known");
    if (i->extra)
        t->frame->slots[c->dst] = external_result(
            t, choose(t, INTERP_CHOICE_EXTERNAL, i->type, "a function from outside"),
            i->type);
    external_effect(t, c);
}

uint32_t call_callee(struct interp *t, const struct code *c)
{
    slot p = t->frame->slots[c->c];
    if (pointer_object(p) == OBJECT_UNDEFINED_INDEX) {
        use_undefined(t, "a function's address");
        p = pointer_from_address(t, p.low);
    }
    const struct object *o = &t->memory.objects[pointer_object(p)];
    if (!p.low)
        stop_error(t, INTERP_NULL, "call through a null pointer");
    if (o->kind == OBJECT_GIVEN)
        return CALLEE_GIVEN;
    if (o->kind != OBJECT_FUNCTION || o->base != p.low)
        stop_error(t, INTERP_INVALID, "call of address 0x%llx, which is no function",
                   (unsigned long long)p.low);
    const struct function *f = &t->program->functions.data[o->index];
    const struct function *caller = &t->program->functions.data[t->frame->function->function];
    const struct instruction *i = &caller->instructions.data[c->source];
    if (c->b < f->param_count)
        stop_end(t, INTERP_UNSUPPORTED, "call of `%s` with %u of its %u arguments", f->name,
                 c->b, f->param_count);
    if (!call_matches(t->program, caller, i, f))
        stop_end(t, INTERP_UNSUPPORTED,
                 "call of `%s` with an argument or a result of another type", f->name);
    return o->index;
}
