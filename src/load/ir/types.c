/* Types: each is made once per store. A type is found by a hash of its shape; what it is made of was made
 * before, so that shapes compare by pointers and no type contains itself. */
#include "load/bitcode/internal.h"

#include <string.h>

enum {
    TYPE_NUMENTRY = 1,
    TYPE_VOID = 2,
    TYPE_FLOAT = 3,
    TYPE_DOUBLE = 4,
    TYPE_LABEL = 5,
    TYPE_OPAQUE = 6,
    TYPE_INTEGER = 7,
    TYPE_HALF = 10,
    TYPE_ARRAY = 11,
    TYPE_VECTOR = 12,
    TYPE_X86_FP80 = 13,
    TYPE_FP128 = 14,
    TYPE_PPC_FP128 = 15,
    TYPE_METADATA = 16,
    TYPE_X86_MMX = 17,
    TYPE_STRUCT_ANON = 18,
    TYPE_STRUCT_NAME = 19,
    TYPE_STRUCT_NAMED = 20,
    TYPE_FUNCTION = 21,
    TYPE_TOKEN = 22,
    TYPE_BFLOAT = 23,
    TYPE_X86_AMX = 24,
    TYPE_OPAQUE_POINTER = 25,
    TYPE_TARGET = 26
};

enum { WIDEST_INTEGER = 2048 }; /* so that a constant's room stays in proportion to its record */

/* Arrays and vectors have one part whatever their count. */
static size_t part_count(const struct ir_type *t)
{
    switch ((enum ir_type_kind)t->kind) {
    case IR_ARRAY:
    case IR_VECTOR:
        return 1;
    case IR_STRUCT:
    case IR_FUNCTION_TYPE:
        return (size_t)t->count;
    case IR_VOID:
    case IR_INTEGER:
    case IR_FLOAT:
    case IR_POINTER:
    case IR_LABEL:
    case IR_METADATA:
    case IR_OPAQUE:
    case IR_OTHER_TYPE:
        break;
    }
    return 0;
}

static uint64_t shape_hash(const struct ir_type *t)
{
    uint64_t h = hash_pair(
        t->kind | (uint64_t)t->packed << 8 | (uint64_t)t->variadic << 9 | (uint64_t)t->bits << 32, t->count);
    h = hash_pair(h, (uintptr_t)t->result);
    for (size_t i = 0, n = part_count(t); i < n; i++)
        h = hash_pair(h, (uintptr_t)t->parts[i]);
    return h;
}

static bool same_shape(const struct ir_type *a, const struct ir_type *b)
{
    if (a->kind != b->kind || a->packed != b->packed || a->variadic != b->variadic || a->bits != b->bits ||
        a->count != b->count || a->result != b->result)
        return false;
    size_t n = part_count(a);
    return !n || !memcmp(a->parts, b->parts, n * sizeof *a->parts);
}

static bool is_sized(const struct ir_type *t)
{
    switch ((enum ir_type_kind)t->kind) {
    case IR_INTEGER:
    case IR_FLOAT:
    case IR_POINTER:
        return true;
    case IR_STRUCT:
    case IR_ARRAY:
    case IR_VECTOR:
        for (size_t i = 0, n = part_count(t); i < n; i++)
            if (!t->parts[i]->sized) return false;
        return true;
    case IR_VOID:
    case IR_FUNCTION_TYPE:
    case IR_LABEL:
    case IR_METADATA:
    case IR_OPAQUE:
    case IR_OTHER_TYPE:
        break;
    }
    return false;
}

const struct ir_type *bitcode_type(struct ir_store *store, const struct ir_type *shape)
{
    struct ir_state *s = store->state;
    uint64_t hash = shape_hash(shape), newest = map_or(&s->by_hash, hash, 0);
    for (uint64_t k = newest; k; k = s->next.data[k - 1])
        if (same_shape(s->types.data[k - 1], shape)) return s->types.data[k - 1];
    struct ir_type *t = ARENA_NEW(&store->arena, struct ir_type);
    *t = *shape;
    size_t n = part_count(shape);
    const struct ir_type **parts = ARENA_ARRAY(&store->arena, const struct ir_type *, n);
    if (n) memcpy(parts, shape->parts, n * sizeof *parts);
    t->parts = parts;
    t->sized = is_sized(t);
    VECTOR_PUSH(&s->types, t);
    VECTOR_PUSH(&s->next, (uint32_t)newest);
    map_set(&s->by_hash, hash, s->types.count);
    if (s->layout_known) ir_layout(store, t);
    return t;
}

const struct ir_type *bitcode_simple(struct ir_store *store, enum ir_type_kind kind, uint32_t bits)
{
    return bitcode_type(store, &(struct ir_type){.kind = (uint8_t)kind, .bits = bits});
}

const struct ir_type *bitcode_vector(struct ir_store *store, const struct ir_type *element, uint64_t count)
{
    return bitcode_type(store, &(struct ir_type){.kind = IR_VECTOR, .count = count, .parts = &element});
}

