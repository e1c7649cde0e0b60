/* Instructions that compute values: arithmetic, comparisons, casts, selection; others are passed on to their
 * files. Vector operations are done leaf by leaf. */
#include "frontend/translate.h"

static const uint8_t binary_op[] = {
    [LLVMAdd] = OP_ADD,   [LLVMFAdd] = OP_FADD, [LLVMSub] = OP_SUB,   [LLVMFSub] = OP_FSUB,
    [LLVMMul] = OP_MUL,   [LLVMFMul] = OP_FMUL, [LLVMUDiv] = OP_UDIV, [LLVMSDiv] = OP_SDIV,
    [LLVMFDiv] = OP_FDIV, [LLVMURem] = OP_UREM, [LLVMSRem] = OP_SREM, [LLVMFRem] = OP_FREM,
    [LLVMShl] = OP_SHL,   [LLVMLShr] = OP_LSHR, [LLVMAShr] = OP_ASHR, [LLVMAnd] = OP_AND,
    [LLVMOr] = OP_OR,     [LLVMXor] = OP_XOR,
};

static bool has_nsw(LLVMOpcode op)
{
    return op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl;
}

static void translate_binary(struct translator *t, LLVMValueRef v, LLVMOpcode opcode)
{
    struct parts a = parts_of(t, LLVMGetOperand(v, 0)), b = parts_of(t, LLVMGetOperand(v, 1));
    enum op op = binary_op[opcode];
    /* clang places no traps for vectors, whose elements may be signed or not */
    if (t->overflow_sites && has_nsw(opcode) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind)
        emit_unsupported(t, type_void(), "overflow of vector arithmetic");
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, a.count + 1);
    for (uint32_t i = 0; i < a.count; i++) {
        struct instruction made = instruction_make(op, type_of(t, part(a, i)));
        if (has_nsw(opcode) && LLVMGetNSW(v)) made.flags |= FLAG_NSW;
        if (op == OP_SDIV || op == OP_SREM || op == OP_UDIV || op == OP_UREM)
            check_division(t, part(a, i), part(b, i), op == OP_SDIV || op == OP_SREM);
        ids[i] = emit(t, made, (uint32_t[]){part(a, i).id, part(b, i).id}, 2);
    }
    bind_parts(t, v, ids, a.count);
}

static enum compare compare_of(LLVMIntPredicate predicate)
{
    switch (predicate) {
    case LLVMIntEQ:
        return COMPARE_EQ;
    case LLVMIntNE:
        return COMPARE_NE;
    case LLVMIntUGT:
        return COMPARE_UGT;
    case LLVMIntUGE:
        return COMPARE_UGE;
    case LLVMIntULT:
        return COMPARE_ULT;
    case LLVMIntULE:
        return COMPARE_ULE;
    case LLVMIntSGT:
        return COMPARE_SGT;
    case LLVMIntSGE:
        return COMPARE_SGE;
    case LLVMIntSLT:
        return COMPARE_SLT;
    case LLVMIntSLE:
        return COMPARE_SLE;
    }
    BUG("integer predicate %d", (int)predicate);
}

static void translate_compare(struct translator *t, LLVMValueRef v, enum op op)
{
    struct parts a = parts_of(t, LLVMGetOperand(v, 0)), b = parts_of(t, LLVMGetOperand(v, 1));
    struct instruction made = instruction_make(op, type_int(1));
    made.sub =
        (uint8_t)(op == OP_ICMP ? (int)compare_of(LLVMGetICmpPredicate(v)) : (int)LLVMGetFCmpPredicate(v));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, a.count + 1);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = emit(t, made, (uint32_t[]){part(a, i).id, part(b, i).id}, 2);
    bind_parts(t, v, ids, a.count);
}

