/* Where the operands of an instruction come from: numbers of callers, and what lies in their buffers. */
#include "caller/usage.h"

struct search {
    const struct usage *usage;
    const struct program *program;
    const struct function *f;
    uint32_t function;
    struct sources *found;
    struct map seen;
};

static bool is_of_callers(const struct search *s, const struct instruction *i)
{
    uint64_t ignored;
    struct value p = instruction_operand(s->f, i, 0);
    return !value_is_constant(p) && map_get(&s->usage->use_of, (uint64_t)s->function << 32 | p.id, &ignored);
}

/* Bytes of a text may be any; one that is a member of a record in a table may not. */
static bool is_of_records(const struct search *s, const struct instruction *load)
{
    uint64_t use;
    struct value p = instruction_operand(s->f, load, 0);
    if (!map_get(&s->usage->use_of, (uint64_t)s->function << 32 | p.id, &use)) return false;
    return s->usage->uses.data[use].stride > 1;
}

static void search_value(struct search *s, struct value v, int depth)
{
    uint64_t number, ignored;
    if (value_is_constant(v) || value_is_none(v) || depth > 40) return;
    if (map_get(&s->seen, v.id, &ignored)) return;
    map_set(&s->seen, v.id, 1);
    bool known = map_get(&s->usage->number_of, (uint64_t)s->function << 32 | v.id, &number);
    if (known) s->found->numbers[number] = true;
    const struct instruction *i = &s->f->instructions.data[v.id];
    if (!known && i->op == OP_LOAD && i->type.kind == TYPE_INT && is_of_callers(s, i))
        s->found->content |= i->type.width > 8 || is_of_records(s, i);
    if (i->op == OP_LOAD || i->op == OP_CALL) return;
    for (uint32_t k = 0; k < i->count; k++)
        if (!instruction_operand_is_block(i, k)) search_value(s, instruction_operand(s->f, i, k), depth + 1);
}

void usage_sources(const struct usage *u, const struct program *p, uint32_t function, uint32_t instruction,
                   struct sources *found)
{
    struct search s = {u, p, &p->functions.data[function], function, found, {0}};
    const struct instruction *i = &s.f->instructions.data[instruction];
    for (uint32_t k = 0; k < i->count; k++)
        if (!instruction_operand_is_block(i, k)) search_value(&s, instruction_operand(s.f, i, k), 0);
    map_release(&s.seen);
}
