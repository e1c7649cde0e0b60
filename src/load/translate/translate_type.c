/* Types: the leaves of an IR type with their places in memory, as the module's data layout
 * lays them out. */
#include "load/translate/translate.h"

enum { LEAF_LIMIT = 4096 }; /* larger first-class aggregates only occur in hostile input */

struct leaf_list {
    VECTOR(struct leaf) items;
    bool supported;
};

static void collect(struct translator *t, const struct ir_type *type, uint64_t at,
                    struct leaf_list *out);

static void collect_elements(struct translator *t, const struct ir_type *element,
                             uint64_t count, uint64_t step, uint64_t at,
                             struct leaf_list *out)
{
    for (uint64_t i = 0; i < count && out->supported; i++)
        collect(t, element, at + i * step, out);
}

static void collect_scalar(struct type type, uint64_t at, struct leaf_list *out)
{
    if (out->items.count >= LEAF_LIMIT)
        out->supported = false;
    else
        VECTOR_PUSH(&out->items, (struct leaf){type, at});
}

static void collect_struct(struct translator *t, const struct ir_type *type, uint64_t at,
                           struct leaf_list *out)
{
    const uint64_t *offsets = ir_layout(t->store, type)->offsets;
    for (uint64_t i = 0; i < type->count && out->supported; i++)
        collect(t, type->parts[i], at + offsets[i], out);
}

static void collect(struct translator *t, const struct ir_type *type, uint64_t at,
                    struct leaf_list *out)
{
    switch ((enum ir_type_kind)type->kind) {
    case IR_VOID:
    case IR_LABEL:
    case IR_METADATA:
        return;
    case IR_INTEGER:
        collect_scalar(type_int(type->bits), at, out);
        return;
    case IR_FLOAT:
        collect_scalar(type_float(type->bits), at, out);
        return;
    case IR_POINTER:
        if (ir_pointer_bits(t->store, type->bits) != t->program->pointer_width)
            out->supported = false;
        collect_scalar(type_pointer(t->program), at, out);
        return;
    case IR_STRUCT:
        if (!type->sized)
            break;
        collect_struct(t, type, at, out);
        return;
    case IR_ARRAY:
        collect_elements(t, type->parts[0], type->count, type_size(t, type->parts[0]), at,
                         out);
        return;
    /* elements are packed; those that are no whole bytes cannot be told apart in memory */
    case IR_VECTOR:
        collect_elements(t, type->parts[0], type->count,
                         ir_layout(t->store, type->parts[0])->size_bits / 8, at, out);
        return;
    case IR_FUNCTION_TYPE:
    case IR_OPAQUE:
    case IR_OTHER_TYPE:
        break;
    }
    out->supported = false;
}

static const struct shape *make_shape(struct translator *t, const struct ir_type *type)
{
    uint64_t found;
    if (map_get(&t->shapes, (uint64_t)(uintptr_t)type, &found))
        return (const struct shape *)(uintptr_t)found;
    struct leaf_list list = {.supported = true};
    collect(t, type, 0, &list);
    struct shape *shape = ARENA_NEW(&t->arena, struct shape);
    LAW(shape->count <= LEAF_LIMIT);
    struct leaf *leaves = ARENA_ARRAY(&t->arena, struct leaf, list.items.count + 1);
    for (size_t i = 0; i < list.items.count; i++)
        leaves[i] = list.items.data[i];
    *shape = (struct shape){leaves, (uint32_t)list.items.count, list.supported};
    VECTOR_RELEASE(&list.items);
    map_set(&t->shapes, (uint64_t)(uintptr_t)type, (uint64_t)(uintptr_t)shape);
    return shape;
}

const struct shape *shape_of(struct translator *t, const struct ir_type *type)
{
    struct shape_slot *slot = &t->shape_cache[((uintptr_t)type >> 4) % SHAPE_CACHE];
    if (slot->type != type)
        *slot = (struct shape_slot){type, make_shape(t, type)};
    return slot->shape;
}

struct type scalar_type(struct translator *t, const struct ir_type *type)
{
    const struct shape *shape = shape_of(t, type);
    return shape->count ? shape->leaves[0].type : type_void();
}

struct type word_type(struct translator *t)
{
    return type_int(t->program->pointer_width);
}

uint64_t type_size(struct translator *t, const struct ir_type *type)
{
    return type->sized ? ir_layout(t->store, type)->size : 0;
}

uint64_t type_alignment(struct translator *t, const struct ir_type *type)
{
    return type->sized ? ir_layout(t->store, type)->alignment : 1;
}

const struct ir_type *element_type(const struct ir_type *aggregate, unsigned element)
{
    LAW(aggregate->kind == IR_STRUCT || aggregate->kind == IR_ARRAY ||
        aggregate->kind == IR_VECTOR);
    return aggregate->parts[aggregate->kind == IR_STRUCT ? element : 0];
}

uint32_t leaf_index(struct translator *t, const struct ir_type *aggregate, unsigned element)
{
    LAW(element < aggregate->count);
    if (aggregate->kind != IR_STRUCT)
        return element * shape_of(t, aggregate->parts[0])->count;
    uint32_t n = 0;
    for (unsigned i = 0; i < element; i++)
        n += shape_of(t, aggregate->parts[i])->count;
    return n;
}
