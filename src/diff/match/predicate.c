/* Predicates of integer comparisons: inverse, exchanged, and strict bounds. */
#include "diff/match/compare_internal.h"

LLVMIntPredicate predicate_inverse(LLVMIntPredicate p)
{
    static const LLVMIntPredicate inverse[] = {
        [LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,   [LLVMIntUGT] = LLVMIntULE,
        [LLVMIntULE] = LLVMIntUGT, [LLVMIntUGE] = LLVMIntULT, [LLVMIntULT] = LLVMIntUGE,
        [LLVMIntSGT] = LLVMIntSLE, [LLVMIntSLE] = LLVMIntSGT, [LLVMIntSGE] = LLVMIntSLT,
        [LLVMIntSLT] = LLVMIntSGE,
    };
    return inverse[p];
}

LLVMIntPredicate predicate_swapped(LLVMIntPredicate p)
{
    static const LLVMIntPredicate swapped[] = {
        [LLVMIntEQ] = LLVMIntEQ,   [LLVMIntNE] = LLVMIntNE,   [LLVMIntUGT] = LLVMIntULT,
        [LLVMIntUGE] = LLVMIntULE, [LLVMIntULT] = LLVMIntUGT, [LLVMIntULE] = LLVMIntUGE,
        [LLVMIntSGT] = LLVMIntSLT, [LLVMIntSGE] = LLVMIntSLE, [LLVMIntSLT] = LLVMIntSGT,
        [LLVMIntSLE] = LLVMIntSGE,
    };
    return swapped[p];
}

bool bound_of(LLVMValueRef comparison, LLVMIntPredicate predicate, struct bound *bound)
{
    LLVMValueRef limit = LLVMGetOperand(comparison, 1);
    if (!LLVMIsAConstantInt(limit) || LLVMGetIntTypeWidth(LLVMTypeOf(limit)) > 32)
        return false;
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(limit));
    int64_t highest = (int64_t)1 << (width - 1), value = LLVMConstIntGetSExtValue(limit);
    int64_t natural = (int64_t)LLVMConstIntGetZExtValue(limit);
    *bound = (struct bound){predicate, value};
    switch (predicate) {
    case LLVMIntSGE:
        *bound = (struct bound){LLVMIntSGT, value - 1};
        return value > -highest;
    case LLVMIntSLE:
        *bound = (struct bound){LLVMIntSLT, value + 1};
        return value < highest - 1;
    case LLVMIntUGE:
        *bound = (struct bound){LLVMIntUGT, natural - 1};
        return natural > 0;
    case LLVMIntULE:
        *bound = (struct bound){LLVMIntULT, natural + 1};
        return natural < 2 * highest - 1;
    case LLVMIntUGT:
    case LLVMIntULT:
        bound->limit = natural;
        return true;
    case LLVMIntEQ:
    case LLVMIntNE:
    case LLVMIntSGT:
    case LLVMIntSLT:
        return true;
    }
    return false;
}
