#include "engine/pdr/machine.h"

#include "base/vector.h"

enum { LEAST_STATES = 5, MOST_VISITED = 256 };

struct state_numbers {
    const struct program *program;
    const struct function *f;
    VECTOR(uint32_t) visited; /* phis and choices that lead to the variable */
    VECTOR(uint64_t) numbers; /* that they choose among */
};

static void note(struct state_numbers *s, uint64_t number)
{
    for (size_t i = 0; i < s->numbers.count; i++)
        if (s->numbers.data[i] == number)
            return;
    VECTOR_PUSH(&s->numbers, number);
}

static void visit(struct state_numbers *s, uint32_t instruction)
{
    for (size_t i = 0; i < s->visited.count; i++)
        if (s->visited.data[i] == instruction)
            return;
    if (s->visited.count < MOST_VISITED)
        VECTOR_PUSH(&s->visited, instruction);
}

static void look_at(struct state_numbers *s, struct value v)
{
    if (!value_is_constant(v)) {
        visit(s, v.id);
        return;
    }
    const struct constant *c = program_constant(s->program, v);
    if (c->kind == CONSTANT_BITS && c->type.kind == TYPE_INT && c->type.width <= 64)
        note(s, constant_low_bits(c));
}

/* Values that come to a phi or a choice as they are. */
static void follow(struct state_numbers *s, const struct instruction *in)
{
    if (in->op == OP_PHI)
        for (uint32_t k = 0; k < in->count; k += 2)
            look_at(s, instruction_operand(s->f, in, k));
    if (in->op == OP_SELECT)
        for (uint32_t k = 1; k < in->count; k++)
            look_at(s, instruction_operand(s->f, in, k));
}

static size_t states_of(struct state_numbers *s, uint32_t phi)
{
    VECTOR_CLEAR(&s->visited);
    VECTOR_CLEAR(&s->numbers);
    visit(s, phi);
    for (size_t i = 0; i < s->visited.count; i++)
        follow(s, &s->f->instructions.data[s->visited.data[i]]);
    return s->numbers.count;
}

static bool head_is(struct state_numbers *s, const struct block *head)
{
    for (size_t i = 0; i < head->instructions.count; i++) {
        uint32_t id = head->instructions.data[i];
        const struct instruction *in = &s->f->instructions.data[id];
        if (in->op != OP_PHI)
            break;
        if (in->type.kind == TYPE_INT && states_of(s, id) >= LEAST_STATES)
            return true;
    }
    return false;
}

bool machine_is(const struct program *p)
{
    struct state_numbers s = {.program = p};
    bool found = false;
    for (size_t i = 0; i < p->functions.count && !found; i++) {
        s.f = &p->functions.data[i];
        for (uint32_t b = 1; s.f->has_body && b < s.f->blocks.count && !found; b++)
            found = block_is_head(s.f, b) && head_is(&s, &s.f->blocks.data[b]);
    }
    VECTOR_RELEASE(&s.visited);
    VECTOR_RELEASE(&s.numbers);
    return found;
}
