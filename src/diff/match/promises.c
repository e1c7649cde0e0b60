/* Promises of functions that two versions call, however deep: matching may look into calls
 * and then sees no promise, but compilers do. */
#include "diff/match/compare_internal.h"

enum { MOST_FUNCTIONS = 200 };

struct reached { /* from a function, through calls of functions of the same file */
    LLVMValueRef list[MOST_FUNCTIONS];
    size_t count;
    bool breaks; /* a call there breaks what is promised */
};

static void reach(struct reached *r, LLVMValueRef function)
{
    bool internal = LLVMGetLinkage(function) == LLVMInternalLinkage || r->count == 0;
    if (LLVMIsDeclaration(function) || !internal || r->count == MOST_FUNCTIONS)
        return;
    for (size_t i = 0; i < r->count; i++)
        if (r->list[i] == function)
            return;
    r->list[r->count++] = function;
}

static void reach_calls(struct reached *r, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (!callee || !LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee))
                continue;
            r->breaks = r->breaks || normalise_breaks_promise(i);
            reach(r, callee);
        }
}

static struct reached reached_from(LLVMValueRef function)
{
    struct reached r = {.count = 0};
    reach(&r, function);
    for (size_t i = 0; i < r.count; i++)
        reach_calls(&r, r.list[i]);
    return r;
}

/* The function of the old version with this name, which promises as much. */
static bool has_model(struct comparer *comparer, const struct reached *old, LLVMValueRef g)
{
    for (size_t i = 0; i < old->count; i++)
        if (globals_named_alike(comparer, old->list[i], g) &&
            !normalise_promises_more(old->list[i], g))
            return true;
    return false;
}

enum promise_state promises_compared(struct comparer *comparer, LLVMValueRef f,
                                     LLVMValueRef g)
{
    struct reached old = reached_from(f), new = reached_from(g);
    if (new.breaks && !old.breaks)
        return PROMISE_BROKEN;
    for (size_t i = 1; i < new.count; i++)
        if (normalise_has_promise(new.list[i]) && !has_model(comparer, &old, new.list[i]))
            return PROMISE_ADDED;
    return PROMISE_KEPT;
}
