/* Checks: division by zero before every division, and clang's sanitizer traps told apart by
 * their operands.
 *
 * Of the kinds of traps that of division is dropped: check_division places the same
 * conditions for every division, sanitized or not. */
#include "load/translate/translate.h"

#include <string.h>

void check_division(struct translator *t, struct value dividend, struct value divisor,
                    bool is_signed)
{
    LAW(type_same(type_of(t, dividend), type_of(t, divisor)));
    struct type type = type_of(t, divisor);
    emit_check(t, CHECK_DIVISION,
               emit_compare(t, COMPARE_NE, divisor, constant_int(t->program, type, 0)), NULL);
    if (!is_signed)
        return;
    uint32_t count = (type.width + 31) / 32;
    uint32_t *limbs = ARENA_ARRAY(&t->body_arena, uint32_t, count);
    limbs[count - 1] = 1u << (type.width - 1) % 32;
    struct value minimum = constant_bits(t->program, type, limbs);
    memset(limbs, 0xff, count * sizeof *limbs);
    struct value minus_one = constant_bits(t->program, type, limbs);
    struct value representable =
        emit_binary(t, OP_OR, type_int(1), emit_compare(t, COMPARE_NE, dividend, minimum),
                    emit_compare(t, COMPARE_NE, divisor, minus_one));
    emit_check(t, CHECK_OVERFLOW, representable, NULL);
}

/* The block is `call void @llvm.ubsantrap(i8 KIND); unreachable`. */
int trap_kind(struct translator *t, const struct ir_block *block)
{
    if (block->count < 2 || !t->sanitizer_trap)
        return -1;
    const struct ir_instruction *call = t->body.instructions[block->first];
    const struct ir_instruction *next = t->body.instructions[block->first + 1];
    if (call->value.op != IR_CALL || next->value.op != IR_UNREACHABLE)
        return -1;
    if (call->callee != t->sanitizer_trap || !ir_is_small_number(call->operands[0]))
        return -1;
    uint64_t kind = ir_unsigned(call->operands[0]);
    return kind < 200 ? (int)kind : -1;
}

static struct value holds(struct translator *t, const struct ir_value *condition,
                          bool trap_if)
{
    struct value v = value_of(t, condition);
    return trap_if ? emit_not(t, v) : v;
}

/* Shifts: `amount in range` alone, `and (amount in range), (phi: value representable)`, or
 * the PHI alone. */
static void check_shift(struct translator *t, const struct ir_value *condition, bool trap_if)
{
    bool instruction = condition->kind == IR_INSTRUCTION;
    if (instruction && !trap_if && condition->op == IR_AND) {
        const struct ir_instruction *both = (const struct ir_instruction *)condition;
        emit_check(t, CHECK_SHIFT_AMOUNT, value_of(t, both->operands[0]), NULL);
        emit_check(t, CHECK_SHIFT_VALUE, value_of(t, both->operands[1]), NULL);
        return;
    }
    bool value = instruction && condition->op == IR_PHI;
    emit_check(t, value ? CHECK_SHIFT_VALUE : CHECK_SHIFT_AMOUNT,
               holds(t, condition, trap_if), NULL);
}

static void check_constant_division(struct translator *t, const struct ir_value *condition,
                                    bool trap_if)
{
    if (!ir_is_small_number(condition) || (ir_unsigned(condition) != 0) != trap_if)
        return;
    emit_check(t, CHECK_DIVISION, truth(t, false), NULL);
    if (t->overflow_sites)
        emit_check(t, CHECK_OVERFLOW, truth(t, false), NULL);
}

/* An array of negative length does not exist, the run ends there; one without elements does
 * in practice. The condition is `length > 0`, of signed lengths only. */
static void end_at_negative(struct translator *t, const struct ir_value *condition)
{
    if (condition->kind != IR_INSTRUCTION || condition->op != IR_ICMP)
        return;
    struct value length =
        value_of(t, ((const struct ir_instruction *)condition)->operands[0]);
    emit_assume(t, emit_compare(t, COMPARE_SGE, length,
                                constant_int(t->program, type_of(t, length), 0)));
}

void check_trap(struct translator *t, const struct ir_value *condition, bool trap_if,
                int kind)
{
    LAW(kind >= 0 && kind < 255); /* one of trap_kind's */
    switch (kind) {
    case TRAP_ADD:
    case TRAP_SUB:
    case TRAP_MUL:
    case TRAP_NEGATE:
        emit_check(t, CHECK_OVERFLOW, holds(t, condition, trap_if), NULL);
        return;
    case TRAP_SHIFT:
        check_shift(t, condition, trap_if);
        return;
    case TRAP_FLOAT_CAST:
        emit_check(t, CHECK_FLOAT_CAST, holds(t, condition, trap_if), NULL);
        return;
    case TRAP_LENGTH:
        end_at_negative(t, condition);
        return;
    case TRAP_DIVISION:
        check_constant_division(t, condition, trap_if);
        return;
    default:
        emit_check(t, CHECK_UNREACHABLE, holds(t, condition, trap_if), "sanitizer trap");
        return;
    }
}
