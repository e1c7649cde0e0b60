/* Builds the function that a slice stands for: kept instructions are copied, everything
 * between them is skipped.
 *
 * A block is kept if one of its instructions is, or if the function ends in it. An edge into
 * a block that is not kept leads on to the first kept one after it: where all ways meet,
 * since no kept instruction depends on which is taken. */
#include "diff/slice/slice_internal.h"

#include "base/failure.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

struct build {
    LLVMValueRef from, to;
    const struct slice_graph *graph;
    const struct map *kept;
    struct map values;         /* old value -> new value */
    LLVMBasicBlockRef *blocks; /* new ones, by the old number; null: not kept */
    LLVMBasicBlockRef end;     /* a plain return, made when needed */
    LLVMBuilderRef builder;
};

static bool is_kept(const struct build *b, LLVMValueRef instruction)
{
    return map_has(b->kept, (uintptr_t)instruction);
}

static bool block_is_kept(const struct build *b, unsigned number)
{
    LLVMBasicBlockRef block = b->graph->blocks[number];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (number == 0 || !LLVMGetNumSuccessors(end))
        return true;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (is_kept(b, i) && !(i == end && LLVMGetNumSuccessors(end) == 1))
            return true;
    /* a kept merge after this block needs to know that the way led through here */
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(end, 0));
         i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        if (is_kept(b, i))
            return true;
    return false;
}

static void return_nothing(struct build *b)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(b->from));
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b->builder);
    else
        LLVMBuildRet(b->builder, LLVMConstNull(type));
}

static LLVMBasicBlockRef plain_end(struct build *b)
{
    if (b->end)
        return b->end;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b->builder);
    b->end = LLVMAppendBasicBlockInContext(LLVMGetModuleContext(LLVMGetGlobalParent(b->to)),
                                           b->to, "end");
    LLVMPositionBuilderAtEnd(b->builder, b->end);
    return_nothing(b);
    LLVMPositionBuilderAtEnd(b->builder, here);
    return b->end;
}

/* The new block that an edge into an old one leads to. */
static LLVMBasicBlockRef target(struct build *b, unsigned number)
{
    LAW(number <= b->graph->count);
    for (unsigned steps = 0; number != b->graph->count; steps++) {
        if (b->blocks[number])
            return b->blocks[number];
        if (steps > b->graph->count)
            break;
        number = b->graph->after[number];
    }
    return plain_end(b);
}

static LLVMValueRef value_of(const struct build *b, LLVMValueRef old)
{
    uint64_t found;
    return map_get(&b->values, (uintptr_t)old, &found) ? (LLVMValueRef)(uintptr_t)found : old;
}

static void copy_instruction(struct build *b, LLVMValueRef i)
{
    LLVMValueRef copy;
    if (LLVMIsAPHINode(i))
        copy = LLVMBuildPhi(b->builder, LLVMTypeOf(i), "");
    else {
        copy = LLVMInstructionClone(i);
        LLVMInsertIntoBuilder(b->builder, copy);
    }
    map_set(&b->values, (uintptr_t)i, (uintptr_t)copy);
}

static void copy_block(struct build *b, unsigned number)
{
    LLVMBasicBlockRef block = b->graph->blocks[number];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMPositionBuilderAtEnd(b->builder, b->blocks[number]);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && i != end;
         i = LLVMGetNextInstruction(i))
        if (is_kept(b, i))
            copy_instruction(b, i);
    unsigned ways = LLVMGetNumSuccessors(end);
    if (is_kept(b, end) && ways != 1)
        copy_instruction(b, end);
    else if (LLVMIsAUnreachableInst(end))
        LLVMBuildUnreachable(b->builder);
    else if (!ways)
        return_nothing(b);
    else if (ways == 1)
        LLVMBuildBr(b->builder,
                    target(b, (unsigned)map_or(&b->graph->number,
                                               (uintptr_t)LLVMGetSuccessor(end, 0), 0)));
    else
        LLVMBuildBr(b->builder, target(b, b->graph->after[number]));
}

