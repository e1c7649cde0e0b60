/* The watched form of a function: a copy of what it was before any pass simplified it, with a
 * marker in front of each operation that may fail (access.c) or whose result may be
 * undefined: signed overflow, a shift too far, a conversion that does not fit, bits counted
 * from zero. Passes keep markers where they are, so what they drop, merge or compute ahead
 * can still be asked for (match/partner.c, prove/). */
#include "diff/normalise/normalise_internal.h"

#include "base/failure.h"

#include "base/text.h"
#include "base/vector.h"
#include "diff/project/llvm_extra.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

void marker_insert(LLVMValueRef at, const char *name, LLVMValueRef *operands, unsigned count)
{
    LAW(count == 1 || count == 2);
    LAW(LLVMIsAInstruction(at));
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(at)));
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMTypeRef types[2] = {LLVMTypeOf(operands[0]),
                            count == 2 ? LLVMTypeOf(operands[1]) : NULL};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, count, false);
    LLVMPositionBuilderBefore(builder, at);
    LLVMBuildCall2(builder, type, opaque_declare(module, name, type), operands, count, "");
    LLVMDisposeBuilder(builder);
}

static void mark_arithmetic(LLVMValueRef at, const char *kind, LLVMTypeRef type,
                            LLVMValueRef *operands, unsigned count)
{
    char name[64];
    snprintf(name, sizeof name, OPAQUE_PREFIX "watch.%s.%u", kind, LLVMGetIntTypeWidth(type));
    marker_insert(at, name, operands, count);
}

bool watch_is_spare(LLVMValueRef marker)
{
    LAW(LLVMIsACallInst(marker));
    return text_starts(LLVMGetValueName(LLVMGetCalledValue(marker)),
                       OPAQUE_PREFIX "watch.spare.");
}

const char *watch_subject(LLVMValueRef marker)
{
    LAW(LLVMIsACallInst(marker));
    const char *name = LLVMGetValueName(LLVMGetCalledValue(marker));
    size_t skipped = strlen(watch_is_spare(marker) ? OPAQUE_PREFIX "watch.spare."
                                                   : OPAQUE_PREFIX "watch.");
    return text_starts(name, OPAQUE_PREFIX "watch.") ? name + skipped : name;
}

static void mark_overflow(LLVMValueRef i)
{
    LAW(strip_is_marked(i));
    static const char *const kinds[] = {"add", "sub", "mul", "shl"};
    static const LLVMOpcode opcodes[] = {LLVMAdd, LLVMSub, LLVMMul, LLVMShl};
    LLVMValueRef operands[2] = {LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)};
    for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++) {
        char kind[32];
        snprintf(kind, sizeof kind, "%s%s", LLVMGetNSW(i) ? "spare." : "", kinds[k]);
        if (LLVMGetInstructionOpcode(i) == opcodes[k])
            mark_arithmetic(i, kind, LLVMTypeOf(i), operands, 2);
    }
}

/* llvm.ctlz, llvm.cttz and llvm.abs are undefined for one argument if the second says so. */
static void mark_intrinsic(LLVMValueRef call)
{
    static const char *const names[] = {"ctlz", "cttz", "abs"};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee) ||
        LLVMGetNumArgOperands(call) != 2)
        return;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char prefix[16];
        snprintf(prefix, sizeof prefix, "llvm.%s.", names[k]);
        LLVMValueRef operand = LLVMGetOperand(call, 0), flag = LLVMGetOperand(call, 1);
        if (!text_starts(LLVMGetValueName(callee), prefix) || LLVMIsNull(flag))
            continue;
        mark_arithmetic(call, names[k], LLVMTypeOf(call), &operand, 1);
    }
}

static void watch_instruction(LLVMValueRef i)
{
    access_mark(i);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind)
        return;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    LLVMValueRef operand = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    if (strip_is_marked(i))
        mark_overflow(i);
    if (opaque_kind_of(i) == OPAQUE_AMOUNT)
        mark_arithmetic(i, "amount", LLVMTypeOf(i), &operand, 1);
    if (opcode == LLVMFPToSI)
        mark_arithmetic(i, "tosigned", LLVMTypeOf(i), &operand, 1);
    if (opcode == LLVMFPToUI)
        mark_arithmetic(i, "tounsigned", LLVMTypeOf(i), &operand, 1);
    if (LLVMIsACallInst(i))
        mark_intrinsic(i);
}

void watch_mark(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            watch_instruction(i);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            strip_wrap_flags(i);
}

static bool is_of_interest(LLVMValueRef i)
{
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAMemIntrinsic(i))
        return true;
    if (LLVMIsAFPToSIInst(i) || LLVMIsAFPToUIInst(i) || access_is_division(i))
        return true;
    return LLVMIsACallInst(i) || strip_is_marked(i);
}

bool watch_is_needed(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_of_interest(i))
                return true;
    return false;
}
