/* Questions about constants; see store.h. */
#include "load/bitcode/internal.h"

#include <string.h>

int64_t ir_signed(const struct ir_value *small)
{
    unsigned unused = 64 - small->type->bits;
    return (int64_t)(ir_unsigned(small) << unused) >> unused;
}

static bool words_are_zero(const struct ir_number *n)
{
    for (uint32_t i = 0; i < (n->value.type->bits + 63) / 64; i++)
        if (n->words[i]) return false;
    return true;
}

static bool bytes_are_zero(const struct ir_data *d)
{
    for (size_t i = 0; i < d->bytes; i++)
        if (d->data[i]) return false;
    return true;
}

bool ir_is_null(const struct ir_value *v)
{
    if (v->kind == IR_ZERO) return true;
    if (v->kind == IR_NUMBER) return words_are_zero((const struct ir_number *)v);
    if (v->kind == IR_DATA) return bytes_are_zero((const struct ir_data *)v);
    if (v->kind != IR_AGGREGATE) return false;
    const struct ir_constant *k = (const struct ir_constant *)v;
    for (uint32_t i = 0; i < k->count; i++)
        if (!ir_is_null(k->operands[i])) return false;
    return true;
}

static const struct ir_type *element_type(const struct ir_type *t, uint64_t index)
{
    if (t->kind == IR_STRUCT) return index < t->count ? t->parts[index] : NULL;
    return (t->kind == IR_ARRAY || t->kind == IR_VECTOR) && index < t->count ? t->parts[0] : NULL;
}

static struct ir_value *number_from(struct arena *arena, const struct ir_data *d, const struct ir_type *type,
                                    uint64_t index)
{
    size_t size = (type->bits + 7) / 8;
    struct ir_number *n = (struct ir_number *)bitcode_zero(arena, type);
    memcpy(n->words, d->data + index * size, size);
    return &n->value;
}

const struct ir_value *ir_element(struct ir_store *store, struct arena *arena, const struct ir_value *v,
                                  uint64_t index)
{
    (void)store;
    const struct ir_type *type = element_type(v->type, index);
    if (!type) return NULL;
    if (v->kind == IR_AGGREGATE) return ((const struct ir_constant *)v)->operands[index];
    if (v->kind == IR_DATA) return number_from(arena, (const struct ir_data *)v, type, index);
    if (v->kind == IR_ZERO) return bitcode_zero(arena, type);
    if (v->kind != IR_UNDEFINED) return NULL;
    struct ir_value *u = ARENA_NEW(arena, struct ir_value);
    *u = (struct ir_value){.kind = IR_UNDEFINED, .type = type};
    return u;
}
