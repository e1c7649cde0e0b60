/* States of the checker of shapes: made, copied, looked through. */
#include "check/shape/shape_internal.h"

#include <stdlib.h>
#include <string.h>

#define COPY_VECTOR(to, from)                                                                \
    do {                                                                                     \
        for (size_t copied = 0; copied < (from)->count; copied++)                            \
            VECTOR_PUSH(to, (from)->data[copied]);                                           \
    } while (0)

void heap_object_release(struct heap_object *o)
{
    VECTOR_RELEASE(&o->cells);
    VECTOR_RELEASE(&o->numbers);
    VECTOR_RELEASE(&o->nexts);
    VECTOR_RELEASE(&o->rows);
}

void heap_object_copy(struct heap_object *to, const struct heap_object *from)
{
    *to = *from;
    memset(&to->cells, 0, sizeof to->cells);
    memset(&to->numbers, 0, sizeof to->numbers);
    memset(&to->nexts, 0, sizeof to->nexts);
    memset(&to->rows, 0, sizeof to->rows);
    COPY_VECTOR(&to->cells, &from->cells);
    COPY_VECTOR(&to->numbers, &from->numbers);
    COPY_VECTOR(&to->nexts, &from->nexts);
    COPY_VECTOR(&to->rows, &from->rows);
}

static void copy_frame(struct heap_frame *to, const struct heap_frame *from)
{
    *to = *from;
    memset(&to->values, 0, sizeof to->values);
    memset(&to->results, 0, sizeof to->results);
    COPY_VECTOR(&to->values, &from->values);
    COPY_VECTOR(&to->results, &from->results);
}

struct heap_state *heap_copy(const struct heap_state *s)
{
    struct heap_state *n = calloc(1, sizeof *n);
    n->lost = s->lost;
    n->fresh = s->fresh;
    n->arrived = s->arrived;
    n->made = s->made;
    n->freed = s->freed;
    for (size_t i = 0; i < s->objects.count; i++) {
        struct heap_object o;
        heap_object_copy(&o, &s->objects.data[i]);
        VECTOR_PUSH(&n->objects, o);
    }
    for (size_t i = 0; i < s->frames.count; i++) {
        struct heap_frame f;
        copy_frame(&f, &s->frames.data[i]);
        VECTOR_PUSH(&n->frames, f);
    }
    COPY_VECTOR(&n->facts, &s->facts);
    COPY_VECTOR(&n->lengths, &s->lengths);
    return n;
}

void heap_free(struct heap_state *s)
{
    for (size_t i = 0; i < s->objects.count; i++)
        heap_object_release(&s->objects.data[i]);
    for (size_t i = 0; i < s->frames.count; i++) {
        VECTOR_RELEASE(&s->frames.data[i].values);
        VECTOR_RELEASE(&s->frames.data[i].results);
    }
    VECTOR_RELEASE(&s->objects);
    VECTOR_RELEASE(&s->frames);
    VECTOR_RELEASE(&s->facts);
    VECTOR_RELEASE(&s->lengths);
    free(s);
}

uint32_t heap_new(struct heap_state *s, struct heap_object o)
{
    if (!s->objects.count)
        VECTOR_PUSH(&s->objects, (struct heap_object){0});
    VECTOR_PUSH(&s->objects, o);
    return (uint32_t)s->objects.count - 1;
}

void heap_values(struct heap_state *s, void (*change)(void *context, struct heap_value *),
                 void *context)
{
    for (size_t i = 0; i < s->frames.count; i++) {
        struct heap_frame *f = &s->frames.data[i];
        for (size_t k = 0; k < f->values.count; k++)
            change(context, &f->values.data[k]);
        for (size_t k = 0; k < f->results.count; k++)
            change(context, &f->results.data[k].value);
    }
    for (size_t i = 1; i < s->objects.count; i++) {
        struct heap_object *o = heap_at(s, (uint32_t)i);
        if (!o->present)
            continue;
        for (size_t k = 0; k < o->cells.count; k++)
            change(context, &o->cells.data[k].value);
        if (o->has_other)
            change(context, &o->otherwise);
    }
}

/* --- values --- */

struct heap_value heap_number(struct term t)
{
    return (struct heap_value){.kind = HEAP_NUMBER, .term = t};
}

