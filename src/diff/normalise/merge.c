/* Merges blocks that do the same and go on the same way, such as arms of a switch that were
 * written twice, so that it does not matter whether cases share their code (T23 7.1:
 * consolidate-conditional). Requires no phi in the merged blocks; keeps the function's
 * meaning exactly. */
#include "diff/normalise/normalise_internal.h"

#include "base/failure.h"

#include "base/vector.h"
#include "diff/project/llvm_extra.h"

#include <llvm-c/Core.h>
#include <string.h>

#define MAX_BLOCKS 400 /* of one function: comparing is quadratic */
#define MAX_LENGTH 64

struct twins {
    LLVMBasicBlockRef block[2];
    LLVMValueRef instruction[2][MAX_LENGTH];
    size_t count;
};

/* The instruction of the first block that stands for V of the second, or V itself. */
static LLVMValueRef counterpart(const struct twins *twins, LLVMValueRef v)
{
    for (size_t i = 0; i < twins->count; i++)
        if (twins->instruction[1][i] == v)
            return twins->instruction[0][i];
    return v;
}

static bool same_step(const struct twins *twins, LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMIsAPHINode(a) || LLVMIsAAllocaInst(a) || !extra_same_operation(a, b))
        return false;
    int count = LLVMGetNumOperands(a);
    for (int i = 0; i < count; i++)
        if (LLVMGetOperand(a, (unsigned)i) !=
            counterpart(twins, LLVMGetOperand(b, (unsigned)i)))
            return false;
    return true;
}

static bool same_code(struct twins *twins)
{
    LLVMValueRef a = LLVMGetFirstInstruction(twins->block[0]),
                 b = LLVMGetFirstInstruction(twins->block[1]);
    for (; a && b; a = LLVMGetNextInstruction(a), b = LLVMGetNextInstruction(b)) {
        if (twins->count == MAX_LENGTH || !same_step(twins, a, b))
            return false;
        twins->instruction[0][twins->count] = a;
        twins->instruction[1][twins->count++] = b;
    }
    return !a && !b;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == block)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static bool same_successors(const struct twins *twins)
{
    LLVMValueRef a = LLVMGetBasicBlockTerminator(twins->block[0]),
                 b = LLVMGetBasicBlockTerminator(twins->block[1]);
    if (LLVMGetNumSuccessors(a) != LLVMGetNumSuccessors(b))
        return false;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(a); s++)
        if (LLVMGetSuccessor(a, s) != LLVMGetSuccessor(b, s))
            return false;
    return true;
}

/* What the blocks pass on to phis of their successors is the same too. */
static bool same_exits(const struct twins *twins)
{
    LAW(same_successors(twins)); /* their ends are the same step */
    LLVMValueRef end = LLVMGetBasicBlockTerminator(twins->block[0]);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
        for (LLVMValueRef i = LLVMGetFirstInstruction(next); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i)) {
            LLVMValueRef b = incoming(i, twins->block[1]);
            if (!b || incoming(i, twins->block[0]) != counterpart(twins, b))
                return false;
        }
    }
    return true;
}

/* Values of the blocks are used in them, or by phis of their successors; nothing else refers
 * to the second block. */
static bool is_private(const struct twins *twins)
{
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < twins->count; i++)
            for (LLVMUseRef use = LLVMGetFirstUse(twins->instruction[k][i]); use;
                 use = LLVMGetNextUse(use)) {
                LLVMValueRef user = LLVMGetUser(use);
                if (LLVMGetInstructionParent(user) != twins->block[k] &&
                    !LLVMIsAPHINode(user))
                    return false;
            }
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(twins->block[1])); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsABranchInst(user) && !LLVMIsASwitchInst(user))
            return false;
    }
    return true;
}

/* A phi that uses a value of a block must do so on the edge from it. */
static bool phis_are_direct(const struct twins *twins)
{
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < twins->count; i++)
            for (LLVMUseRef use = LLVMGetFirstUse(twins->instruction[k][i]); use;
                 use = LLVMGetNextUse(use)) {
                LLVMValueRef user = LLVMGetUser(use);
                if (!LLVMIsAPHINode(user))
                    continue;
                unsigned count = LLVMCountIncoming(user);
                for (unsigned n = 0; n < count; n++)
                    if (LLVMGetIncomingValue(user, n) == twins->instruction[k][i] &&
                        LLVMGetIncomingBlock(user, n) != twins->block[k])
                        return false;
            }
    return true;
}

static bool mergeable(LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    struct twins twins = {{a, b}, {{0}}, 0};
    return same_code(&twins) && same_exits(&twins) && is_private(&twins) &&
           phis_are_direct(&twins);
}

bool merge_blocks(LLVMValueRef function)
{
    LAW(LLVMCountBasicBlocks(function));
    if (LLVMCountBasicBlocks(function) > MAX_BLOCKS)
        return false;
    bool changed = false;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMBasicBlockRef a = LLVMGetNextBasicBlock(entry); a;
         a = LLVMGetNextBasicBlock(a)) {
        for (LLVMBasicBlockRef b = LLVMGetNextBasicBlock(a), next; b; b = next) {
            next = LLVMGetNextBasicBlock(b);
            LLVMValueRef p = LLVMGetBasicBlockTerminator(a),
                         q = LLVMGetBasicBlockTerminator(b);
            if (LLVMGetInstructionOpcode(p) != LLVMGetInstructionOpcode(q) ||
                LLVMIsAPHINode(LLVMGetFirstInstruction(a)))
                continue;
            if (!mergeable(a, b))
                continue;
            extra_replace_block(b, a);
            changed = true;
        }
    }
    return changed;
}
