/* Types: LLVM's are unique in their context, the store's are unique by shape. */
#include "load/llvm/internal.h"

static const struct ir_type *make_integer(struct ir_store *store, LLVMTypeRef t)
{
    unsigned bits = LLVMGetIntTypeWidth(t);
    return ir_type_simple(store, bits > WIDEST_INTEGER ? IR_OTHER_TYPE : IR_INTEGER, bits);
}

static const struct ir_type *make_vector(struct llvm_module *m, LLVMTypeRef t)
{
    const struct ir_type *element = llvm_type(m, LLVMGetElementType(t));
    if (element->kind == IR_OTHER_TYPE)
        return ir_type_simple(m->ir.store, IR_OTHER_TYPE, 0);
    return ir_type_vector(m->ir.store, element, LLVMGetVectorSize(t));
}

static const struct ir_type *make_array(struct llvm_module *m, LLVMTypeRef t)
{
    const struct ir_type *element = llvm_type(m, LLVMGetElementType(t));
    struct ir_type shape = {
        .kind = IR_ARRAY, .count = LLVMGetArrayLength2(t), .parts = &element};
    return ir_type_make(m->ir.store, &shape);
}

/* The parts of a type, which the store copies. */
static const struct ir_type *make_of_parts(struct llvm_module *m, struct ir_type *shape,
                                           LLVMTypeRef *theirs, const struct ir_type **ours)
{
    for (uint64_t i = 0; i < shape->count; i++)
        ours[i] = llvm_type(m, theirs[i]);
    shape->parts = ours;
    return ir_type_make(m->ir.store, shape);
}

static const struct ir_type *make_struct(struct llvm_module *m, LLVMTypeRef t)
{
    if (LLVMIsOpaqueStruct(t))
        return ir_type_simple(m->ir.store, IR_OPAQUE, 0);
    struct ir_type shape = {.kind = IR_STRUCT,
                            .packed = LLVMIsPackedStruct(t),
                            .count = LLVMCountStructElementTypes(t)};
    LLVMTypeRef *theirs = ARENA_ARRAY(&m->ir.store->arena, LLVMTypeRef, shape.count);
    const struct ir_type **ours =
        ARENA_ARRAY(&m->ir.store->arena, const struct ir_type *, shape.count);
    LLVMGetStructElementTypes(t, theirs);
    return make_of_parts(m, &shape, theirs, ours);
}

static const struct ir_type *make_function(struct llvm_module *m, LLVMTypeRef t)
{
    struct ir_type shape = {.kind = IR_FUNCTION_TYPE,
                            .variadic = LLVMIsFunctionVarArg(t),
                            .count = LLVMCountParamTypes(t),
                            .result = llvm_type(m, LLVMGetReturnType(t))};
    LLVMTypeRef *theirs = ARENA_ARRAY(&m->ir.store->arena, LLVMTypeRef, shape.count);
    const struct ir_type **ours =
        ARENA_ARRAY(&m->ir.store->arena, const struct ir_type *, shape.count);
    LLVMGetParamTypes(t, theirs);
    return make_of_parts(m, &shape, theirs, ours);
}

static const struct ir_type *make(struct llvm_module *m, LLVMTypeRef t)
{
    struct ir_store *store = m->ir.store;
    switch ((int)LLVMGetTypeKind(t)) { /* some kinds come and go with versions */
    case LLVMVoidTypeKind:
        return ir_type_simple(store, IR_VOID, 0);
    case LLVMHalfTypeKind:
        return ir_type_simple(store, IR_FLOAT, 16);
    case LLVMFloatTypeKind:
        return ir_type_simple(store, IR_FLOAT, 32);
    case LLVMDoubleTypeKind:
        return ir_type_simple(store, IR_FLOAT, 64);
    case LLVMX86_FP80TypeKind:
        return ir_type_simple(store, IR_FLOAT, 80);
    case LLVMFP128TypeKind:
        return ir_type_simple(store, IR_FLOAT, 128);
    case LLVMLabelTypeKind:
        return ir_type_simple(store, IR_LABEL, 0);
    case LLVMMetadataTypeKind:
        return ir_type_simple(store, IR_METADATA, 0);
    case LLVMIntegerTypeKind:
        return make_integer(store, t);
    case LLVMPointerTypeKind:
        return ir_type_simple(store, IR_POINTER, LLVMGetPointerAddressSpace(t));
    case LLVMFunctionTypeKind:
        return make_function(m, t);
    case LLVMStructTypeKind:
        return make_struct(m, t);
    case LLVMArrayTypeKind:
        return make_array(m, t);
    case LLVMVectorTypeKind:
        return make_vector(m, t);
    default:
        return ir_type_simple(store, IR_OTHER_TYPE, 0);
    }
}

const struct ir_type *llvm_type(struct llvm_module *m, LLVMTypeRef t)
{
    uint64_t known;
    if (map_get(&m->types, (uintptr_t)t, &known))
        return (const struct ir_type *)(uintptr_t)known;
    const struct ir_type *made = make(m, t);
    map_set(&m->types, (uintptr_t)t, (uintptr_t)made);
    return made;
}
