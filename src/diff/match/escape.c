/* A static function that differs has no verdict of its own, so its address must not leave the
 * function that mentions it, nor the address of a table that holds it: whoever gets it may
 * call it. Reading numbers out of such a table, and comparing addresses, is harmless. */
#include "diff/match/compare_internal.h"

#define MAX_DEPTH 12 /* of initial values that point to further ones */

static bool value_mentions(const struct comparer *, LLVMValueRef, int depth,
                           struct map *seen);

static bool operands_mention(const struct comparer *comparer, LLVMValueRef v, int depth,
                             struct map *seen)
{
    int count = LLVMGetNumOperands(v);
    for (int i = 0; i < count; i++)
        if (value_mentions(comparer, LLVMGetOperand(v, (unsigned)i), depth, seen))
            return true;
    return false;
}

static bool value_mentions(const struct comparer *comparer, LLVMValueRef v, int depth,
                           struct map *seen)
{
    if (!v || !LLVMIsConstant(v) || depth == 0)
        return depth == 0;
    if (!LLVMIsAGlobalValue(v)) {
        bool leaf =
            LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsAConstantDataSequential(v);
        return !leaf && operands_mention(comparer, v, depth, seen);
    }
    v = global_definition(comparer, OLD, v);
    if (map_has(&comparer->hidden, (uint64_t)(uintptr_t)v))
        return true;
    if (!LLVMIsAGlobalVariable(v) || map_has(seen, (uint64_t)(uintptr_t)v))
        return false;
    map_set(seen, (uint64_t)(uintptr_t)v, 1);
    LLVMValueRef content = LLVMGetInitializer(v);
    return content && value_mentions(comparer, content, depth - 1, seen);
}

bool mentions_hidden(const struct comparer *comparer, LLVMValueRef constant)
{
    struct map seen = {0};
    bool found = value_mentions(comparer, constant, MAX_DEPTH, &seen);
    map_release(&seen);
    return found;
}

static bool is_number(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind;
}

/* What the step leads to. */
static LLVMTypeRef step_target(LLVMValueRef step)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(step); i++) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMStructTypeKind)
            type = LLVMStructGetTypeAtIndex(
                type, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(step, i)));
        else if (kind == LLVMArrayTypeKind)
            type = LLVMGetElementType(type);
        else
            return NULL;
    }
    return type;
}

static bool is_step(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* POINTER, a step into a table, is only used to read numbers that stand in it as such. */
static bool reads_numbers(LLVMValueRef pointer)
{
    LLVMTypeRef target = is_step(pointer) ? step_target(pointer) : NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) {
            if (!target || LLVMTypeOf(user) != target || !is_number(target))
                return false;
        } else if (is_step(user)) {
            if (!reads_numbers(user))
                return false;
        } else if (!LLVMIsAICmpInst(user)) {
            return false;
        }
    }
    return true;
}

/* The number that a constant step into a table leads to stands in its initial value as one.
 */
static bool reads_number_at(LLVMValueRef load, LLVMValueRef pointer)
{
    return is_step(pointer) && step_target(pointer) == LLVMTypeOf(load) &&
           is_number(LLVMTypeOf(load)) &&
           LLVMGetTypeKind(LLVMGetGEPSourceElementType(pointer)) != LLVMIntegerTypeKind;
}

static bool operand_stays(LLVMValueRef i, unsigned index)
{
    LLVMValueRef operand = LLVMGetOperand(i, index);
    if (LLVMIsAICmpInst(i))
        return true;
    if (LLVMIsALoadInst(i))
        return reads_number_at(i, operand);
    if (LLVMIsAGetElementPtrInst(i) && index == 0)
        return reads_numbers(i);
    bool callee = LLVMIsACallInst(i) && LLVMGetCalledValue(i) == operand;
    return callee &&
           index + 1 == (unsigned)LLVMGetNumOperands(i); /* compared with the call */
}

bool hidden_functions_stay(struct match *m)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(m->body[OLD]); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            unsigned count = (unsigned)LLVMGetNumOperands(i);
            for (unsigned k = 0; k < count; k++)
                if (LLVMIsConstant(LLVMGetOperand(i, k)) && !operand_stays(i, k) &&
                    mentions_hidden(m->comparer, LLVMGetOperand(i, k)))
                    return false;
        }
    }
    return true;
}
