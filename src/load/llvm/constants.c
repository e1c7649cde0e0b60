/* Constants: each is made once per module, in the store's arena; symbols are what linking
 * chose. Wide numbers and floats are taken apart by LLVM's own folding, as the C interface
 * gives 64 bits of an integer only. */
#include "load/llvm/internal.h"

#include "base/failure.h"

#include <string.h>

enum ir_op llvm_op(LLVMOpcode opcode)
{
    static const uint8_t ops[] = {
        [LLVMRet] = IR_RET,
        [LLVMBr] = IR_BR,
        [LLVMSwitch] = IR_SWITCH,
        [LLVMIndirectBr] = IR_INDIRECTBR,
        [LLVMInvoke] = IR_EXCEPTION,
        [LLVMUnreachable] = IR_UNREACHABLE,
        [LLVMCallBr] = IR_CALLBR,
        [LLVMFNeg] = IR_FNEG,
        [LLVMAdd] = IR_ADD,
        [LLVMFAdd] = IR_FADD,
        [LLVMSub] = IR_SUB,
        [LLVMFSub] = IR_FSUB,
        [LLVMMul] = IR_MUL,
        [LLVMFMul] = IR_FMUL,
        [LLVMUDiv] = IR_UDIV,
        [LLVMSDiv] = IR_SDIV,
        [LLVMFDiv] = IR_FDIV,
        [LLVMURem] = IR_UREM,
        [LLVMSRem] = IR_SREM,
        [LLVMFRem] = IR_FREM,
        [LLVMShl] = IR_SHL,
        [LLVMLShr] = IR_LSHR,
        [LLVMAShr] = IR_ASHR,
        [LLVMAnd] = IR_AND,
        [LLVMOr] = IR_OR,
        [LLVMXor] = IR_XOR,
        [LLVMAlloca] = IR_ALLOCA,
        [LLVMLoad] = IR_LOAD,
        [LLVMStore] = IR_STORE,
        [LLVMGetElementPtr] = IR_GEP,
        [LLVMTrunc] = IR_TRUNC,
        [LLVMZExt] = IR_ZEXT,
        [LLVMSExt] = IR_SEXT,
        [LLVMFPToUI] = IR_FPTOUI,
        [LLVMFPToSI] = IR_FPTOSI,
        [LLVMUIToFP] = IR_UITOFP,
        [LLVMSIToFP] = IR_SITOFP,
        [LLVMFPTrunc] = IR_FPTRUNC,
        [LLVMFPExt] = IR_FPEXT,
        [LLVMPtrToInt] = IR_PTRTOINT,
        [LLVMIntToPtr] = IR_INTTOPTR,
        [LLVMBitCast] = IR_BITCAST,
        [LLVMAddrSpaceCast] = IR_ADDRSPACECAST,
        [LLVMICmp] = IR_ICMP,
        [LLVMFCmp] = IR_FCMP,
        [LLVMPHI] = IR_PHI,
        [LLVMCall] = IR_CALL,
        [LLVMSelect] = IR_SELECT,
        [LLVMVAArg] = IR_VAARG,
        [LLVMExtractElement] = IR_EXTRACTELEMENT,
        [LLVMInsertElement] = IR_INSERTELEMENT,
        [LLVMShuffleVector] = IR_SHUFFLEVECTOR,
        [LLVMExtractValue] = IR_EXTRACTVALUE,
        [LLVMInsertValue] = IR_INSERTVALUE,
        [LLVMFreeze] = IR_FREEZE,
        [LLVMFence] = IR_FENCE,
        [LLVMAtomicCmpXchg] = IR_CMPXCHG,
        [LLVMAtomicRMW] = IR_ATOMICRMW,
        [LLVMResume] = IR_EXCEPTION,
        [LLVMLandingPad] = IR_EXCEPTION,
        [LLVMCleanupRet] = IR_EXCEPTION,
        [LLVMCatchRet] = IR_EXCEPTION,
        [LLVMCatchPad] = IR_EXCEPTION,
        [LLVMCleanupPad] = IR_EXCEPTION,
        [LLVMCatchSwitch] = IR_EXCEPTION,
    };
    if ((size_t)opcode >= sizeof ops || ops[opcode] == IR_NOP)
        return IR_OTHER_OP;
    return (enum ir_op)ops[opcode];
}

