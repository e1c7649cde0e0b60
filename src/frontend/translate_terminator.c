/* Ends of blocks. A branch into a block that only traps becomes a CHECK and a jump. */
#include "frontend/translate.h"

#include <stdlib.h>

static void translate_return(struct translator *t, LLVMValueRef v)
{
    struct parts p = LLVMGetNumOperands(v) ? parts_of(t, LLVMGetOperand(v, 0)) : (struct parts){0};
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, p.count + 1);
    for (uint32_t i = 0; i < p.count; i++)
        ids[i] = part(p, i).id;
    emit(t, instruction_make(OP_RETURN, type_void()), ids, p.count);
    t->ended = true;
}

static void translate_branch(struct translator *t, LLVMValueRef v)
{
    struct block_state *then = state_of(t, LLVMGetSuccessor(v, 0));
    if (!LLVMIsConditional(v)) {
        emit_jump(t, then->entry);
        return;
    }
    struct block_state *otherwise = state_of(t, LLVMGetSuccessor(v, 1));
    LLVMValueRef condition = LLVMGetCondition(v);
    if (then->trap && otherwise->trap) {
        emit_stop(t, STOP_TRAP);
    } else if (then->trap || otherwise->trap) {
        check_trap(t, condition, then->trap, (then->trap ? then->trap : otherwise->trap) - 1);
        emit_jump(t, then->trap ? otherwise->entry : then->entry);
    } else if (then == otherwise) {
        emit_jump(t, then->entry);
    } else {
        emit_branch(t, value_of(t, condition), then->entry, otherwise->entry);
    }
}

static void translate_switch(struct translator *t, LLVMValueRef v)
{
    unsigned count = (unsigned)LLVMGetNumOperands(v); /* value, default, then pairs of value and block */
    uint32_t *operands = malloc((count + 1) * sizeof *operands);
    if (!operands) BUG("out of memory");
    uint32_t n = 0;
    operands[n++] = value_of(t, LLVMGetOperand(v, 0)).id;
    for (unsigned i = 2; i + 1 < count; i += 2) {
        operands[n++] = value_of(t, LLVMGetOperand(v, i)).id;
        operands[n++] = state_of(t, LLVMValueAsBasicBlock(LLVMGetOperand(v, i + 1)))->entry;
    }
    struct instruction made = instruction_make(OP_SWITCH, type_void());
    made.target[0] = state_of(t, LLVMGetSwitchDefaultDest(v))->entry;
    emit(t, made, operands, n);
    free(operands);
    t->ended = true;
}

/* Computed goto: compares the address with that of each listed block; any other address is undefined
 * behaviour. The blocks' PHIs would need an entry per comparison, so that each edge comes from one dispatch
 * block: a SWITCH over the position. */
static void translate_indirect(struct translator *t, LLVMValueRef v)
{
    unsigned count = LLVMGetNumSuccessors(v);
    struct value address = value_of(t, LLVMGetOperand(v, 0)), position = word(t, 0);
    uint32_t *operands = malloc((2 * (size_t)count + 1) * sizeof *operands);
    if (!operands) BUG("out of memory");
    uint32_t n = 1;
    for (unsigned i = 0; i < count; i++) {
        uint32_t block = state_of(t, LLVMGetSuccessor(v, i))->entry;
        struct value label = constant_block(t->program, t->function_index, block);
        struct value here = emit_compare(t, COMPARE_EQ, address, label);
        position = emit_select(t, here, word(t, i + 1), position);
        operands[n++] = word(t, i + 1).id;
        operands[n++] = block;
    }
    operands[0] = position.id;
    emit_check(t, CHECK_UNREACHABLE, emit_compare(t, COMPARE_NE, position, word(t, 0)),
               "computed goto to no label");
    struct instruction made = instruction_make(OP_SWITCH, type_void());
    made.target[0] = function_add_block(t->program, t->function, "nolabel");
    emit(t, made, operands, n);
    free(operands);
    uint32_t block = t->block;
    t->block = made.target[0];
    emit_stop(t, STOP_UNREACHABLE);
    t->block = block;
}

/* After a call of a function without body that never returns, the end is not an error of the program. */
static bool follows_external_noreturn(struct translator *t, LLVMValueRef v)
{
    LLVMValueRef previous = LLVMGetPreviousInstruction(v);
    if (!previous || LLVMGetInstructionOpcode(previous) != LLVMCall) return false;
    LLVMValueRef callee = resolve_alias(LLVMGetCalledValue(previous));
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return false;
    LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned kind = t->attribute[ATTRIBUTE_NORETURN];
    return LLVMGetCallSiteEnumAttribute(previous, whole, kind) ||
           LLVMGetEnumAttributeAtIndex(callee, whole, kind);
}

void translate_terminator(struct translator *t, LLVMValueRef v)
{
    switch ((int)LLVMGetInstructionOpcode(v)) {
    case LLVMRet:
        translate_return(t, v);
        return;
    case LLVMBr:
        translate_branch(t, v);
        return;
    case LLVMSwitch:
        translate_switch(t, v);
        return;
    case LLVMIndirectBr:
        translate_indirect(t, v);
        return;
    default:
        break;
    }
    if (!follows_external_noreturn(t, v))
        emit_check(t, CHECK_UNREACHABLE, truth(t, false), "unreachable code reached");
    emit_stop(t, STOP_UNREACHABLE);
}
