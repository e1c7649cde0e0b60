/* Drops unreachable blocks and removed instructions and gives the rest dense numbers, in the
 * order they are listed. The pools are rebuilt, so that what earlier passes left behind costs
 * no memory. */
#include "program/passes_internal.h"

#include "base/failure.h"

struct renumbering {
    uint32_t *block, *instruction; /* new numbers; UINT32_MAX: gone */
};

static void rename_targets(const struct renumbering *r, struct instruction *i)
{
    LAW(op_class((enum op)i->op) == CLASS_FLOW || i->target[0] == UINT32_MAX);
    bool first = i->op == OP_JUMP || i->op == OP_BRANCH || i->op == OP_SWITCH;
    i->target[0] = first ? r->block[i->target[0]] : UINT32_MAX;
    i->target[1] = i->op == OP_BRANCH ? r->block[i->target[1]] : UINT32_MAX;
}

/* Copies an instruction's operands to the new pool; pairs of unreachable predecessors are
 * left out. */
static void copy_operands(const struct function *f, struct function *to,
                          const struct renumbering *r, struct instruction *i)
{
    const uint32_t *old = f->operands.data + i->operand;
    uint32_t count = i->count;
    i->operand = (uint32_t)to->operands.count;
    for (uint32_t k = 0; k < count; k++) {
        if (i->op == OP_PHI && k % 2 == 0 && r->block[old[k + 1]] == UINT32_MAX) {
            k++;
            continue;
        }
        uint32_t v = old[k];
        if (instruction_operand_is_block(i, k))
            v = r->block[v];
        else if (v < VALUE_NONE.id)
            v = r->instruction[v];
        VECTOR_PUSH(&to->operands, v);
    }
    i->count = (uint32_t)to->operands.count - i->operand;
}

static void number_kept(struct function *f, struct renumbering *r, const uint32_t *order_of,
                        struct arena *arena)
{
    uint32_t blocks = 0, instructions = 0;
    r->block = ARENA_ARRAY(arena, uint32_t, f->blocks.count + 1);
    r->instruction = ARENA_ARRAY(arena, uint32_t, f->instructions.count + 1);
    for (size_t i = 0; i < f->instructions.count; i++)
        r->instruction[i] = UINT32_MAX;
    for (size_t b = 0; b < f->blocks.count; b++) {
        r->block[b] = order_of[b] == UINT32_MAX ? UINT32_MAX : blocks++;
        if (r->block[b] == UINT32_MAX)
            continue;
        struct block *block = &f->blocks.data[b];
        for (size_t k = 0; k < block->instructions.count; k++)
            r->instruction[block->instructions.data[k]] = instructions++;
        LAW(instructions <= f->instructions.count);
    }
}

static void copy_block(const struct function *f, struct function *to,
                       const struct renumbering *r, size_t b)
{
    struct block *block = &f->blocks.data[b];
    for (size_t k = 0; k < block->instructions.count; k++) {
        struct instruction i = f->instructions.data[block->instructions.data[k]];
        copy_operands(f, to, r, &i);
        rename_targets(r, &i);
        block->instructions.data[k] = (uint32_t)to->instructions.count;
        VECTOR_PUSH(&to->instructions, i);
    }
}

/* Keeps the blocks that are reachable, in their order. */
static void copy_blocks(struct function *f, struct function *to, const struct renumbering *r)
{
    size_t kept = 0;
    for (size_t b = 0; b < f->blocks.count; b++) {
        struct block *block = &f->blocks.data[b];
        if (r->block[b] == UINT32_MAX) {
            VECTOR_RELEASE(&block->instructions);
            VECTOR_RELEASE(&block->predecessors);
            continue;
        }
        copy_block(f, to, r, b);
        f->blocks.data[kept++] = *block;
    }
    f->blocks.count = kept;
    LAW(!kept || r->block[0] == 0); /* the entry stays first */
}

void function_compact(struct function *f, struct pass_memory *m)
{
    LAW(f->has_body && f->blocks.count > 0);
    struct edges edges;
    struct renumbering r;
    struct function *to = &m->spare[0];
    uint32_t *rpo, *number;
    arena_clear(&m->scratch);
    edges_find(f, &m->scratch, &edges);
    edges_order(&edges, (uint32_t)f->blocks.count, &m->scratch, &rpo, &number);
    number_kept(f, &r, number, &m->scratch);
    VECTOR_RESERVE(&to->operands, f->operands.count);
    VECTOR_RESERVE(&to->instructions, f->instructions.count);
    copy_blocks(f, to, &r);
    LAW(to->instructions.count <= f->instructions.count);
    LAW(to->operands.count <= f->operands.count);
    VECTOR_SWAP(&f->instructions, &to->instructions);
    VECTOR_SWAP(&f->operands, &to->operands);
    VECTOR_CLEAR(&to->instructions);
    VECTOR_CLEAR(&to->operands);
    arena_clear(&m->scratch);
    function_link(f);
}
