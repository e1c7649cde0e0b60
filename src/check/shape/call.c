/* Calls in the checker of shapes: functions with a body run in place, builtins have their
 * meaning, functions without body give any result if they cannot reach memory. */
#include "check/shape/shape_internal.h"

#include "program/library.h"

#include <stdlib.h>

enum { MOST_FRAMES = 200 };

struct heap_call {
    struct heap_checker *c;
    struct heap_state *s;
    uint32_t id;
    const struct instruction *in;
    const struct function *f; /* that is called */
};

static enum heap_step give_up(struct heap_call *k, const char *what)
{
    heap_uncovered(k->c, k->s, what);
    return heap_stop(k->s);
}

static struct heap_value argument(struct heap_call *k, uint32_t i)
{
    return heap_operand(k->c, k->s, k->in, i + 1);
}

static struct term truth(struct heap_call *k)
{
    struct terms *ts = k->c->base.terms;
    struct heap_value v = argument(k, 0);
    return term_ne(ts, v.term, term_bv(ts, term_width(ts, v.term), 0));
}

/* --- builtins --- */

static enum heap_step call_malloc(struct heap_call *k)
{
    struct heap_checker *c = k->c;
    struct heap_object o = {
        .present = true, .kind = SHAPE_REGION, .storage = SHAPE_HEAP, .alive = true};
    o.size = term_resize(c->base.terms, argument(k, 0).term, c->base.view.width);
    struct term room = heap_word(c, (uint64_t)1 << (c->base.view.width - 1));
    bool large = !heap_shown(c, k->s, term_2(c->base.terms, TERM_BV_ULT, o.size, room));
    if (large || c->base.certificate->malloc_may_fail) {
        struct heap_state *fails = heap_copy(k->s);
        heap_set(fails, k->id, heap_null(c));
        heap_top(fails)->at++;
        VECTOR_PUSH(&c->waiting, fails);
    }
    o.site = hash_pair(heap_top(k->s)->path, k->id);
    uint32_t made = heap_new(k->s, o);
    k->s->made++;
    heap_begin_parts(c, k->s, made);
    heap_set(k->s, k->id, heap_pointer(c, made, SHAPE_AT_NODE, 0));
    return HEAP_NEXT;
}

static enum heap_step wrong_free(struct heap_call *k)
{
    heap_claim(k->c, k->s, VIOLATION_FREE, term_bool(k->c->base.terms, false));
    return heap_stop(k->s);
}

static enum heap_step free_number(struct heap_call *k, struct heap_value p)
{
    struct terms *ts = k->c->base.terms;
    if (heap_is_zero(k->c, p))
        return HEAP_NEXT;
    if (heap_shown(k->c, k->s, term_eq(ts, p.term, heap_word(k->c, 0))))
        return HEAP_NEXT;
    return give_up(k, "a free of an address that is only known as a number");
}

static enum heap_step call_free(struct heap_call *k)
{
    struct heap_value p = argument(k, 0);
    struct terms *ts = k->c->base.terms;
    if (p.kind == HEAP_NUMBER)
        return free_number(k, p);
    if (p.kind == HEAP_DANGLING || p.kind == HEAP_FUNCTION)
        return wrong_free(k);
    if (p.kind != HEAP_POINTER)
        return give_up(k, "a free of an unknown pointer");
    if (heap_focus(k->c, k->s, p))
        return HEAP_DONE;
    struct heap_object *o = heap_at(k->s, p.object);
    if (!o->alive || o->storage != SHAPE_HEAP)
        return wrong_free(k);
    struct term good = term_eq(ts, p.term, heap_word(k->c, 0));
    heap_claim(k->c, k->s, VIOLATION_FREE, good);
    if (k->c->why[0] || term_is_false(ts, good))
        return heap_stop(k->s);
    heap_assume(k->c, k->s, good);
    heap_drop_empty_parts(k->c, k->s, p.object);
    o = heap_at(k->s, p.object);
    o->alive = false;
    o->ended = true;
    heap_forget(o);
    k->s->freed++;
    return HEAP_NEXT;
}

/* __sooth_object_size, __sooth_object_offset, __sooth_is_heap */
static enum heap_step call_about_object(struct heap_call *k)
{
    struct heap_value p = argument(k, 0);
    struct terms *ts = k->c->base.terms;
    unsigned w = k->f->results[0].width;
    bool is_heap = k->f->builtin == BUILTIN_IS_HEAP;
    struct term r = term_bv(ts, w, 0);
    if (heap_focus(k->c, k->s, p))
        return HEAP_DONE;
    if (p.kind != HEAP_POINTER) {
        if (!is_heap || !heap_is_zero(k->c, p))
            return give_up(k, "the object of an unknown pointer");
        heap_set(k->s, k->id, heap_number(r));
        return HEAP_NEXT;
    }
    const struct heap_object *o = heap_at(k->s, p.object);
    bool heap = o->storage == SHAPE_HEAP && o->alive;
    if (o->storage == SHAPE_GLOBAL && k->c->base.program->globals.data[o->index].external)
        return give_up(k, "a global that is declared only");
    struct term start = check_flag(&k->c->base, term_eq(ts, p.term, heap_word(k->c, 0)));
    if (k->f->builtin == BUILTIN_OBJECT_SIZE)
        r = term_resize(ts, o->size, w);
    if (k->f->builtin == BUILTIN_OBJECT_OFFSET)
        r = term_resize(ts, p.term, w);
    if (is_heap && heap)
        r = term_zext(ts, start, w);
    heap_set(k->s, k->id, heap_number(r));
    return HEAP_NEXT;
}

