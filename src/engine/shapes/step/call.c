/* Calls: frames, builtins, functions without body. Calls are inlined; recursion ends the
 * engine. */
#include "engine/shapes/shapes.h"

#include "certificate/certificate.h"
#include "program/library.h"

#include <stdio.h>

enum { MOST_DEPTH = 60 };

/* --- frames --- */

void shapes_push_frame(struct shapes *s, struct graph *g, uint32_t function, uint32_t call,
                       const struct graph_value *arguments)
{
    LAW(function < s->program->functions.count);
    LAW(s->program->functions.data[function].blocks.count);
    const struct function *f = &s->program->functions.data[function];
    struct graph_frame *fr = ARENA_NEW(&s->arena, struct graph_frame);
    fr->caller = g->frame;
    fr->function = function;
    fr->f = f;
    fr->call = call;
    fr->depth = g->frame ? g->frame->depth + 1 : 1;
    fr->path = certificate_path(g->frame ? g->frame->path : 0, call, function);
    fr->values = ARENA_ARRAY(&s->arena, struct graph_value, f->instructions.count + 1);
    const struct block *entry = &f->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[entry->instructions.data[i]];
        if (in->op != OP_PARAM)
            break;
        fr->values[entry->instructions.data[i]] = arguments[in->extra];
        fr->position++;
    }
    g->frame = fr;
}

/* Locals end with their function. */
static void end_locals(struct shapes *s, struct graph *g)
{
    LAW(g->frame);
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->storage != GRAPH_STACK || o->frame != g->frame->depth)
            continue;
        shapes_drop_empty_parts(s, g, id);
        struct graph_object *e = graph_edit(&s->arena, g, id);
        e->alive = false;
        e->field_count = 0;
        e->frame = 0;
    }
}

void shapes_pop_frame(struct shapes *s, struct graph *g)
{
    end_locals(s, g);
    g->frame = g->frame->caller;
}

/* The call has these results; control stays at the call. */
void shapes_give_results(struct graph *g, uint32_t call, const struct graph_value *results,
                         uint32_t count)
{
    LAW(g->frame);
    LAW(call < g->frame->f->instructions.count);
    struct graph_frame *fr = g->frame;
    if (count)
        fr->values[call] = results[0];
    const struct block *b = &fr->f->blocks.data[fr->f->instructions.data[call].block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct instruction *in = &fr->f->instructions.data[b->instructions.data[i]];
        if (in->op == OP_RESULT && instruction_operand(fr->f, in, 0).id == call &&
            in->extra < count)
            fr->values[b->instructions.data[i]] = results[in->extra];
    }
}

enum step_result shapes_return(struct shapes *s, struct graph *g,
                               const struct instruction *in)
{
    struct graph_frame *fr = g->frame;
    if (!fr->caller) {
        end_locals(s, g);
        return shapes_end_program(s, g);
    }
    struct graph_value *results = ARENA_ARRAY(&s->arena, struct graph_value, in->count + 1);
    for (uint32_t k = 0; k < in->count; k++)
        results[k] = shapes_value(s, g, instruction_operand(fr->f, in, k));
    if (fr->call == GRAPH_HANDLERS)
        return shapes_end_program(s, g);
    if (shapes_is_nobody(s, fr->caller))
        return shapes_leave(s, g, results, in->count);
    shapes_pop_frame(s, g);
    shapes_give_results(g, fr->call, results, in->count);
    g->frame->position++;
    return STEP_MOVED;
}

/* --- builtins --- */

static enum step_result finish(struct graph *g, uint32_t id, struct graph_value result)
{
    shapes_give_results(g, id, &result, 1);
    return STEP_ON;
}

/* What the variable that first holds the result points to; 0: there is none. A hint for
 * folding only. */
static uint32_t type_of_result(struct shapes *s, const struct function *f, uint32_t call)
{
    const struct program *p = s->program;
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_NOTE || in->block == UINT32_MAX || in->variable == UINT32_MAX)
            continue;
        struct value v = instruction_operand(f, in, 0);
        if (value_is_constant(v) || v.id != call)
            continue;
        const struct ctype *c = &p->ctypes.data[p->variables.data[in->variable].ctype];
        bool named =
            c->kind == CTYPE_POINTER && p->ctypes.data[c->element].kind == CTYPE_STRUCT;
        return named ? c->element : 0;
    }
    return 0;
}

