/* Variadic arguments. The caller packs them into one area laid out like the stack part of the platform's
 * convention: 8-byte slots on x86-64 (16-byte aligned where the type is), 4-byte slots on i386. The callee's
 * va_start sets up a va_list whose register part is used up, so that the code clang writes for va_arg always
 * takes the memory path. */
#include "frontend/translate.h"

#include <stdlib.h>
#include <string.h>

enum {
    GP_REGISTERS_END = 48,
    FP_REGISTERS_END = 176
}; /* gp_offset and fp_offset when all registers are used */

struct slot {
    uint64_t offset, size, alignment;
    LLVMTypeRef byval;
};

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

static bool is_64(struct translator *t)
{
    return t->program->pointer_width == 64;
}

static struct slot place_argument(struct translator *t, LLVMValueRef call, unsigned k, uint64_t at)
{
    LLVMTypeRef byval = byval_type(t, call, k), type = byval ? byval : LLVMTypeOf(LLVMGetOperand(call, k));
    uint64_t step = is_64(t) ? 8 : 4,
             alignment = byval ? byval_alignment(t, call, k) : LLVMABIAlignmentOfType(t->layout, type);
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    if (!is_64(t) && !vector) alignment = 4; /* i386 aligns only vectors beyond the slot */
    if (alignment < step) alignment = step;
    return (struct slot){round_up(at, alignment), round_up(type_size(t, type), step), alignment, byval};
}

static void store_argument(struct translator *t, LLVMValueRef argument, struct value area,
                           const struct slot *slot)
{
    struct value at = emit_offset(t, area, slot->offset);
    if (slot->byval) {
        uint32_t operands[] = {at.id, value_of(t, argument).id, word(t, type_size(t, slot->byval)).id};
        emit(t, instruction_make(OP_MEMCPY, type_void()), operands, 3);
        return;
    }
    store_parts(t, shape_of(t, LLVMTypeOf(argument)), at, parts_of(t, argument), slot->alignment, 0);
}

/* C gives no way to keep the area's address beyond the call, so that calls with equal sizes share one. */
static struct value shared_area(struct translator *t, uint64_t size, uint64_t alignment)
{
    uint64_t key = hash_pair(t->function_index, hash_pair(size, alignment)), id;
    if (map_get(&t->areas, key, &id)) return (struct value){(uint32_t)id};
    struct value area = emit_temporary(t, size, alignment);
    map_set(&t->areas, key, area.id);
    return area;
}

struct value pack_variadic(struct translator *t, LLVMValueRef call, unsigned first)
{
    unsigned count = LLVMGetNumArgOperands(call);
    if (first >= count) return constant_null(t->program);
    struct slot *slots = ARENA_ARRAY(&t->arena, struct slot, count - first);
    uint64_t size = 0;
    for (unsigned i = first; i < count; i++) {
        slots[i - first] = place_argument(t, call, i, size);
        size = slots[i - first].offset + slots[i - first].size;
    }
    struct value area = shared_area(t, size, 16);
    emit(t, instruction_make(OP_LIFESTART, type_void()), &area.id, 1);
    for (unsigned i = first; i < count; i++)
        store_argument(t, LLVMGetOperand(call, i), area, &slots[i - first]);
    return area;
}

/* A small struct aligned beyond its size's pieces is passed in registers as one piece, so that the packed
 * area has neither its size nor its alignment; clang's va_arg shows it by a PHI of the register's address and
 * the aligned one. */
bool variadic_register_over_aligned(LLVMValueRef masked)
{
    for (LLVMUseRef use = LLVMGetFirstUse(masked); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef phi = LLVMGetUser(use);
        if (!LLVMIsAPHINode(phi)) continue;
        LLVMUseRef first = LLVMGetFirstUse(phi);
        LLVMValueRef load = first ? LLVMIsALoadInst(LLVMGetUser(first)) : NULL;
        LLVMTypeRef type = load ? LLVMTypeOf(load) : NULL;
        if (!type || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 128)
            return true;
    }
    return false;
}

static bool convention_known(struct translator *t)
{
    const char *target = LLVMGetTarget(t->module);
    return !strncmp(target, "x86_64", 6) || (target[0] == 'i' && !strncmp(target + 2, "86", 2));
}

void unpack_variadic_start(struct translator *t, struct value list)
{
    if (!convention_known(t))
        emit_unsupported(t, type_void(), "va_start on target %s", LLVMGetTarget(t->module));
    if (!t->function->variadic)
        emit_unsupported(t, type_void(), "va_start in a function without variadic arguments");
    if (!t->function->variadic || !convention_known(t)) return;
    if (!is_64(t)) {
        emit_store(t, list, t->variadic_area, 4, 0);
        return;
    }
    emit_store(t, list, constant_int(t->program, type_int(32), GP_REGISTERS_END), 4, 0);
    emit_store(t, emit_offset(t, list, 4), constant_int(t->program, type_int(32), FP_REGISTERS_END), 4, 0);
    emit_store(t, emit_offset(t, list, 8), t->variadic_area, 8, 0);
    emit_store(t, emit_offset(t, list, 16), constant_null(t->program), 8, 0);
}

void copy_variadic_list(struct translator *t, struct value to, struct value from)
{
    uint32_t operands[] = {to.id, from.id, word(t, is_64(t) ? 24 : 4).id};
    emit(t, instruction_make(OP_MEMCPY, type_void()), operands, 3);
}
