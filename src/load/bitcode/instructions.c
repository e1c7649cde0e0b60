/* Instructions, one function per form of record; control flow is in control.c, calls in
 * calls.c. A record gives operands as distances back from the next value's number; where that
 * value comes later its type follows, so that every result's type is known at once. */
#include "load/bitcode/internal.h"

#include <string.h>

enum {
    INSTRUCTION_BINARY = 2,
    INSTRUCTION_CAST = 3,
    INSTRUCTION_EXTRACT_ELEMENT = 6,
    INSTRUCTION_INSERT_ELEMENT = 7,
    INSTRUCTION_SHUFFLE = 8,
    INSTRUCTION_ALLOCA = 19,
    INSTRUCTION_LOAD = 20,
    INSTRUCTION_VAARG = 23,
    INSTRUCTION_EXTRACT_VALUE = 26,
    INSTRUCTION_INSERT_VALUE = 27,
    INSTRUCTION_COMPARE = 28,
    INSTRUCTION_SELECT = 29,
    INSTRUCTION_CALL = 34,
    INSTRUCTION_FENCE = 36,
    INSTRUCTION_LOAD_ATOMIC = 41,
    INSTRUCTION_GEP = 43,
    INSTRUCTION_STORE = 44,
    INSTRUCTION_STORE_ATOMIC = 45,
    INSTRUCTION_CMPXCHG = 46,
    INSTRUCTION_UNARY = 56,
    INSTRUCTION_FREEZE = 58,
    INSTRUCTION_ATOMICRMW = 59
};

static uint64_t alignment_of(uint64_t stored)
{
    return stored && stored < 64 ? 1ull << (stored - 1) : 0;
}

/* --- arithmetic --- */

/* [a, b, operation, flags?] */
static bool read_binary(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_NOP, 2);
    if (!i || !(i->value.type = bitcode_typed_operand(r, &i->operands[0])))
        return false;
    bitcode_operand(r, &i->operands[1]);
    if (!bitcode_left(r))
        return false;
    enum ir_op op = bitcode_binary(bitcode_next(r), i->value.type);
    i->value.op = (uint8_t)op;
    if (op != IR_ADD && op != IR_SUB && op != IR_MUL && op != IR_SHL)
        return op != IR_NOP;
    uint64_t flags = bitcode_next(r);
    if (flags & 1)
        i->value.flags |= IR_FLAG_NUW;
    if (flags & 2)
        i->value.flags |= IR_FLAG_NSW;
    return true;
}

/* [a, operation]; freeze: [a] */
static bool read_unary(struct body_reader *r, enum ir_op op)
{
    struct ir_instruction *i = bitcode_append(r, op, 1);
    return i && (i->value.type = bitcode_typed_operand(r, &i->operands[0])) &&
           (op == IR_FREEZE || (bitcode_left(r) && !bitcode_next(r)));
}

/* [a, type, operation, flags?] */
static bool read_cast(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_NOP, 1);
    if (!i || !bitcode_typed_operand(r, &i->operands[0]) ||
        !(i->value.type = bitcode_next_type(r)) || !bitcode_left(r))
        return false;
    i->value.op = (uint8_t)bitcode_cast(bitcode_next(r));
    return i->value.op != IR_NOP;
}

/* [a, b, predicate, flags?] */
static bool read_compare(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_ICMP, 2);
    const struct ir_type *type = i ? bitcode_typed_operand(r, &i->operands[0]) : NULL;
    if (!type)
        return false;
    bitcode_operand(r, &i->operands[1]);
    if (!bitcode_left(r))
        return false;
    uint64_t predicate = bitcode_next(r);
    i->value.predicate = (uint8_t)predicate;
    if (predicate < 16)
        i->value.op = IR_FCMP;
    i->value.type = ir_type_like(r->store, r->state->truth, type);
    return predicate < 16 || (predicate >= 32 && predicate < 42);
}

/* [then, otherwise, condition, flags?] */
static bool read_select(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_SELECT, 3);
    if (!i || !(i->value.type = bitcode_typed_operand(r, &i->operands[1])))
        return false;
    bitcode_operand(r, &i->operands[2]);
    return bitcode_typed_operand(r, &i->operands[0]) != NULL;
}

/* --- aggregates and vectors --- */

static const struct ir_type *member_type(const struct ir_type *t, uint32_t index)
{
    if (t->kind == IR_STRUCT)
        return index < t->count ? t->parts[index] : NULL;
    return t->kind == IR_ARRAY && index < t->count ? t->parts[0] : NULL;
}

/* The rest of the record; gives the type of what they lead to. */
static const struct ir_type *read_indices(struct body_reader *r, struct ir_instruction *i,
                                          const struct ir_type *type)
{
    size_t count = bitcode_left(r);
    if (!count)
        return NULL;
    i->target_count = (uint32_t)count;
    i->indices = ARENA_ARRAY(r->arena, uint32_t, count);
    for (size_t k = 0; k < count && type; k++) {
        i->indices[k] = (uint32_t)bitcode_next(r);
        type = member_type(type, i->indices[k]);
    }
    return type;
}