/* Is the size that is asked for one that the function is given? */
static bool is_given_size(const struct graph_frame *f, uint32_t call)
{
    const struct instruction *in = &f->f->instructions.data[call];
    if (in->op != OP_CALL || in->count != 2)
        return false;
    struct value size = instruction_operand(f->f, in, 1);
    return !value_is_constant(size) && f->f->instructions.data[size.id].op == OP_PARAM;
}

/* What models and checked variants of malloc allocate is told apart by who calls them. */
static uint64_t place_of(struct shapes *s, const struct graph_frame *f, uint32_t id)
{
    uint64_t place = hash_pair(f->function, id);
    bool called = f->caller && f->call != GRAPH_HANDLERS && !shapes_is_nobody(s, f->caller);
    while (called && (library_function(f->f->name) || is_given_size(f, id))) {
        id = f->call;
        f = f->caller;
        place = hash_pair(place, hash_pair(f->function, id));
        called = f->caller && f->call != GRAPH_HANDLERS && !shapes_is_nobody(s, f->caller);
    }
    return place;
}

/* One of two constants: which it is may go with other numbers. */
static void note_sizes(struct shapes *s, struct term size)
{
    uint64_t x;
    if (term_const_u64(s->terms, size, &x))
        shapes_note_atom(s, COMPARE_EQ, (int64_t)x);
    if (term_op(s->terms, size) != TERM_ITE)
        return;
    note_sizes(s, term_arg(s->terms, size, 1));
    note_sizes(s, term_arg(s->terms, size, 2));
}

/* A size that no object has gives null, as does a failure. */
static enum step_result call_malloc(struct shapes *s, struct graph *g, uint32_t id,
                                    struct term size)
{
    size = term_resize(s->terms, size, s->width);
    struct term fits = shapes_size_fits(s, size);
    struct term failed =
        s->task->malloc_may_fail ? term_bool(s->terms, true) : term_not(s->terms, fits);
    if (!term_is_false(s->terms, failed) && shapes_possible(s, g, failed)) {
        struct graph *none = graph_copy(&s->arena, g);
        shapes_assume(s, none, failed);
        finish(none, id, graph_pointer(0, 0, shapes_offset(s, 0)));
        none->frame->position++;
        VECTOR_PUSH(&s->stack, none);
    }
    if ((!term_is_true(s->terms, fits) && !shapes_possible(s, g, fits)) ||
        !shapes_assume(s, g, fits))
        return STEP_OVER;
    struct graph_object o = {.storage = GRAPH_HEAP,
                             .alive = true,
                             .least = 1,
                             .site = hash_pair(g->frame->path, id),
                             .maker = hash_pair(g->frame->function, id),
                             .type = type_of_result(s, g->frame->f, id),
                             .place = place_of(s, g->frame, id),
                             .computed = shapes_computes(s, g->frame, id, 0),
                             .size = size};
    if (!term_const_u64(s->terms, size, &o.bytes) || shapes_is_grown(s, o.site))
        o.bytes = UINT64_MAX;
    s->sized |= o.bytes == UINT64_MAX;
    if (o.bytes == UINT64_MAX)
        note_sizes(s, size);
    uint32_t made = graph_add(&s->arena, g, &o);
    shapes_begin_parts(s, g, made);
    return finish(g, id, graph_pointer(made, 0, shapes_offset(s, 0)));
}

static struct term starts_heap(struct shapes *s, const struct graph *g, struct graph_value p)
{
    if (!graph_is_pointer(p))
        return term_bool(s->terms, false);
    const struct graph_object *o = g->objects[p.object];
    if (!o->alive || o->storage != GRAPH_HEAP)
        return term_bool(s->terms, false);
    return term_eq(s->terms, p.term, shapes_offset(s, 0));
}

