#include "explain/probe.h"

#include "base/clock.h"
#include "base/failure.h"
#include "program/passes.h"

void probe_init(struct probe *p, struct program *program)
{
    *p = (struct probe){.program = program};
}

static void take_out(struct function *f, uint32_t id)
{
    struct instruction *in = &f->instructions.data[id];
    struct block *b = &f->blocks.data[in->block];
    size_t kept = 0;
    for (size_t i = 0; i < b->instructions.count; i++)
        if (b->instructions.data[i] != id)
            b->instructions.data[kept++] = b->instructions.data[i];
    b->instructions.count = kept;
    in->block = UINT32_MAX;
}

/* Instructions were added at the end of their functions' lists: the last one goes first. */
void probe_release(struct probe *p)
{
    for (size_t i = p->marks.count; i-- > 0;) {
        struct function *f = &p->program->functions.data[p->marks.data[i].function];
        LAW(p->marks.data[i].instruction + 1 ==
            f->instructions.count); /* what was put in last goes first */
        take_out(f, p->marks.data[i].instruction);
        if (p->marks.data[i].instruction + 1 == f->instructions.count)
            f->instructions.count--;
    }
    VECTOR_RELEASE(&p->marks);
}

struct position {
    uint32_t function, block;
    size_t at;
};

static struct value put(struct probe *p, struct position *to, enum op op, struct type type,
                        uint8_t sub, struct value a, struct value b)
{
    LAW(to->at <=
        p->program->functions.data[to->function].blocks.data[to->block].instructions.count);
    struct function *f = &p->program->functions.data[to->function];
    struct instruction in = instruction_make(op, type);
    uint32_t operands[2] = {a.id, b.id};
    in.sub = sub;
    uint32_t id =
        function_insert(f, to->block, to->at++, in, operands, value_is_none(b) ? 1 : 2);
    f->instructions.data[id].block = to->block;
    VECTOR_PUSH(&p->marks, ((struct probe_mark){to->function, id}));
    return (struct value){id};
}

static struct value number(struct probe *p, struct type type, __int128 value)
{
    uint32_t limbs[4];
    for (int i = 0; i < 4; i++)
        limbs[i] = (uint32_t)((unsigned __int128)value >> (32 * i));
    return type.width <= 64 ? constant_int(p->program, type, (uint64_t)value)
                            : constant_bits(p->program, type, limbs);
}

static void assume_at(struct probe *p, struct position to, struct value v,
                      const struct probe_range *r)
{
    struct type type = value_type(p->program, &p->program->functions.data[to.function], v);
    struct type bit = type_int(1);
    LAW(type.kind == TYPE_INT && type.width <= 128);
    enum compare order = r->is_signed ? COMPARE_SLE : COMPARE_ULE;
    struct value none = VALUE_NONE;
    struct value low =
        put(p, &to, OP_ICMP, bit, (uint8_t)order, number(p, type, r->least), v);
    struct value high =
        put(p, &to, OP_ICMP, bit, (uint8_t)order, v, number(p, type, r->most));
    put(p, &to, OP_ASSUME, type_void(), 0, put(p, &to, OP_AND, bit, 0, low, high), none);
}

/* At the end of the blocks from which the phi gets a value that is computed inside its loop.
 */
static void assume_at_latches(struct probe *p, const struct probe_range *r)
{
    struct arena arena;
    struct dominators d;
    struct function *f = &p->program->functions.data[r->function];
    const struct instruction phi = f->instructions.data[r->value];
    LAW(phi.op == OP_PHI);
    arena_init(&arena);
    dominators_find(f, &arena, &d);
    for (uint32_t k = 0; k + 1 < phi.count; k += 2) {
        f = &p->program->functions.data[r->function];
        struct value v = instruction_operand(f, &phi, k);
        uint32_t from = f->operands.data[phi.operand + k + 1];
        if (value_is_constant(v) || !dominates(&d, phi.block, from))
            continue;
        struct position end = {r->function, from,
                               f->blocks.data[from].instructions.count - 1};
        assume_at(p, end, v, r);
    }
    arena_release(&arena);
}

void probe_assume(struct probe *p, const struct probe_range *r)
{
    LAW(r->least <= r->most);
    const struct function *f = &p->program->functions.data[r->function];
    if (r->at_end) {
        assume_at_latches(p, r);
        return;
    }
    struct position after = {r->function, f->instructions.data[r->value].block, 0};
    const struct block *b = &f->blocks.data[after.block];
    while (after.at < b->instructions.count && b->instructions.data[after.at] != r->value)
        after.at++;
    after.at++;
    assume_at(p, after, (struct value){r->value}, r);
}

void probe_reach(struct probe *p, uint32_t function, uint32_t block, size_t at)
{
    LAW(block < p->program->functions.data[function].blocks.count);
    struct position to = {function, block, at};
    struct value none = VALUE_NONE;
    put(p, &to, OP_CHECK, type_void(), CHECK_ASSERTION,
        constant_int(p->program, type_int(1), 0), none);
}

void probe_return(struct probe *p, uint32_t function)
{
    const struct function *f = &p->program->functions.data[function];
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct instruction *last = block_terminator(f, &f->blocks.data[b]);
        if (last && last->op == OP_RETURN)
            probe_reach(p, function, b, f->blocks.data[b].instructions.count - 1);
    }
}

static bool is_mark(const struct probe *p, const struct trace *t)
{
    for (size_t i = 0; i < p->marks.count; i++)
        if (p->marks.data[i].function == t->function &&
            p->marks.data[i].instruction == t->instruction)
            return true;
    return false;
}

enum verdict probe_ask(const struct explain_task *t, const struct probe *p, double seconds)
{
    struct driver_options o = t->options->driver;
    struct driver_result result;
    o.task.program = p->program;
    o.task.violations = VIOLATION_BIT(VIOLATION_REACH);
    o.task.explain = false;
    o.only = NULL;
    o.progress = NULL;
    o.until = wall_now() + seconds;
    driver_run(&o, &result);
    enum verdict reached = result.findings[VIOLATION_REACH].verdict;
    if (reached == VERDICT_FALSE && !is_mark(p, &result.findings[VIOLATION_REACH].trace))
        reached = VERDICT_UNKNOWN;
    driver_release(&result);
    return reached;
}