struct value cast_value(struct translator *t, LLVMOpcode opcode, struct value v, struct type to)
{
    switch ((int)opcode) {
    case LLVMTrunc:
        return emit_unary(t, OP_TRUNC, to, v);
    case LLVMZExt:
        return emit_unary(t, OP_ZEXT, to, v);
    case LLVMSExt:
        return emit_unary(t, OP_SEXT, to, v);
    case LLVMFPToUI:
        return emit_unary(t, OP_FTOUI, to, v);
    case LLVMFPToSI:
        return emit_unary(t, OP_FTOSI, to, v);
    case LLVMUIToFP:
        return emit_unary(t, OP_UITOF, to, v);
    case LLVMSIToFP:
        return emit_unary(t, OP_SITOF, to, v);
    case LLVMFPTrunc:
        return emit_unary(t, OP_FTRUNC, to, v);
    case LLVMFPExt:
        return emit_unary(t, OP_FEXT, to, v);
    case LLVMPtrToInt:
        return emit_unary(t, OP_PTRTOINT, to, v);
    case LLVMIntToPtr:
        return emit_unary(t, OP_INTTOPTR, to, v);
    case LLVMAddrSpaceCast:
        return v;
    case LLVMBitCast:
        return type_same(type_of(t, v), to) ? v : emit_unary(t, OP_BITCAST, to, v);
    default:
        return emit_unsupported(t, to, "cast");
    }
}

static void translate_cast(struct translator *t, LLVMValueRef v, LLVMOpcode opcode)
{
    struct parts a = parts_of(t, LLVMGetOperand(v, 0));
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, a.count + 1);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = cast_value(t, opcode, part(a, i), shape->leaves[i].type).id;
    bind_parts(t, v, ids, a.count);
}

/* All leaves side by side in one integer, the first lowest. */
static struct value join_bits(struct translator *t, struct parts p, struct type whole)
{
    struct value sum = constant_int(t->program, whole, 0);
    uint32_t at = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        struct type leaf = type_of(t, part(p, i));
        struct value v = part(p, i);
        if (leaf.kind == TYPE_FLOAT) v = emit_unary(t, OP_BITCAST, type_int(leaf.width), v);
        v = emit_resize(t, v, whole, OP_ZEXT);
        if (at) v = emit_binary(t, OP_SHL, whole, v, constant_int(t->program, whole, at));
        sum = i ? emit_binary(t, OP_OR, whole, sum, v) : v;
        at += leaf.width;
    }
    return sum;
}

static void split_bits(struct translator *t, struct value whole, const struct shape *shape, uint32_t *ids)
{
    struct type type = type_of(t, whole);
    uint32_t at = 0;
    for (uint32_t i = 0; i < shape->count; i++) {
        struct type leaf = shape->leaves[i].type;
        struct value v = whole;
        if (at) v = emit_binary(t, OP_LSHR, type, v, constant_int(t->program, type, at));
        v = emit_resize(t, v, type_int(leaf.width), OP_ZEXT);
        if (leaf.kind == TYPE_FLOAT) v = emit_unary(t, OP_BITCAST, leaf, v);
        ids[i] = v.id;
        at += leaf.width;
    }
}

static bool holds_pointer(const struct shape *shape)
{
    for (uint32_t i = 0; i < shape->count; i++)
        if (shape->leaves[i].type.kind == TYPE_POINTER) return true;
    return false;
}

static void translate_bitcast(struct translator *t, LLVMValueRef v)
{
    LLVMTypeRef from_type = LLVMTypeOf(LLVMGetOperand(v, 0));
    const struct shape *from = shape_of(t, from_type), *to = shape_of(t, LLVMTypeOf(v));
    bool alike = from->count == to->count;
    for (uint32_t i = 0; alike && i < from->count; i++)
        alike = from->leaves[i].type.width == to->leaves[i].type.width;
    if (alike) {
        translate_cast(t, v, LLVMBitCast);
        return;
    }
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, to->count + 1);
    if (holds_pointer(from) || holds_pointer(to)) {
        for (uint32_t i = 0; i < to->count; i++)
            ids[i] = emit_unsupported(t, to->leaves[i].type, "bitcast of pointer vectors").id;
    } else {
        struct type whole = type_int((uint32_t)LLVMSizeOfTypeInBits(t->layout, from_type));
        split_bits(t, join_bits(t, parts_of(t, LLVMGetOperand(v, 0)), whole), to, ids);
    }
    bind_parts(t, v, ids, to->count);
}