static enum step_result call_free(struct shapes *s, struct graph *g, struct graph_value p)
{
    struct term good = starts_heap(s, g, p);
    if (p.kind == GRAPH_POINTER && !p.object)
        good = term_eq(s->terms, p.term, shapes_offset(s, 0));
    if (!shapes_prove(s, g, good)) {
        shapes_alarm(s, g, VIOLATION_FREE);
        if (!shapes_possible(s, g, good))
            return STEP_OVER;
        shapes_assume(s, g, good);
    }
    if (!p.object)
        return STEP_ON;
    shapes_drop_empty_parts(s, g, p.object);
    struct graph_object *o = graph_edit(&s->arena, g, p.object);
    o->alive = false;
    o->field_count = 0;
    return STEP_ON;
}

static enum step_result call_assert(struct shapes *s, struct graph *g, struct term good)
{
    if (!shapes_prove(s, g, good))
        shapes_alarm(s, g, VIOLATION_REACH);
    if (!shapes_possible(s, g, good))
        return STEP_OVER;
    return shapes_assume(s, g, good) ? STEP_ON : STEP_OVER;
}

/* What asks about an object. */
static enum step_result ask_object(struct shapes *s, struct graph *g, uint32_t id,
                                   const struct function *f, struct graph_value p)
{
    struct type type = f->results[0];
    struct term t = shapes_offset(s, 0);
    if (f->builtin == BUILTIN_OBJECT_SIZE && graph_is_pointer(p))
        t = g->objects[p.object]->size;
    if (f->builtin == BUILTIN_OBJECT_OFFSET && p.kind == GRAPH_POINTER)
        t = p.term;
    if (f->builtin == BUILTIN_IS_HEAP)
        t = shapes_from_bool(s, starts_heap(s, g, p));
    return finish(g, id, graph_number(term_resize(s->terms, t, type.width)));
}

static bool takes_pointer(enum builtin b)
{
    return b == BUILTIN_FREE || b == BUILTIN_OBJECT_SIZE || b == BUILTIN_OBJECT_OFFSET ||
           b == BUILTIN_IS_HEAP;
}

static enum step_result call_builtin(struct shapes *s, struct graph *g, uint32_t id,
                                     const struct function *f, const struct graph_value *a,
                                     uint32_t count)
{
    struct terms *ts = s->terms;
    enum builtin b = f->builtin;
    struct term condition = TERM_NONE;
    if (takes_pointer(b) && (a[0].kind == GRAPH_WILD || a[0].kind == GRAPH_NONE)) {
        shapes_give_up(s, g, "use of a pointer of unknown origin");
        return STEP_OVER;
    }
    if (takes_pointer(b) && shapes_unfold(s, g, a[0]))
        return STEP_OVER;
    if (b == BUILTIN_ASSUME || b == BUILTIN_ASSERT)
        condition = term_ne(ts, a[0].term, term_bv(ts, term_width(ts, a[0].term), 0));
    switch (b) {
    case BUILTIN_MALLOC:
        return call_malloc(s, g, id, a[0].term);
    case BUILTIN_FREE:
        return call_free(s, g, a[0]);
    case BUILTIN_ASSUME:
        if (!shapes_possible(s, g, condition))
            return STEP_OVER;
        return shapes_assume(s, g, condition) ? STEP_ON : STEP_OVER;
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
        if (shapes_possible(s, g, term_bool(ts, true)))
            shapes_alarm(s, g, VIOLATION_REACH);
        return STEP_OVER;
    case BUILTIN_ASSERT:
        return call_assert(s, g, condition);
    case BUILTIN_ABORT:
        return STEP_OVER;
    case BUILTIN_EXIT:
        return shapes_end_program(s, g);
    case BUILTIN_QUIT:
        return shapes_program_over(s, g);
    case BUILTIN_OBJECT_SIZE:
    case BUILTIN_OBJECT_OFFSET:
    case BUILTIN_IS_HEAP:
        return ask_object(s, g, id, f, a[0]);
    case BUILTIN_PUTCHAR:
        return f->result_count ? finish(g, id, a[count - 1]) : STEP_ON;
    case BUILTIN_INPUT:
    case BUILTIN_NONE:
    case BUILTIN_COUNT:
        break;
    }
    return f->result_count ? finish(g, id, shapes_anything(s, f->results[0])) : STEP_ON;
}

