/* Clean-up that uses no undefined behaviour: constants and trivial PHIs are folded, branches
 * on constants become jumps, unreachable blocks and unused pure instructions go, straight
 * lines of blocks become one block. What can be an error or an effect stays: loads, stores,
 * calls, checks, inputs, divisions by what may be zero. A NOTE counts as a use. */
#include "program/passes_internal.h"

#include "base/failure.h"
#include "base/text.h"

struct cleaning {
    struct program *program;
    struct function *function;
    struct pass_memory *memory;
    struct replacement replacement;
    bool changed;
    bool edges_changed; /* predecessors and PHIs do not fit until the function is compacted */
};

static bool is_undef(const struct program *p, uint32_t v)
{
    return (v & VALUE_CONSTANT_BIT) &&
           program_constant(p, (struct value){v})->kind == CONSTANT_UNDEF;
}

/* --- folding --- */

/* The one value a PHI merges with itself, or VALUE_NONE. */
static uint32_t fold_phi(struct cleaning *c, uint32_t id)
{
    LAW(c->function->instructions.data[id].op == OP_PHI);
    const struct instruction *i = &c->function->instructions.data[id];
    uint32_t only = VALUE_NONE.id;
    for (uint32_t k = 0; k < i->count; k += 2) {
        uint32_t v =
            replacement_of(&c->replacement, c->function->operands.data[i->operand + k]);
        if (v == id || v == only)
            continue;
        if (only != VALUE_NONE.id || is_undef(c->program, v))
            return VALUE_NONE.id;
        only = v;
    }
    return only;
}

static void fold_one(struct cleaning *c, uint32_t id)
{
    struct function *f = c->function;
    struct instruction *i = &f->instructions.data[id];
    uint32_t value = VALUE_NONE.id, op = i->op;
    if (op == OP_PHI) {
        value = fold_phi(c, id);
    } else {
        for (uint32_t k = 0; k < i->count; k++) {
            uint32_t *v = &f->operands.data[i->operand + k];
            if (!instruction_operand_is_block(i, k))
                *v = replacement_of(&c->replacement, *v);
        }
        value = instruction_fold(c->program, f, id);
    }
    c->changed |= i->op != op;
    if (value == VALUE_NONE.id)
        return;
    c->replacement.by[id] = value;
    i->block = UINT32_MAX;
    c->changed = true;
}

static void fold_branch(struct cleaning *c, uint32_t block)
{
    LAW(block < c->function->blocks.count);
    struct function *f = c->function;
    struct instruction *end =
        &f->instructions.data[VECTOR_LAST(&f->blocks.data[block].instructions)];
    if (end->op != OP_BRANCH)
        return;
    uint32_t v = f->operands.data[end->operand];
    if (end->target[0] != end->target[1]) {
        if (!(v & VALUE_CONSTANT_BIT))
            return;
        const struct constant *condition = program_constant(c->program, (struct value){v});
        if (condition->kind != CONSTANT_BITS)
            return;
        uint32_t taken = condition->limbs[0] ? 0 : 1;
        block_drop_predecessor(f, end->target[1 - taken], block);
        end->target[0] = end->target[taken];
    }
    end->op = OP_JUMP;
    end->count = 0;
    end->target[1] = UINT32_MAX;
    c->changed = c->edges_changed = true;
}

static void drop_removed(struct function *f)
{
    for (size_t b = 0; b < f->blocks.count; b++) {
        struct block *block = &f->blocks.data[b];
        size_t kept = 0;
        for (size_t k = 0; k < block->instructions.count; k++) {
            uint32_t id = block->instructions.data[k];
            if (f->instructions.data[id].block != UINT32_MAX)
                block->instructions.data[kept++] = id;
        }
        block->instructions.count = kept;
    }
}

/* --- joining blocks --- */

/* The block that always and only follows `block`; UINT32_MAX if there is none. */
static uint32_t only_follower(const struct function *f, uint32_t block)
{
    LAW(block < f->blocks.count);
    const struct instruction *end = block_terminator(f, &f->blocks.data[block]);
    if (!end || end->op != OP_JUMP || end->target[0] == block || end->target[0] == 0)
        return UINT32_MAX;
    return f->blocks.data[end->target[0]].predecessors.count == 1 ? end->target[0]
                                                                  : UINT32_MAX;
}

/* False if a PHI holds an undefined value, which must stay one value. */
static bool replace_phis(struct cleaning *c, const struct block *b, size_t phis)
{
    struct function *f = c->function;
    for (size_t k = 0; k < phis; k++) {
        const struct instruction *i = &f->instructions.data[b->instructions.data[k]];
        if (i->count != 2 || is_undef(c->program, f->operands.data[i->operand]))
            return false;
    }
    for (size_t k = 0; k < phis; k++) {
        uint32_t id = b->instructions.data[k];
        struct instruction *i = &f->instructions.data[id];
        c->replacement.by[id] = f->operands.data[i->operand];
        i->block = UINT32_MAX;
    }
    return true;
}

