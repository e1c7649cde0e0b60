/* Replaces what may be undefined by calls of opaque functions that LLVM knows nothing about,
 * so that passes cannot use it: values of uninitialised variables, shift amounts, divisors,
 * and unreachable code. The comparison knows the markers (normalise.h: opaque_kind). All of
 * them are pure, apart from the one that makes an object's content unknown. */
#include "diff/normalise/normalise_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "base/vector.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

#define MEMORY_NONE 0
#define MEMORY_ARGUMENT_WRITE 2 /* LLVM's encoding of memory(argmem: write) */
#define MEMORY_HIDDEN 12        /* memory(inaccessiblemem: readwrite): stays where it is */

static void add_attribute(LLVMValueRef function, unsigned index, const char *name,
                          uint64_t value)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    LLVMAddAttributeAtIndex(function, index, LLVMCreateEnumAttribute(context, kind, value));
}

LLVMValueRef opaque_declare(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
    LAW(text_starts(name, OPAQUE_PREFIX));
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    LAW(!function ||
        LLVMGlobalGetValueType(function) == type); /* a marker of one name has one type */
    if (function)
        return function;
    function = LLVMAddFunction(module, name, type);
    add_attribute(function, LLVMAttributeFunctionIndex, "nounwind", 0);
    if (text_starts(name, OPAQUE_PREFIX "unreachable")) {
        add_attribute(function, LLVMAttributeFunctionIndex, "noreturn", 0);
        return function;
    }
    bool touch = text_starts(name, OPAQUE_PREFIX "touch");
    bool stays =
        text_starts(name, OPAQUE_PREFIX "access") || text_starts(name, OPAQUE_PREFIX "watch");
    add_attribute(function, LLVMAttributeFunctionIndex, "willreturn", 0);
    uint64_t memory = stays ? MEMORY_HIDDEN : MEMORY_NONE;
    if (touch)
        memory = MEMORY_ARGUMENT_WRITE;
    add_attribute(function, LLVMAttributeFunctionIndex, "memory", memory);
    if (touch) {
        add_attribute(function, 1, "nocapture", 0);
        add_attribute(function, 1, "writeonly", 0);
    } else if (!stays) {
        add_attribute(function, LLVMAttributeFunctionIndex, "speculatable", 0);
    }
    if (text_starts(name, OPAQUE_PREFIX "field"))
        add_attribute(function, 1, "returned", 0);
    return function;
}

/* Inserts RESULT NAME(ARGUMENT) at the builder's place; RESULT null means void. */
static LLVMValueRef insert_marker(LLVMBuilderRef builder, const char *kind,
                                  LLVMTypeRef result, LLVMValueRef argument)
{
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
    LLVMTypeRef parameter = argument ? LLVMTypeOf(argument) : NULL;
    if (!result)
        result = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
    LLVMTypeRef type = LLVMFunctionType(result, &parameter, argument ? 1 : 0, false);
    char *suffix = LLVMPrintTypeToString(result);
    char name[256];
    snprintf(name, sizeof name, OPAQUE_PREFIX "%s.%s", kind, suffix);
    LLVMDisposeMessage(suffix);
    return LLVMBuildCall2(builder, type, opaque_declare(module, name, type), &argument,
                          argument ? 1 : 0, "");
}

enum opaque_kind opaque_kind_of(LLVMValueRef value)
{
    if (!LLVMIsACallInst(value))
        return OPAQUE_NONE;
    LLVMValueRef callee = LLVMGetCalledValue(value);
    if (!LLVMIsAFunction(callee))
        return OPAQUE_NONE;
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    if (!text_starts(name, OPAQUE_PREFIX))
        return OPAQUE_NONE;
    name += strlen(OPAQUE_PREFIX);
    if (text_starts(name, "uninitialised."))
        return OPAQUE_UNINITIALISED;
    if (text_starts(name, "amount."))
        return OPAQUE_AMOUNT;
    if (text_starts(name, "divisor."))
        return OPAQUE_DIVISOR;
    if (text_starts(name, "touch."))
        return OPAQUE_TOUCH;
    if (text_starts(name, "unreachable."))
        return OPAQUE_UNREACHABLE;
    if (text_starts(name, "field."))
        return OPAQUE_FIELD;
    if (text_starts(name, "access."))
        return OPAQUE_ACCESS;
    if (text_starts(name, "watch."))
        return OPAQUE_WATCH;
    return OPAQUE_NONE;
}

static bool is_scalar(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
}

static void insert_uninitialised(LLVMBuilderRef builder, LLVMValueRef alloca,
                                 unsigned *counter)
{
    LAW(LLVMIsAAllocaInst(alloca));
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    if (!is_scalar(type) || !LLVMIsAConstantInt(LLVMGetOperand(alloca, 0))) {
        insert_marker(builder, "touch", NULL, alloca);
        return;
    }
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMValueRef which = LLVMConstInt(LLVMInt64TypeInContext(context), (*counter)++, false);
    LLVMBuildStore(builder, insert_marker(builder, "uninitialised", type, which), alloca);
}

static bool is_intrinsic(LLVMValueRef instruction, const char *prefix)
{
    if (!LLVMIsACallInst(instruction))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    return LLVMIsAFunction(callee) && text_starts(LLVMGetValueName(callee), prefix);
}

