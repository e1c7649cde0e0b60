/* Equality of constants. Both versions live in one context, so constants that mention no
 * global are equal iff they are the same handle; the others are compared part by part. */
#include "diff/match/compare_internal.h"
#include "diff/patterns/pattern.h"

#define MAX_ELEMENTS (1u << 22)

static bool is_aggregate(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
           kind == LLVMVectorTypeKind;
}

static unsigned element_count(LLVMTypeRef type)
{
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        return LLVMCountStructElementTypes(type);
    case LLVMArrayTypeKind: {
        uint64_t length = LLVMGetArrayLength2(type);
        return length > MAX_ELEMENTS ? MAX_ELEMENTS : (unsigned)length;
    }
    default:
        return LLVMGetVectorSize(type);
    }
}

static bool aggregate_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef x = LLVMTypeOf(a), y = LLVMTypeOf(b);
    if (LLVMIsNull(a) && LLVMIsNull(b))
        return types_equal(m, x, y);
    unsigned count = element_count(x);
    if (LLVMGetTypeKind(x) != LLVMGetTypeKind(y))
        return false;
    if (count == element_count(y) && count < MAX_ELEMENTS) {
        struct match_mark mark = match_mark(m);
        unsigned i = 0;
        while (i < count) {
            LLVMValueRef p = LLVMGetAggregateElement(a, i), q = LLVMGetAggregateElement(b, i);
            if (!p || !q || !constant_equal(m, p, q))
                break;
            i++;
        }
        if (i == count)
            return true;
        match_undo(m, mark);
    }
    return LLVMGetTypeKind(x) == LLVMStructTypeKind && pattern_initialisers(m, a, b);
}

static bool block_address_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMBasicBlockRef x = LLVMValueAsBasicBlock(LLVMGetOperand(a, 1)),
                      y = LLVMValueAsBasicBlock(LLVMGetOperand(b, 1));
    return match_pairing(m->blocks, x, y) == PAIRING_SAME;
}

static bool expression_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMOpcode opcode = LLVMGetConstOpcode(a);
    if (opcode == LLVMGetElementPtr || LLVMGetConstOpcode(b) == LLVMGetElementPtr)
        return address_equal(m, a, b);
    if (opcode != LLVMGetConstOpcode(b))
        return false;
    unsigned count = (unsigned)LLVMGetNumOperands(a);
    if (count != (unsigned)LLVMGetNumOperands(b))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!constant_equal(m, LLVMGetOperand(a, i), LLVMGetOperand(b, i)))
            return false;
    return true;
}

bool constant_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMIsAGlobalValue(a) && LLVMIsAGlobalValue(b))
        return global_equal(m, a, b);
    if (a == b)
        return true;
    if (LLVMIsNull(a) && LLVMIsNull(b) && same_bits(m, LLVMTypeOf(a), LLVMTypeOf(b)))
        return true;
    if (LLVMIsAConstantInt(a) && LLVMIsAConstantInt(b))
        return LLVMTypeOf(a) == LLVMTypeOf(b) && pattern_constants(m, a, b);
    if (LLVMIsPoison(a) || LLVMIsPoison(b))
        return LLVMIsPoison(a) && LLVMIsPoison(b);
    if (LLVMIsUndef(a) || LLVMIsUndef(b))
        return LLVMIsUndef(a) && LLVMIsUndef(b);
    if (LLVMIsABlockAddress(a) && LLVMIsABlockAddress(b))
        return block_address_equal(m, a, b);
    if (LLVMIsAConstantExpr(a) || LLVMIsAConstantExpr(b)) {
        if (LLVMIsAConstantExpr(a) && LLVMIsAConstantExpr(b))
            return expression_equal(m, a, b);
        return address_equal(m, a, b);
    }
    if (is_aggregate(LLVMTypeOf(a)) && is_aggregate(LLVMTypeOf(b)))
        return aggregate_equal(m, a, b);
    return false;
}
