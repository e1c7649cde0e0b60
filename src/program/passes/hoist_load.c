/* May a load be executed in front of a loop, once, instead of in its rounds? If it reads a
 * whole global of the program by name, nothing in the loop writes that one, and control comes
 * to the loop from its front only. A store writes what its address was made of, or is an
 * error. */
#include "program/passes_internal.h"

static const struct instruction *made_by(const struct function *f, struct value v)
{
    return value_is_constant(v) ? NULL : &f->instructions.data[v.id];
}

/* The global whose first byte the value is the address of; UINT32_MAX: it is not one. */
static uint32_t global_at(const struct program *p, struct value v)
{
    if (!value_is_constant(v))
        return UINT32_MAX;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_GLOBAL && !c->offset ? c->index : UINT32_MAX;
}

/* An address in a local variable, or in another global. */
static bool is_elsewhere(const struct program *p, const struct function *f, struct value v,
                         uint32_t global)
{
    const struct instruction *i = made_by(f, v);
    while (i && i->op == OP_PTRADD) {
        v = instruction_operand(f, i, 0);
        i = made_by(f, v);
    }
    if (i)
        return i->op == OP_ALLOCA;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_GLOBAL && c->index != global;
}

static bool leaves_alone(const struct program *p, const struct function *f,
                         const struct instruction *i, uint32_t global)
{
    enum op_class class = op_class((enum op)i->op);
    if (class != CLASS_MEMORY)
        return class != CLASS_CALL;
    bool writes =
        i->op == OP_STORE || i->op == OP_MEMCPY || i->op == OP_MEMMOVE || i->op == OP_MEMSET;
    return !writes || is_elsewhere(p, f, instruction_operand(f, i, 0), global);
}

static bool loop_leaves_alone(const struct program *p, const struct function *f,
                              const struct loop *l, uint32_t global)
{
    for (uint32_t b = 0; b < l->block_count; b++) {
        const struct block *block = &f->blocks.data[l->blocks[b]];
        for (size_t k = 0; k < block->instructions.count; k++)
            if (!leaves_alone(p, f, &f->instructions.data[block->instructions.data[k]],
                              global))
                return false;
    }
    return true;
}

/* Every edge into the loop comes from FRONT. */
static bool is_entered_from(const struct function *f, const struct loop_forest *loops,
                            uint32_t loop, uint32_t front)
{
    uint32_t header = loops->loops[loop].header;
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        uint32_t few[2], n = block_successors(f, &f->blocks.data[b], few, 2);
        if (b == front || loop_contains(loops, loop, b))
            continue;
        if (n > 2 || (n > 0 && few[0] == header) || (n > 1 && few[1] == header))
            return false;
    }
    return true;
}

bool hoist_may_load(const struct program *p, const struct function *f,
                    const struct loop_forest *loops, uint32_t loop, uint32_t front,
                    uint32_t id)
{
    const struct instruction *i = &f->instructions.data[id];
    LAW(i->op == OP_LOAD);
    uint32_t at = global_at(p, instruction_operand(f, i, 0));
    if (at == UINT32_MAX || (i->flags & (FLAG_VOLATILE | FLAG_ATOMIC)))
        return false;
    const struct global *g = &p->globals.data[at];
    bool whole = i->type.kind == TYPE_INT && g->size == type_bytes(i->type) && !g->external &&
                 !g->thread_local_storage;
    return whole && is_entered_from(f, loops, loop, front) &&
           loop_leaves_alone(p, f, &loops->loops[loop], at);
}
