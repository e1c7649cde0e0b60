/* Replaces SWITCH by a chain of comparisons, one block per distinct target. The cases of one
 * target are joined by OR, runs of three or more neighbouring integers become one range test.
 * Cases that go where the default goes are left out, so each target keeps exactly one pair in
 * its PHIs for the switch. */
#include "program/passes_internal.h"

#include "base/failure.h"

#include <stdlib.h>

struct switch_case {
    uint32_t value, target; /* a constant's value id, a block */
    uint64_t key;           /* of an integer up to 64 bits */
};

struct lowering {
    struct program *program;
    struct function *function;
    struct type type; /* of the value */
    uint32_t value, place;
    uint32_t block; /* where comparisons are added now */
};

static int case_order(const void *a, const void *b)
{
    const struct switch_case *x = a, *y = b;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

static uint32_t add(struct lowering *l, struct instruction i, uint32_t a, uint32_t b)
{
    i.place = l->place;
    return function_add(l->function, l->block, i, (uint32_t[]){a, b}, 2);
}

static uint32_t compare(struct lowering *l, enum compare sub, uint32_t a, uint32_t b)
{
    struct instruction i = instruction_make(OP_ICMP, type_int(1));
    i.sub = (uint8_t)sub;
    return add(l, i, a, b);
}

/* An i1: the value is one of the `count` neighbouring integers from the first case on. */
static uint32_t test_run(struct lowering *l, const struct switch_case *first, size_t count)
{
    LAW(count >= 1);
    uint32_t low = add(l, instruction_make(OP_SUB, l->type), l->value, first->value);
    return compare(l, COMPARE_ULE, low, constant_int(l->program, l->type, count - 1).id);
}

static uint32_t test_group(struct lowering *l, const struct switch_case *cases, size_t count)
{
    LAW(count >= 1);
    uint32_t all = VALUE_NONE.id;
    bool small = l->type.kind == TYPE_INT && l->type.width <= 64;
    for (size_t k = 0, run; k < count; k += run) {
        for (run = 1; small && k + run < count && cases[k + run].key == cases[k].key + run;)
            run++;
        if (run < 3)
            run = 1;
        uint32_t one = run > 1 ? test_run(l, &cases[k], run)
                               : compare(l, COMPARE_EQ, l->value, cases[k].value);
        all = all == VALUE_NONE.id ? one
                                   : add(l, instruction_make(OP_OR, type_int(1)), all, one);
    }
    return all;
}

static struct switch_case case_make(const struct program *p, uint32_t value, uint32_t target)
{
    LAW(value_is_constant((struct value){value}));
    const struct constant *c = program_constant(p, (struct value){value});
    struct switch_case made = {.value = value, .target = target};
    if (c->kind == CONSTANT_BITS)
        made.key = constant_low_bits(c);
    return made;
}

static void finish(struct lowering *l, enum op op, uint32_t condition, uint32_t then,
                   uint32_t otherwise)
{
    LAW(op == OP_BRANCH || op == OP_JUMP);
    LAW(then < l->function->blocks.count);
    struct instruction i = instruction_make(op, type_void());
    i.place = l->place;
    i.target[0] = then;
    if (op == OP_BRANCH)
        i.target[1] = otherwise;
    function_add(l->function, l->block, i, &condition, op == OP_BRANCH);
}

static void lower(struct program *p, struct function *f, uint32_t block)
{
    uint32_t id = VECTOR_POP(&f->blocks.data[block].instructions);
    struct instruction old = f->instructions.data[id];
    LAW(old.op == OP_SWITCH);
    VECTOR(struct switch_case) cases = {0};
    for (uint32_t k = 1; k + 1 < old.count; k += 2) {
        uint32_t target = f->operands.data[old.operand + k + 1];
        if (target != old.target[0])
            VECTOR_PUSH(&cases, case_make(p, f->operands.data[old.operand + k], target));
    }
    f->instructions.data[id].block = UINT32_MAX;
    struct lowering l = {p, f, {0, 0}, f->operands.data[old.operand], old.place, block};
    l.type = value_type(p, f, (struct value){l.value});
    if (cases.count)
        qsort(cases.data, cases.count, sizeof *cases.data, case_order);
    for (size_t k = 0, group; k < cases.count; k += group) {
        for (group = 1;
             k + group < cases.count && cases.data[k + group].target == cases.data[k].target;)
            group++;
        uint32_t condition = test_group(&l, cases.data + k, group), to = cases.data[k].target;
        bool last = k + group == cases.count;
        uint32_t next = last ? old.target[0] : function_add_block(p, f, NULL);
        finish(&l, OP_BRANCH, condition, to, next);
        if (l.block != block)
            block_rename_predecessor(f, to, block, l.block);
        if (!last)
            l.block = next;
    }
    if (!cases.count)
        finish(&l, OP_JUMP, 0, old.target[0], 0);
    if (l.block != block)
        block_rename_predecessor(f, old.target[0], block, l.block);
    VECTOR_RELEASE(&cases);
}

void function_lower_switches(struct program *p, struct function *f)
{
    size_t blocks = f->blocks.count;
    bool changed = false;
    for (uint32_t b = 0; b < blocks; b++) {
        const struct instruction *end = block_terminator(f, &f->blocks.data[b]);
        if (!end || end->op != OP_SWITCH)
            continue;
        lower(p, f, b);
        changed = true;
    }
    if (changed)
        function_link(f);
}

void program_lower_switches(struct program *p)
{
    for (size_t k = 0; k < p->functions.count; k++)
        function_lower_switches(p, &p->functions.data[k]);
}
