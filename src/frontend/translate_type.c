/* Types: the leaves of an LLVM type with their places in memory, as the module's data layout lays them out.
 */
#include "frontend/translate.h"

enum { LEAF_LIMIT = 4096 }; /* larger first-class aggregates only occur in hostile input */

struct leaf_list {
    VECTOR(struct leaf) items;
    bool supported;
};

static uint32_t float_width(LLVMTypeKind kind)
{
    switch ((int)kind) {
    case LLVMHalfTypeKind:
        return 16;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    case LLVMX86_FP80TypeKind:
        return 80;
    case LLVMFP128TypeKind:
        return 128;
    default:
        return 0;
    }
}

static void collect(struct translator *t, LLVMTypeRef type, uint64_t at, struct leaf_list *out);

static void collect_elements(struct translator *t, LLVMTypeRef element, uint64_t count, uint64_t step,
                             uint64_t at, struct leaf_list *out)
{
    for (uint64_t i = 0; i < count && out->supported; i++)
        collect(t, element, at + i * step, out);
}

static void collect_scalar(struct translator *t, struct type type, uint64_t at, struct leaf_list *out)
{
    (void)t;
    if (out->items.count >= LEAF_LIMIT)
        out->supported = false;
    else
        VECTOR_PUSH(&out->items, (struct leaf){type, at});
}

static void collect(struct translator *t, LLVMTypeRef type, uint64_t at, struct leaf_list *out)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (float_width(kind)) {
        collect_scalar(t, type_float(float_width(kind)), at, out);
        return;
    }
    switch ((int)kind) {
    case LLVMVoidTypeKind:
    case LLVMLabelTypeKind:
    case LLVMMetadataTypeKind:
        return;
    case LLVMIntegerTypeKind:
        collect_scalar(t, type_int(LLVMGetIntTypeWidth(type)), at, out);
        return;
    case LLVMPointerTypeKind:
        if (LLVMPointerSizeForAS(t->layout, LLVMGetPointerAddressSpace(type)) * 8 !=
            t->program->pointer_width)
            out->supported = false;
        collect_scalar(t, type_pointer(t->program), at, out);
        return;
    case LLVMStructTypeKind:
        if (!LLVMTypeIsSized(type)) break;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && out->supported; i++)
            collect(t, LLVMStructGetTypeAtIndex(type, i), at + LLVMOffsetOfElement(t->layout, type, i), out);
        return;
    case LLVMArrayTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(type);
        collect_elements(t, element, LLVMGetArrayLength2(type), LLVMABISizeOfType(t->layout, element), at,
                         out);
        return;
    }
    case LLVMVectorTypeKind: { /* elements are packed; those that are no whole bytes cannot be told apart in
                                  memory */
        LLVMTypeRef element = LLVMGetElementType(type);
        collect_elements(t, element, LLVMGetVectorSize(type), LLVMSizeOfTypeInBits(t->layout, element) / 8,
                         at, out);
        return;
    }
    default:
        break;
    }
    out->supported = false;
}

const struct shape *shape_of(struct translator *t, LLVMTypeRef type)
{
    uint64_t found;
    if (map_get(&t->shapes, (uint64_t)(uintptr_t)type, &found)) return (const struct shape *)(uintptr_t)found;
    struct leaf_list list = {.supported = true};
    collect(t, type, 0, &list);
    struct shape *shape = ARENA_NEW(&t->arena, struct shape);
    struct leaf *leaves = ARENA_ARRAY(&t->arena, struct leaf, list.items.count + 1);
    for (size_t i = 0; i < list.items.count; i++)
        leaves[i] = list.items.data[i];
    *shape = (struct shape){leaves, (uint32_t)list.items.count, list.supported};
    VECTOR_RELEASE(&list.items);
    map_set(&t->shapes, (uint64_t)(uintptr_t)type, (uint64_t)(uintptr_t)shape);
    return shape;
}

struct type scalar_type(struct translator *t, LLVMTypeRef type)
{
    const struct shape *shape = shape_of(t, type);
    return shape->count ? shape->leaves[0].type : type_void();
}

struct type word_type(struct translator *t)
{
    return type_int(t->program->pointer_width);
}

uint64_t type_size(struct translator *t, LLVMTypeRef type)
{
    return LLVMTypeIsSized(type) ? LLVMABISizeOfType(t->layout, type) : 0;
}

LLVMTypeRef element_type(LLVMTypeRef aggregate, unsigned element)
{
    if (LLVMGetTypeKind(aggregate) == LLVMStructTypeKind) return LLVMStructGetTypeAtIndex(aggregate, element);
    return LLVMGetElementType(aggregate);
}

uint32_t leaf_index(struct translator *t, LLVMTypeRef aggregate, unsigned element)
{
    if (LLVMGetTypeKind(aggregate) != LLVMStructTypeKind)
        return element * shape_of(t, LLVMGetElementType(aggregate))->count;
    uint32_t n = 0;
    for (unsigned i = 0; i < element; i++)
        n += shape_of(t, LLVMStructGetTypeAtIndex(aggregate, i))->count;
    return n;
}
