/* Equality of values (the operands part of T23's Algorithm 3): pure instructions are compared
 * as expressions. Two equal expressions have equal values whenever the arguments, effects,
 * merges and objects they rest on are paired. */
#include "diff/match/compare_internal.h"
#include "diff/patterns/pattern.h"

#include <llvm-c/Target.h>
#include <string.h>

#define MAX_DEPTH 3000
#define MAX_STEPS 400000

bool types_equal(struct match *m, LLVMTypeRef a, LLVMTypeRef b)
{
    if (a == b)
        return true;
    LLVMTypeKind kind = LLVMGetTypeKind(a);
    if (kind != LLVMGetTypeKind(b))
        return false;
    if (kind == LLVMArrayTypeKind)
        return LLVMGetArrayLength2(a) == LLVMGetArrayLength2(b) &&
               types_equal(m, LLVMGetElementType(a), LLVMGetElementType(b));
    if (kind != LLVMStructTypeKind)
        return false;
    unsigned count = LLVMCountStructElementTypes(a);
    bool same = count == LLVMCountStructElementTypes(b) &&
                LLVMIsPackedStruct(a) == LLVMIsPackedStruct(b) &&
                LLVMIsOpaqueStruct(a) == LLVMIsOpaqueStruct(b);
    for (unsigned i = 0; same && i < count; i++)
        same = types_equal(m, LLVMStructGetTypeAtIndex(a, i), LLVMStructGetTypeAtIndex(b, i));
    return same || pattern_types(m, a, b);
}

/* A pointer and an integer of its width hold the same bits. */
bool same_bits(struct match *m, LLVMTypeRef a, LLVMTypeRef b)
{
    if (types_equal(m, a, b))
        return true;
    LLVMTypeKind x = LLVMGetTypeKind(a), y = LLVMGetTypeKind(b);
    LLVMTypeRef pointer = x == LLVMPointerTypeKind ? a : b,
                integer = x == LLVMPointerTypeKind ? b : a;
    if (!(x == LLVMPointerTypeKind && y == LLVMIntegerTypeKind) &&
        !(x == LLVMIntegerTypeKind && y == LLVMPointerTypeKind))
        return false;
    return LLVMGetPointerAddressSpace(pointer) == 0 &&
           LLVMGetIntTypeWidth(integer) == match_pointer_width(m);
}

unsigned match_pointer_width(struct match *m)
{
    return 8 * LLVMPointerSize(LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->body[OLD])));
}

/* The value behind conversions between pointers and integers of their width. */
LLVMValueRef behind_casts(struct match *m, LLVMValueRef v)
{
    while (LLVMIsAPtrToIntInst(v) || LLVMIsAIntToPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && (LLVMGetConstOpcode(v) == LLVMPtrToInt ||
                                       LLVMGetConstOpcode(v) == LLVMIntToPtr))) {
        LLVMValueRef operand = LLVMGetOperand(v, 0);
        if (!same_bits(m, LLVMTypeOf(operand), LLVMTypeOf(v)))
            break;
        v = operand;
    }
    return v;
}

bool operands_equal(struct match *m, LLVMValueRef a, LLVMValueRef b, unsigned count)
{
    LLVMValueRef site[2] = {m->site[OLD], m->site[NEW]};
    bool same = true;
    for (unsigned i = 0; same && i < count; i++) {
        m->site[OLD] = a;
        m->site[NEW] = b;
        same = value_equal(m, LLVMGetOperand(a, i), LLVMGetOperand(b, i));
    }
    m->site[OLD] = site[OLD];
    m->site[NEW] = site[NEW];
    return same;
}

static bool crossed_operands_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef site[2] = {m->site[OLD], m->site[NEW]};
    m->site[OLD] = a;
    m->site[NEW] = b;
    bool same = value_equal(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 1)) &&
                value_equal(m, LLVMGetOperand(a, 1), LLVMGetOperand(b, 0));
    m->site[OLD] = site[OLD];
    m->site[NEW] = site[NEW];
    return same;
}

