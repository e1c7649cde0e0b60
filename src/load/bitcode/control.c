/* Instructions of control flow: terminators and phis; and those about exceptions, of which
 * only the type of the result is read, so that values are counted. */
#include "load/bitcode/internal.h"

enum {
    INSTRUCTION_RET = 10,
    INSTRUCTION_BR = 11,
    INSTRUCTION_SWITCH = 12,
    INSTRUCTION_INVOKE = 13,
    INSTRUCTION_UNREACHABLE = 15,
    INSTRUCTION_PHI = 16,
    INSTRUCTION_INDIRECT_BR = 31,
    INSTRUCTION_RESUME = 39,
    INSTRUCTION_LANDINGPAD = 47,
    INSTRUCTION_CLEANUP_RET = 48,
    INSTRUCTION_CATCH_RET = 49,
    INSTRUCTION_CATCH_PAD = 50,
    INSTRUCTION_CLEANUP_PAD = 51,
    INSTRUCTION_CATCH_SWITCH = 52,
    INSTRUCTION_CALLBR = 57
};

static bool set_target(struct body_reader *r, struct ir_instruction *i, uint32_t k,
                       uint64_t block)
{
    i->targets[k] = (uint32_t)block;
    return block < r->state->blocks.count;
}

static struct ir_instruction *append_end(struct body_reader *r, enum ir_op op,
                                         size_t operands, size_t targets)
{
    struct ir_instruction *i = bitcode_append(r, op, operands);
    if (!i)
        return NULL;
    i->target_count = (uint32_t)targets;
    if (targets)
        i->targets = ARENA_ARRAY(r->arena, uint32_t, targets);
    r->ended = true;
    return i;
}

static bool read_ret(struct body_reader *r)
{
    bool value = bitcode_left(r) > 0;
    struct ir_instruction *i = append_end(r, IR_RET, value, 0);
    return i && (!value || bitcode_typed_operand(r, &i->operands[0]));
}

/* [block] or [then, otherwise, condition] */
static bool read_br(struct body_reader *r)
{
    bool conditional = bitcode_left(r) == 3;
    if (!conditional && bitcode_left(r) != 1)
        return false;
    struct ir_instruction *i = append_end(r, IR_BR, conditional, conditional ? 2 : 1);
    if (!i || !set_target(r, i, 0, bitcode_next(r)))
        return false;
    if (!conditional)
        return true;
    if (!set_target(r, i, 1, bitcode_next(r)))
        return false;
    bitcode_operand(r, &i->operands[0]);
    return true;
}

/* [type, value, default, (case value, block)...]; case values are numbered plainly */
static bool read_switch(struct body_reader *r)
{
    size_t left = bitcode_left(r), cases = left < 3 ? 0 : (left - 3) / 2;
    struct ir_instruction *i = append_end(r, IR_SWITCH, 1 + cases, 1 + cases);
    if (!i || left < 3 || left % 2 == 0)
        return false;
    (void)bitcode_next(r);
    bitcode_operand(r, &i->operands[0]);
    if (!set_target(r, i, 0, bitcode_next(r)))
        return false;
    for (uint32_t k = 1; k <= cases; k++) {
        bitcode_refer(r, &i->operands[k], (uint32_t)bitcode_next(r));
        if (!set_target(r, i, k, bitcode_next(r)))
            return false;
    }
    return true;
}

/* [type, address, blocks...] */
static bool read_indirect_br(struct body_reader *r)
{
    size_t left = bitcode_left(r);
    if (left < 2)
        return false;
    struct ir_instruction *i = append_end(r, IR_INDIRECTBR, 1, left - 2);
    if (!i)
        return false;
    (void)bitcode_next(r);
    bitcode_operand(r, &i->operands[0]);
    for (uint32_t k = 0; k < left - 2; k++)
        if (!set_target(r, i, k, bitcode_next(r)))
            return false;
    return true;
}

/* [type, (distance with sign, block)..., flags?] */
static bool read_phi(struct body_reader *r)
{
    size_t count = bitcode_left(r) ? (bitcode_left(r) - 1) / 2 : 0;
    struct ir_instruction *i = bitcode_append(r, IR_PHI, count);
    if (!i || !bitcode_left(r) || !(i->value.type = bitcode_next_type(r)))
        return false;
    uint32_t next = r->outer + (uint32_t)r->state->locals.count;
    i->target_count = (uint32_t)count;
    i->targets = ARENA_ARRAY(r->arena, uint32_t, count);
    for (uint32_t k = 0; k < count; k++) {
        bitcode_refer(r, &i->operands[k], next - (uint32_t)stream_signed(bitcode_next(r)));
        if (!set_target(r, i, k, bitcode_next(r)))
            return false;
    }
    return true;
}

/* --- exceptions --- */

/* invoke: [attributes, convention, normal, unwind, function type, ...];
 * callbr: [attributes, convention, normal, count, blocks..., function type, ...] */
static bool read_invoke(struct body_reader *r, enum ir_op op)
{
    struct ir_instruction *i = append_end(r, op, 0, 0);
    if (!i)
        return false;
    r->at = 3;
    uint64_t blocks = bitcode_next(r);
    if (op == IR_CALLBR) {
        if (blocks > bitcode_left(r))
            return false;
        r->at += blocks;
    }
    const struct ir_type *type = bitcode_next_type(r);
    if (!type || type->kind != IR_FUNCTION_TYPE)
        return false;
    i->value.type = type->result;
    return true;
}

static bool read_exception(struct body_reader *r, const struct ir_type *type, bool end)
{
    struct ir_instruction *i = bitcode_append(r, IR_EXCEPTION, 0);
    if (!i || !type)
        return false;
    i->value.type = type;
    r->ended = end;
    return true;
}

static bool read_exceptional(struct body_reader *r)
{
    const struct ir_type *token = ir_type_simple(r->store, IR_OTHER_TYPE, 0);
    switch (r->stream->code) {
    case INSTRUCTION_INVOKE:
        return read_invoke(r, IR_EXCEPTION);
    case INSTRUCTION_CALLBR:
        return read_invoke(r, IR_CALLBR);
    case INSTRUCTION_LANDINGPAD:
        return read_exception(r, bitcode_next_type(r), false);
    case INSTRUCTION_CATCH_PAD:
    case INSTRUCTION_CLEANUP_PAD:
        return read_exception(r, token, false);
    case INSTRUCTION_CATCH_SWITCH:
        return read_exception(r, token, true);
    case INSTRUCTION_RESUME:
    case INSTRUCTION_CLEANUP_RET:
    case INSTRUCTION_CATCH_RET:
        return read_exception(r, r->state->nothing, true);
    default:
        return false;
    }
}

bool bitcode_control_read(struct body_reader *r)
{
    switch (r->stream->code) {
    case INSTRUCTION_PHI:
        return read_phi(r);
    case INSTRUCTION_RET:
        return read_ret(r);
    case INSTRUCTION_BR:
        return read_br(r);
    case INSTRUCTION_SWITCH:
        return read_switch(r);
    case INSTRUCTION_INDIRECT_BR:
        return read_indirect_br(r);
    case INSTRUCTION_UNREACHABLE:
        return append_end(r, IR_UNREACHABLE, 0, 0) != NULL;
    default:
        return read_exceptional(r);
    }
}
