/* signbit, isnan and the like give any number other than zero for what holds: compilers
 * differ (512, INT_MIN), and what clang emits is one. Such a truth, which the translation
 * marks (FLAG_TRUTH), becomes such a number where more is looked at than whether it is zero:
 *     zext %holds   ->   %any = input; %number = %any ? %any : 1; select %holds %number 0 */
#include "program/passes_internal.h"

#include "program/library.h"

static bool is_zero(const struct program *p, struct value v)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_BITS && c->type.kind == TYPE_INT && c->type.width <= 64 &&
           !constant_low_bits(c);
}

/* Does the instruction look at more of the value than whether it is zero? */
static bool looks(const struct program *p, const struct function *f,
                  const struct instruction *in)
{
    if (in->op == OP_NOTE)
        return false;
    if (in->op != OP_ICMP || (in->sub != COMPARE_EQ && in->sub != COMPARE_NE))
        return true;
    return !is_zero(p, instruction_operand(f, in, 1));
}

static bool is_looked_at(const struct program *p, const struct function *f, uint32_t id)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block != UINT32_MAX && looks(p, f, in) && instruction_uses(f, in, id))
            return true;
    }
    return false;
}

static size_t position_of(const struct function *f, uint32_t id)
{
    const struct block *b = &f->blocks.data[f->instructions.data[id].block];
    size_t at = 0;
    while (b->instructions.data[at] != id)
        at++;
    return at;
}

/* Before instruction `next`, at its place in the source. */
static uint32_t put(struct function *f, uint32_t next, struct instruction in,
                    const uint32_t *operands, uint32_t count)
{
    in.place = f->instructions.data[next].place;
    return function_insert(f, f->instructions.data[next].block, position_of(f, next), in,
                           operands, count);
}

static uint32_t open_number(struct program *p, struct function *f, uint32_t id)
{
    struct type type = f->instructions.data[id].type;
    uint32_t zero = constant_int(p, type, 0).id, one = constant_int(p, type, 1).id;
    uint32_t holds = instruction_operand(f, &f->instructions.data[id], 0).id;
    struct instruction input = instruction_make(OP_INPUT, type),
                       test = instruction_make(OP_ICMP, type_int(1));
    input.text = "any number for what holds";
    test.sub = COMPARE_EQ;
    uint32_t any = put(f, id, input, NULL, 0);
    uint32_t none = put(f, id, test, (uint32_t[]){any, zero}, 2);
    uint32_t number =
        put(f, id, instruction_make(OP_SELECT, type), (uint32_t[]){none, one, any}, 3);
    return put(f, id, instruction_make(OP_SELECT, type), (uint32_t[]){holds, number, zero},
               3);
}

static bool is_open(const struct program *p, const struct function *f, uint32_t id)
{
    const struct instruction *in = &f->instructions.data[id];
    return in->block != UINT32_MAX && in->flags & FLAG_TRUTH && is_looked_at(p, f, id);
}

bool program_looks_at_truths(const struct program *p)
{
    for (size_t k = 0; k < p->functions.count; k++) {
        const struct function *f = &p->functions.data[k];
        if (!f->has_body || library_unit(f->unit))
            continue;
        for (uint32_t i = 0; i < f->instructions.count; i++)
            if (is_open(p, f, i))
                return true;
    }
    return false;
}

static void open_truths(struct program *p, struct function *f, struct pass_memory *memory)
{
    struct replacement r;
    size_t count = f->instructions.count;
    bool *open = ARENA_ARRAY(&memory->scratch, bool, count + 1), any = false;
    for (uint32_t i = 0; i < count; i++) {
        open[i] = is_open(p, f, i);
        f->instructions.data[i].flags &= (uint16_t)~FLAG_TRUTH;
        any |= open[i];
    }
    if (!any)
        return;
    uint32_t *number = ARENA_ARRAY(&memory->scratch, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (open[i])
            number[i] = open_number(p, f, i);
    replacement_init(&r, f, &memory->scratch);
    for (uint32_t i = 0; i < count; i++)
        if (open[i])
            r.by[i] = number[i];
    replacement_apply(&r, f);
    function_compact(f, memory);
    function_clean(p, f, memory);
    function_settle(f, memory);
}

void program_open_truths(struct program *p)
{
    struct pass_memory *memory = pass_memory_new();
    for (size_t i = 0; i < p->functions.count; i++) {
        struct function *f = &p->functions.data[i];
        if (!f->has_body)
            continue;
        arena_clear(&memory->scratch);
        open_truths(p, f, memory);
    }
    pass_memory_free(memory);
}
