/* The new version must not execute what may trap where the old one does not: wherever it
 * reaches an instruction, the old version reached its partner or will. What comes between in
 * the old version must not keep it from getting there: calls that may not return, loops that
 * may not end. */
#include "diff/match/compare_internal.h"

#define MAX_BETWEEN 256 /* blocks */

static bool may_stop(LLVMValueRef i)
{
    if (LLVMIsACallBrInst(i))
        return true;
    if (!LLVMIsACallInst(i) || opaque_kind_of(i) == OPAQUE_TOUCH || is_pure_call(i))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    return !LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee);
}

static bool comes_before(LLVMValueRef first, LLVMValueRef second)
{
    if (LLVMGetInstructionParent(first) != LLVMGetInstructionParent(second))
        return false;
    while (first && first != second)
        first = LLVMGetNextInstruction(first);
    return first != NULL;
}

bool executed_together(LLVMValueRef first, LLVMValueRef second)
{
    if (comes_before(first, second))
        return true;
    if (!comes_before(second, first))
        return false;
    for (LLVMValueRef i = second; i != first; i = LLVMGetNextInstruction(i))
        if (may_stop(i))
            return false;
    return true;
}

/* The new version executed the partner of the old call before it came to B. */
static bool done_before(struct match *m, LLVMValueRef call, LLVMValueRef b)
{
    uint64_t partner;
    return map_get(&m->effects[OLD], (uint64_t)(uintptr_t)call, &partner) &&
           comes_before((LLVMValueRef)(uintptr_t)partner, b);
}

/* Everything from the start of the old block to END (null: all) that may stop is done before
 * B. */
static bool passes_to(struct match *m, LLVMBasicBlockRef block, LLVMValueRef end,
                      LLVMValueRef b)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && i != end;
         i = LLVMGetNextInstruction(i))
        if (may_stop(i) && !done_before(m, i, b))
            return false;
    return true;
}

struct path_walk {
    struct match *match;
    LLVMBasicBlockRef target;
    LLVMValueRef b;
    struct map seen; /* block -> 1 while it is on the path, 2 after */
};

/* Every path from BLOCK to the target gets there. */
static bool gets_there(struct path_walk *w, LLVMBasicBlockRef block)
{
    struct extra_memory *memory = match_memory(w->match, OLD);
    uint64_t key = (uint64_t)(uintptr_t)block;
    if (w->seen.count > MAX_BETWEEN || !extra_loop_ends(memory, block))
        return false;
    map_set(&w->seen, key, 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
        if (next == w->target)
            continue;
        uint64_t state = map_or(&w->seen, (uint64_t)(uintptr_t)next, 0);
        if (state == 1 && !extra_dominates(memory, next, block))
            return false; /* a cycle that is no loop */
        if (state)
            continue;
        if (!passes_to(w->match, next, NULL, w->b) || !gets_there(w, next))
            return false;
    }
    map_set(&w->seen, key, 2);
    return true;
}

bool executed_alike(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsAInstruction(a) && LLVMIsAInstruction(b));
    LLVMBasicBlockRef x = LLVMGetInstructionParent(a), y = LLVMGetInstructionParent(b);
    uint64_t partner;
    if (!map_get(&m->blocks[NEW], (uint64_t)(uintptr_t)y, &partner))
        return false;
    LLVMBasicBlockRef there = (LLVMBasicBlockRef)(uintptr_t)partner;
    if (there == x)
        return passes_to(m, x, a, b);
    if (extra_dominates(match_memory(m, OLD), x, there))
        return true;
    if (!extra_dominates(match_memory(m, OLD), there, x) ||
        !extra_postdominates(match_memory(m, OLD), x, there))
        return false;
    struct path_walk walk = {.match = m, .target = x, .b = b};
    bool gets =
        passes_to(m, there, NULL, b) && passes_to(m, x, a, b) && gets_there(&walk, there);
    map_release(&walk.seen);
    return gets;
}
