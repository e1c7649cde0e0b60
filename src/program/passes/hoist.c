/* Moves what a loop computes anew in each round, and always gets the same, to the front of
 * the loop: `i < n` with a narrower n, or `i < n - 1`, compares with one value then, which
 * invariants can speak of. Only what is compared: of addresses, invariants want the index.
 * Only integers, and only operations that are never an error and never undefined: they may as
 * well be executed where the loop is not entered. A load of a global that the loop does not
 * write (hoist_load.c) moves with what is made of it. */
#include "program/passes_internal.h"

struct hoisting {
    struct program *program;
    struct function *function;
    struct dominators dominators;
    struct loop_forest loops;
    bool *compared; /* by instruction: an operand of a comparison is it, or is made of it */
    bool changed;
};

static bool may_move(uint8_t op)
{
    return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_AND || op == OP_ZEXT ||
           op == OP_SEXT || op == OP_TRUNC;
}

/* A constant (an undefined one is another value at each use), or a value made in front of the
 * loop. */
static bool is_left_alone(const struct hoisting *h, uint32_t loop, struct value v)
{
    if (value_is_constant(v))
        return program_constant(h->program, v)->kind == CONSTANT_BITS;
    return !loop_contains(&h->loops, loop, h->function->instructions.data[v.id].block);
}

static bool is_same_in_each_round(const struct hoisting *h, uint32_t loop, uint32_t id)
{
    const struct instruction *i = &h->function->instructions.data[id];
    if (!h->compared[id])
        return false;
    if (i->op == OP_LOAD)
        return hoist_may_load(h->program, h->function, &h->loops, loop,
                              h->dominators.idom[h->loops.loops[loop].header], id);
    for (uint32_t k = 0; k < i->count; k++)
        if (!is_left_alone(h, loop, instruction_operand(h->function, i, k)))
            return false;
    return true;
}

static void append(struct hoisting *h, uint32_t block, uint32_t id)
{
    struct block *b = &h->function->blocks.data[block];
    LAW(b->instructions.count);
    uint32_t end = VECTOR_POP(&b->instructions);
    LAW(op_is_terminator((enum op)h->function->instructions.data[end].op));
    VECTOR_PUSH(&b->instructions, id);
    VECTOR_PUSH(&b->instructions, end);
    h->function->instructions.data[id].block = block;
    h->changed = true;
}

static void empty_block(struct hoisting *h, uint32_t loop, uint32_t block, uint32_t front)
{
    struct block *b = &h->function->blocks.data[block];
    size_t kept = 0;
    for (size_t k = 0; k < b->instructions.count; k++) {
        uint32_t id = b->instructions.data[k];
        if (is_same_in_each_round(h, loop, id))
            append(h, front, id);
        else
            b->instructions.data[kept++] = id;
    }
    b->instructions.count = kept;
}

/* Values made outside a loop and used in it are there at the end of the block that dominates
 * its header. */
static void empty_loop(struct hoisting *h, uint32_t loop)
{
    const struct loop *l = &h->loops.loops[loop];
    if (l->irreducible)
        return;
    uint32_t front = h->dominators.idom[l->header];
    LAW(!loop_contains(&h->loops, loop, front));
    for (uint32_t b = 0; b < l->block_count; b++)
        empty_block(h, loop, l->blocks[b], front);
}

static void mark_operands(struct hoisting *h, struct pass_memory *m, uint32_t id)
{
    const struct instruction *i = &h->function->instructions.data[id];
    for (uint32_t k = 0; k < i->count; k++) {
        struct value v = instruction_operand(h->function, i, k);
        if (value_is_constant(v) || h->compared[v.id])
            continue;
        uint8_t op = h->function->instructions.data[v.id].op;
        if (!may_move(op) && (op != OP_LOAD || i->op == OP_ICMP))
            continue;
        h->compared[v.id] = true;
        VECTOR_PUSH(&m->work, v.id);
    }
}

/* False: there is nothing to move. */
static bool find_compared(struct hoisting *h, struct pass_memory *m)
{
    bool found = false;
    h->compared = ARENA_ARRAY(&m->scratch, bool, h->function->instructions.count + 1);
    VECTOR_CLEAR(&m->work);
    for (uint32_t id = 0; id < h->function->instructions.count; id++)
        if (h->function->instructions.data[id].op == OP_ICMP)
            mark_operands(h, m, id);
    for (; m->work.count; found = true)
        mark_operands(h, m, VECTOR_POP(&m->work));
    return found;
}

void function_hoist(struct program *p, struct function *f, struct pass_memory *m)
{
    struct hoisting h = {.program = p, .function = f};
    arena_clear(&m->scratch);
    if (!find_compared(&h, m))
        return;
    dominators_find(f, &m->scratch, &h.dominators);
    loops_find(f, &h.dominators, &m->scratch, &h.loops);
    for (uint32_t loop = 0; loop < h.loops.count; loop++) /* inner ones first */
        empty_loop(&h, loop);
    if (h.changed)
        function_compact(f, m);
}

void program_hoist(struct program *p)
{
    program_each_body(p, function_hoist);
    program_link(p);
}
