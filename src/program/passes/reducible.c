/* Makes loops reducible by node splitting. For an irreducible loop with header h, the blocks
 * that can be reached from its other entries inside the loop without passing h are copied
 * once; edges from outside to these entries go to the copies, whose edges to h go to the one
 * h. The loop is then entered at h only. Innermost loops first. Values are moved to memory
 * before and promoted again after, so that the copies need no repair of SSA form. */
#include "program/passes_internal.h"

#include "base/failure.h"

struct splitting {
    struct program *program;
    struct function *function;
    struct arena scratch;
    struct loop_forest forest;
    uint32_t loop;
    bool *region;
    uint32_t *copy; /* of each block of the region */
};

/* The region: from each entry other than the header, forward inside the loop. */
static void find_region(struct splitting *s)
{
    const struct function *f = s->function;
    const struct loop *l = &s->forest.loops[s->loop];
    struct edges edges;
    uint32_t *stack = ARENA_ARRAY(&s->scratch, uint32_t, f->blocks.count + 1), depth = 0;
    edges_find(f, &s->scratch, &edges);
    s->region = ARENA_ARRAY(&s->scratch, bool, f->blocks.count + 1);
    for (uint32_t k = 0; k < l->block_count; k++) {
        uint32_t b = l->blocks[k];
        const struct block *block = &f->blocks.data[b];
        bool entered = false;
        for (size_t n = 0; n < block->predecessors.count; n++)
            entered |= !loop_contains(&s->forest, s->loop, block->predecessors.data[n]);
        if (!entered || b == l->header || s->region[b])
            continue;
        s->region[b] = true;
        stack[depth++] = b;
        while (depth) {
            uint32_t at = stack[--depth];
            for (uint32_t e = edges.start[at]; e < edges.start[at + 1]; e++) {
                uint32_t to = edges.to[e];
                if (to == l->header || s->region[to] ||
                    !loop_contains(&s->forest, s->loop, to))
                    continue;
                s->region[to] = true;
                stack[depth++] = to;
            }
        }
    }
}

/* Leads the jumps of a block that go into the region to the copies. */
static void redirect(struct splitting *s, uint32_t block)
{
    LAW(block < s->function->blocks.count);
    struct function *f = s->function;
    struct instruction *end =
        &f->instructions.data[VECTOR_LAST(&f->blocks.data[block].instructions)];
    for (int k = 0; k < 2; k++)
        if (end->target[k] != UINT32_MAX && s->region[end->target[k]])
            end->target[k] = s->copy[end->target[k]];
    for (uint32_t k = 0; k < end->count; k++) {
        uint32_t *operand = &f->operands.data[end->operand + k];
        if (instruction_operand_is_block(end, k) && s->region[*operand])
            *operand = s->copy[*operand];
    }
}

static void copy_block(struct splitting *s, uint32_t block, uint32_t *new_id)
{
    struct function *f = s->function;
    uint32_t to = s->copy[block];
    for (size_t k = 0; k < f->blocks.data[block].instructions.count; k++) {
        uint32_t id = f->blocks.data[block].instructions.data[k];
        struct instruction i = f->instructions.data[id];
        uint32_t copy = function_add(f, to, i, f->operands.data + i.operand, i.count);
        new_id[id] = copy;
        for (uint32_t n = 0; n < i.count; n++) {
            uint32_t *operand = &f->operands.data[f->instructions.data[copy].operand + n];
            if (instruction_operand_is_block(&i, n) || *operand >= VALUE_NONE.id)
                continue;
            if (f->instructions.data[*operand].block == block)
                *operand = new_id[*operand];
        }
    }
}

static void split(struct splitting *s)
{
    struct function *f = s->function;
    uint32_t blocks = (uint32_t)f->blocks.count;
    uint32_t *new_id = ARENA_ARRAY(&s->scratch, uint32_t, f->instructions.count + 1);
    s->copy = ARENA_ARRAY(&s->scratch, uint32_t, blocks + 1);
    for (uint32_t b = 0; b < blocks; b++)
        if (s->region[b])
            s->copy[b] = function_add_block(s->program, f, f->blocks.data[b].name);
    for (uint32_t b = 0; b < blocks; b++) {
        if (!s->region[b])
            continue;
        copy_block(s, b, new_id);
        redirect(s, s->copy[b]);
    }
    for (uint32_t b = 0; b < blocks; b++)
        if (!loop_contains(&s->forest, s->loop, b))
            redirect(s, b);
    function_link(f);
}

/* Finds the first irreducible loop; false if there is none. */
static bool find_irreducible(struct splitting *s)
{
    struct dominators dominators;
    dominators_find(s->function, &s->scratch, &dominators);
    loops_find(s->function, &dominators, &s->scratch, &s->forest);
    for (s->loop = 0; s->loop < s->forest.count; s->loop++)
        if (s->forest.loops[s->loop].irreducible)
            return true;
    return false;
}

/* Copies one region; false if there is none left, or none that may be copied, which *done
 * tells apart. */
static bool split_one(struct program *p, struct function *f, size_t limit, bool *done)
{
    struct splitting s = {.program = p, .function = f};
    arena_init(&s.scratch);
    *done = !find_irreducible(&s);
    bool can = !*done && f->instructions.count <= limit;
    if (can) {
        find_region(&s);
        can = function_demote(p, f, s.region);
    }
    if (can)
        split(&s);
    arena_release(&s.scratch);
    return can;
}

bool function_make_reducible(struct program *p, struct function *f)
{
    enum { FACTOR = 8, SPARE = 4096 };
    if (!f->has_body)
        return true;
    struct pass_memory *m = pass_memory_new();
    bool done;
    function_compact(f, m);
    size_t limit = f->instructions.count * FACTOR + SPARE;
    while (split_one(p, f, limit, &done)) {
        function_compact(f, m);
        function_promote(p, f, m);
        function_compact(f, m);
    }
    pass_memory_free(m);
    return done;
}
