#include "engine/numbers.h"

enum { MOST_NUMBERS = 64 };

static void note(const struct program *p, struct value v, compared_numbers *out)
{
    if (!value_is_constant(v) || out->count >= MOST_NUMBERS)
        return;
    const struct constant *c = program_constant(p, v);
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return;
    uint64_t n = constant_low_bits(c);
    for (size_t i = 0; i < out->count; i++)
        if (out->data[i] == n)
            return;
    VECTOR_PUSH(out, n);
}

void numbers_compared(const struct program *p, compared_numbers *out)
{
    for (size_t f = 0; f < p->functions.count; f++)
        for (size_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &p->functions.data[f].instructions.data[i];
            if (in->block == UINT32_MAX || in->op != OP_ICMP)
                continue;
            for (uint32_t k = 0; k < in->count; k++)
                note(p, instruction_operand(&p->functions.data[f], in, k), out);
        }
}
