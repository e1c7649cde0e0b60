/* Types: each is made once per store. A type is found by a hash of its shape; what it is made
 * of was made before, so that shapes compare by pointers and no type contains itself. */
#include "load/ir/reader.h"

#include "base/failure.h"

#include <string.h>

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
    uint64_t h = hash_pair(t->kind | (uint64_t)t->packed << 8 | (uint64_t)t->variadic << 9 |
                               (uint64_t)t->bits << 32,
                           t->count);
    h = hash_pair(h, (uintptr_t)t->result);
    for (size_t i = 0, n = part_count(t); i < n; i++)
        h = hash_pair(h, (uintptr_t)t->parts[i]);
    return h;
}

static bool same_shape(const struct ir_type *a, const struct ir_type *b)
{
    if (a->kind != b->kind || a->packed != b->packed || a->variadic != b->variadic ||
        a->bits != b->bits || a->count != b->count || a->result != b->result)
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
            if (!t->parts[i]->sized)
                return false;
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

const struct ir_type *ir_type_make(struct ir_store *store, const struct ir_type *shape)
{
    struct ir_state *s = store->state;
    uint64_t hash = shape_hash(shape), newest = map_or(&s->by_hash, hash, 0);
    for (uint64_t k = newest; k; k = s->next.data[k - 1])
        if (same_shape(s->types.data[k - 1], shape))
            return s->types.data[k - 1];
    struct ir_type *t = ARENA_NEW(&store->arena, struct ir_type);
    *t = *shape;
    size_t n = part_count(shape);
    const struct ir_type **parts = ARENA_ARRAY(&store->arena, const struct ir_type *, n);
    if (n)
        memcpy(parts, shape->parts, n * sizeof *parts);
    t->parts = parts;
    t->sized = is_sized(t);
    VECTOR_PUSH(&s->types, t);
    VECTOR_PUSH(&s->next, (uint32_t)newest);
    map_set(&s->by_hash, hash, s->types.count);
    if (s->layout_known)
        ir_layout(store, t);
    return t;
}

const struct ir_type *ir_type_simple(struct ir_store *store, enum ir_type_kind kind,
                                     uint32_t bits)
{
    return ir_type_make(store, &(struct ir_type){.kind = (uint8_t)kind, .bits = bits});
}

const struct ir_type *ir_type_vector(struct ir_store *store, const struct ir_type *element,
                                     uint64_t count)
{
    LAW(count > 0);
    return ir_type_make(
        store, &(struct ir_type){.kind = IR_VECTOR, .count = count, .parts = &element});
}

const struct ir_type *ir_type_like(struct ir_store *store, const struct ir_type *element,
                                   const struct ir_type *model)
{
    return model->kind == IR_VECTOR ? ir_type_vector(store, element, model->count) : element;
}