static void any_results(struct heap_call *k)
{
    struct heap_frame *f = heap_top(k->s);
    for (uint32_t i = 0; i < k->f->result_count; i++) {
        struct heap_value v = heap_any(k->c, k->f->results[i]);
        if (i == 0)
            heap_set(k->s, k->id, v);
        VECTOR_PUSH(&f->results, ((struct heap_result){k->id, i, v}));
    }
}

static enum heap_step call_builtin(struct heap_call *k)
{
    struct heap_checker *c = k->c;
    struct term no = term_bool(c->base.terms, false);
    switch ((enum builtin)k->f->builtin) {
    case BUILTIN_MALLOC:
        return call_malloc(k);
    case BUILTIN_FREE:
        return call_free(k);
    case BUILTIN_ASSUME:
        heap_assume(c, k->s, truth(k));
        return HEAP_NEXT;
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
        heap_claim(c, k->s, VIOLATION_REACH, no);
        return heap_stop(k->s);
    case BUILTIN_ASSERT:
        heap_claim(c, k->s, VIOLATION_REACH, truth(k));
        heap_assume(c, k->s, truth(k));
        return HEAP_NEXT;
    case BUILTIN_ABORT:
        return heap_stop(k->s);
    case BUILTIN_EXIT:
        return heap_end(c, k->s);
    case BUILTIN_QUIT:
        return heap_over_at_last(c, k->s);
    case BUILTIN_OBJECT_SIZE:
    case BUILTIN_OBJECT_OFFSET:
    case BUILTIN_IS_HEAP:
        return call_about_object(k);
    case BUILTIN_PUTCHAR:
        if (k->f->result_count)
            heap_set(k->s, k->id, argument(k, k->in->count - 2));
        return HEAP_NEXT;
    case BUILTIN_INPUT:
        any_results(k);
        return HEAP_NEXT;
    case BUILTIN_NONE:
    case BUILTIN_COUNT:
        break;
    }
    return give_up(k, "a builtin");
}

/* --- functions --- */

/* A constant that leads nowhere else: a string literal, say. */
static bool is_fixed(struct heap_call *k, struct heap_value v)
{
    if (v.kind != HEAP_POINTER)
        return false;
    const struct heap_object *o = heap_at(k->s, v.object);
    if (o->storage != SHAPE_GLOBAL)
        return false;
    const struct global *g = &k->c->base.program->globals.data[o->index];
    return g->read_only && !g->relocation_count;
}

static bool may_lead_to_memory(struct heap_call *k, uint32_t i)
{
    struct value v = instruction_operand(heap_top(k->s)->f, k->in, i + 1);
    bool pointer = value_type(k->c->base.program, heap_top(k->s)->f, v).kind == TYPE_POINTER;
    struct heap_value h = argument(k, i);
    if (is_fixed(k, h))
        return false;
    return h.kind != HEAP_NUMBER || (pointer && !heap_is_zero(k->c, h));
}

static enum heap_step call_unknown(struct heap_call *k)
{
    if (library_function(k->f->name))
        return give_up(k, "a library function without model");
    for (uint32_t i = 0; i + 1 < k->in->count; i++)
        if (k->c->base.certificate->external != CERTIFICATE_EXTERN_PURE &&
            may_lead_to_memory(k, i))
            return give_up(k, "memory that a function without body may change");
    if (k->c->base.certificate->external == CERTIFICATE_EXTERN_HAVOC)
        return give_up(k, "a function without body that may change any global");
    if (k->f->no_return)
        return heap_stop(k->s);
    any_results(k);
    return HEAP_NEXT;
}

static enum heap_step call_described(struct heap_call *k, uint32_t function)
{
    heap_value_list arguments = {0};
    for (uint32_t i = 0; i + 1 < k->in->count; i++)
        VECTOR_PUSH(&arguments, argument(k, i));
    enum heap_step step = heap_call_described(k->c, k->s, k->id, function, &arguments);
    VECTOR_RELEASE(&arguments);
    return step;
}

