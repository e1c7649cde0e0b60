/* The block of types. LLVM writes what a type is made of before it. */
#include "load/bitcode/internal.h"

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

/* Parts from value `from` on; LLVM writes no type that comes later. */
static bool gather(struct bitcode_module *m, size_t from, struct ir_type *shape,
                   const struct ir_type ***room)
{
    struct stream *s = &m->stream;
    size_t n = s->values.count - from;
    const struct ir_type **parts =
        ARENA_ARRAY(&m->ir.store->arena, const struct ir_type *, n);
    for (size_t i = 0; i < n; i++)
        if (!(parts[i] = bitcode_type_at(m, s->values.data[from + i])))
            return false;
    *room = parts;
    shape->parts = parts;
    shape->count = n;
    return true;
}

static const struct ir_type *read_sequence(struct bitcode_module *m, enum ir_type_kind kind)
{
    struct stream *s = &m->stream;
    const struct ir_type *element = bitcode_type_at(m, stream_value(s, 1));
    if (!element || s->values.count < 2)
        return NULL;
    if (kind == IR_VECTOR && (s->values.count > 2 || element->kind == IR_OTHER_TYPE))
        return ir_type_simple(m->ir.store, IR_OTHER_TYPE, 0); /* scalable, or of bfloat */
    return ir_type_make(m->ir.store, &(struct ir_type){.kind = (uint8_t)kind,
                                                       .count = s->values.data[0],
                                                       .parts = &element});
}

static const struct ir_type *read_struct(struct bitcode_module *m)
{
    const struct ir_type **room;
    struct ir_type shape = {.kind = IR_STRUCT, .packed = stream_value(&m->stream, 0) != 0};
    if (!m->stream.values.count || !gather(m, 1, &shape, &room))
        return NULL;
    return ir_type_make(m->ir.store, &shape);
}

static const struct ir_type *read_function(struct bitcode_module *m)
{
    const struct ir_type **room;
    struct ir_type shape = {.kind = IR_FUNCTION_TYPE,
                            .variadic = stream_value(&m->stream, 0) != 0,
                            .result = bitcode_type_at(m, stream_value(&m->stream, 1))};
    if (m->stream.values.count < 2 || !shape.result || !gather(m, 2, &shape, &room))
        return NULL;
    return ir_type_make(m->ir.store, &shape);
}

/* Null if it is malformed. */
static const struct ir_type *read_type(struct bitcode_module *m)
{
    struct ir_store *store = m->ir.store;
    uint64_t first = stream_value(&m->stream, 0);
    switch (m->stream.code) {
    case TYPE_VOID:
        return ir_type_simple(store, IR_VOID, 0);
    case TYPE_HALF:
        return ir_type_simple(store, IR_FLOAT, 16);
    case TYPE_FLOAT:
        return ir_type_simple(store, IR_FLOAT, 32);
    case TYPE_DOUBLE:
        return ir_type_simple(store, IR_FLOAT, 64);
    case TYPE_X86_FP80:
        return ir_type_simple(store, IR_FLOAT, 80);
    case TYPE_FP128:
        return ir_type_simple(store, IR_FLOAT, 128);
    case TYPE_LABEL:
        return ir_type_simple(store, IR_LABEL, 0);
    case TYPE_METADATA:
        return ir_type_simple(store, IR_METADATA, 0);
    case TYPE_OPAQUE:
        return ir_type_simple(store, IR_OPAQUE, 0);
    case TYPE_INTEGER:
        if (!first || first >= 1u << 24)
            return NULL;
        return ir_type_simple(store, first > WIDEST_INTEGER ? IR_OTHER_TYPE : IR_INTEGER,
                              (uint32_t)first);
    case TYPE_OPAQUE_POINTER:
        return first < 1u << 24 ? ir_type_simple(store, IR_POINTER, (uint32_t)first) : NULL;
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
        return ir_type_simple(store, IR_OTHER_TYPE, 0);
    default:
        return NULL;
    }
}

bool bitcode_types_read(struct bitcode_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    while (stream_record(s)) {
        if (s->code == TYPE_NUMENTRY || s->code == TYPE_STRUCT_NAME)
            continue;
        const struct ir_type *t = read_type(m);
        if (!t)
            return bitcode_malformed(m, "a type", failure);
        VECTOR_PUSH(&m->types, t);
    }
    stream_leave(s, outer);
    return !s->broken || bitcode_malformed(m, "its types", failure);
}
