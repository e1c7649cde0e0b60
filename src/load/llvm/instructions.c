/* Instructions: which one it is, its operands, and what else it says. */
#include "load/llvm/internal.h"

#include "base/failure.h"

#include <string.h>

/* --- making --- */

static bool is_number(const struct ir_type *t)
{
    if (t->kind == IR_VECTOR)
        t = t->parts[0];
    return t->kind == IR_INTEGER || t->kind == IR_FLOAT;
}

/* Arithmetic and shuffles of types that are not understood are not either. */
static enum ir_op op_of(LLVMValueRef v, const struct ir_type *type)
{
    enum ir_op op = llvm_op(LLVMGetInstructionOpcode(v));
    if (op >= IR_ADD && op <= IR_FREM && !is_number(type))
        return IR_OTHER_OP;
    if (op == IR_SHUFFLEVECTOR && type->kind == IR_OTHER_TYPE)
        return IR_OTHER_OP;
    return op;
}

static unsigned operand_count(LLVMValueRef v, enum ir_op op)
{
    switch ((int)op) {
    case IR_CALL:
        return LLVMGetNumArgOperands(v);
    case IR_PHI:
        return LLVMCountIncoming(v);
    case IR_BR:
        return LLVMIsConditional(v) ? 1 : 0;
    case IR_SWITCH:
        return LLVMGetNumSuccessors(v);
    case IR_INDIRECTBR:
        return 1;
    case IR_EXCEPTION:
    case IR_CALLBR:
        return 0;
    default:
        return (unsigned)LLVMGetNumOperands(v);
    }
}

struct ir_instruction *llvm_instruction_new(struct llvm_body *b, LLVMValueRef v)
{
    const struct ir_type *type = llvm_type(b->module, LLVMTypeOf(v));
    enum ir_op op = op_of(v, type);
    struct ir_instruction *i =
        ir_instruction_new(b->store, b->arena, op, operand_count(v, op));
    i->value.type = type;
    return i;
}

/* --- control --- */

static void set_target(struct llvm_body *b, struct ir_instruction *i, unsigned k,
                       LLVMBasicBlockRef block)
{
    LAW(k < i->target_count);
    i->targets[k] = llvm_block_number(b->module, block);
}

static void make_targets(struct llvm_body *b, struct ir_instruction *i, unsigned count)
{
    LAW(!i->target_count);
    i->target_count = count;
    if (count)
        i->targets = ARENA_ARRAY(b->arena, uint32_t, count);
}

static void fill_phi(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    make_targets(b, i, i->count);
    for (unsigned k = 0; k < i->count; k++) {
        i->operands[k] = llvm_operand(b, LLVMGetIncomingValue(v, k));
        set_target(b, i, k, LLVMGetIncomingBlock(v, k));
    }
}

static void fill_targets(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    make_targets(b, i, LLVMGetNumSuccessors(v));
    for (unsigned k = 0; k < i->target_count; k++)
        set_target(b, i, k, LLVMGetSuccessor(v, k));
}

/* LLVM's operands: value, default, then case values and blocks by turns. */
static void fill_switch(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_targets(b, v, i);
    LAW(i->count ==
        i->target_count); /* a value for each target but the default, and the value itself */
    i->operands[0] = llvm_operand(b, LLVMGetOperand(v, 0));
    for (unsigned k = 1; k < i->count; k++)
        i->operands[k] = llvm_operand(b, LLVMGetOperand(v, 2 * k));
}

static void fill_call(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    for (unsigned k = 0; k < i->count; k++)
        i->operands[k] = llvm_operand(b, LLVMGetOperand(v, k));
    i->callee = llvm_operand(b, LLVMGetCalledValue(v));
    i->subject = llvm_type(b->module, LLVMGetCalledFunctionType(v));
    LAW(i->subject->kind == IR_FUNCTION_TYPE && i->count >= i->subject->count);
    i->attributes = llvm_call_attributes(b->module, v, b->arena);
    if (i->attributes->no_return)
        i->value.flags |= IR_FLAG_NO_RETURN;
}

/* --- the rest --- */

static void fill_access(LLVMValueRef v, struct ir_instruction *i)
{
    i->alignment = LLVMGetAlignment(v);
    if (LLVMGetVolatile(v))
        i->value.flags |= IR_FLAG_VOLATILE;
}

static void set_order(LLVMValueRef v, struct ir_instruction *i)
{
    if (LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic)
        i->value.flags |= IR_FLAG_ATOMIC;
}

static void set_wrapping(LLVMValueRef v, struct ir_instruction *i)
{
    if (LLVMGetNUW(v))
        i->value.flags |= IR_FLAG_NUW;
    if (LLVMGetNSW(v))
        i->value.flags |= IR_FLAG_NSW;
}

static void copy_indices(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    make_targets(b, i, LLVMGetNumIndices(v));
    memcpy(i->indices, LLVMGetIndices(v), i->target_count * sizeof *i->indices);
}

static void copy_mask(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    make_targets(b, i, LLVMGetNumMaskElements(v));
    for (unsigned k = 0; k < i->target_count; k++) {
        int index = LLVMGetMaskValue(v, k);
        i->indices[k] = index < 0 ? IR_NO_INDEX : (uint32_t)index;
    }
}

static void fill_details(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    switch ((int)i->value.op) {
    case IR_ICMP:
        i->value.predicate = (uint8_t)LLVMGetICmpPredicate(v);
        break;
    case IR_FCMP:
        i->value.predicate = (uint8_t)LLVMGetFCmpPredicate(v);
        break;
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_SHL:
        set_wrapping(v, i);
        break;
    case IR_ALLOCA:
        i->alignment = LLVMGetAlignment(v);
        i->subject = llvm_type(b->module, LLVMGetAllocatedType(v));
        break;
    case IR_LOAD:
    case IR_STORE:
        fill_access(v, i);
        set_order(v, i);
        break;
    case IR_ATOMICRMW:
        i->value.predicate = (uint8_t)LLVMGetAtomicRMWBinOp(v);
        fill_access(v, i);
        i->value.flags |= IR_FLAG_ATOMIC;
        break;
    case IR_CMPXCHG:
        fill_access(v, i);
        i->value.flags |= IR_FLAG_ATOMIC;
        break;
    case IR_GEP:
        i->subject = llvm_type(b->module, LLVMGetGEPSourceElementType(v));
        break;
    case IR_EXTRACTVALUE:
    case IR_INSERTVALUE:
        copy_indices(b, v, i);
        break;
    case IR_SHUFFLEVECTOR:
        copy_mask(b, v, i);
        break;
    default:
        break;
    }
}

static void fill_operands(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    for (unsigned k = 0; k < i->count; k++)
        i->operands[k] = llvm_operand(b, LLVMGetOperand(v, k));
}

void llvm_instruction_fill(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    switch ((int)i->value.op) {
    case IR_PHI:
        fill_phi(b, v, i);
        break;
    case IR_CALL:
        fill_call(b, v, i);
        break;
    case IR_SWITCH:
        fill_switch(b, v, i);
        break;
    case IR_BR:
    case IR_INDIRECTBR:
        fill_targets(b, v, i);
        fill_operands(b, v, i);
        break;
    case IR_EXCEPTION:
    case IR_CALLBR:
        break;
    default:
        fill_operands(b, v, i);
        fill_details(b, v, i);
    }
}
