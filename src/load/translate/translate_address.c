/* Addresses: a pointer plus indices times the sizes of elements.
 *
 * C knows no address that wraps around: an index whose product with the element's size leaves
 * the signed word must not lead back into the object. Where an address only serves loads and
 * stores, a CHECK stands before each of them and the arithmetic stays as it is; where it is
 * kept, compared or handed on, the product of such an index is an offset far from every
 * object. Indices that fit by their type are left alone. */
#include "load/translate/translate.h"

enum { WIDEST_STEP = 47 }; /* no 64-bit object is larger than 2 to the power of it */

/* A number of bytes that no object has; a few of them added up are still far from 0 (the
 * golden ratio). */
static uint64_t far_away(struct translator *t)
{
    return t->program->pointer_width == 64 ? UINT64_C(0x9e3779b97f4a7c15)
                                           : UINT64_C(0xffffffff9e3779b9);
}

static uint64_t widest_step(struct translator *t)
{
    LAW(t->program->pointer_width == 32 || t->program->pointer_width == 64);
    uint32_t width = t->program->pointer_width;
    return (UINT64_C(1) << (width == 64 ? WIDEST_STEP : width - 1)) - 1;
}

uint64_t address_step(struct translator *t, int64_t index, uint64_t scale)
{
    int64_t bytes;
    if (scale > INT64_MAX || __builtin_mul_overflow(index, (int64_t)scale, &bytes))
        return far_away(t);
    uint64_t size = bytes < 0 ? -(uint64_t)bytes : (uint64_t)bytes;
    return size > widest_step(t) + (bytes < 0) ? far_away(t) : (uint64_t)bytes;
}

/* --- how an address is used --- */

static bool is_instruction(const struct ir_value *v, enum ir_op op)
{
    return v->kind == IR_INSTRUCTION && v->op == op;
}

static bool is_access(const struct ir_instruction *user, uint32_t k)
{
    return (user->value.op == IR_LOAD && k == 0) || (user->value.op == IR_STORE && k == 1);
}

/* Marks addresses that serve anything but loads and stores; an address made from another
 * hands that on. */
static void find_kept(struct translator *t)
{
    bool *kept = ARENA_ARRAY(&t->body_arena, bool, t->body.value_count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = t->body.instruction_count; i-- > 0;) {
            const struct ir_instruction *user = t->body.instructions[i];
            if (user->value.op == IR_DECLARE)
                continue;
            bool passes_on = user->value.op == IR_GEP && !kept[user->value.number];
            for (uint32_t k = 0; k < user->count; k++) {
                const struct ir_value *v = user->operands[k];
                if (!is_instruction(v, IR_GEP) || kept[v->number])
                    continue;
                if (is_access(user, k) || (passes_on && k == 0))
                    continue;
                changed = kept[v->number] = true;
            }
        }
    }
    t->kept = kept;
}

/* The widths that clang's conversions leave an index. */
static bool fits_by_type(struct translator *t, const struct ir_value *index, uint64_t scale)
{
    LAW(index->type->kind == IR_INTEGER);
    if (is_instruction(index, IR_SEXT) || is_instruction(index, IR_ZEXT))
        index = ((const struct ir_instruction *)index)->operands[0];
    uint64_t bits = index->type->bits;
    return scale <= 1 || (bits < 40 && scale <= widest_step(t) >> bits);
}

static struct value step_fits(struct translator *t, struct value index, uint64_t scale)
{
    LAW(scale > 1);
    return emit_not(t, emit_bits(t, BITS_SMUL_OVERFLOW, type_int(1), index, word(t, scale)));
}

/* The index, replaced where its step does not fit; or as it is, with the condition noted for
 * accesses. */
static struct value guarded_index(struct translator *t, const struct ir_instruction *at,
                                  struct value index, uint64_t scale)
{
    LAW(scale && type_same(type_of(t, index), word_type(t)));
    struct value fits = step_fits(t, index, scale);
    if (!t->kept)
        find_kept(t);
    if (at && !t->kept[at->value.number]) {
        VECTOR_PUSH(&t->steps, (struct address_step){at->value.number, fits});
        return index;
    }
    int64_t away = (int64_t)far_away(t) / (int64_t)scale;
    return emit_select(t, fits, index, word(t, (uint64_t)away));
}

void check_steps(struct translator *t, const struct ir_value *pointer)
{
    while (t->steps.count && is_instruction(pointer, IR_GEP)) {
        for (size_t i = 0; i < t->steps.count; i++)
            if (t->steps.data[i].address == pointer->number)
                emit_check(t, CHECK_INDEX, t->steps.data[i].fits, NULL);
        pointer = ((const struct ir_instruction *)pointer)->operands[0];
    }
}

/* --- the address --- */

/* sum + index * scale, with constants gathered in *fixed. */
static struct value add_index(struct translator *t, const struct ir_instruction *at,
                              struct value sum, const struct ir_value *index, uint64_t scale,
                              uint64_t *fixed)
{
    LAW(value_is_none(sum) || type_same(type_of(t, sum), word_type(t)));
    if (ir_is_small_number(index)) {
        *fixed += address_step(t, ir_signed(index), scale);
        return sum;
    }
    if (!scale)
        return sum;
    struct value n = emit_resize(t, value_of(t, index), word_type(t), OP_SEXT);
    if (!fits_by_type(t, index, scale))
        n = guarded_index(t, at, n, scale);
    if (scale != 1)
        n = emit_binary(t, OP_MUL, word_type(t), n, word(t, scale));
    return value_is_none(sum) ? n : emit_binary(t, OP_ADD, word_type(t), sum, n);
}

struct value translate_address(struct translator *t, const struct ir_instruction *at,
                               struct ir_value *const *operands, uint32_t count,
                               const struct ir_type *source)
{
    LAW(count && type_of(t, value_of(t, operands[0])).kind == TYPE_POINTER);
    struct value base = value_of(t, operands[0]), sum = VALUE_NONE;
    const struct ir_type *type = source;
    uint64_t fixed = 0;
    for (uint32_t i = 1; i < count; i++) {
        const struct ir_value *index = operands[i];
        if (i > 1 && type->kind == IR_STRUCT) {
            uint32_t member = (uint32_t)ir_unsigned(index);
            fixed += ir_layout(t->store, type)->offsets[member];
            type = type->parts[member];
            continue;
        }
        if (i > 1)
            type = type->parts[0];
        sum = add_index(t, at, sum, index, type_size(t, type), &fixed);
    }
    if (value_is_none(sum))
        return emit_offset(t, base, fixed);
    if (fixed)
        sum = emit_binary(t, OP_ADD, word_type(t), sum, word(t, fixed));
    return emit_binary(t, OP_PTRADD, type_pointer(t->program), base, sum);
}
