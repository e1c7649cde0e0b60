/* Instructions of the program with callees that are verified once. */
#include "caller/once/once.h"

struct value once_put(struct once_place *e, enum op op, struct type type, uint8_t sub,
                      struct value a, struct value b)
{
    struct instruction i = instruction_make(op, type);
    uint32_t operands[2] = {a.id, b.id};
    i.sub = sub;
    i.place = e->place;
    uint32_t count = (uint32_t)(!value_is_none(a) + !value_is_none(b));
    return (struct value){function_insert(&e->program->functions.data[e->function], e->block,
                                          e->at++, i, operands, count)};
}

struct value once_put_input(struct once_place *e, struct type type, const char *text)
{
    struct instruction i = instruction_make(OP_INPUT, type);
    i.text = text;
    i.place = e->place;
    return (struct value){function_insert(&e->program->functions.data[e->function], e->block,
                                          e->at++, i, NULL, 0)};
}

struct value once_put_select(struct once_place *e, struct value one, struct value other)
{
    const struct function *f = &e->program->functions.data[e->function];
    struct instruction i = instruction_make(OP_SELECT, value_type(e->program, f, one));
    struct value which = once_put_input(e, type_int(1), "which of them");
    uint32_t operands[3] = {which.id, one.id, other.id};
    i.place = e->place;
    return (struct value){function_insert(&e->program->functions.data[e->function], e->block,
                                          e->at++, i, operands, 3)};
}

struct value once_put_call(struct once_place *e, const char *name, struct type type,
                           struct value a, struct value b)
{
    struct instruction i = instruction_make(OP_CALL, type);
    uint32_t operands[3] = {
        constant_function(e->program, far_function(e->program, name), 0).id, a.id, b.id};
    i.extra = type.kind != TYPE_VOID;
    i.place = e->place;
    uint32_t count = (uint32_t)(1 + !value_is_none(a) + !value_is_none(b));
    return (struct value){function_insert(&e->program->functions.data[e->function], e->block,
                                          e->at++, i, operands, count)};
}

void once_put_store(struct once_place *e, struct value pointer, struct value v)
{
    once_put(e, OP_STORE, type_void(), 0, pointer, v);
}

struct value once_put_in_range(struct once_place *e, struct type t, struct value v, int rung)
{
    LAW(rung > 0 && t.kind == TYPE_INT && t.width >= 32);
    uint32_t shift = rung >= 3 ? t.width / 2 - 1 : t.width - 2;
    uint64_t half = (uint64_t)1 << shift, low = rung == 1 ? half : 0;
    struct value moved = once_put(e, OP_ADD, t, 0, v, constant_int(e->program, t, low));
    return once_put(e, OP_ICMP, type_int(1), COMPARE_ULE, moved,
                    constant_int(e->program, t, half + low));
}
