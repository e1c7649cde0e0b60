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
    if (op == IR_CALL)
        return LLVMGetNumArgOperands(v);
    if (op == IR_PHI)
        return LLVMCountIncoming(v);
    if (op == IR_SWITCH)
        return LLVMGetNumSuccessors(v);
    if (op == IR_INDIRECTBR || (op == IR_BR && LLVMIsConditional(v)))
        return 1;
    if (op == IR_BR || op == IR_EXCEPTION || op == IR_CALLBR)
        return 0;
    return (unsigned)LLVMGetNumOperands(v);
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

static void fill_operands(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    for (unsigned k = 0; k < i->count; k++)
        i->operands[k] = llvm_operand(b, LLVMGetOperand(v, k));
}

/* --- by operator --- */

typedef void filler(struct llvm_body *, LLVMValueRef, struct ir_instruction *);

static void fill_integer_compare(struct llvm_body *b, LLVMValueRef v,
                                 struct ir_instruction *i)
{
    fill_operands(b, v, i);
    i->value.predicate = (uint8_t)LLVMGetICmpPredicate(v);
}

static void fill_float_compare(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    i->value.predicate = (uint8_t)LLVMGetFCmpPredicate(v);
}

static void fill_arithmetic(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    set_wrapping(v, i);
}

static void fill_alloca(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    i->alignment = LLVMGetAlignment(v);
    i->subject = llvm_type(b->module, LLVMGetAllocatedType(v));
}

static void fill_load_or_store(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    fill_access(v, i);
    set_order(v, i);
}

static void fill_exchange(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    fill_access(v, i);
    i->value.flags |= IR_FLAG_ATOMIC;
}

static void fill_atomic(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_exchange(b, v, i);
    i->value.predicate = (uint8_t)LLVMGetAtomicRMWBinOp(v);
}

static void fill_address(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    i->subject = llvm_type(b->module, LLVMGetGEPSourceElementType(v));
}

static void fill_member(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    copy_indices(b, v, i);
}

static void fill_shuffle(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_operands(b, v, i);
    copy_mask(b, v, i);
}

static void fill_jump(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    fill_targets(b, v, i);
    fill_operands(b, v, i);
}

static void fill_nothing(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    (void)b, (void)v, (void)i;
}

/* What an instruction has besides its operands; where nothing is said, nothing. */
static filler *const fillers[IR_OTHER_OP + 1] = {
    [IR_PHI] = fill_phi,
    [IR_CALL] = fill_call,
    [IR_SWITCH] = fill_switch,
    [IR_BR] = fill_jump,
    [IR_INDIRECTBR] = fill_jump,
    [IR_EXCEPTION] = fill_nothing,
    [IR_CALLBR] = fill_nothing,
    [IR_ICMP] = fill_integer_compare,
    [IR_FCMP] = fill_float_compare,
    [IR_ADD] = fill_arithmetic,
    [IR_SUB] = fill_arithmetic,
    [IR_MUL] = fill_arithmetic,
    [IR_SHL] = fill_arithmetic,
    [IR_ALLOCA] = fill_alloca,
    [IR_LOAD] = fill_load_or_store,
    [IR_STORE] = fill_load_or_store,
    [IR_ATOMICRMW] = fill_atomic,
    [IR_CMPXCHG] = fill_exchange,
    [IR_GEP] = fill_address,
    [IR_EXTRACTVALUE] = fill_member,
    [IR_INSERTVALUE] = fill_member,
    [IR_SHUFFLEVECTOR] = fill_shuffle,
};

void llvm_instruction_fill(struct llvm_body *b, LLVMValueRef v, struct ir_instruction *i)
{
    filler *fill = fillers[i->value.op];
    if (!fill)
        fill = fill_operands;
    fill(b, v, i);
}