/* --- functions without body --- */

/* Nothing can be changed or called back through it. */
static bool harmless(const struct shapes *s, const struct graph *g, struct graph_value v)
{
    if (v.kind == GRAPH_NUMBER)
        return true;
    if (v.kind == GRAPH_POINTER && !v.object)
        return true;
    if (!graph_is_pointer(v))
        return false;
    const struct graph_object *o = g->objects[v.object];
    if (o->storage != GRAPH_GLOBAL)
        return false;
    const struct global *x = &s->program->globals.data[o->index];
    return x->read_only && !x->relocation_count;
}

static enum step_result call_external(struct shapes *s, struct graph *g, uint32_t id,
                                      uint32_t function, const struct graph_value *a,
                                      uint32_t count)
{
    const struct function *f = &s->program->functions.data[function];
    char why[200];
    bool known = !library_function(f->name) && f->result_count <= 1;
    for (uint32_t k = 0; k < count && s->task->external != EXTERN_PURE; k++)
        known &= harmless(s, g, a[k]);
    if (s->task->external == EXTERN_HAVOC && s->globals.count)
        known = false;
    if (!known) {
        snprintf(why, sizeof why, "function %.100s without body", f->name);
        shapes_give_up(s, g, why);
        return STEP_OVER;
    }
    bool told = false;
    for (size_t i = 0; i < s->externals.count; i++)
        told |= s->externals.data[i] == function;
    if (!told)
        VECTOR_PUSH(&s->externals, function);
    if (f->no_return)
        return STEP_OVER;
    if (!f->result_count)
        return STEP_ON;
    return finish(g, id, shapes_anything(s, f->results[0]));
}

/* --- the call --- */

static enum step_result call_body(struct shapes *s, struct graph *g,
                                  const struct instruction *in, uint32_t id,
                                  uint32_t function, const struct graph_value *a,
                                  uint32_t count)
{
    const struct function *f = &s->program->functions.data[function];
    const char *why = NULL;
    if (count < f->param_count || !call_matches(s->program, g->frame->f, in, f))
        why = "call with arguments of other types";
    if (!facts_of(s->facts, function)->reducible)
        why = "irreducible loop";
    if (g->frame->depth >= MOST_DEPTH)
        why = "deep calls";
    if (why) {
        shapes_give_up(s, g, why);
        return STEP_OVER;
    }
    if (s->recursive[function])
        return shapes_call_recursive(s, g, id, function, a, count);
    shapes_push_frame(s, g, function, id, a);
    return STEP_MOVED;
}

enum step_result shapes_call(struct shapes *s, struct graph *g, const struct instruction *in,
                             uint32_t id)
{
    LAW(id < g->frame->f->instructions.count);
    LAW(in->op == OP_CALL && in->count);
    uint32_t count = in->count - 1;
    struct graph_value callee = shapes_value(s, g, instruction_operand(g->frame->f, in, 0));
    struct graph_value *a = ARENA_ARRAY(&s->arena, struct graph_value, count + 1);
    for (uint32_t k = 0; k < count; k++)
        a[k] = shapes_value(s, g, instruction_operand(g->frame->f, in, k + 1));
    uint64_t offset;
    if (callee.kind == GRAPH_WILD || callee.kind == GRAPH_NONE) {
        shapes_give_up(s, g, "call through a pointer of unknown origin");
        return STEP_OVER;
    }
    bool function = callee.kind == GRAPH_FUNCTION &&
                    term_const_u64(s->terms, callee.term, &offset) && !offset;
    if (!function) {
        if (shapes_possible(s, g, term_bool(s->terms, true)))
            shapes_alarm(s, g, VIOLATION_DEREF);
        return STEP_OVER;
    }
    const struct function *f = &s->program->functions.data[callee.object];
    if (f->builtin != BUILTIN_NONE)
        return call_builtin(s, g, id, f, a, count);
    if (f->has_body)
        return call_body(s, g, in, id, callee.object, a, count);
    return call_external(s, g, id, callee.object, a, count);
}
