/* Operands: from an LLVM value to the values of our program that stand for its leaves. */
#include "frontend/translate.h"

#include <string.h>

#define TUPLE_BIT (1ull << 63)

static uint64_t key_of(LLVMValueRef v)
{
    return (uint64_t)(uintptr_t)v;
}

void bind(struct translator *t, LLVMValueRef v, struct value value)
{
    map_set(&t->values, key_of(v), value.id);
}

static struct parts *keep(struct translator *t, const uint32_t *ids, uint32_t count)
{
    struct parts *p = ARENA_NEW(&t->arena, struct parts);
    uint32_t *copy = ARENA_ARRAY(&t->arena, uint32_t, count + 1);
    if (count) memcpy(copy, ids, count * sizeof *copy);
    *p = (struct parts){.count = count, .one = copy[0], .many = copy};
    return p;
}

void bind_parts(struct translator *t, LLVMValueRef v, const uint32_t *ids, uint32_t count)
{
    if (count == 1)
        map_set(&t->values, key_of(v), ids[0]);
    else
        map_set(&t->values, key_of(v), (uint64_t)(uintptr_t)keep(t, ids, count) | TUPLE_BIT);
}

static struct parts one_part(uint32_t id)
{
    return (struct parts){.count = 1, .one = id};
}

struct parts parts_slice(struct translator *t, struct parts p, uint32_t first, uint32_t count)
{
    if (count == 1) return one_part(part(p, first).id);
    if (p.count == 1 || !count) return (struct parts){.count = count ? p.count : 0, .one = p.one};
    (void)t;
    return (struct parts){.count = count, .many = p.many + first};
}

struct parts parts_of(struct translator *t, LLVMValueRef v)
{
    uint64_t found;
    if (map_get(&t->values, key_of(v), &found)) {
        if (!(found & TUPLE_BIT)) return one_part((uint32_t)found);
        return *(const struct parts *)(uintptr_t)(found & ~TUPLE_BIT);
    }
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    if (LLVMIsConstant(v)) {
        if (shape->count == 1) {
            uint32_t id;
            constant_parts(t, v, &id);
            return one_part(id);
        }
        uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
        constant_parts(t, v, ids);
        return (struct parts){.count = shape->count, .many = ids};
    }
    /* only values of unsupported types stay unbound in verified modules */
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "value of an unsupported kind").id;
    return shape->count == 1 ? one_part(ids[0]) : (struct parts){.count = shape->count, .many = ids};
}

struct value value_of(struct translator *t, LLVMValueRef v)
{
    struct parts p = parts_of(t, v);
    return p.count ? part(p, 0) : constant_undef(t->program, type_int(1));
}
