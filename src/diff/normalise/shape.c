/* A number for what the body of a function looks like before passes: operations, types of
 * numbers, constants, names of globals, and which value each operand is. Bodies of one number
 * do the same operations in the same order. */
#include "diff/normalise/normalise_internal.h"

#include "base/map.h"

#include <llvm-c/Core.h>
#include <string.h>

struct shape {
    uint64_t hash;
    struct map number; /* of values and blocks */
};

static void mix(struct shape *s, uint64_t word)
{
    s->hash = hash_pair(s->hash, word);
}

static uint64_t number_of(struct shape *s, const void *what)
{
    uint64_t key = (uint64_t)(uintptr_t)what, n;
    if (map_get(&s->number, key, &n))
        return n;
    n = s->number.count + 1;
    map_set(&s->number, key, n);
    return n;
}

static void mix_type(struct shape *s, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    mix(s, (uint64_t)kind);
    if (kind == LLVMIntegerTypeKind)
        mix(s, LLVMGetIntTypeWidth(type));
}

/* Both versions share a context, so constants that are no addresses are the same where they
 * are equal. */
static void mix_operand(struct shape *s, LLVMValueRef v)
{
    if (LLVMIsAGlobalValue(v)) {
        const char *name = LLVMGetValueName(v);
        mix(s, hash_bytes(name, strcspn(name, "@"))); /* without the file of a static one */
    } else if (LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsNull(v)) {
        mix(s, (uint64_t)(uintptr_t)v);
    } else if (LLVMIsAConstantExpr(v)) {
        mix(s, (uint64_t)LLVMGetConstOpcode(v));
        for (int i = 0; i < LLVMGetNumOperands(v); i++)
            mix_operand(s, LLVMGetOperand(v, (unsigned)i));
    } else {
        mix(s, number_of(s, v));
    }
}

static void mix_instruction(struct shape *s, LLVMValueRef i)
{
    mix(s, (uint64_t)LLVMGetInstructionOpcode(i));
    mix(s, strip_is_marked(i));
    mix_type(s, LLVMTypeOf(i));
    if (LLVMIsAICmpInst(i))
        mix(s, (uint64_t)LLVMGetICmpPredicate(i));
    if (LLVMIsAFCmpInst(i))
        mix(s, (uint64_t)LLVMGetFCmpPredicate(i));
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        mix_operand(s, LLVMGetOperand(i, (unsigned)k));
    if (LLVMIsAPHINode(i))
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            mix(s, number_of(s, LLVMGetIncomingBlock(i, k)));
    mix(s, number_of(s, i));
}

uint64_t normalise_shape_of(LLVMValueRef function)
{
    struct shape s = {.hash = 1};
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        number_of(&s, LLVMGetParam(function, i));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b)) {
        mix(&s, number_of(&s, b));
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            mix_instruction(&s, i);
    }
    map_release(&s.number);
    return s.hash;
}
