/* Memory: allocation, loads and stores leaf by leaf, atomics in the order of the program. */
#include "load/translate/translate.h"

/* The dimensions of an array of variable length are multiplied without wrapping. */
static void assume_product(struct translator *t, const struct ir_value *count)
{
    if (count->kind != IR_INSTRUCTION || count->op != IR_MUL || !(count->flags & IR_FLAG_NUW))
        return;
    const struct ir_instruction *product = (const struct ir_instruction *)count;
    struct value a = value_of(t, product->operands[0]), b = value_of(t, product->operands[1]);
    assume_product(t, product->operands[0]);
    assume_product(t, product->operands[1]);
    emit_assume(t, emit_not(t, emit_bits(t, BITS_UMUL_OVERFLOW, type_int(1), a, b)));
}

/* No stack has room for more than half of the address space: there the run ends. */
static struct value variable_size(struct translator *t, const struct ir_value *count,
                                  uint64_t bytes)
{
    uint64_t most = (UINT64_C(1) << (t->program->pointer_width - 1)) - 1;
    assume_product(t, count);
    struct value n = emit_resize(t, value_of(t, count), word_type(t), OP_ZEXT);
    emit_assume(t, emit_compare(t, COMPARE_ULE, n, word(t, bytes ? most / bytes : most)));
    return bytes == 1 ? n : emit_binary(t, OP_MUL, word_type(t), n, word(t, bytes));
}

static void translate_alloca(struct translator *t, const struct ir_instruction *v)
{
    uint64_t bytes = type_size(t, v->subject);
    const struct ir_value *count = v->operands[0];
    bool fixed = ir_is_small_number(count);
    struct value size =
        fixed ? word(t, bytes * ir_unsigned(count)) : variable_size(t, count, bytes);
    struct instruction made = instruction_make(OP_ALLOCA, type_pointer(t->program));
    made.extra = v->alignment;
    bind(t, &v->value, (struct value){emit(t, made, &size.id, 1)});
}

/* --- loads and stores --- */

static uint64_t alignment_at(uint64_t alignment, uint64_t offset)
{
    if (!alignment)
        return 1;
    while (alignment > 1 && offset % alignment)
        alignment /= 2;
    LAW(offset % alignment == 0);
    return alignment;
}

void load_parts(struct translator *t, const struct shape *shape, struct value pointer,
                uint64_t alignment, unsigned flags, uint32_t *out)
{
    LAW(type_of(t, pointer).kind == TYPE_POINTER);
    for (uint32_t i = 0; i < shape->count; i++) {
        struct value at = emit_offset(t, pointer, shape->leaves[i].offset);
        uint64_t aligned = alignment_at(alignment, shape->leaves[i].offset);
        out[i] = emit_load(t, shape->leaves[i].type, at, aligned, flags).id;
    }
}

void store_parts(struct translator *t, const struct shape *shape, struct value pointer,
                 struct parts parts, uint64_t alignment, unsigned flags)
{
    LAW(shape->count == parts.count);
    for (uint32_t i = 0; i < shape->count; i++) {
        struct value at = emit_offset(t, pointer, shape->leaves[i].offset);
        uint64_t aligned = alignment_at(alignment, shape->leaves[i].offset);
        emit_store(t, at, part(parts, i), aligned, flags);
    }
}

/* Vectors of elements that are no whole bytes have no leaf-wise layout. */
static bool has_layout(struct translator *t, const struct ir_type *type)
{
    return type->kind != IR_VECTOR || ir_layout(t->store, type->parts[0])->size_bits % 8 == 0;
}

static unsigned access_flags(const struct ir_instruction *v)
{
    return (v->value.flags & IR_FLAG_VOLATILE ? FLAG_VOLATILE : 0) |
           (v->value.flags & IR_FLAG_ATOMIC ? FLAG_ATOMIC : 0);
}

static void translate_load(struct translator *t, const struct ir_instruction *v)
{
    const struct shape *shape = shape_of(t, v->value.type);
    if (!has_layout(t, v->value.type))
        emit_unsupported(t, type_void(), "load of a vector of bits");
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    check_steps(t, v->operands[0]);
    load_parts(t, shape, value_of(t, v->operands[0]), v->alignment, access_flags(v), ids);
    bind_parts(t, &v->value, ids, shape->count);
}

/* A parameter stored whole into its variable carries the variable's name. */
static void note_parameter(struct translator *t, struct value value, struct value pointer)
{
    if (value_is_constant(value) || value_is_constant(pointer))
        return;
    const struct instruction *param = &t->function->instructions.data[value.id];
    const struct instruction *variable = &t->function->instructions.data[pointer.id];
    if (param->op != OP_PARAM || variable->op != OP_ALLOCA)
        return;
    if (instruction_operand(t->function, variable, 0).id !=
        word(t, type_bytes(param->type)).id)
        return;
    map_set(&t->parameter_of, pointer.id, value.id);
}

static void translate_store(struct translator *t, const struct ir_instruction *v)
{
    const struct ir_type *type = v->operands[0]->type;
    if (!has_layout(t, type))
        emit_unsupported(t, type_void(), "store of a vector of bits");
    struct parts parts = parts_of(t, v->operands[0]);
    struct value pointer = value_of(t, v->operands[1]);
    check_steps(t, v->operands[1]);
    check_field(t, v);
    if (parts.count == 1)
        note_parameter(t, part(parts, 0), pointer);
    store_parts(t, shape_of(t, type), pointer, parts, v->alignment, access_flags(v));
}

/* --- atomics --- */

