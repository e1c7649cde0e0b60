/* Inverse conditions (T23 7.2.5): a condition replaced by its negation, with the branches
 * exchanged. */
#include "diff/patterns/pattern.h"

/* The operand of a boolean negation, or null. */
static LLVMValueRef negation_of(LLVMValueRef v)
{
    if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMXor)
        return NULL;
    LLVMValueRef mask = LLVMGetOperand(v, 1);
    return LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) == 1
               ? LLVMGetOperand(v, 0)
               : NULL;
}

static bool crossed(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    return value_equal(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 1)) &&
           value_equal(m, LLVMGetOperand(a, 1), LLVMGetOperand(b, 0));
}

static bool comparisons_negated(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMIsAFCmpInst(a) &&
        LLVMIsAFCmpInst(b)) /* predicates are sets of outcomes, four bits */
        return LLVMGetFCmpPredicate(a) + LLVMGetFCmpPredicate(b) == 15 &&
               operands_equal(m, a, b, 2);
    if (!LLVMIsAICmpInst(a) || !LLVMIsAICmpInst(b))
        return false;
    LLVMIntPredicate p = predicate_inverse(LLVMGetICmpPredicate(a)),
                     q = LLVMGetICmpPredicate(b);
    struct match_mark mark = match_mark(m);
    if (p == q && operands_equal(m, a, b, 2))
        return true;
    match_undo(m, mark);
    if (predicate_swapped(p) == q && crossed(m, a, b))
        return true;
    match_undo(m, mark);
    struct bound x, y;
    return bound_of(a, p, &x) && bound_of(b, q, &y) && x.predicate == y.predicate &&
           x.limit == y.limit && value_equal(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0));
}

static bool negated(struct match *m, LLVMValueRef a, LLVMValueRef b);

/* not (p and q) is (not p) or (not q). */
static bool connectives_negated(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (!LLVMIsABinaryOperator(a) || !LLVMIsABinaryOperator(b))
        return false;
    LLVMOpcode x = LLVMGetInstructionOpcode(a), y = LLVMGetInstructionOpcode(b);
    if (!((x == LLVMAnd && y == LLVMOr) || (x == LLVMOr && y == LLVMAnd)))
        return false;
    struct match_mark mark = match_mark(m);
    if (negated(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0)) &&
        negated(m, LLVMGetOperand(a, 1), LLVMGetOperand(b, 1)))
        return true;
    match_undo(m, mark);
    return negated(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 1)) &&
           negated(m, LLVMGetOperand(a, 1), LLVMGetOperand(b, 0));
}

static bool choices_negated(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (!LLVMIsASelectInst(a) || !LLVMIsASelectInst(b))
        return false;
    LLVMValueRef p = LLVMGetOperand(a, 0), x = LLVMGetOperand(a, 1), y = LLVMGetOperand(a, 2);
    LLVMValueRef q = LLVMGetOperand(b, 0), u = LLVMGetOperand(b, 1), v = LLVMGetOperand(b, 2);
    struct match_mark mark = match_mark(m);
    if (value_equal(m, p, q) && negated(m, x, u) && negated(m, y, v))
        return true;
    match_undo(m, mark);
    return negated(m, p, q) && negated(m, x, v) && negated(m, y, u);
}

static bool negated(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(a)) != 1)
        return false;
    if (LLVMIsAConstantInt(a) && LLVMIsAConstantInt(b))
        return a != b;
    struct match_mark mark = match_mark(m);
    LLVMValueRef x = negation_of(a), y = negation_of(b);
    if (x && value_equal(m, x, b))
        return true;
    if (y && value_equal(m, a, y))
        return true;
    match_undo(m, mark);
    if (comparisons_negated(m, a, b))
        return true;
    match_undo(m, mark);
    return connectives_negated(m, a, b) || choices_negated(m, a, b);
}

const struct diff_pattern pattern_inverse = {
    .name = "inverse",
    .summary = "a branch condition negated and the branches exchanged",
    .negated = negated,
};
