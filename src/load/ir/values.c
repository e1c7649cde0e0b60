/* Constants and instructions: making them (reader.h), questions about them (store.h). */
#include "load/ir/reader.h"

#include "base/failure.h"

#include <string.h>

const struct ir_attributes ir_no_attributes = {0};

/* --- making --- */

struct ir_number *ir_number_new(struct arena *arena, const struct ir_type *type)
{
    LAW(type->kind == IR_INTEGER || type->kind == IR_FLOAT);
    LAW(type->bits > 0);
    struct ir_number *n = arena_alloc(arena, sizeof *n + (type->bits + 63) / 64 * 8);
    n->value = (struct ir_value){.kind = IR_NUMBER, .type = type};
    return n;
}

struct ir_value *ir_value_new(struct arena *arena, enum ir_kind kind,
                              const struct ir_type *type)
{
    LAW(type);
    struct ir_value *v = ARENA_NEW(arena, struct ir_value);
    *v = (struct ir_value){.kind = (uint8_t)kind, .type = type};
    return v;
}

struct ir_value *ir_zero(struct arena *arena, const struct ir_type *type)
{
    if (type->kind == IR_INTEGER || type->kind == IR_FLOAT)
        return &ir_number_new(arena, type)->value;
    return ir_value_new(arena, type->kind == IR_OTHER_TYPE ? IR_OTHER_CONSTANT : IR_ZERO,
                        type);
}

struct ir_constant *ir_constant_new(struct arena *arena, enum ir_kind kind, enum ir_op op,
                                    const struct ir_type *type, size_t count,
                                    struct ir_value ***operands)
{
    struct ir_constant *k = arena_alloc(arena, sizeof *k + count * sizeof **operands);
    *operands = (struct ir_value **)(k + 1);
    k->value = (struct ir_value){.kind = (uint8_t)kind, .op = (uint8_t)op, .type = type};
    k->count = (uint32_t)count;
    k->operands = *operands;
    return k;
}

struct ir_instruction *ir_instruction_new(const struct ir_store *store, struct arena *arena,
                                          enum ir_op op, size_t operands)
{
    struct ir_instruction *i = arena_alloc(arena, sizeof *i + operands * sizeof *i->operands);
    i->value = (struct ir_value){
        .kind = IR_INSTRUCTION, .op = (uint8_t)op, .type = store->state->nothing};
    i->operands = (struct ir_value **)(i + 1);
    i->count = (uint32_t)operands;
    return i;
}

/* --- questions --- */

int64_t ir_signed(const struct ir_value *small)
{
    LAW(ir_is_small_number(small));
    unsigned unused = 64 - small->type->bits;
    return (int64_t)(ir_unsigned(small) << unused) >> unused;
}

static bool words_are_zero(const struct ir_number *n)
{
    for (uint32_t i = 0; i < (n->value.type->bits + 63) / 64; i++)
        if (n->words[i])
            return false;
    return true;
}

static bool bytes_are_zero(const struct ir_data *d)
{
    for (size_t i = 0; i < d->bytes; i++)
        if (d->data[i])
            return false;
    return true;
}

bool ir_is_null(const struct ir_value *v)
{
    if (v->kind == IR_ZERO)
        return true;
    if (v->kind == IR_NUMBER)
        return words_are_zero((const struct ir_number *)v);
    if (v->kind == IR_DATA)
        return bytes_are_zero((const struct ir_data *)v);
    if (v->kind != IR_AGGREGATE)
        return false;
    const struct ir_constant *k = (const struct ir_constant *)v;
    for (uint32_t i = 0; i < k->count; i++)
        if (!ir_is_null(k->operands[i]))
            return false;
    return true;
}

static const struct ir_type *element_type(const struct ir_type *t, uint64_t index)
{
    if (t->kind == IR_STRUCT)
        return index < t->count ? t->parts[index] : NULL;
    return (t->kind == IR_ARRAY || t->kind == IR_VECTOR) && index < t->count ? t->parts[0]
                                                                             : NULL;
}

static struct ir_value *number_from(struct arena *arena, const struct ir_data *d,
                                    const struct ir_type *type, uint64_t index)
{
    LAW(index < d->value.type->count);
    size_t size = (type->bits + 7) / 8;
    struct ir_number *n = (struct ir_number *)ir_zero(arena, type);
    memcpy(n->words, d->data + index * size, size);
    return &n->value;
}

const struct ir_value *ir_element(struct ir_store *store, struct arena *arena,
                                  const struct ir_value *v, uint64_t index)
{
    (void)store;
    const struct ir_type *type = element_type(v->type, index);
    if (!type)
        return NULL;
    if (v->kind == IR_AGGREGATE)
        return ((const struct ir_constant *)v)->operands[index];
    if (v->kind == IR_DATA)
        return number_from(arena, (const struct ir_data *)v, type, index);
    if (v->kind == IR_ZERO)
        return ir_zero(arena, type);
    if (v->kind != IR_UNDEFINED)
        return NULL;
    return ir_value_new(arena, IR_UNDEFINED, type);
}

/* --- bodies --- */

static bool blocks_hold_all(const struct ir_state *s)
{
    size_t next = 0;
    for (size_t b = 0; b < s->blocks.count; b++) {
        if (s->blocks.data[b].first != next || !s->blocks.data[b].count)
            return false;
        next += s->blocks.data[b].count;
    }
    return next == s->instructions.count;
}

void ir_body_keep(struct ir_store *store, struct arena *arena, struct ir_body *body)
{
    const struct ir_state *s = store->state;
    LAW(blocks_hold_all(s));
    body->block_count = (uint32_t)s->blocks.count;
    body->blocks = ARENA_ARRAY(arena, struct ir_block, s->blocks.count);
    memcpy(body->blocks, s->blocks.data, s->blocks.count * sizeof *body->blocks);
    body->instruction_count = (uint32_t)s->instructions.count;
    body->instructions = ARENA_ARRAY(arena, struct ir_instruction *, s->instructions.count);
    for (size_t i = 0; i < s->instructions.count; i++) {
        body->instructions[i] = s->instructions.data[i];
        body->instructions[i]->value.number = body->argument_count + (uint32_t)i;
    }
    body->value_count = body->argument_count + body->instruction_count;
}