static struct value atomic_result(struct translator *t, enum ir_rmw op, struct value old,
                                  struct value operand)
{
    LAW(type_same(type_of(t, old), type_of(t, operand)));
    struct type type = type_of(t, old);
    switch (op) {
    case IR_RMW_XCHG:
        return operand;
    case IR_RMW_ADD:
        return emit_binary(t, OP_ADD, type, old, operand);
    case IR_RMW_SUB:
        return emit_binary(t, OP_SUB, type, old, operand);
    case IR_RMW_AND:
        return emit_binary(t, OP_AND, type, old, operand);
    case IR_RMW_NAND:
        return emit_binary(t, OP_XOR, type, emit_binary(t, OP_AND, type, old, operand),
                           emit_unary(t, OP_SEXT, type, truth(t, true)));
    case IR_RMW_OR:
        return emit_binary(t, OP_OR, type, old, operand);
    case IR_RMW_XOR:
        return emit_binary(t, OP_XOR, type, old, operand);
    case IR_RMW_MAX:
        return emit_bits(t, BITS_SMAX, type, old, operand);
    case IR_RMW_MIN:
        return emit_bits(t, BITS_SMIN, type, old, operand);
    case IR_RMW_UMAX:
        return emit_bits(t, BITS_UMAX, type, old, operand);
    case IR_RMW_UMIN:
        return emit_bits(t, BITS_UMIN, type, old, operand);
    case IR_RMW_FADD:
        return emit_binary(t, OP_FADD, type, old, operand);
    case IR_RMW_FSUB:
        return emit_binary(t, OP_FSUB, type, old, operand);
    }
    return emit_unsupported(t, type, "atomic operation"); /* newer ones */
}

static void translate_atomic(struct translator *t, const struct ir_instruction *v)
{
    struct value pointer = value_of(t, v->operands[0]), operand = value_of(t, v->operands[1]);
    uint64_t alignment = v->alignment;
    unsigned flags = access_flags(v) | FLAG_ATOMIC;
    struct value old = emit_load(t, type_of(t, operand), pointer, alignment, flags);
    emit_store(t, pointer, atomic_result(t, v->value.predicate, old, operand), alignment,
               flags);
    bind(t, &v->value, old);
}

static const struct ir_instruction *made_by(const struct ir_value *v, enum ir_op op)
{
    bool made = v->kind == IR_INSTRUCTION && v->op == op;
    return made ? (const struct ir_instruction *)v : NULL;
}

/* `b += x` of an atomic _Bool: what it was, a truth, is met again in the loop. */
static bool is_truth_met_again(const struct ir_value *v)
{
    const struct ir_instruction *phi = made_by(v, IR_PHI);
    for (uint32_t i = 0; phi && i < phi->count; i++) {
        const struct ir_instruction *truth = made_by(phi->operands[i], IR_ZEXT);
        if (!truth || truth->operands[0]->type->bits != 1)
            return false;
    }
    return phi && phi->count;
}

/* Clang keeps low bits of the number that it computes where C asks whether it is 0: the same
 * for 0 and 1 only. */
static void check_truth(struct translator *t, const struct ir_value *desired)
{
    const struct ir_instruction *cut = made_by(desired, IR_TRUNC);
    struct value number = value_of(t, cut ? cut->operands[0] : desired);
    struct type type = type_of(t, number);
    struct value is_truth =
        emit_compare(t, COMPARE_ULE, number, constant_int(t->program, type, 1));
    if (made_by(desired, IR_FPTOUI) || made_by(desired, IR_FPTOSI))
        is_truth = truth(t, false);
    emit_unsupported_unless(t, is_truth, "a number other than 0 and 1 in an atomic _Bool");
}

static void translate_exchange(struct translator *t, const struct ir_instruction *v)
{
    if (is_truth_met_again(v->operands[1]))
        check_truth(t, v->operands[2]);
    struct value pointer = value_of(t, v->operands[0]),
                 expected = value_of(t, v->operands[1]);
    struct value desired = value_of(t, v->operands[2]);
    uint64_t alignment = v->alignment;
    unsigned flags = access_flags(v) | FLAG_ATOMIC;
    struct value old = emit_load(t, type_of(t, expected), pointer, alignment, flags);
    struct value same = emit_compare(t, COMPARE_EQ, old, expected);
    emit_store(t, pointer, emit_select(t, same, desired, old), alignment, flags);
    LAW(shape_of(t, v->value.type)->count == 2);
    bind_parts(t, &v->value, (uint32_t[]){old.id, same.id}, 2);
}

static void translate_addresses(struct translator *t, const struct ir_instruction *v)
{
    const struct shape *shape = shape_of(t, v->value.type);
    if (shape->count == 1) {
        bind(t, &v->value, translate_address(t, v, v->operands, v->count, v->subject));
        return;
    }
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "vector of addresses").id;
    bind_parts(t, &v->value, ids, shape->count);
}

void translate_memory(struct translator *t, const struct ir_instruction *v)
{
    enum ir_op op = v->value.op;
    LAW(op >= IR_ALLOCA && op <= IR_ATOMICRMW);
    if (op == IR_ALLOCA)
        translate_alloca(t, v);
    if (op == IR_LOAD)
        translate_load(t, v);
    if (op == IR_STORE)
        translate_store(t, v);
    if (op == IR_GEP)
        translate_addresses(t, v);
    if (op == IR_CMPXCHG)
        translate_exchange(t, v);
    if (op == IR_ATOMICRMW)
        translate_atomic(t, v);
}