/* --- numbers --- */

/* An integer or float constant as an integer. */
static LLVMValueRef bits_of(struct llvm_module *m, LLVMValueRef v, uint32_t bits)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind)
        return v;
    return LLVMConstBitCast(v, LLVMIntTypeInContext(m->context, bits));
}

static uint64_t word_of(struct llvm_module *m, LLVMValueRef whole, uint32_t k)
{
    LAW(LLVMGetTypeKind(LLVMTypeOf(whole)) == LLVMIntegerTypeKind && LLVMIsConstant(whole));
    LLVMTypeRef type = LLVMTypeOf(whole), word = LLVMInt64TypeInContext(m->context);
    if (LLVMGetIntTypeWidth(type) <= 64)
        return LLVMConstIntGetZExtValue(whole);
    LLVMValueRef shifted =
        LLVMBuildLShr(m->builder, whole, LLVMConstInt(type, 64 * (uint64_t)k, 0), "");
    return LLVMConstIntGetZExtValue(LLVMBuildTrunc(m->builder, shifted, word, ""));
}

static struct ir_value *make_number(struct llvm_module *m, LLVMValueRef v,
                                    const struct ir_type *type)
{
    struct arena *arena = &m->ir.store->arena;
    if (type->kind != IR_INTEGER && type->kind != IR_FLOAT)
        return ir_value_new(arena, IR_OTHER_CONSTANT, type);
    struct ir_number *n = ir_number_new(arena, type);
    LLVMValueRef whole = bits_of(m, v, type->bits);
    for (uint32_t k = 0; k < (type->bits + 63) / 64; k++)
        n->words[k] = word_of(m, whole, k);
    return &n->value;
}

/* --- data --- */

static void copy_elements(struct llvm_module *m, LLVMValueRef v, const struct ir_type *type,
                          size_t size, uint8_t *bytes)
{
    size_t length;
    if (LLVMIsConstantString(v)) {
        const char *text = LLVMGetAsString(v, &length);
        LAW(length == size * type->count);
        memcpy(bytes, text, length);
        return;
    }
    for (uint64_t i = 0; i < type->count; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(v, (unsigned)i);
        uint64_t word = word_of(m, bits_of(m, element, type->parts[0]->bits), 0);
        memcpy(bytes + i * size, &word, size);
    }
}

static struct ir_value *make_data(struct llvm_module *m, LLVMValueRef v,
                                  const struct ir_type *type)
{
    struct arena *arena = &m->ir.store->arena;
    if (type->kind == IR_OTHER_TYPE || type->parts[0]->kind == IR_OTHER_TYPE)
        return ir_value_new(arena, IR_OTHER_CONSTANT, type);
    size_t size = type->parts[0]->bits / 8;
    LAW(size >= 1 && size <= 8);
    uint8_t *bytes = arena_alloc(arena, size * type->count);
    copy_elements(m, v, type, size, bytes);
    struct ir_data *d = ARENA_NEW(arena, struct ir_data);
    *d = (struct ir_data){{.kind = IR_DATA, .type = type}, size * type->count, bytes};
    return &d->value;
}

/* --- constants made of others --- */

static struct ir_value *make_of_operands(struct llvm_module *m, LLVMValueRef v,
                                         enum ir_kind kind, enum ir_op op,
                                         const struct ir_type *type)
{
    struct arena *arena = &m->ir.store->arena;
    if (type->kind == IR_OTHER_TYPE)
        return ir_value_new(arena, IR_OTHER_CONSTANT, type);
    struct ir_value **operands;
    unsigned count = (unsigned)LLVMGetNumOperands(v);
    struct ir_constant *k = ir_constant_new(arena, kind, op, type, count, &operands);
    for (unsigned i = 0; i < count; i++)
        operands[i] = llvm_constant(m, LLVMGetOperand(v, i));
    if (op == IR_GEP)
        k->subject = llvm_type(m, LLVMGetGEPSourceElementType(v));
    return &k->value;
}