struct term heap_word(struct heap_checker *c, uint64_t value)
{
    return term_bv(c->base.terms, c->base.view.width, value);
}

struct heap_value heap_null(struct heap_checker *c)
{
    return heap_number(heap_word(c, 0));
}

struct heap_value heap_pointer(struct heap_checker *c, uint32_t object,
                               enum shape_target target, int64_t offset)
{
    LAW(object);
    return (struct heap_value){.kind = HEAP_POINTER,
                               .target = target,
                               .object = object,
                               .term = heap_word(c, (uint64_t)offset)};
}

struct heap_value heap_any(struct heap_checker *c, struct type type)
{
    struct terms *ts = c->base.terms;
    struct sort s = type.kind == TYPE_FLOAT ? view_float_sort(&c->base.view, type.width)
                                            : sort_bv(ts, type.width ? type.width : 1);
    return heap_number(term_fresh(ts, s, "any"));
}

bool heap_is_zero(struct heap_checker *c, struct heap_value v)
{
    uint64_t value;
    return v.kind == HEAP_NUMBER && term_const_u64(c->base.terms, v.term, &value) &&
           value == 0;
}

bool heap_is_segment(const struct heap_object *o)
{
    return heap_has_links(o) || o->kind == SHAPE_CELLS;
}

bool heap_has_links(const struct heap_object *o)
{
    return o->kind == SHAPE_LIST || o->kind == SHAPE_TREE;
}

bool heap_may_be_empty(const struct heap_object *o)
{
    return o->kind == SHAPE_MAYBE || (heap_is_segment(o) && o->least == 0);
}

/* --- globals --- */

uint32_t heap_global(struct heap_checker *c, struct heap_state *s, uint32_t index)
{
    LAW(index < c->base.program->globals.count);
    const struct global *g = &c->base.program->globals.data[index];
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (heap_at(s, i)->present && heap_at(s, i)->storage == SHAPE_GLOBAL &&
            heap_at(s, i)->index == index)
            return i;
    struct heap_object o = {.present = true,
                            .kind = SHAPE_REGION,
                            .storage = SHAPE_GLOBAL,
                            .alive = true,
                            .index = index,
                            .site = certificate_global(index),
                            .size = heap_word(c, g->size)};
    bool known = !g->external && (s->fresh || g->read_only);
    o.background = known ? SHAPE_INITIAL : SHAPE_ANY;
    return heap_new(s, o);
}

static struct heap_value constant_value(struct heap_checker *c, struct heap_state *s,
                                        struct value v)
{
    const struct constant *k = program_constant(c->base.program, v);
    if (k->kind == CONSTANT_NULL)
        return heap_null(c);
    if (k->kind == CONSTANT_GLOBAL)
        return heap_pointer(c, heap_global(c, s, k->index), SHAPE_AT_NODE, k->offset);
    if (k->kind == CONSTANT_FUNCTION && k->offset == 0)
        return (struct heap_value){.kind = HEAP_FUNCTION, .object = k->index};
    return (struct heap_value){.kind = HEAP_UNKNOWN};
}

struct heap_value heap_initial(struct heap_checker *c, struct heap_state *s, uint32_t index,
                               uint64_t at, uint32_t bytes)
{
    LAW(index < c->base.program->globals.count);
    LAW(bytes);
    const struct global *g = &c->base.program->globals.data[index];
    struct terms *ts = c->base.terms;
    uint32_t word = c->base.view.width / 8;
    struct heap_value unknown = {.kind = HEAP_UNKNOWN};
    if (g->external || at > g->size || bytes > g->size - at || bytes > 64)
        return unknown;
    for (uint32_t i = 0; i < g->relocation_count; i++) {
        uint64_t from = g->relocations[i].offset;
        if (from >= at + bytes || at >= from + word)
            continue;
        return from == at && bytes == word ? constant_value(c, s, g->relocations[i].value)
                                           : unknown;
    }
    struct term all = TERM_NONE;
    for (uint32_t i = 0; i < bytes; i++) {
        struct term byte = term_bv(ts, 8, g->bytes ? g->bytes[at + i] : 0);
        all = i ? term_concat(ts, byte, all) : byte;
    }
    return heap_number(all);
}
