/* What an input may get: the numbers and values that the program compares it with, or with
 * what it computes from it by adding a number; then numbers that matter in any program. */
#include "engine/danger/danger_internal.h"
#include "engine/numbers.h"

enum { MOST_CANDIDATES = 24, MOST_DEPTH = 4, MOST_COMPARED = 8 };

static void add(struct input_site *s, struct candidate c)
{
    for (size_t i = 0; i < s->candidates.count; i++) {
        const struct candidate *k = &s->candidates.data[i];
        if (k->kind == c.kind && k->number == c.number && value_same(k->operand, c.operand))
            return;
    }
    if (s->candidates.count < MOST_CANDIDATES)
        VECTOR_PUSH(&s->candidates, c);
}

/* The number, and its neighbours: a comparison may be strict. */
static void add_near(struct input_site *s, enum candidate_kind kind, struct value operand,
                     uint64_t number)
{
    add(s, (struct candidate){kind, number, operand});
    add(s, (struct candidate){kind, number + 1, operand});
    add(s, (struct candidate){kind, number - 1, operand});
}

static bool number_of(const struct program *p, struct value v, uint64_t *out)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(p, v);
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return false;
    uint32_t unused = 64 - c->type.width;
    *out = (uint64_t)((int64_t)(constant_low_bits(c) << unused) >> unused);
    return true;
}

/* What `v`, which is the input plus a number, is compared with. */
static void look(struct input_site *s, const struct program *p, struct value v, uint64_t plus,
                 unsigned depth)
{
    const struct function *f = &p->functions.data[s->function];
    for (uint32_t i = 0; depth < MOST_DEPTH && i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->count < 1 || in->op == OP_NOTE)
            continue;
        bool first = value_same(instruction_operand(f, in, 0), v);
        bool second = in->count > 1 && value_same(instruction_operand(f, in, 1), v);
        if (!first && !second)
            continue;
        struct value other =
            in->count > 1 ? instruction_operand(f, in, first ? 1 : 0) : VALUE_NONE;
        uint64_t number = 0;
        bool is_number = in->count > 1 && number_of(p, other, &number);
        if (in->op == OP_ICMP && is_number)
            add_near(s, CANDIDATE_NUMBER, VALUE_NONE, number - plus);
        else if (in->op == OP_ICMP && !value_is_constant(other))
            add_near(s, CANDIDATE_OPERAND, other, 0 - plus);
        else if (in->op == OP_ZEXT || in->op == OP_SEXT || in->op == OP_TRUNC)
            look(s, p, (struct value){i}, plus, depth + 1);
        else if (in->op == OP_ADD && is_number)
            look(s, p, (struct value){i}, plus + number, depth + 1);
        else if (in->op == OP_SUB && first && is_number)
            look(s, p, (struct value){i}, plus - number, depth + 1);
    }
}

static void fill(struct input_site *s, const struct program *p)
{
    look(s, p, (struct value){s->instruction}, 0, 0);
    add_near(s, CANDIDATE_NUMBER, VALUE_NONE, 0);
    compared_numbers compared = {0};
    numbers_compared(p, &compared);
    for (size_t i = 0; i < compared.count && i < MOST_COMPARED; i++)
        add(s, (struct candidate){CANDIDATE_NUMBER, compared.data[i], VALUE_NONE});
    VECTOR_RELEASE(&compared);
    add(s, (struct candidate){CANDIDATE_NUMBER, INT32_MAX, VALUE_NONE});
}

uint32_t input_site_of(struct input_sites *s, uint32_t function, uint32_t instruction)
{
    uint64_t key = (uint64_t)function << 32 | instruction, at;
    if (map_get(&s->index, key, &at))
        return (uint32_t)at;
    struct input_site site = {.function = function, .instruction = instruction};
    fill(&site, s->program);
    LAW(site.candidates.count);
    map_set(&s->index, key, s->list.count);
    VECTOR_PUSH(&s->list, site);
    return (uint32_t)s->list.count - 1;
}

uint64_t candidate_value(const struct interp *t, const struct candidate *c)
{
    uint64_t base = c->kind == CANDIDATE_OPERAND ? interp_value_of(t, c->operand).low : 0;
    return base + c->number;
}

void input_sites_release(struct input_sites *s)
{
    for (size_t i = 0; i < s->list.count; i++)
        VECTOR_RELEASE(&s->list.data[i].candidates);
    VECTOR_RELEASE(&s->list);
    map_release(&s->index);
}
