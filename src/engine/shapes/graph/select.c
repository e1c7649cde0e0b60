/* Numbers that select pointers: they say at which offset a pointer is loaded or stored
 * (`links[direction]`). Graphs that differ in such a constant are kept apart, as nothing good
 * comes of an access that may touch two pointers. */
#include "engine/shapes/shapes.h"

typedef VECTOR(uint32_t) ids;

static void mark(const struct function *f, struct value v, bool *selects, ids *todo)
{
    if (value_is_constant(v) || value_is_none(v) || selects[v.id])
        return;
    if (f->instructions.data[v.id].type.kind != TYPE_INT)
        return;
    selects[v.id] = true;
    VECTOR_PUSH(todo, v.id);
}

/* Offsets of the address, however it was put together. */
static void mark_address(const struct function *f, struct value address, bool *selects,
                         ids *todo)
{
    while (!value_is_constant(address) && f->instructions.data[address.id].op == OP_PTRADD) {
        const struct instruction *in = &f->instructions.data[address.id];
        mark(f, instruction_operand(f, in, 1), selects, todo);
        address = instruction_operand(f, in, 0);
    }
}

static bool is_through(const struct instruction *in)
{
    return in->op == OP_PHI || in->op == OP_SELECT ||
           (op_class(in->op) == CLASS_INTEGER && in->op != OP_ICMP);
}

bool *shapes_selectors(struct shapes *s, const struct function *f)
{
    bool *selects = ARENA_ARRAY(&s->arena, bool, f->instructions.count + 1);
    ids todo = {0};
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        bool loads = in->op == OP_LOAD && in->type.kind == TYPE_POINTER;
        bool stores =
            in->op == OP_STORE &&
            value_type(s->program, f, instruction_operand(f, in, 1)).kind == TYPE_POINTER;
        if (loads || stores)
            mark_address(f, instruction_operand(f, in, 0), selects, &todo);
    }
    while (todo.count) {
        const struct instruction *in = &f->instructions.data[VECTOR_POP(&todo)];
        for (uint32_t k = 0; is_through(in) && k < in->count; k++)
            if (!instruction_operand_is_block(in, k))
                mark(f, instruction_operand(f, in, k), selects, &todo);
    }
    VECTOR_RELEASE(&todo);
    return selects;
}