static bool read_extract_value(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_EXTRACTVALUE, 1);
    const struct ir_type *whole = i ? bitcode_typed_operand(r, &i->operands[0]) : NULL;
    return whole && (i->value.type = read_indices(r, i, whole));
}

static bool read_insert_value(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_INSERTVALUE, 2);
    return i && (i->value.type = bitcode_typed_operand(r, &i->operands[0])) &&
           bitcode_typed_operand(r, &i->operands[1]) && read_indices(r, i, i->value.type);
}

static bool read_extract_element(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_EXTRACTELEMENT, 2);
    const struct ir_type *vector = i ? bitcode_typed_operand(r, &i->operands[0]) : NULL;
    if (!vector || (vector->kind != IR_VECTOR && vector->kind != IR_OTHER_TYPE))
        return false;
    i->value.type = vector->kind == IR_VECTOR ? vector->parts[0] : vector;
    return bitcode_typed_operand(r, &i->operands[1]) != NULL;
}

static bool read_insert_element(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_INSERTELEMENT, 3);
    if (!i || !(i->value.type = bitcode_typed_operand(r, &i->operands[0])))
        return false;
    bitcode_operand(r, &i->operands[1]);
    return bitcode_typed_operand(r, &i->operands[2]) != NULL;
}

static bool set_mask(struct body_reader *r, struct ir_instruction *i,
                     const struct ir_value *mask)
{
    i->target_count = (uint32_t)mask->type->count;
    i->indices = ARENA_ARRAY(r->arena, uint32_t, mask->type->count);
    for (uint32_t k = 0; k < i->target_count; k++) {
        const struct ir_value *index = ir_element(r->store, r->arena, mask, k);
        if (!index)
            return false;
        i->indices[k] =
            ir_is_small_number(index) ? (uint32_t)ir_unsigned(index) : IR_NO_INDEX;
    }
    return true;
}

enum { LONGEST_MASK = 1 << 12 };

/* [a, b, mask]; the mask is a constant */
static bool read_shuffle(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_SHUFFLEVECTOR, 2);
    struct ir_value *mask = NULL;
    const struct ir_type *vector = i ? bitcode_typed_operand(r, &i->operands[0]) : NULL;
    if (!vector)
        return false;
    bitcode_operand(r, &i->operands[1]);
    if (!bitcode_typed_operand(r, &mask) || !mask)
        return false;
    if (vector->kind == IR_OTHER_TYPE || mask->type->kind == IR_OTHER_TYPE) {
        i->value.op = IR_OTHER_OP;
        i->value.type = vector;
        return true;
    }
    if (vector->kind != IR_VECTOR || mask->type->kind != IR_VECTOR ||
        mask->type->count > LONGEST_MASK)
        return false;
    i->value.type = ir_type_vector(r->store, vector->parts[0], mask->type->count);
    return set_mask(r, i, mask);
}

/* --- memory --- */

/* [type, type of the count, count, flags and alignment, space?]; the count is numbered
 * plainly */
static bool read_alloca(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_ALLOCA, 1);
    if (!i || bitcode_left(r) < 4)
        return false;
    i->subject = bitcode_next_type(r);
    (void)bitcode_next(r);
    bitcode_refer(r, &i->operands[0], (uint32_t)bitcode_next(r));
    uint64_t flags = bitcode_next(r);
    i->alignment = alignment_of((flags & 31) | (flags >> 8 & 7) << 5);
    i->value.type =
        ir_type_simple(r->store, IR_POINTER, (uint32_t)bitcode_next(r) & 0xffffff);
    return i->subject != NULL;
}

/* [pointer, type, alignment, volatile, (ordering, scope)] */
static bool read_load(struct body_reader *r, uint8_t flags)
{
    struct ir_instruction *i = bitcode_append(r, IR_LOAD, 1);
    if (!i || !bitcode_typed_operand(r, &i->operands[0]) || bitcode_left(r) < 3)
        return false;
    i->value.type = bitcode_next_type(r);
    i->alignment = alignment_of(bitcode_next(r));
    i->value.flags = flags | (bitcode_next(r) ? IR_FLAG_VOLATILE : 0);
    return i->value.type != NULL;
}

/* [pointer, value, alignment, volatile, (ordering, scope)] */
static bool read_store(struct body_reader *r, uint8_t flags)
{
    struct ir_instruction *i = bitcode_append(r, IR_STORE, 2);
    if (!i || !bitcode_typed_operand(r, &i->operands[1]) ||
        !bitcode_typed_operand(r, &i->operands[0]) || bitcode_left(r) < 2)
        return false;
    i->alignment = alignment_of(bitcode_next(r));
    i->value.flags = flags | (bitcode_next(r) ? IR_FLAG_VOLATILE : 0);
    return true;
}

