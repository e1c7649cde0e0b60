/* Variadic arguments. The caller packs them into one area laid out like the stack part of the
 * platform's convention: 8-byte slots on x86-64 (16-byte aligned where the type is), 4-byte
 * slots on i386. The callee's va_start sets up a va_list whose register part is used up, so
 * that the code clang writes for va_arg always takes the memory path. */
#include "load/translate/translate.h"

#include <string.h>

enum {
    GP_REGISTERS_END = 48,
    FP_REGISTERS_END = 176
}; /* gp_offset and fp_offset when all registers are used */

struct slot {
    uint64_t offset, size, alignment;
    const struct ir_type *byval;
};

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

static bool is_64(struct translator *t)
{
    return t->program->pointer_width == 64;
}

static struct slot place_argument(struct translator *t, const struct ir_instruction *call,
                                  unsigned k, uint64_t at)
{
    const struct ir_type *byval = byval_type(call, k),
                         *type = byval ? byval : call->operands[k]->type;
    uint64_t step = is_64(t) ? 8 : 4,
             alignment = byval ? byval_alignment(t, call, k) : type_alignment(t, type);
    bool vector = type->kind == IR_VECTOR;
    if (!is_64(t) && !vector)
        alignment = 4; /* i386 aligns only vectors beyond the slot */
    if (alignment < step)
        alignment = step;
    return (struct slot){round_up(at, alignment), round_up(type_size(t, type), step),
                         alignment, byval};
}

static void store_argument(struct translator *t, const struct ir_value *argument,
                           struct value area, const struct slot *slot)
{
    struct value at = emit_offset(t, area, slot->offset);
    if (slot->byval) {
        uint32_t operands[] = {at.id, value_of(t, argument).id,
                               word(t, type_size(t, slot->byval)).id};
        emit(t, instruction_make(OP_MEMCPY, type_void()), operands, 3);
        return;
    }
    store_parts(t, shape_of(t, argument->type), at, parts_of(t, argument), slot->alignment,
                0);
}

/* C gives no way to keep the area's address beyond the call, so that calls with equal sizes
 * share one. */
static struct value shared_area(struct translator *t, uint64_t size, uint64_t alignment)
{
    uint64_t key = hash_pair(size, alignment), id;
    if (map_get(&t->areas, key, &id))
        return (struct value){(uint32_t)id};
    struct value area = emit_temporary(t, size, alignment);
    map_set(&t->areas, key, area.id);
    return area;
}

struct value pack_variadic(struct translator *t, const struct ir_instruction *call,
                           unsigned first)
{
    unsigned count = call->count;
    if (first >= count)
        return constant_null(t->program);
    struct slot *slots = ARENA_ARRAY(&t->body_arena, struct slot, count - first);
    uint64_t size = 0;
    for (unsigned i = first; i < count; i++) {
        slots[i - first] = place_argument(t, call, i, size);
        size = slots[i - first].offset + slots[i - first].size;
    }
    struct value area = shared_area(t, size, 16);
    emit(t, instruction_make(OP_LIFESTART, type_void()), &area.id, 1);
    for (unsigned i = first; i < count; i++)
        store_argument(t, call->operands[i], area, &slots[i - first]);
    return area;
}

/* A small struct aligned beyond its size's pieces is passed in registers as one piece, so
 * that the packed area has neither its size nor its alignment; clang's va_arg shows it by a
 * PHI of the register's address and the aligned one. It is not one if all that is done with
 * the PHI is to load a 128-bit integer. */
enum phi_use { PHI_UNUSED, PHI_LOADED, PHI_USED_OTHERWISE };

static bool loads_wide_integer(const struct ir_instruction *v)
{
    return v->value.op == IR_LOAD && v->value.type->kind == IR_INTEGER &&
           v->value.type->bits == 128;
}

/* What is done with each PHI, by number; other values have an entry without meaning. */
static const uint8_t *find_uses(struct translator *t)
{
    uint8_t *uses = ARENA_ARRAY(&t->body_arena, uint8_t, t->body.value_count);
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *v = t->body.instructions[i];
        if (v->value.op == IR_DECLARE)
            continue;
        for (uint32_t k = 0; k < v->count; k++) {
            if (ir_is_constant(v->operands[k]))
                continue;
            uint8_t *use = &uses[v->operands[k]->number];
            if (!loads_wide_integer(v))
                *use = PHI_USED_OTHERWISE;
            else if (*use == PHI_UNUSED)
                *use = PHI_LOADED;
        }
    }
    return uses;
}

static const bool *find_over_aligned(struct translator *t)
{
    bool *found = ARENA_ARRAY(&t->body_arena, bool, t->body.value_count);
    const uint8_t *uses = find_uses(t);
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *phi = t->body.instructions[i];
        if (phi->value.op != IR_PHI || uses[phi->value.number] == PHI_LOADED)
            continue;
        for (uint32_t k = 0; k < phi->count; k++)
            if (!ir_is_constant(phi->operands[k]))
                found[phi->operands[k]->number] = true;
    }
    return found;
}

bool variadic_register_over_aligned(struct translator *t, const struct ir_instruction *masked)
{
    if (!t->over_aligned)
        t->over_aligned = find_over_aligned(t);
    return t->over_aligned[masked->value.number];
}

static bool convention_known(struct translator *t)
{
    const char *target = t->store->target;
    return !strncmp(target, "x86_64", 6) ||
           (target[0] == 'i' && !strncmp(target + 2, "86", 2));
}

void unpack_variadic_start(struct translator *t, struct value list)
{
    if (!convention_known(t))
        emit_unsupported(t, type_void(), "va_start on target %s", t->store->target);
    if (!t->function->variadic)
        emit_unsupported(t, type_void(), "va_start in a function without variadic arguments");
    if (!t->function->variadic || !convention_known(t))
        return;
    if (!is_64(t)) {
        emit_store(t, list, t->variadic_area, 4, 0);
        return;
    }
    emit_store(t, list, constant_int(t->program, type_int(32), GP_REGISTERS_END), 4, 0);
    emit_store(t, emit_offset(t, list, 4),
               constant_int(t->program, type_int(32), FP_REGISTERS_END), 4, 0);
    emit_store(t, emit_offset(t, list, 8), t->variadic_area, 8, 0);
    emit_store(t, emit_offset(t, list, 16), constant_null(t->program), 8, 0);
}

void copy_variadic_list(struct translator *t, struct value to, struct value from)
{
    uint32_t operands[] = {to.id, from.id, word(t, is_64(t) ? 24 : 4).id};
    emit(t, instruction_make(OP_MEMCPY, type_void()), operands, 3);
}