static enum heap_step call_body(struct heap_call *k, uint32_t function)
{
    if (heap_is_described(k->c, function))
        return call_described(k, function);
    struct heap_state *s = k->s;
    struct heap_frame frame = {.function = function, .f = k->f};
    if (s->frames.count >= MOST_FRAMES)
        return give_up(k, "deeper recursion");
    frame.path = certificate_path(heap_top(s)->path, k->id, function);
    for (size_t i = 0; i < k->f->instructions.count; i++) {
        const struct instruction *in = &k->f->instructions.data[i];
        struct heap_value v = {.kind = HEAP_NONE};
        if (in->op == OP_PARAM && in->block != UINT32_MAX)
            v = argument(k, (uint32_t)in->extra);
        VECTOR_PUSH(&frame.values, v);
    }
    VECTOR_PUSH(&s->frames, frame);
    s->arrived = true;
    return HEAP_STAYS;
}

static bool takes_pointer(enum builtin b)
{
    return b == BUILTIN_FREE || b == BUILTIN_OBJECT_SIZE || b == BUILTIN_OBJECT_OFFSET ||
           b == BUILTIN_IS_HEAP;
}

static bool takes_nothing(enum builtin b)
{
    return b == BUILTIN_ERROR || b == BUILTIN_ASSERT_FAIL || b == BUILTIN_ABORT ||
           b == BUILTIN_EXIT || b == BUILTIN_QUIT || b == BUILTIN_INPUT;
}

/* Its first argument (of putchar the last one) is a number, or a pointer where it takes one.
 */
static bool fits_builtin(struct heap_call *k)
{
    enum builtin b = k->f->builtin;
    if (takes_nothing(b))
        return true;
    if (k->in->count < 2)
        return false;
    struct heap_value v = argument(k, b == BUILTIN_PUTCHAR ? k->in->count - 2 : 0);
    bool result = k->f->result_count > 0;
    if (takes_pointer(b))
        return v.kind != HEAP_NONE && (result || b == BUILTIN_FREE);
    struct terms *ts = k->c->base.terms;
    return v.kind == HEAP_NUMBER && sort_kind(ts, term_sort(ts, v.term)) == SORT_BV;
}

enum heap_step heap_call(struct heap_checker *c, struct heap_state *s, uint32_t id,
                         const struct instruction *in)
{
    struct heap_call k = {c, s, id, in, NULL};
    struct heap_value callee = heap_operand(c, s, in, 0);
    if (callee.kind != HEAP_FUNCTION)
        return give_up(&k, "a call through an unknown pointer");
    k.f = &c->base.program->functions.data[callee.object];
    bool direct = value_is_constant(instruction_operand(heap_top(s)->f, in, 0));
    if ((k.f->has_body || !direct) && !call_matches(c->base.program, heap_top(s)->f, in, k.f))
        return give_up(&k, "a call with other types");
    if (k.f->builtin != BUILTIN_NONE)
        return fits_builtin(&k) ? call_builtin(&k)
                                : give_up(&k, "a builtin with other arguments");
    return k.f->has_body ? call_body(&k, callee.object) : call_unknown(&k);
}

void heap_end_locals(struct heap_checker *c, struct heap_state *s)
{
    const struct heap_frame *f = heap_top(s);
    for (size_t i = 0; i < f->f->instructions.count; i++) {
        const struct instruction *in = &f->f->instructions.data[i];
        if (in->op != OP_ALLOCA || in->block == UINT32_MAX)
            continue;
        for (uint32_t o = 1; o < s->objects.count; o++) {
            struct heap_object *object = heap_at(s, o);
            if (object->storage != SHAPE_STACK || object->outer ||
                object->site != hash_pair(f->path, i))
                continue;
            heap_drop_empty_parts(c, s, o);
            object = heap_at(s, o);
            object->alive = false;
            object->ended = true;
            heap_forget(object);
        }
    }
}

enum heap_step heap_return(struct heap_checker *c, struct heap_state *s,
                           const struct instruction *in)
{
    VECTOR(struct heap_value) values = {0};
    if (s->frames.count == 1)
        return heap_end(c, s);
    if (heap_ends_handlers(c, s))
        return heap_over_at_last(c, s);
    for (uint32_t i = 0; i < in->count; i++)
        VECTOR_PUSH(&values, heap_operand(c, s, in, i));
    heap_end_locals(c, s);
    if (heap_returns_to_nobody(c, s)) {
        VECTOR_CLEAR(&heap_top(s)->results);
        for (uint32_t i = 0; i < values.count; i++)
            VECTOR_PUSH(&heap_top(s)->results, ((struct heap_result){0, i, values.data[i]}));
        VECTOR_RELEASE(&values);
        return heap_leave(c, s);
    }
    struct heap_frame left = VECTOR_POP(&s->frames);
    VECTOR_RELEASE(&left.values);
    VECTOR_RELEASE(&left.results);
    struct heap_frame *f = heap_top(s);
    uint32_t call = f->f->blocks.data[f->block].instructions.data[f->at];
    VECTOR_CLEAR(&f->results);
    for (uint32_t i = 0; i < values.count; i++) {
        if (i == 0)
            f->values.data[call] = values.data[0];
        VECTOR_PUSH(&f->results, ((struct heap_result){call, i, values.data[i]}));
    }
    VECTOR_RELEASE(&values);
    f->at++;
    return HEAP_STAYS;
}