/* [flags, type, operands] */
static bool read_gep(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_GEP, r->stream->values.count);
    if (!i || bitcode_left(r) < 3)
        return false;
    (void)bitcode_next(r);
    i->subject = bitcode_next_type(r);
    if (!i->subject)
        return false;
    const struct ir_type *type = NULL;
    for (i->count = 0; bitcode_left(r); i->count++) {
        const struct ir_type *t = bitcode_typed_operand(r, &i->operands[i->count]);
        if (!t)
            return false;
        if (!type)
            type = t;
        else if (type->kind != IR_VECTOR)
            type = ir_type_like(r->store, type, t);
    }
    i->value.type = type;
    return true;
}

/* [pointer, expected, desired, volatile, ordering, scope, failure ordering, weak, alignment]
 */
static bool read_cmpxchg(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_CMPXCHG, 3);
    if (!i || !bitcode_typed_operand(r, &i->operands[0]))
        return false;
    const struct ir_type *parts[2] = {bitcode_typed_operand(r, &i->operands[1]),
                                      r->state->truth};
    if (!parts[0])
        return false;
    bitcode_operand(r, &i->operands[2]);
    i->value.flags = IR_FLAG_ATOMIC | (bitcode_next(r) ? IR_FLAG_VOLATILE : 0);
    r->at += 4;
    i->alignment = alignment_of(bitcode_next(r));
    i->value.type = ir_type_make(
        r->store, &(struct ir_type){.kind = IR_STRUCT, .count = 2, .parts = parts});
    return true;
}

/* [pointer, value, operation, volatile, ordering, scope, alignment] */
static bool read_rmw(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_ATOMICRMW, 2);
    if (!i || !bitcode_typed_operand(r, &i->operands[0]) ||
        !(i->value.type = bitcode_typed_operand(r, &i->operands[1])) || bitcode_left(r) < 4)
        return false;
    i->value.predicate = (uint8_t)bitcode_next(r);
    i->value.flags = IR_FLAG_ATOMIC | (bitcode_next(r) ? IR_FLAG_VOLATILE : 0);
    r->at += 2;
    i->alignment = alignment_of(bitcode_next(r));
    return true;
}

/* [type of the list, list, type] */
static bool read_vaarg(struct body_reader *r)
{
    struct ir_instruction *i = bitcode_append(r, IR_VAARG, 1);
    if (!i || bitcode_left(r) < 3)
        return false;
    (void)bitcode_next(r);
    bitcode_operand(r, &i->operands[0]);
    return (i->value.type = bitcode_next_type(r));
}

/* --- all of them --- */

static bool read_any(struct body_reader *r)
{
    switch (r->stream->code) {
    case INSTRUCTION_BINARY:
        return read_binary(r);
    case INSTRUCTION_UNARY:
        return read_unary(r, IR_FNEG);
    case INSTRUCTION_FREEZE:
        return read_unary(r, IR_FREEZE);
    case INSTRUCTION_CAST:
        return read_cast(r);
    case INSTRUCTION_COMPARE:
        return read_compare(r);
    case INSTRUCTION_SELECT:
        return read_select(r);
    case INSTRUCTION_EXTRACT_VALUE:
        return read_extract_value(r);
    case INSTRUCTION_INSERT_VALUE:
        return read_insert_value(r);
    case INSTRUCTION_EXTRACT_ELEMENT:
        return read_extract_element(r);
    case INSTRUCTION_INSERT_ELEMENT:
        return read_insert_element(r);
    case INSTRUCTION_SHUFFLE:
        return read_shuffle(r);
    case INSTRUCTION_ALLOCA:
        return read_alloca(r);
    case INSTRUCTION_LOAD:
        return read_load(r, 0);
    case INSTRUCTION_LOAD_ATOMIC:
        return read_load(r, IR_FLAG_ATOMIC);
    case INSTRUCTION_STORE:
        return read_store(r, 0);
    case INSTRUCTION_STORE_ATOMIC:
        return read_store(r, IR_FLAG_ATOMIC);
    case INSTRUCTION_GEP:
        return read_gep(r);
    case INSTRUCTION_CMPXCHG:
        return read_cmpxchg(r);
    case INSTRUCTION_ATOMICRMW:
        return read_rmw(r);
    case INSTRUCTION_FENCE:
        return bitcode_append(r, IR_FENCE, 0) != NULL;
    case INSTRUCTION_VAARG:
        return read_vaarg(r);
    case INSTRUCTION_CALL:
        return bitcode_call_read(r);
    default:
        return bitcode_control_read(r);
    }
}

bool bitcode_instruction_read(struct body_reader *r)
{
    size_t before = r->state->instructions.count;
    r->dropped = false;
    if (!read_any(r))
        return false;
    if (r->state->instructions.count == before) {
        r->dropped = true;
        return true;
    }
    struct ir_instruction *i = VECTOR_LAST(&r->state->instructions);
    if (i->value.type->kind != IR_VOID)
        VECTOR_PUSH(&r->state->locals, &i->value);
    return true;
}
