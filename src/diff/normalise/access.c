/* Accesses and divisions that may fail. Passes drop those whose value nothing needs, which is
 * right in the old version: where it fails, nothing is claimed. One that the new version
 * added may fail where the old one does not, so in the watched form of a function (watch.c) a
 * marker stands in front of each. */
#include "diff/normalise/normalise_internal.h"

#include "base/failure.h"
#include "diff/project/llvm_extra.h"

#include <llvm-c/Core.h>
#include <stdio.h>

bool access_is_division(LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return opaque_kind_of(LLVMGetOperand(i, 1)) == OPAQUE_DIVISOR;
    default:
        return false;
    }
}

const char *access_marker_name(LLVMValueRef access, char name[64])
{
    bool division = access_is_division(access);
    unsigned width = division ? LLVMGetIntTypeWidth(LLVMTypeOf(access)) : 0;
    snprintf(name, 64, OPAQUE_PREFIX "access.%d.%u", (int)LLVMGetInstructionOpcode(access),
             width);
    return name;
}

static bool is_plain(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* The pointer that a load or store may fail at; null: it cannot, or is no such access. */
static LLVMValueRef pointer_at_risk(LLVMValueRef i)
{
    bool load = LLVMIsALoadInst(i) != NULL;
    if ((!load && !LLVMIsAStoreInst(i)) || !is_plain(i) || extra_is_safe_access(i))
        return NULL;
    return LLVMGetOperand(i, load ? 0 : 1);
}

static void mark_pointer(LLVMValueRef at, LLVMOpcode opcode, LLVMValueRef pointer)
{
    char name[64];
    snprintf(name, sizeof name, OPAQUE_PREFIX "access.%d.0", (int)opcode);
    marker_insert(at, name, &pointer, 1);
}

/* The parts of a copy of known length: what is read, what is written. */
static void mark_copy(LLVMValueRef call)
{
    LAW(LLVMIsAMemIntrinsic(call));
    LLVMValueRef length = LLVMGetOperand(call, 2);
    if (!LLVMIsAConstantInt(length) || !LLVMConstIntGetZExtValue(length))
        return;
    uint64_t bytes = LLVMConstIntGetZExtValue(length);
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    if (!extra_is_safe_memory(to, bytes, call))
        mark_pointer(call, LLVMStore, to);
    bool reads = LLVMGetTypeKind(LLVMTypeOf(from)) == LLVMPointerTypeKind;
    if (reads && !extra_is_safe_memory(from, bytes, call))
        mark_pointer(call, LLVMLoad, from);
}

void access_mark(LLVMValueRef i)
{
    LLVMValueRef pointer = pointer_at_risk(i);
    if (pointer)
        mark_pointer(i, LLVMGetInstructionOpcode(i), pointer);
    if (LLVMIsAMemIntrinsic(i))
        mark_copy(i);
    if (!access_is_division(i))
        return;
    char name[64];
    LLVMValueRef operands[2] = {LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)};
    LAW(LLVMTypeOf(operands[0]) == LLVMTypeOf(operands[1]));
    marker_insert(i, access_marker_name(i, name), operands, 2);
}
