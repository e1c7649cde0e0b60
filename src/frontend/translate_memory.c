/* Memory: allocation, addresses, loads and stores leaf by leaf, atomics in the order of the program. */
#include "frontend/translate.h"

static void translate_alloca(struct translator *t, LLVMValueRef v)
{
    uint64_t bytes = type_size(t, LLVMGetAllocatedType(v));
    LLVMValueRef count = LLVMGetOperand(v, 0);
    struct value size;
    if (LLVMIsAConstantInt(count) && LLVMGetIntTypeWidth(LLVMTypeOf(count)) <= 64) {
        size = word(t, bytes * LLVMConstIntGetZExtValue(count));
    } else {
        size = emit_resize(t, value_of(t, count), word_type(t), OP_ZEXT);
        if (bytes != 1) size = emit_binary(t, OP_MUL, word_type(t), size, word(t, bytes));
    }
    struct instruction made = instruction_make(OP_ALLOCA, type_pointer(t->program));
    made.extra = LLVMGetAlignment(v);
    bind(t, v, (struct value){emit(t, made, &size.id, 1)});
}

/* --- addresses --- */

/* sum + index * scale, with constants gathered in *fixed. */
static struct value add_index(struct translator *t, struct value sum, LLVMValueRef index, uint64_t scale,
                              uint64_t *fixed)
{
    if (LLVMIsAConstantInt(index) && LLVMGetIntTypeWidth(LLVMTypeOf(index)) <= 64) {
        *fixed += (uint64_t)LLVMConstIntGetSExtValue(index) * scale;
        return sum;
    }
    if (!scale) return sum;
    struct value n = emit_resize(t, value_of(t, index), word_type(t), OP_SEXT);
    if (scale != 1) n = emit_binary(t, OP_MUL, word_type(t), n, word(t, scale));
    return value_is_none(sum) ? n : emit_binary(t, OP_ADD, word_type(t), sum, n);
}

struct value translate_address(struct translator *t, LLVMValueRef gep)
{
    struct value base = value_of(t, LLVMGetOperand(gep, 0)), sum = VALUE_NONE;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint64_t fixed = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            fixed += LLVMOffsetOfElement(t->layout, type, member);
            type = LLVMStructGetTypeAtIndex(type, member);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        sum = add_index(t, sum, index, type_size(t, type), &fixed);
    }
    if (value_is_none(sum)) return emit_offset(t, base, fixed);
    if (fixed) sum = emit_binary(t, OP_ADD, word_type(t), sum, word(t, fixed));
    return emit_binary(t, OP_PTRADD, type_pointer(t->program), base, sum);
}

/* --- loads and stores --- */

static uint64_t alignment_at(uint64_t alignment, uint64_t offset)
{
    if (!alignment) return 1;
    while (alignment > 1 && offset % alignment)
        alignment /= 2;
    return alignment;
}

void load_parts(struct translator *t, const struct shape *shape, struct value pointer, uint64_t alignment,
                unsigned flags, uint32_t *out)
{
    for (uint32_t i = 0; i < shape->count; i++) {
        struct value at = emit_offset(t, pointer, shape->leaves[i].offset);
        uint64_t aligned = alignment_at(alignment, shape->leaves[i].offset);
        out[i] = emit_load(t, shape->leaves[i].type, at, aligned, flags).id;
    }
}

void store_parts(struct translator *t, const struct shape *shape, struct value pointer, struct parts parts,
                 uint64_t alignment, unsigned flags)
{
    for (uint32_t i = 0; i < shape->count; i++) {
        struct value at = emit_offset(t, pointer, shape->leaves[i].offset);
        uint64_t aligned = alignment_at(alignment, shape->leaves[i].offset);
        emit_store(t, at, part(parts, i), aligned, flags);
    }
}

/* Vectors of elements that are no whole bytes have no leaf-wise layout. */
static bool has_layout(struct translator *t, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return true;
    return LLVMSizeOfTypeInBits(t->layout, LLVMGetElementType(type)) % 8 == 0;
}

static unsigned access_flags(LLVMValueRef v)
{
    unsigned flags = LLVMGetVolatile(v) ? FLAG_VOLATILE : 0;
    return LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic ? flags | FLAG_ATOMIC : flags;
}

static void translate_load(struct translator *t, LLVMValueRef v)
{
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    if (!has_layout(t, LLVMTypeOf(v))) emit_unsupported(t, type_void(), "load of a vector of bits");
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    load_parts(t, shape, value_of(t, LLVMGetOperand(v, 0)), LLVMGetAlignment(v), access_flags(v), ids);
    bind_parts(t, v, ids, shape->count);
}