static bool is_understood(enum ir_op op)
{
    return (op >= IR_ADD && op <= IR_XOR) || (op >= IR_TRUNC && op <= IR_ADDRSPACECAST) ||
           op == IR_GEP;
}

static struct ir_value *make_expression(struct llvm_module *m, LLVMValueRef v,
                                        const struct ir_type *type)
{
    enum ir_op op = llvm_op(LLVMGetConstOpcode(v));
    if (!is_understood(op))
        return ir_value_new(&m->ir.store->arena, IR_OTHER_CONSTANT, type);
    return make_of_operands(m, v, IR_EXPRESSION, op, type);
}

static struct ir_value *make_block_address(struct llvm_module *m, LLVMValueRef v,
                                           const struct ir_type *type)
{
    struct ir_block_address *a = ARENA_NEW(&m->ir.store->arena, struct ir_block_address);
    a->value = (struct ir_value){.kind = IR_BLOCK_ADDRESS, .type = type};
    a->function = llvm_constant(m, LLVMGetBlockAddressFunction(v));
    a->block = llvm_block_number(m, LLVMGetBlockAddressBasicBlock(v));
    return &a->value;
}

static struct ir_value *make_assembly(struct llvm_module *m, LLVMValueRef v,
                                      const struct ir_type *type)
{
    struct arena *arena = &m->ir.store->arena;
    struct ir_assembly *a = ARENA_NEW(arena, struct ir_assembly);
    size_t size;
    a->value = (struct ir_value){.kind = IR_ASSEMBLY, .type = type};
    const char *text = LLVMGetInlineAsmAsmString(v, &size);
    a->text = arena_text_range(arena, text, size);
    const char *constraints = LLVMGetInlineAsmConstraintString(v, &size);
    a->constraints = arena_text_range(arena, constraints, size);
    a->function_type = llvm_type(m, LLVMGetInlineAsmFunctionType(v));
    return &a->value;
}

/* --- all of them --- */

static struct ir_value *make(struct llvm_module *m, LLVMValueRef v)
{
    struct arena *arena = &m->ir.store->arena;
    const struct ir_type *type = llvm_type(m, LLVMTypeOf(v));
    switch ((int)LLVMGetValueKind(v)) { /* more kinds come with versions */
    case LLVMConstantIntValueKind:
    case LLVMConstantFPValueKind:
        return make_number(m, v, type);
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind:
    case LLVMConstantTokenNoneValueKind:
    case LLVMConstantTargetNoneValueKind:
        return ir_zero(arena, type);
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        return ir_value_new(arena, IR_UNDEFINED, type);
    case LLVMConstantDataArrayValueKind:
    case LLVMConstantDataVectorValueKind:
        return make_data(m, v, type);
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind:
        return make_of_operands(m, v, IR_AGGREGATE, IR_NOP, type);
    case LLVMConstantExprValueKind:
        return make_expression(m, v, type);
    case LLVMBlockAddressValueKind:
        return make_block_address(m, v, type);
    case LLVMInlineAsmValueKind:
        return make_assembly(m, v, type);
    default:
        return ir_value_new(arena, IR_OTHER_CONSTANT, type);
    }
}

struct ir_value *llvm_constant(struct llvm_module *m, LLVMValueRef v)
{
    LAW(LLVMIsConstant(v) || LLVMIsAInlineAsm(v));
    uint64_t known;
    if (map_get(&m->numbers, (uintptr_t)v, &known))
        return m->ir.values.data[known];
    if (map_get(&m->constants, (uintptr_t)v, &known))
        return (struct ir_value *)(uintptr_t)known;
    struct ir_value *made = make(m, v);
    map_set(&m->constants, (uintptr_t)v, (uintptr_t)made);
    return made;
}
