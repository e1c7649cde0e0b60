/* Instructions that are synchronisation points: what they do is visible, so both versions
 * must do it in step.
 */
#include "diff/match/compare_internal.h"

#include "base/text.h"

static bool has_attribute(LLVMValueRef function, const char *name, size_t length,
                          uint64_t *value)
{
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
        function, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName(name, length));
    if (attribute)
        *value = LLVMGetEnumAttributeValue(attribute);
    return attribute != NULL;
}

bool is_pure_call(LLVMValueRef call)
{
    LAW(LLVMIsACallInst(call));
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee))
        return false;
    enum opaque_kind kind = opaque_kind_of(call);
    if (kind != OPAQUE_NONE)
        return kind != OPAQUE_TOUCH && kind != OPAQUE_UNREACHABLE;
    uint64_t memory;
    if (!LLVMGetIntrinsicID(callee))
        return false;
    return has_attribute(callee, "memory", 6, &memory) && memory == 0 &&
           has_attribute(callee, "willreturn", 10, &memory);
}

/* Where the stack ends is not visible. */
static bool is_stack_call(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && text_starts(LLVMGetValueName(callee), "llvm.stack") &&
           LLVMGetIntrinsicID(callee);
}

bool is_effect(LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMStore:
    case LLVMFence:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
    case LLVMVAArg:
        return true;
    case LLVMLoad:
        return LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
    case LLVMCall:
        return opaque_kind_of(i) != OPAQUE_TOUCH && !is_pure_call(i) && !is_stack_call(i);
    default:
        return false;
    }
}

static bool access_equal(LLVMValueRef a, LLVMValueRef b)
{
    return LLVMGetVolatile(a) == LLVMGetVolatile(b) &&
           LLVMGetOrdering(a) == LLVMGetOrdering(b) &&
           LLVMIsAtomicSingleThread(a) == LLVMIsAtomicSingleThread(b);
}

static bool is_atomic(LLVMValueRef access)
{
    return LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic;
}

static bool plain_access_equal(LLVMValueRef a, LLVMValueRef b)
{
    if (is_atomic(a) && is_atomic(b))
        return access_equal(a, b);
    return LLVMGetVolatile(a) == LLVMGetVolatile(b) && !is_atomic(a) && !is_atomic(b);
}

static bool exchange_equal(LLVMValueRef a, LLVMValueRef b)
{
    return LLVMGetCmpXchgSuccessOrdering(a) == LLVMGetCmpXchgSuccessOrdering(b) &&
           LLVMGetWeak(a) == LLVMGetWeak(b) &&
           LLVMGetCmpXchgFailureOrdering(a) == LLVMGetCmpXchgFailureOrdering(b) &&
           LLVMGetVolatile(a) == LLVMGetVolatile(b) &&
           LLVMIsAtomicSingleThread(a) == LLVMIsAtomicSingleThread(b);
}

static bool details_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    switch ((int)LLVMGetInstructionOpcode(a)) {
    case LLVMStore:
        return plain_access_equal(a, b) && operands_equal(m, a, b, 2) &&
               alignment_agrees(m, a, b);
    case LLVMLoad:
        return plain_access_equal(a, b) && alignment_agrees(m, a, b) &&
               types_equal(m, LLVMTypeOf(a), LLVMTypeOf(b)) && operands_equal(m, a, b, 1);
    case LLVMFence:
        return LLVMGetOrdering(a) == LLVMGetOrdering(b) &&
               LLVMIsAtomicSingleThread(a) == LLVMIsAtomicSingleThread(b);
    case LLVMAtomicCmpXchg:
        return exchange_equal(a, b) && operands_equal(m, a, b, 3);
    case LLVMAtomicRMW:
        return LLVMGetAtomicRMWBinOp(a) == LLVMGetAtomicRMWBinOp(b) && access_equal(a, b) &&
               operands_equal(m, a, b, 2);
    case LLVMVAArg:
        return types_equal(m, LLVMTypeOf(a), LLVMTypeOf(b)) && operands_equal(m, a, b, 1);
    case LLVMCall:
        return call_equal(m, a, b);
    default:
        return false;
    }
}

bool effect_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b))
        return false;
    LLVMValueRef site[2] = {m->site[OLD], m->site[NEW]};
    m->site[OLD] = a;
    m->site[NEW] = b;
    bool same = details_equal(m, a, b);
    m->site[OLD] = site[OLD];
    m->site[NEW] = site[NEW];
    if (same)
        match_add_effect(m, a, b);
    return same;
}