static void translate_select(struct translator *t, LLVMValueRef v)
{
    struct parts condition = parts_of(t, LLVMGetOperand(v, 0));
    struct parts then = parts_of(t, LLVMGetOperand(v, 1)), otherwise = parts_of(t, LLVMGetOperand(v, 2));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, then.count + 1);
    for (uint32_t i = 0; i < then.count; i++)
        ids[i] =
            emit_select(t, part(condition, condition.count == 1 ? 0 : i), part(then, i), part(otherwise, i))
                .id;
    bind_parts(t, v, ids, then.count);
}

static void translate_negation(struct translator *t, LLVMValueRef v)
{
    struct parts a = parts_of(t, LLVMGetOperand(v, 0));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, a.count + 1);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = emit_unary(t, OP_FNEG, type_of(t, part(a, i)), part(a, i)).id;
    bind_parts(t, v, ids, a.count);
}

static void copy_operand(struct translator *t, LLVMValueRef v)
{
    struct parts a = parts_of(t, LLVMGetOperand(v, 0));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, a.count + 1);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = part(a, i).id;
    bind_parts(t, v, ids, a.count);
}

/* Freezing an undefined value makes it one value for all uses. */
static void translate_freeze(struct translator *t, LLVMValueRef v)
{
    struct parts a = parts_of(t, LLVMGetOperand(v, 0));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, a.count + 1);
    for (uint32_t i = 0; i < a.count; i++) {
        struct value p = part(a, i);
        bool undefined = value_is_constant(p) && program_constant(t->program, p)->kind == CONSTANT_UNDEF;
        ids[i] = undefined ? emit_input(t, type_of(t, p), "uninitialised value").id : p.id;
    }
    bind_parts(t, v, ids, a.count);
}

static bool types_supported(struct translator *t, LLVMValueRef v)
{
    if (!shape_of(t, LLVMTypeOf(v))->supported) return false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (!shape_of(t, LLVMTypeOf(LLVMGetOperand(v, (unsigned)i)))->supported) return false;
    return true;
}

static void give_up(struct translator *t, LLVMValueRef v, const char *what)
{
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    if (!shape->count) emit_unsupported(t, type_void(), "%s", what);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "%s", what).id;
    bind_parts(t, v, ids, shape->count);
    if (LLVMIsATerminatorInst(v)) emit_stop(t, STOP_UNREACHABLE);
}

void translate_instruction(struct translator *t, LLVMValueRef v)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    if (!types_supported(t, v)) {
        give_up(t, v, "value of an unsupported type");
        return;
    }
    switch ((int)opcode) {
    case LLVMRet:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMIndirectBr:
    case LLVMUnreachable:
        translate_terminator(t, v);
        return;
    case LLVMFNeg:
        translate_negation(t, v);
        return;
    case LLVMICmp:
        translate_compare(t, v, OP_ICMP);
        return;
    case LLVMFCmp:
        translate_compare(t, v, OP_FCMP);
        return;
    case LLVMBitCast:
        translate_bitcast(t, v);
        return;
    case LLVMSelect:
        translate_select(t, v);
        return;
    case LLVMFreeze:
        translate_freeze(t, v);
        return;
    case LLVMCall:
        translate_call(t, v);
        return;
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMExtractValue:
    case LLVMInsertValue:
        translate_aggregate(t, v);
        return;
    case LLVMAlloca:
    case LLVMLoad:
    case LLVMStore:
    case LLVMGetElementPtr:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        translate_memory(t, v);
        return;
    case LLVMFence:
        return; /* one thread: every order is the order of the program */
    case LLVMInvoke:
    case LLVMResume:
    case LLVMLandingPad:
    case LLVMCleanupRet:
    case LLVMCatchRet:
    case LLVMCatchPad:
    case LLVMCleanupPad:
    case LLVMCatchSwitch:
        give_up(t, v, "exception handling");
        return;
    case LLVMCallBr:
        give_up(t, v, "inline assembly with labels");
        return;
    case LLVMVAArg:
        give_up(t, v, "va_arg instruction");
        return;
    default:
        break;
    }
    if (opcode >= LLVMTrunc && opcode <= LLVMBitCast)
        translate_cast(t, v, opcode);
    else if (opcode == LLVMAddrSpaceCast)
        copy_operand(t, v);
    else if ((size_t)opcode < sizeof binary_op && binary_op[opcode])
        translate_binary(t, v, opcode);
    else
        give_up(t, v, "instruction");
}