const struct ir_type *bitcode_like(struct ir_store *store, const struct ir_type *element,
                                   const struct ir_type *model)
{
    return model->kind == IR_VECTOR ? bitcode_vector(store, element, model->count) : element;
}

/* --- the block --- */

/* Parts from value `from` on; LLVM writes no type that comes later. */
static bool gather(struct ir_module *m, size_t from, struct ir_type *shape, const struct ir_type ***room)
{
    struct stream *s = &m->stream;
    size_t n = s->values.count - from;
    const struct ir_type **parts = ARENA_ARRAY(&m->store->arena, const struct ir_type *, n);
    for (size_t i = 0; i < n; i++)
        if (!(parts[i] = bitcode_type_at(m, s->values.data[from + i]))) return false;
    *room = parts;
    shape->parts = parts;
    shape->count = n;
    return true;
}

static const struct ir_type *read_sequence(struct ir_module *m, enum ir_type_kind kind)
{
    struct stream *s = &m->stream;
    const struct ir_type *element = bitcode_type_at(m, stream_value(s, 1));
    if (!element || s->values.count < 2) return NULL;
    if (kind == IR_VECTOR && (s->values.count > 2 || element->kind == IR_OTHER_TYPE))
        return bitcode_simple(m->store, IR_OTHER_TYPE, 0); /* scalable, or of bfloat */
    return bitcode_type(
        m->store, &(struct ir_type){.kind = (uint8_t)kind, .count = s->values.data[0], .parts = &element});
}

static const struct ir_type *read_struct(struct ir_module *m)
{
    const struct ir_type **room;
    struct ir_type shape = {.kind = IR_STRUCT, .packed = stream_value(&m->stream, 0) != 0};
    if (!m->stream.values.count || !gather(m, 1, &shape, &room)) return NULL;
    return bitcode_type(m->store, &shape);
}

static const struct ir_type *read_function(struct ir_module *m)
{
    const struct ir_type **room;
    struct ir_type shape = {.kind = IR_FUNCTION_TYPE,
                            .variadic = stream_value(&m->stream, 0) != 0,
                            .result = bitcode_type_at(m, stream_value(&m->stream, 1))};
    if (m->stream.values.count < 2 || !shape.result || !gather(m, 2, &shape, &room)) return NULL;
    return bitcode_type(m->store, &shape);
}

/* Null if it is malformed. */
static const struct ir_type *read_type(struct ir_module *m)
{
    struct ir_store *store = m->store;
    uint64_t first = stream_value(&m->stream, 0);
    switch (m->stream.code) {
    case TYPE_VOID:
        return bitcode_simple(store, IR_VOID, 0);
    case TYPE_HALF:
        return bitcode_simple(store, IR_FLOAT, 16);
    case TYPE_FLOAT:
        return bitcode_simple(store, IR_FLOAT, 32);
    case TYPE_DOUBLE:
        return bitcode_simple(store, IR_FLOAT, 64);
    case TYPE_X86_FP80:
        return bitcode_simple(store, IR_FLOAT, 80);
    case TYPE_FP128:
        return bitcode_simple(store, IR_FLOAT, 128);
    case TYPE_LABEL:
        return bitcode_simple(store, IR_LABEL, 0);
    case TYPE_METADATA:
        return bitcode_simple(store, IR_METADATA, 0);
    case TYPE_OPAQUE:
        return bitcode_simple(store, IR_OPAQUE, 0);
    case TYPE_INTEGER:
        if (!first || first >= 1u << 24) return NULL;
        return bitcode_simple(store, first > WIDEST_INTEGER ? IR_OTHER_TYPE : IR_INTEGER, (uint32_t)first);
    case TYPE_OPAQUE_POINTER:
        return first < 1u << 24 ? bitcode_simple(store, IR_POINTER, (uint32_t)first) : NULL;
    case TYPE_ARRAY:
        return read_sequence(m, IR_ARRAY);
    case TYPE_VECTOR:
        return read_sequence(m, IR_VECTOR);
    case TYPE_STRUCT_ANON:
    case TYPE_STRUCT_NAMED:
        return read_struct(m);
    case TYPE_FUNCTION:
        return read_function(m);
    case TYPE_PPC_FP128:
    case TYPE_X86_MMX:
    case TYPE_TOKEN:
    case TYPE_BFLOAT:
    case TYPE_X86_AMX:
    case TYPE_TARGET:
        return bitcode_simple(store, IR_OTHER_TYPE, 0);
    default:
        return NULL;
    }
}

bool bitcode_types_read(struct ir_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    while (stream_record(s)) {
        if (s->code == TYPE_NUMENTRY || s->code == TYPE_STRUCT_NAME) continue;
        const struct ir_type *t = read_type(m);
        if (!t) return bitcode_malformed(m, "a type", failure);
        VECTOR_PUSH(&m->types, t);
    }
    stream_leave(s, outer);
    return !s->broken || bitcode_malformed(m, "its types", failure);
}