static bool join(struct cleaning *c, uint32_t block)
{
    LAW(block < c->function->blocks.count);
    struct function *f = c->function;
    uint32_t next = only_follower(f, block), after[2];
    if (next == UINT32_MAX)
        return false;
    struct block *from = &f->blocks.data[next], *to = &f->blocks.data[block];
    size_t phis = block_phi_count(f, from);
    const struct instruction *end = block_terminator(f, from);
    if (!end || end->op == OP_SWITCH || !replace_phis(c, from, phis))
        return false;
    uint32_t count = block_successors(f, from, after, 2);
    for (uint32_t k = 0; k < count; k++)
        block_rename_predecessor(f, after[k], next, block);
    f->instructions.data[VECTOR_POP(&to->instructions)].block = UINT32_MAX;
    for (size_t k = phis; k < from->instructions.count; k++) {
        f->instructions.data[from->instructions.data[k]].block = block;
        VECTOR_PUSH(&to->instructions, from->instructions.data[k]);
    }
    VECTOR_CLEAR(&from->instructions);
    return true;
}

static void join_all(struct cleaning *c, const uint32_t *rpo, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        while (join(c, rpo[k]))
            c->changed = true;
}

static uint32_t start_round(struct cleaning *c, uint32_t **rpo)
{
    struct arena *scratch = &c->memory->scratch;
    struct edges edges;
    uint32_t *number;
    c->changed = c->edges_changed = false;
    arena_clear(scratch);
    edges_find(c->function, scratch, &edges);
    replacement_init(&c->replacement, c->function, scratch);
    return edges_order(&edges, (uint32_t)c->function->blocks.count, scratch, rpo, &number);
}

/* One round of everything but dead code. */
static void clean_round(struct cleaning *c)
{
    struct function *f = c->function;
    uint32_t *rpo, count = start_round(c, &rpo);
    for (uint32_t k = 0; k < count; k++) {
        struct block *b = &f->blocks.data[rpo[k]];
        for (size_t n = 0; n < b->instructions.count; n++)
            fold_one(c, b->instructions.data[n]);
    }
    if (c->changed) {
        drop_removed(f);
        replacement_apply(&c->replacement, f);
    }
    for (uint32_t k = 0; k < count; k++)
        fold_branch(c, rpo[k]);
    if (c->edges_changed)
        function_compact(f, c->memory);
}

/* Leaves empty blocks behind. */
static void join_round(struct cleaning *c)
{
    uint32_t *rpo, count = start_round(c, &rpo);
    join_all(c, rpo, count);
    if (c->changed)
        replacement_apply(&c->replacement, c->function);
}

/* --- dead code --- */

/* The divisor is a constant other than zero. */
static bool divides_safely(const struct program *p, const struct function *f,
                           const struct instruction *i)
{
    struct value v = instruction_operand(f, i, 1);
    if (!value_is_constant(v) || program_constant(p, v)->kind != CONSTANT_BITS)
        return false;
    const struct constant *c = program_constant(p, v);
    for (uint32_t k = 0; k < (c->type.width + 31) / 32; k++)
        if (c->limbs[k])
            return true;
    return false;
}

static bool is_division(const struct instruction *i)
{
    return i->op == OP_UDIV || i->op == OP_SDIV || i->op == OP_UREM || i->op == OP_SREM;
}

/* Of an instruction that gives a value: does it matter even if nothing uses the value? */
static bool has_effect(const struct program *p, const struct function *f,
                       const struct instruction *i)
{
    if (op_result((enum op)i->op) != OP_RESULT_VALUE)
        return true;
    switch (op_class((enum op)i->op)) {
    case CLASS_START:
        return i->op == OP_PARAM;
    case CLASS_INTEGER:
        return is_division(i) && !divides_safely(p, f, i);
    case CLASS_FLOAT:
    case CLASS_ANY:
    case CLASS_ADDRESS:
        return false;
    case CLASS_MEMORY:
        if (i->op == OP_ALLOCA)
            return !value_is_constant(instruction_operand(f, i, 0));
        return i->op != OP_STACKSAVE;
    case CLASS_CALL:
        return i->op != OP_RESULT;
    case CLASS_MEANING:
        return i->op != OP_INPUT || !i->text || !text_starts(i->text, "uninitialised");
    case CLASS_FLOW:
        break;
    }
    return true;
}

static void remove_unused(struct cleaning *c)
{
    struct function *f = c->function;
    struct pass_memory *m = c->memory;
    arena_clear(&m->scratch);
    VECTOR_CLEAR(&m->work);
    bool *used = ARENA_ARRAY(&m->scratch, bool, f->instructions.count + 1);
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        const struct instruction *i = &f->instructions.data[id];
        if (i->block == UINT32_MAX || !has_effect(c->program, f, i))
            continue;
        used[id] = true;
        VECTOR_PUSH(&m->work, id);
    }
    while (m->work.count) {
        const struct instruction *i = &f->instructions.data[VECTOR_POP(&m->work)];
        for (uint32_t k = 0; k < i->count; k++) {
            struct value v = instruction_operand(f, i, k);
            if (instruction_operand_is_block(i, k) || value_is_constant(v) || used[v.id])
                continue;
            used[v.id] = true;
            VECTOR_PUSH(&m->work, v.id);
        }
    }
    for (uint32_t id = 0; id < f->instructions.count; id++)
        if (!used[id])
            f->instructions.data[id].block = UINT32_MAX;
    drop_removed(f);
}

void function_clean(struct program *p, struct function *f, struct pass_memory *m)
{
    enum { ROUNDS = 6 };
    struct cleaning c = {.program = p, .function = f, .memory = m, .changed = true};
    for (int round = 0; round < ROUNDS && c.changed; round++)
        clean_round(&c);
    join_round(&c);
    remove_unused(&c);
    function_compact(f, m);
}

void program_clean(struct program *p)
{
    program_each_body(p, function_clean);
    program_link(p);
}
