/* sext(a + b) is sext(a) + sext(b) where the sum does not overflow, and likewise for
 * differences and products. Moving the extension to the operands makes a counter of type int
 * look like one of type long. LLVM does not do it: it forgets that the sum does not overflow
 * first. For the old version only, whose signed arithmetic is trusted. */
#include "diff/normalise/normalise_internal.h"

#include "base/vector.h"

#include <llvm-c/Core.h>

#define MAX_WIDENED 400

static bool is_trusted_arithmetic(LLVMValueRef v)
{
    if (!LLVMIsABinaryOperator(v))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    return (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul) && LLVMGetNSW(v);
}

void widen_signed(LLVMValueRef function)
{
    VECTOR(LLVMValueRef) work = {0};
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsASExtInst(i))
                VECTOR_PUSH(&work, i);
    for (int n = 0; work.count && n < MAX_WIDENED; n++) {
        LLVMValueRef extension = VECTOR_POP(&work), sum = LLVMGetOperand(extension, 0);
        if (!is_trusted_arithmetic(sum))
            continue;
        LLVMTypeRef wide = LLVMTypeOf(extension);
        LLVMPositionBuilderBefore(builder, extension);
        LLVMValueRef a = LLVMBuildSExt(builder, LLVMGetOperand(sum, 0), wide, "");
        LLVMValueRef b = LLVMBuildSExt(builder, LLVMGetOperand(sum, 1), wide, "");
        LLVMValueRef all = LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(sum), a, b, "");
        if (LLVMIsABinaryOperator(all))
            LLVMSetNSW(all, true);
        LLVMReplaceAllUsesWith(extension, all);
        LLVMInstructionEraseFromParent(extension);
        if (LLVMIsASExtInst(a))
            VECTOR_PUSH(&work, a);
        if (LLVMIsASExtInst(b))
            VECTOR_PUSH(&work, b);
    }
    VECTOR_RELEASE(&work);
    LLVMDisposeBuilder(builder);
}