static bool either_order_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    struct match_mark mark = match_mark(m);
    if (operands_equal(m, a, b, 2))
        return true;
    match_undo(m, mark);
    return crossed_operands_equal(m, a, b);
}

/* Local objects are paired one to one. An object that is born anew in a loop must be born in
 * paired blocks.
 */
static bool object_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    enum pairing pairing = match_pairing(m->objects, a, b);
    if (pairing != PAIRING_NONE)
        return pairing == PAIRING_SAME;
    if (!types_equal(m, LLVMGetAllocatedType(a), LLVMGetAllocatedType(b)))
        return false;
    if (!value_equal(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0)))
        return false;
    LLVMBasicBlockRef x = LLVMGetInstructionParent(a), y = LLVMGetInstructionParent(b);
    if (match_pairing(m->blocks, x, y) != PAIRING_SAME)
        return false;
    if (LLVMGetAllocatedType(a) == LLVMGetAllocatedType(b) &&
        LLVMGetAlignment(b) < LLVMGetAlignment(a))
        return match_hint(m, CAUSE_CODE, NULL,
                          "the alignment of a local variable got smaller");
    match_add_object(m, a, b);
    return true;
}

static bool merge_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (match_pairing(m->blocks, LLVMGetInstructionParent(a), LLVMGetInstructionParent(b)) !=
        PAIRING_SAME)
        return false;
    match_add_merge(m, a, b);
    return true;
}

static bool clobber_equal(struct match *m, struct extra_clobber a, struct extra_clobber b)
{
    if (a.merge && b.merge)
        return match_pairing(m->blocks, a.merge, b.merge) == PAIRING_SAME;
    if (!a.instruction || !b.instruction)
        return !a.instruction && !b.instruction && !a.merge && !b.merge;
    if (opaque_kind_of(a.instruction) == OPAQUE_TOUCH &&
        opaque_kind_of(b.instruction) == OPAQUE_TOUCH)
        return value_equal(m, LLVMGetOperand(a.instruction, 0),
                           LLVMGetOperand(b.instruction, 0));
    return match_pairing(m->effects, a.instruction, b.instruction) == PAIRING_SAME;
}

static bool load_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (!operands_equal(m, a, b, 1))
        return false;
    struct extra_clobber x = extra_memory_clobber(match_memory(m, OLD), a);
    struct extra_clobber y = extra_memory_clobber(match_memory(m, NEW), b);
    return clobber_equal(m, x, y) && alignment_agrees(m, a, b) &&
           (extra_is_safe_access(b) || executed_alike(m, a, b));
}

static bool indices_equal(LLVMValueRef a, LLVMValueRef b)
{
    unsigned count = LLVMGetNumIndices(a);
    if (count != LLVMGetNumIndices(b))
        return false;
    const unsigned *x = LLVMGetIndices(a), *y = LLVMGetIndices(b);
    for (unsigned i = 0; i < count; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

static bool comparison_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMIntPredicate p = LLVMGetICmpPredicate(a), q = LLVMGetICmpPredicate(b);
    struct match_mark mark = match_mark(m);
    if (p == q && operands_equal(m, a, b, 2))
        return true;
    match_undo(m, mark);
    if (predicate_swapped(p) == q && crossed_operands_equal(m, a, b))
        return true;
    match_undo(m, mark);
    struct bound x, y;
    return bound_of(a, p, &x) && bound_of(b, q, &y) && x.predicate == y.predicate &&
           x.limit == y.limit && value_equal(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0));
}

static bool select_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    struct match_mark mark = match_mark(m);
    if (operands_equal(m, a, b, 3))
        return true;
    match_undo(m, mark);
    return pattern_negated(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0)) &&
           value_equal(m, LLVMGetOperand(a, 1), LLVMGetOperand(b, 2)) &&
           value_equal(m, LLVMGetOperand(a, 2), LLVMGetOperand(b, 1));
}