static void connect_phi(struct build *b, LLVMValueRef old, LLVMValueRef copy)
{
    for (unsigned k = 0; k < LLVMCountIncoming(old); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(old, k);
        LAW(map_has(&b->graph->number, (uintptr_t)from));
        LLVMBasicBlockRef block = b->blocks[map_or(&b->graph->number, (uintptr_t)from, 0)];
        LLVMValueRef value = value_of(b, LLVMGetIncomingValue(old, k));
        if (block)
            LLVMAddIncoming(copy, &value, &block, 1);
    }
}

static void connect(struct build *b, LLVMValueRef old, LLVMValueRef copy)
{
    if (LLVMIsAPHINode(old)) {
        connect_phi(b, old, copy);
        return;
    }
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(old); k++) {
        LLVMValueRef operand = LLVMGetOperand(old, k);
        if (LLVMValueIsBasicBlock(operand))
            continue;
        LLVMSetOperand(copy, k, value_of(b, operand));
    }
    if (!LLVMIsATerminatorInst(old))
        return;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(old); k++)
        LLVMSetSuccessor(copy, k,
                         target(b, (unsigned)map_or(&b->graph->number,
                                                    (uintptr_t)LLVMGetSuccessor(old, k), 0)));
}

static void connect_all(struct build *b)
{
    for (unsigned n = 0; n < b->graph->count; n++) {
        LLVMBasicBlockRef block = b->graph->blocks[n];
        for (LLVMValueRef i = b->blocks[n] ? LLVMGetFirstInstruction(block) : NULL; i;
             i = LLVMGetNextInstruction(i)) {
            uint64_t copy;
            if (map_get(&b->values, (uintptr_t)i, &copy))
                connect(b, i, (LLVMValueRef)(uintptr_t)copy);
        }
    }
}

static bool operands_of_kept_are_kept(const struct map *kept, LLVMValueRef i)
{
    if (!map_has(kept, (uintptr_t)i))
        return true;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, k);
        if (LLVMIsAInstruction(operand) && !map_has(kept, (uintptr_t)operand))
            return false;
    }
    for (unsigned k = 0; LLVMIsAPHINode(i) && k < LLVMCountIncoming(i); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(i, k);
        if (!map_has(kept, (uintptr_t)LLVMGetBasicBlockTerminator(from)))
            return false;
    }
    return true;
}

/* What slice_build requires of the set. */
static bool is_closed(const struct slice_graph *graph, const struct map *kept)
{
    for (unsigned b = 0; b < graph->count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(graph->blocks[b]); i;
             i = LLVMGetNextInstruction(i))
            if (!operands_of_kept_are_kept(kept, i))
                return false;
    return true;
}

LLVMValueRef slice_build(LLVMValueRef function, const struct slice_graph *graph,
                         const struct map *kept, const char *name)
{
    LAW(is_closed(graph, kept));
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct build b = {.from = function, .graph = graph, .kept = kept};
    b.to = LLVMAddFunction(module, name, LLVMGlobalGetValueType(function));
    b.builder = LLVMCreateBuilderInContext(context);
    b.blocks = calloc(graph->count + 1, sizeof *b.blocks);
    for (unsigned n = 0; n < LLVMCountParams(function); n++)
        map_set(&b.values, (uintptr_t)LLVMGetParam(function, n),
                (uintptr_t)LLVMGetParam(b.to, n));
    for (unsigned n = 0; n < graph->count; n++)
        if (block_is_kept(&b, n))
            b.blocks[n] = LLVMAppendBasicBlockInContext(context, b.to, "");
    for (unsigned n = 0; n < graph->count; n++)
        if (b.blocks[n])
            copy_block(&b, n);
    connect_all(&b);
    LLVMMetadataRef program = LLVMGetSubprogram(function);
    if (program)
        LLVMSetSubprogram(b.to, program);
    LLVMDisposeBuilder(b.builder);
    map_release(&b.values);
    free(b.blocks);
    return b.to;
}
