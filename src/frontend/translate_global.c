/* Globals: sizes, linkage and initialisers as bytes with relocations. */
#include "frontend/translate.h"

#include <string.h>

/* The initialiser being laid out. */
struct image {
    struct translator *t;
    uint8_t *bytes;
    uint64_t size;
    VECTOR(struct relocation) relocations;
    const char *unsupported;
};

static bool is_internal(LLVMValueRef v)
{
    LLVMLinkage linkage = LLVMGetLinkage(v);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static void declare_global(struct translator *t, LLVMValueRef v)
{
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    if (length && name[0] == 1) name++; /* \01: a name that must not be mangled */
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    uint32_t index = program_add_global(t->program, name, type_size(t, type));
    struct global *g = &t->program->globals.data[index];
    unsigned alignment = LLVMGetAlignment(v);
    if (!alignment && LLVMTypeIsSized(type)) alignment = LLVMABIAlignmentOfType(t->layout, type);
    g->alignment = alignment ? alignment : 1;
    g->internal = is_internal(v);
    g->read_only = LLVMIsGlobalConstant(v);
    g->external = LLVMIsDeclaration(v);
    g->thread_local_storage = LLVMIsThreadLocal(v);
    debug_global(t, v, g);
    map_set(&t->globals, (uint64_t)(uintptr_t)v, index);
}

static bool is_intrinsic_global(LLVMValueRef v)
{
    size_t length;
    return !strncmp(LLVMGetValueName2(v, &length), "llvm.", 5);
}

void declare_globals(struct translator *t)
{
    for (LLVMValueRef v = LLVMGetFirstGlobal(t->module); v; v = LLVMGetNextGlobal(v))
        if (!is_intrinsic_global(v)) declare_global(t, v);
}

static void put_limbs(struct image *image, uint64_t at, const uint32_t *limbs, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes && at + i < image->size; i++)
        image->bytes[at + i] = (uint8_t)(limbs[i / 4] >> (i % 4 * 8));
}

static void put_scalar(struct image *image, LLVMValueRef v, uint64_t at)
{
    struct translator *t = image->t;
    struct value value;
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr &&
        LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
        v = LLVMGetOperand(v, 0); /* an address given as a number */
    if (LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v)) {
        uint32_t id;
        constant_parts(t, v, &id);
        const struct constant *c = program_constant(t->program, (struct value){id});
        uint64_t bytes = type_bytes(c->type), room = t->program->pointer_width / 8;
        put_limbs(image, at, c->limbs, pointer && bytes > room ? room : bytes);
    } else if (constant_address(t, v, &value)) {
        VECTOR_PUSH(&image->relocations, (struct relocation){at, value});
    } else {
        image->unsupported = "a constant expression";
    }
}

static void put(struct image *image, LLVMValueRef v, uint64_t at)
{
    struct translator *t = image->t;
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (LLVMIsNull(v) || LLVMIsUndef(v))
        return; /* an undefined part of an initialiser is padding, which is zero */
    if (LLVMIsConstantString(v)) {
        size_t length;
        const char *text = LLVMGetAsString(v, &length);
        memcpy(image->bytes + at, text, length);
        return;
    }
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            put(image, LLVMGetAggregateElement(v, i), at + LLVMOffsetOfElement(t->layout, type, i));
        return;
    }
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        uint64_t step = type_size(t, LLVMGetElementType(type));
        uint64_t count = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
        if (LLVMIsAConstantExpr(v) || (kind == LLVMVectorTypeKind && !step))
            image->unsupported = "a vector expression";
        for (uint64_t i = 0; i < count && !image->unsupported; i++)
            put(image, LLVMGetAggregateElement(v, (unsigned)i), at + i * step);
        return;
    }
    put_scalar(image, v, at);
}

static void fill_global(struct translator *t, LLVMValueRef v, uint32_t index)
{
    LLVMValueRef initializer = LLVMGetInitializer(v);
    struct global *g = &t->program->globals.data[index];
    if (!initializer || LLVMIsNull(initializer) || LLVMIsUndef(initializer)) return;
    struct image image = {.t = t, .size = g->size, .bytes = arena_alloc(&t->program->arena, g->size + 1)};
    put(&image, initializer, 0);
    g->bytes = image.bytes;
    g->relocation_count = (uint32_t)image.relocations.count;
    g->relocations = ARENA_ARRAY(&t->program->arena, struct relocation, image.relocations.count + 1);
    if (image.relocations.count)
        memcpy(g->relocations, image.relocations.data, image.relocations.count * sizeof *g->relocations);
    VECTOR_RELEASE(&image.relocations);
    if (image.unsupported)
        translator_fail(t, FAILURE_UNSUPPORTED, "initialiser of '%s' holds %s", g->name, image.unsupported);
}

void fill_globals(struct translator *t)
{
    for (LLVMValueRef v = LLVMGetFirstGlobal(t->module); v; v = LLVMGetNextGlobal(v)) {
        uint64_t index;
        if (map_get(&t->globals, (uint64_t)(uintptr_t)v, &index)) fill_global(t, v, (uint32_t)index);
    }
}
