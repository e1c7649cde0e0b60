/* Flags: numbers to which a function only ever gives small constants (`swapped = 0`, `found =
 * 1`). They say where the program is rather than what it computes: graphs that differ in one
 * are kept apart, where the settings say so. */
#include "engine/shapes/shapes.h"

enum { LARGEST_FLAG = 3 };

static bool is_small(const struct program *p, struct value v)
{
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_BITS && c->type.kind == TYPE_INT && c->type.width <= 64 &&
           constant_low_bits(c) <= LARGEST_FLAG;
}

/* All that it gets are small constants and numbers of which the same is believed. */
static bool gets_constants(const struct program *p, const struct function *f,
                           const struct instruction *in, const bool *flags)
{
    for (uint32_t k = 0; k < in->count; k++) {
        if (instruction_operand_is_block(in, k))
            continue;
        struct value v = instruction_operand(f, in, k);
        if (value_is_constant(v) ? !is_small(p, v) : !flags[v.id])
            return false;
    }
    return true;
}

bool *shapes_flags(struct shapes *s, const struct function *f)
{
    bool *flags = ARENA_ARRAY(&s->arena, bool, f->instructions.count + 1);
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        flags[i] = in->op == OP_PHI && in->block != UINT32_MAX && in->type.kind == TYPE_INT;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->instructions.count; i++) {
            if (!flags[i] || gets_constants(s->program, f, &f->instructions.data[i], flags))
                continue;
            flags[i] = false;
            changed = true;
        }
    }
    return flags;
}
