/* Constants: their bits, addresses as base plus offset, and constant expressions. What does
 * not fold to one of the program's constants is computed by instructions at its use, which is
 * exact. */
#include "load/translate/translate.h"

#include "base/failure.h"

static const struct ir_value *operand(const struct ir_value *expression, unsigned k)
{
    LAW(expression->kind == IR_EXPRESSION);
    LAW(k < ((const struct ir_constant *)expression)->count);
    return ((const struct ir_constant *)expression)->operands[k];
}

const struct ir_value *resolve_alias(const struct ir_value *v)
{
    for (int depth = 0; v->kind == IR_ALIAS && depth < 1000; depth++)
        v = ((const struct ir_alias *)v)->aliasee;
    return v;
}

uint32_t function_index_of(const struct ir_value *v)
{
    if (v->kind != IR_FUNCTION || ((const struct ir_function *)v)->intrinsic)
        return UINT32_MAX;
    return v->number;
}

static struct value bits_of(struct translator *t, struct type type,
                            const struct ir_value *number)
{
    LAW(number->kind == IR_NUMBER);
    const uint64_t *words = ((const struct ir_number *)number)->words;
    if (type.width <= 64)
        return constant_int(t->program, type, words[0]);
    uint32_t count = (type.width + 31) / 32;
    uint32_t *limbs = ARENA_ARRAY(&t->body_arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        limbs[i] = (uint32_t)(words[i / 2] >> i % 2 * 32);
    return constant_bits(t->program, type, limbs);
}

static struct value zero_of(struct translator *t, struct type type)
{
    return type.kind == TYPE_POINTER ? constant_null(t->program)
                                     : constant_int(t->program, type, 0);
}

/* --- addresses --- */

static bool constant_gep_offset(struct translator *t, const struct ir_constant *gep,
                                int64_t *offset)
{
    const struct ir_type *type = gep->subject;
    uint64_t sum = 0;
    for (uint32_t i = 1; i < gep->count; i++) {
        const struct ir_value *index = gep->operands[i];
        if (!ir_is_small_number(index))
            return false;
        int64_t n = ir_signed(index);
        LAW(i == 1 || type->kind == IR_STRUCT || type->kind == IR_ARRAY ||
            type->kind == IR_VECTOR);
        if (i == 1) {
            sum += address_step(t, n, type_size(t, type));
        } else if (type->kind == IR_STRUCT) {
            sum += ir_layout(t->store, type)->offsets[(uint32_t)n];
            type = type->parts[(uint32_t)n];
        } else {
            type = type->parts[0];
            sum += address_step(t, n, type_size(t, type));
        }
    }
    *offset = (int64_t)sum;
    return true;
}

static bool address_plus(struct translator *t, struct value base, int64_t offset,
                         struct value *out)
{
    LAW(value_is_constant(base));
    const struct constant c = *program_constant(t->program, base);
    if (t->program->pointer_width == 32)
        offset = (int32_t)offset;
    if (c.kind == CONSTANT_GLOBAL)
        *out = constant_global(t->program, c.index, c.offset + offset);
    else if (c.kind == CONSTANT_FUNCTION)
        *out = constant_function(t->program, c.index, c.offset + offset);
    else if (offset)
        return false;
    else
        *out = base;
    return true;
}

static bool gep_address(struct translator *t, const struct ir_value *v, struct value *out)
{
    int64_t offset;
    struct value base;
    return constant_gep_offset(t, (const struct ir_constant *)v, &offset) &&
           constant_address(t, operand(v, 0), &base) && address_plus(t, base, offset, out);
}

/* An address as a number, plus or minus a number. */
static bool sum_address(struct translator *t, const struct ir_value *v, struct value *out)
{
    struct value base;
    if (!ir_is_small_number(operand(v, 1)) || v->type->bits != t->program->pointer_width)
        return false;
    int64_t n = ir_signed(operand(v, 1));
    if (v->op == IR_SUB)
        n = (int64_t)-(uint64_t)n;
    return constant_address(t, operand(v, 0), &base) && address_plus(t, base, n, out);
}

static bool expression_address(struct translator *t, const struct ir_value *v,
                               struct value *out)
{
    uint32_t width = t->program->pointer_width;
    if (v->op == IR_GEP)
        return gep_address(t, v, out);
    if (v->op == IR_ADD || v->op == IR_SUB)
        return sum_address(t, v, out);
    bool kept = v->op == IR_BITCAST || v->op == IR_ADDRSPACECAST ||
                (v->op == IR_PTRTOINT && v->type->bits == width) ||
                (v->op == IR_INTTOPTR && operand(v, 0)->type->bits == width);
    return kept && constant_address(t, operand(v, 0), out);
}

bool constant_address(struct translator *t, const struct ir_value *v, struct value *out)
{
    v = resolve_alias(v);
    const struct ir_symbol *symbol = ir_symbol(v);
    if ((symbol && symbol->linkage == IR_EXTERNAL_WEAK) || /* nobody defines it */
        (v->kind == IR_ZERO && v->type->kind == IR_POINTER)) {
        *out = constant_null(t->program);
        return true;
    }
    if (v->kind == IR_GLOBAL && v->number != UINT32_MAX) {
        *out = constant_global(t->program, v->number, 0);
        return true;
    }
    if (function_index_of(v) != UINT32_MAX) {
        *out = constant_function(t->program, function_index_of(v), 0);
        return true;
    }
    if (v->kind == IR_BLOCK_ADDRESS) {
        const struct ir_block_address *label = (const struct ir_block_address *)v;
        *out =
            constant_block(t->program, function_index_of(label->function), label->block + 1);
        return true;
    }
    return v->kind == IR_EXPRESSION && expression_address(t, v, out);
}

/* --- values --- */

static struct value expression(struct translator *t, const struct ir_value *v,
                               struct type type)
{
    static const enum op binary[IR_OTHER_OP + 1] = {
        [IR_ADD] = OP_ADD, [IR_SUB] = OP_SUB, [IR_MUL] = OP_MUL, [IR_XOR] = OP_XOR};
    static const bool casts[IR_OTHER_OP + 1] = {[IR_PTRTOINT] = true,
                                                [IR_INTTOPTR] = true,
                                                [IR_TRUNC] = true,
                                                [IR_ADDRSPACECAST] = true};
    const struct ir_constant *c = (const struct ir_constant *)v;
    if (v->op == IR_GEP)
        return translate_address(t, NULL, c->operands, c->count, c->subject);
    if (v->op == IR_BITCAST)
        return bitcast_value(t, operand(v, 0), type);
    if (casts[v->op])
        return cast_value(t, v->op, value_of(t, operand(v, 0)), type);
    if (binary[v->op])
        return emit_binary(t, binary[v->op], type, value_of(t, operand(v, 0)),
                           value_of(t, operand(v, 1)));
    return emit_unsupported(t, type, "constant expression");
}

static struct value constant_scalar(struct translator *t, const struct ir_value *v,
                                    struct type type)
{
    struct value address;
    if (v->kind == IR_NUMBER)
        return bits_of(t, type, v);
    if (v->kind == IR_UNDEFINED)
        return constant_undef(t->program, type);
    if (v->kind == IR_ZERO)
        return zero_of(t, type);
    if (type.kind == TYPE_POINTER && constant_address(t, v, &address))
        return address;
    if (v->kind == IR_EXPRESSION)
        return expression(t, v, type);
    return emit_unsupported(t, type, "constant of an unsupported kind");
}

static bool is_aggregate(const struct ir_type *type)
{
    return type->kind == IR_STRUCT || type->kind == IR_ARRAY || type->kind == IR_VECTOR;
}

/* A part of a constant that is not given part by part. */
static struct value uniform_leaf(struct translator *t, const struct ir_value *v,
                                 struct type leaf)
{
    if (v->kind == IR_UNDEFINED)
        return constant_undef(t->program, leaf);
    if (v->kind == IR_ZERO)
        return zero_of(t, leaf);
    return emit_unsupported(t, leaf, "constant expression of vector type");
}

void constant_parts(struct translator *t, const struct ir_value *v, uint32_t *out)
{
    const struct shape *shape = shape_of(t, v->type);
    if (!is_aggregate(v->type)) {
        if (shape->count)
            out[0] = constant_scalar(t, v, shape->leaves[0].type).id;
        return;
    }
    if (v->kind != IR_DATA && v->kind != IR_AGGREGATE) {
        for (uint32_t i = 0; i < shape->count; i++) {
            struct type leaf = shape->leaves[i].type;
            out[i] = uniform_leaf(t, v, leaf).id;
        }
        return;
    }
    uint32_t at = 0;
    for (uint64_t i = 0; i < v->type->count && at < shape->count; i++) {
        const struct ir_value *element = ir_element(t->store, &t->body_arena, v, i);
        constant_parts(t, element, out + at);
        at += shape_of(t, element->type)->count;
    }
}