static bool has_lifetime(LLVMValueRef alloca)
{
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
        if (is_intrinsic(LLVMGetUser(use), "llvm.lifetime.start"))
            return true;
    return false;
}

static bool amount_is_safe(LLVMValueRef amount, unsigned width)
{
    if (LLVMIsAConstantInt(amount))
        return LLVMConstIntGetZExtValue(amount) < width;
    if (!LLVMIsABinaryOperator(amount) || LLVMGetInstructionOpcode(amount) != LLVMAnd)
        return false;
    LLVMValueRef mask = LLVMGetOperand(amount, 1);
    return LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) < width;
}

static bool divisor_is_safe(LLVMValueRef divisor)
{
    if (!LLVMIsAConstantInt(divisor))
        return false;
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(divisor));
    if (width > 64)
        return false;
    long long value = LLVMConstIntGetSExtValue(divisor);
    return value != 0 && value != -1;
}

static void guard_operand(LLVMBuilderRef builder, LLVMValueRef instruction, const char *kind)
{
    LAW(opaque_kind_of(LLVMGetOperand(instruction, 1)) == OPAQUE_NONE); /* guarded once */
    LLVMValueRef operand = LLVMGetOperand(instruction, 1);
    LLVMPositionBuilderBefore(builder, instruction);
    LLVMSetOperand(instruction, 1,
                   insert_marker(builder, kind, LLVMTypeOf(operand), operand));
}

static void guard_arithmetic(LLVMBuilderRef builder, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMTypeOf(i);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return;
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        if (!amount_is_safe(LLVMGetOperand(i, 1), LLVMGetIntTypeWidth(type)))
            guard_operand(builder, i, "amount");
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        if (!divisor_is_safe(LLVMGetOperand(i, 1)))
            guard_operand(builder, i, "divisor");
        break;
    default:
        break;
    }
}

static bool follows_noreturn_call(LLVMValueRef unreachable)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(unreachable);
    return before && LLVMIsACallInst(before);
}

/* The absolute value of the smallest number is itself. */
static void define_absolute(LLVMValueRef i)
{
    if (is_intrinsic(i, "llvm.abs"))
        LLVMSetOperand(i, 1, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(i, 1))));
}

/* Hints that say nothing about the meaning; true if the instruction was removed. */
static bool remove_hint(LLVMBuilderRef builder, LLVMValueRef i, unsigned *counter)
{
    if (!LLVMIsACallInst(i))
        return false;
    if (is_intrinsic(i, "llvm.lifetime.start") || is_intrinsic(i, "llvm.lifetime.end")) {
        LLVMValueRef object = LLVMGetOperand(i, LLVMGetNumArgOperands(i) - 1);
        LLVMPositionBuilderBefore(builder, i);
        if (LLVMIsAAllocaInst(object))
            insert_uninitialised(builder, object, counter);
    } else if (is_intrinsic(i, "llvm.expect")) {
        LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
    } else if (!is_intrinsic(i, "llvm.assume") && !is_intrinsic(i, "llvm.invariant") &&
               !is_intrinsic(i, "llvm.experimental.noalias") &&
               !is_intrinsic(i, "llvm.donothing") && !is_intrinsic(i, "llvm.sideeffect")) {
        return false;
    }
    if (LLVMGetFirstUse(i))
        LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
    LLVMInstructionEraseFromParent(i);
    return true;
}

static LLVMValueRef next_after_allocas(LLVMValueRef alloca)
{
    LLVMValueRef next = LLVMGetNextInstruction(alloca);
    while (next && LLVMIsAAllocaInst(next))
        next = LLVMGetNextInstruction(next);
    return next;
}

void neutralise_function(LLVMValueRef function)
{
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    unsigned counter = 0;
    /* allocas without lifetime markers: uninitialised where they stand */
    VECTOR(LLVMValueRef) born = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i) && !has_lifetime(i))
                VECTOR_PUSH(&born, i);
    for (size_t k = 0; k < born.count; k++) {
        LLVMPositionBuilderBefore(builder, next_after_allocas(born.data[k]));
        insert_uninitialised(builder, born.data[k], &counter);
    }
    VECTOR_RELEASE(&born);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (remove_hint(builder, i, &counter))
                continue;
            guard_arithmetic(builder, i);
            define_absolute(i);
            if (LLVMIsAUnreachableInst(i) && !follows_noreturn_call(i)) {
                LLVMPositionBuilderBefore(builder, i);
                insert_marker(builder, "unreachable", NULL, NULL);
            }
        }
    }
    LLVMDisposeBuilder(builder);
}

static bool marker_is_harmless(LLVMValueRef call)
{
    enum opaque_kind kind = opaque_kind_of(call);
    if (kind == OPAQUE_AMOUNT)
        return amount_is_safe(LLVMGetOperand(call, 0), LLVMGetIntTypeWidth(LLVMTypeOf(call)));
    return kind == OPAQUE_DIVISOR && divisor_is_safe(LLVMGetOperand(call, 0));
}

bool neutralise_fold(LLVMValueRef function)
{
    bool folded = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!marker_is_harmless(i))
                continue;
            LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
            LLVMInstructionEraseFromParent(i);
            folded = true;
        }
    }
    return folded;
}
