/* Operands: from an IR value to the values of our program that stand for its leaves. */
#include "load/translate/translate.h"

#include <string.h>

void bind(struct translator *t, const struct ir_value *v, struct value value)
{
    LAW(v->number < t->body.value_count && !value_is_none(value));
    t->values[v->number] = (struct parts){.count = 1, .one = value.id};
}

void bind_parts(struct translator *t, const struct ir_value *v, const uint32_t *ids,
                uint32_t count)
{
    LAW(v->number < t->body.value_count && count == shape_of(t, v->type)->count);
    struct parts *p = &t->values[v->number];
    *p = (struct parts){.count = count};
    if (count == 1) {
        p->one = ids[0];
    } else if (count) {
        uint32_t *copy = ARENA_ARRAY(&t->body_arena, uint32_t, count);
        memcpy(copy, ids, count * sizeof *copy);
        p->many = copy;
    }
}

static struct parts one_part(uint32_t id)
{
    return (struct parts){.count = 1, .one = id};
}

static struct parts parts_of_constant(struct translator *t, const struct ir_value *v,
                                      const struct shape *shape)
{
    if (shape->count == 1) {
        uint32_t id;
        constant_parts(t, v, &id);
        return one_part(id);
    }
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, shape->count + 1);
    constant_parts(t, v, ids);
    return (struct parts){.count = shape->count, .many = ids};
}

struct parts parts_of(struct translator *t, const struct ir_value *v)
{
    bool constant = ir_is_constant(v);
    LAW(constant || v->number < t->body.value_count);
    if (!constant && t->values[v->number].count)
        return t->values[v->number];
    const struct shape *shape = shape_of(t, v->type);
    if (constant)
        return parts_of_constant(t, v, shape);
    /* only values of unsupported types stay unbound in verified modules */
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] =
            emit_unsupported(t, shape->leaves[i].type, "value of an unsupported kind").id;
    return shape->count == 1 ? one_part(ids[0])
                             : (struct parts){.count = shape->count, .many = ids};
}

struct value value_of(struct translator *t, const struct ir_value *v)
{
    struct parts p = parts_of(t, v);
    return p.count ? part(p, 0) : constant_undef(t->program, type_int(1));
}