static bool shuffle_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    unsigned count = LLVMGetNumMaskElements(a);
    if (count != LLVMGetNumMaskElements(b))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetMaskValue(a, i) != LLVMGetMaskValue(b, i))
            return false;
    return operands_equal(m, a, b, 2);
}

static bool pure_call_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (opaque_kind_of(a) == OPAQUE_UNINITIALISED)
        return opaque_kind_of(b) == OPAQUE_UNINITIALISED;
    if (!is_pure_call(a) || !is_pure_call(b))
        return false;
    LLVMValueRef f = LLVMGetCalledValue(a), g = LLVMGetCalledValue(b);
    size_t length;
    if (strcmp(LLVMGetValueName2(f, &length), LLVMGetValueName2(g, &length)))
        return false;
    return operands_equal(m, a, b, LLVMGetNumArgOperands(a));
}

/* A division whose divisor is not known to be harmless is marked. */
static bool is_trapping(LLVMOpcode opcode, LLVMValueRef i)
{
    bool division =
        opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
    return division && !LLVMIsAConstantInt(LLVMGetOperand(i, 1));
}

static bool instruction_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(a);
    if (address_is_step(a) || address_is_step(b))
        return address_equal(m, a, b);
    if (opcode != LLVMGetInstructionOpcode(b))
        return false;
    if (is_effect(a) || is_effect(b))
        return false; /* paired effects were found before */
    switch ((int)opcode) {
    case LLVMPHI:
        return merge_equal(m, a, b);
    case LLVMAlloca:
        return object_equal(m, a, b);
    case LLVMLoad:
        return load_equal(m, a, b);
    case LLVMCall:
        return pure_call_equal(m, a, b);
    case LLVMICmp:
        return comparison_equal(m, a, b);
    case LLVMFCmp:
        return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b) &&
               operands_equal(m, a, b, 2);
    case LLVMSelect:
        return select_equal(m, a, b);
    case LLVMShuffleVector:
        return shuffle_equal(m, a, b);
    case LLVMExtractValue:
        return indices_equal(a, b) && operands_equal(m, a, b, 1);
    case LLVMInsertValue:
        return indices_equal(a, b) && operands_equal(m, a, b, 2);
    case LLVMAdd:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFMul:
        return either_order_equal(m, a, b);
    default:
        break;
    }
    unsigned count = (unsigned)LLVMGetNumOperands(a);
    if (count != (unsigned)LLVMGetNumOperands(b) || !operands_equal(m, a, b, count))
        return false;
    return !is_trapping(opcode, b) || executed_alike(m, a, b);
}

static bool compare_values(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMIsConstant(a) && LLVMIsConstant(b)) {
        if (address_equal(m, a, b))
            return true;
        return constant_equal(m, a, b);
    }
    if (LLVMIsAInstruction(a) && LLVMIsAInstruction(b))
        return instruction_equal(m, a, b);
    return address_equal(m, a, b);
}

bool value_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    a = behind_casts(m, a);
    b = behind_casts(m, b);
    if (!same_bits(m, LLVMTypeOf(a), LLVMTypeOf(b)))
        return false;
    if (LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMMetadataTypeKind)
        return a == b;
    uint64_t key = match_key(m, a, b);
    if (map_has(&m->equal, key))
        return true;
    if (map_or(&m->unequal, key, 0) == m->stamp + 1)
        return false;
    if (m->depth > MAX_DEPTH || m->steps++ > MAX_STEPS)
        return match_hint(m, CAUSE_LIMIT, NULL, "too large to compare");
    struct match_mark mark = match_mark(m);
    m->depth++;
    bool same = compare_values(m, a, b);
    m->depth--;
    if (same) {
        match_add_equal(m, a, b);
    } else {
        if (m->trail.count != mark.trail || m->merges.count != mark.merges)
            match_undo(m, mark);
        map_set(&m->unequal, key, m->stamp + 1);
    }
    return same;
}
