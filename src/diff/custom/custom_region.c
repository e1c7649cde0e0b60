/* Custom change patterns with branches: the pattern's blocks are found as a region of the
 * body.
 *
 * The pattern's entry lies somewhere in a block of the body and ends with it; its inner
 * blocks are blocks of the body of their own; all its ways lead to one exit, a block that
 * only merges and returns, which stands for the block where the body goes on. Nothing but the
 * pattern may be inside, and nothing may jump into it.
 */
#include "diff/custom/custom_internal.h"

#include "base/failure.h"

#include <llvm-c/Core.h>
#include <string.h>

bool custom_has_branches(LLVMValueRef pattern)
{
    LAW(LLVMCountBasicBlocks(pattern));
    return LLVMCountBasicBlocks(pattern) > 1;
}

LLVMBasicBlockRef custom_exit(LLVMValueRef pattern)
{
    LLVMBasicBlockRef exit = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(pattern); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(end)) {
            if (exit)
                return NULL;
            exit = b;
        } else if (LLVMGetInstructionOpcode(end) != LLVMBr)
            return NULL;
    }
    if (!exit || !custom_has_branches(pattern))
        return exit;
    for (LLVMValueRef i = LLVMGetFirstInstruction(exit); i; i = LLVMGetNextInstruction(i))
        if (!LLVMIsAPHINode(i) && !LLVMIsAReturnInst(i) && !custom_is_output(i))
            return NULL;
    return exit;
}

static LLVMBasicBlockRef block_of(const struct custom_site *s, LLVMBasicBlockRef pattern)
{
    return (LLVMBasicBlockRef)(uintptr_t)map_or(&s->blocks, (uintptr_t)pattern, 0);
}

static bool match_inside(struct custom_site *s, LLVMBasicBlockRef pattern,
                         LLVMBasicBlockRef body)
{
    LLVMValueRef at = LLVMGetFirstInstruction(body);
    for (LLVMValueRef i = LLVMGetFirstInstruction(pattern); i;
         i = LLVMGetNextInstruction(i)) {
        if (LLVMIsATerminatorInst(i))
            break;
        if (map_has(&s->values, (uintptr_t)i))
            continue;
        bool found = false;
        for (; at && !found; at = LLVMGetNextInstruction(at))
            found = custom_unify(s, i, at);
        if (!found)
            return false;
    }
    return true;
}

static bool match_ends(struct custom_site *s, LLVMBasicBlockRef exit,
                       LLVMBasicBlockRef pattern, LLVMBasicBlockRef body)
{
    LLVMValueRef p = LLVMGetBasicBlockTerminator(pattern),
                 b = LLVMGetBasicBlockTerminator(body);
    LAW(block_of(s, pattern) == body);
    unsigned ways = LLVMGetNumSuccessors(p);
    if (LLVMGetInstructionOpcode(b) != LLVMBr || LLVMGetNumSuccessors(b) != ways)
        return false;
    if (ways == 2 && !custom_unify_operand(s, LLVMGetCondition(p), LLVMGetCondition(b)))
        return false;
    for (unsigned k = 0; k < ways; k++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(p, k), here = LLVMGetSuccessor(b, k),
                          known = block_of(s, next);
        if (known && known != here)
            return false;
        if (known)
            continue;
        map_set(&s->blocks, (uintptr_t)next, (uintptr_t)here);
        if (next == exit) {
            s->exit = here;
            continue;
        }
        VECTOR_PUSH(&s->inner, here);
        if (!match_inside(s, next, here) || !match_ends(s, exit, next, here))
            return false;
    }
    return true;
}

/* A merge at the exit of the pattern is the merge of the body that takes the same values from
 * the same sides.
 */
static bool match_merge(struct custom_site *s, LLVMValueRef merge)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(s->exit); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        unsigned n = LLVMCountIncoming(merge), agreed = 0;
        if (LLVMTypeOf(i) != LLVMTypeOf(merge) || LLVMCountIncoming(i) != n)
            continue;
        for (unsigned k = 0; k < n; k++)
            for (unsigned m = 0; m < n; m++)
                if (block_of(s, LLVMGetIncomingBlock(merge, k)) ==
                        LLVMGetIncomingBlock(i, m) &&
                    custom_unify_operand(s, LLVMGetIncomingValue(merge, k),
                                         LLVMGetIncomingValue(i, m)))
                    agreed++;
        if (agreed < n)
            continue;
        map_set(&s->values, (uintptr_t)merge, (uintptr_t)i);
        VECTOR_PUSH(&s->matched, i);
        return true;
    }
    return false;
}

bool custom_match_region(struct custom_site *s)
{
    LLVMBasicBlockRef exit = custom_exit(s->pattern),
                      entry = LLVMGetEntryBasicBlock(s->pattern);
    LLVMBasicBlockRef body = LLVMGetInstructionParent(s->anchor);
    map_set(&s->blocks, (uintptr_t)entry, (uintptr_t)body);
    if (!match_ends(s, exit, entry, body) || !s->exit)
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(exit); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i))
        if (!match_merge(s, i))
            return false;
    return true;
}

static bool is_inner(const struct custom_site *s, LLVMBasicBlockRef block)
{
    for (size_t i = 0; i < s->inner.count; i++)
        if (s->inner.data[i] == block)
            return true;
    return false;
}

static bool enters_from_inside(const struct custom_site *s, LLVMBasicBlockRef block,
                               LLVMBasicBlockRef entry)
{
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || !LLVMIsATerminatorInst(user))
            continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
        if (from != entry && !is_inner(s, from))
            return false;
    }
    return true;
}

bool custom_region_is_closed(const struct custom_site *s)
{
    LLVMBasicBlockRef entry = LLVMGetInstructionParent(s->anchor);
    if (s->exit == entry || is_inner(s, s->exit) || is_inner(s, entry))
        return false;
    for (size_t k = 0; k < s->inner.count; k++) {
        if (!enters_from_inside(s, s->inner.data[k], entry))
            return false;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(s->inner.data[k]);
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->inner.data[k]); i && i != end;
             i = LLVMGetNextInstruction(i))
            if (!custom_is_matched(s, i))
                return false;
    }
    LLVMValueRef first = LLVMGetFirstInstruction(s->exit);
    if (!LLVMIsAPHINode(first))
        return true;
    if (!enters_from_inside(s, s->exit, entry))
        return false;
    for (LLVMValueRef i = first; LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        if (!custom_is_matched(s, i))
            return false;
    return true;
}

void custom_region_remove(struct custom_site *s)
{
    LAW(custom_region_is_closed(s));
    LLVMBasicBlockRef entry = LLVMGetInstructionParent(s->anchor);
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(s->anchor)));
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(entry));
    LLVMPositionBuilderAtEnd(builder, entry);
    LLVMBuildBr(builder, s->exit);
    LLVMDisposeBuilder(builder);
    for (size_t k = 0; k < s->inner.count; k++)
        LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(s->inner.data[k]));
}

void custom_region_drop_blocks(struct custom_site *s)
{
    for (size_t k = 0; k < s->inner.count; k++)
        LLVMDeleteBasicBlock(s->inner.data[k]);
}
