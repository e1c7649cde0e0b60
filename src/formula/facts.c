/* Facts: analyses of each function that the executor needs, computed once per program. */
#include "formula/exec_internal.h"

#include <stdlib.h>

struct program_facts *program_facts_new(const struct program *p)
{
    struct program_facts *f = calloc(1, sizeof *f);
    f->program = p;
    arena_init(&f->arena);
    f->functions = ARENA_ARRAY(&f->arena, struct function_facts, p->functions.count);
    return f;
}

const struct address_facts *facts_addresses(struct program_facts *f)
{
    if (!f->addresses)
        f->addresses = addresses_find(f->program, &f->arena);
    return f->addresses;
}

void program_facts_free(struct program_facts *f)
{
    if (!f)
        return;
    arena_release(&f->arena);
    free(f);
}

/* Blocks that run directly in each region (a loop's body or, last, the function), with
 * headers of inner loops, in order. */
static void find_regions(struct program_facts *pf, struct function_facts *f, uint32_t blocks)
{
    uint32_t regions = f->loops.count + 1;
    f->region = ARENA_ARRAY(&pf->arena, struct region, regions);
    f->child_of = ARENA_ARRAY(&pf->arena, uint32_t, blocks);
    for (uint32_t b = 0; b < blocks; b++)
        f->child_of[b] = UINT32_MAX;
    for (uint32_t l = 0; l < f->loops.count; l++)
        f->child_of[f->loops.loops[l].header] = l;
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t i = 0; i < f->dominators.count; i++) {
            uint32_t b = f->dominators.rpo[i], own = f->loops.loop_of[b];
            struct region *r = &f->region[own == UINT32_MAX ? f->loops.count : own];
            if (fill)
                r->blocks[r->count] = b;
            r->count++;
            if (f->child_of[b] == UINT32_MAX)
                continue;
            uint32_t parent = f->loops.loops[f->child_of[b]].parent;
            struct region *up = &f->region[parent == UINT32_MAX ? f->loops.count : parent];
            if (fill)
                up->blocks[up->count] = b;
            up->count++;
        }
        for (uint32_t r = 0; !fill && r < regions; r++) {
            f->region[r].blocks = ARENA_ARRAY(&pf->arena, uint32_t, f->region[r].count);
            f->region[r].count = 0;
        }
    }
}

typedef VECTOR(uint32_t) ids;

/* The value is live at the start of the block; so it is before, up to the loop that defines
 * it. */
static void bring(const struct function *fn, const struct loop_forest *loops, uint32_t value,
                  uint32_t loop, uint32_t block, ids *out)
{
    ids todo = {0};
    VECTOR_PUSH(&todo, block);
    while (todo.count) {
        uint32_t b = VECTOR_POP(&todo);
        if (loop_contains(loops, loop, b))
            continue;
        bool there = false;
        for (size_t i = 0; i < out[b].count && !there; i++)
            there = out[b].data[i] == value;
        if (there)
            continue;
        VECTOR_PUSH(&out[b], value);
        const struct block *at = &fn->blocks.data[b];
        for (size_t i = 0; i < at->predecessors.count; i++)
            VECTOR_PUSH(&todo, at->predecessors.data[i]);
    }
    VECTOR_RELEASE(&todo);
}

static void note_use(const struct function *fn, const struct loop_forest *loops,
                     struct value v, uint32_t user_block, ids *out)
{
    if (value_is_constant(v) || value_is_none(v))
        return;
    uint32_t loop = loops->loop_of[fn->instructions.data[v.id].block];
    if (loop != UINT32_MAX)
        bring(fn, loops, v.id, loop, user_block, out);
}

/* A phi uses its operands at the end of the predecessor, everything else in its own block. */
static void find_brought(struct program_facts *pf, const struct function *fn,
                         struct function_facts *f)
{
    size_t blocks = fn->blocks.count;
    f->brought = ARENA_ARRAY(&pf->arena, struct brought, blocks);
    ids *out = calloc(blocks ? blocks : 1, sizeof *out);
    for (uint32_t i = 0; f->loops.count && i < fn->instructions.count; i++) {
        const struct instruction *in = &fn->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < in->count; k++) {
            if (in->op != OP_PHI)
                note_use(fn, &f->loops, instruction_operand(fn, in, k), in->block, out);
            else if (k % 2 == 0)
                note_use(fn, &f->loops, instruction_operand(fn, in, k),
                         instruction_operand(fn, in, k + 1).id, out);
        }
    }
    for (size_t b = 0; b < blocks; b++) {
        f->brought[b] = (struct brought){ARENA_ARRAY(&pf->arena, uint32_t, out[b].count),
                                         (uint32_t)out[b].count};
        for (size_t i = 0; i < out[b].count; i++)
            f->brought[b].values[i] = out[b].data[i];
        VECTOR_RELEASE(&out[b]);
    }
    free(out);
}

struct function_facts *facts_of(struct program_facts *pf, uint32_t function)
{
    LAW(function < pf->program->functions.count);
    struct function_facts *f = &pf->functions[function];
    if (f->ready)
        return f;
    const struct function *fn = &pf->program->functions.data[function];
    dominators_find(fn, &pf->arena, &f->dominators);
    loops_find(fn, &f->dominators, &pf->arena, &f->loops);
    f->reducible = true;
    for (uint32_t l = 0; l < f->loops.count; l++)
        f->reducible &= !f->loops.loops[l].irreducible;
    find_regions(pf, f, (uint32_t)fn->blocks.count);
    find_brought(pf, fn, f);
    f->ready = true;
    return f;
}