/* A parameter stored whole into its variable carries the variable's name. */
static void note_parameter(struct translator *t, struct value value, struct value pointer)
{
    if (value_is_constant(value) || value_is_constant(pointer)) return;
    const struct instruction *param = &t->function->instructions.data[value.id];
    const struct instruction *variable = &t->function->instructions.data[pointer.id];
    if (param->op != OP_PARAM || variable->op != OP_ALLOCA) return;
    if (instruction_operand(t->function, variable, 0).id != word(t, type_bytes(param->type)).id) return;
    map_set(&t->parameter_of, (uint64_t)t->function_index << 32 | pointer.id, value.id);
}

static void translate_store(struct translator *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
    if (!has_layout(t, type)) emit_unsupported(t, type_void(), "store of a vector of bits");
    struct parts parts = parts_of(t, LLVMGetOperand(v, 0));
    struct value pointer = value_of(t, LLVMGetOperand(v, 1));
    if (parts.count == 1) note_parameter(t, part(parts, 0), pointer);
    store_parts(t, shape_of(t, type), pointer, parts, LLVMGetAlignment(v), access_flags(v));
}

/* --- atomics --- */

static struct value atomic_result(struct translator *t, LLVMAtomicRMWBinOp op, struct value old,
                                  struct value operand)
{
    struct type type = type_of(t, old);
    switch ((int)op) {
    case LLVMAtomicRMWBinOpXchg:
        return operand;
    case LLVMAtomicRMWBinOpAdd:
        return emit_binary(t, OP_ADD, type, old, operand);
    case LLVMAtomicRMWBinOpSub:
        return emit_binary(t, OP_SUB, type, old, operand);
    case LLVMAtomicRMWBinOpAnd:
        return emit_binary(t, OP_AND, type, old, operand);
    case LLVMAtomicRMWBinOpNand:
        return emit_binary(t, OP_XOR, type, emit_binary(t, OP_AND, type, old, operand),
                           emit_unary(t, OP_SEXT, type, truth(t, true)));
    case LLVMAtomicRMWBinOpOr:
        return emit_binary(t, OP_OR, type, old, operand);
    case LLVMAtomicRMWBinOpXor:
        return emit_binary(t, OP_XOR, type, old, operand);
    case LLVMAtomicRMWBinOpMax:
        return emit_bits(t, BITS_SMAX, type, old, operand);
    case LLVMAtomicRMWBinOpMin:
        return emit_bits(t, BITS_SMIN, type, old, operand);
    case LLVMAtomicRMWBinOpUMax:
        return emit_bits(t, BITS_UMAX, type, old, operand);
    case LLVMAtomicRMWBinOpUMin:
        return emit_bits(t, BITS_UMIN, type, old, operand);
    case LLVMAtomicRMWBinOpFAdd:
        return emit_binary(t, OP_FADD, type, old, operand);
    case LLVMAtomicRMWBinOpFSub:
        return emit_binary(t, OP_FSUB, type, old, operand);
    default:
        return emit_unsupported(t, type, "atomic operation");
    }
}

static void translate_atomic(struct translator *t, LLVMValueRef v)
{
    struct value pointer = value_of(t, LLVMGetOperand(v, 0)), operand = value_of(t, LLVMGetOperand(v, 1));
    uint64_t alignment = LLVMGetAlignment(v);
    struct value old = emit_load(t, type_of(t, operand), pointer, alignment, FLAG_ATOMIC);
    emit_store(t, pointer, atomic_result(t, LLVMGetAtomicRMWBinOp(v), old, operand), alignment, FLAG_ATOMIC);
    bind(t, v, old);
}

static void translate_exchange(struct translator *t, LLVMValueRef v)
{
    struct value pointer = value_of(t, LLVMGetOperand(v, 0)), expected = value_of(t, LLVMGetOperand(v, 1));
    struct value desired = value_of(t, LLVMGetOperand(v, 2));
    uint64_t alignment = LLVMGetAlignment(v);
    struct value old = emit_load(t, type_of(t, expected), pointer, alignment, FLAG_ATOMIC);
    struct value same = emit_compare(t, COMPARE_EQ, old, expected);
    emit_store(t, pointer, emit_select(t, same, desired, old), alignment, FLAG_ATOMIC);
    bind_parts(t, v, (uint32_t[]){old.id, same.id}, 2);
}

void translate_memory(struct translator *t, LLVMValueRef v)
{
    switch ((int)LLVMGetInstructionOpcode(v)) {
    case LLVMAlloca:
        translate_alloca(t, v);
        return;
    case LLVMLoad:
        translate_load(t, v);
        return;
    case LLVMStore:
        translate_store(t, v);
        return;
    case LLVMAtomicRMW:
        translate_atomic(t, v);
        return;
    case LLVMAtomicCmpXchg:
        translate_exchange(t, v);
        return;
    default:
        break;
    }
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    if (shape->count == 1) {
        bind(t, v, translate_address(t, v));
        return;
    }
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "vector of addresses").id;
    bind_parts(t, v, ids, shape->count);
}
