/* Of each function: which values are live at each block, and an order of blocks in which loops are contiguous. */
#include "engine/shapes/shapes.h"

#include <string.h>

static void number_region(const struct function_facts *facts, uint32_t region, uint32_t *number, uint32_t *next)
{
    const struct region *r = &facts->region[region];
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t b = r->blocks[i], inner = facts->child_of[b];
        if (inner != UINT32_MAX && inner != region)
            number_region(facts, inner, number, next);
        else
            number[b] = (*next)++;
    }
}

static void use(uint64_t *set, struct value v)
{
    if (!value_is_constant(v) && !value_is_none(v)) set[v.id / 64] |= 1ull << (v.id % 64);
}

/* Live before the instruction, from live after it. */
static void step_back(const struct function *f, uint32_t id, uint64_t *set)
{
    const struct instruction *in = &f->instructions.data[id];
    set[id / 64] &= ~(1ull << (id % 64));
    if (in->op == OP_PHI || in->op == OP_NOTE) return;
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k)) use(set, instruction_operand(f, in, k));
}

static void live_out(const struct function *f, const struct graph_function *sf, uint32_t block, uint64_t *set)
{
    uint32_t next[64];
    uint32_t n = block_successors(f, &f->blocks.data[block], next, 64);
    memset(set, 0, sf->words * sizeof *set);
    for (uint32_t i = 0; i < n && i < 64; i++) {
        for (uint32_t w = 0; w < sf->words; w++)
            set[w] |= sf->live[next[i]][w];
        const struct block *b = &f->blocks.data[next[i]];
        for (size_t p = 0; p < b->instructions.count; p++) {
            const struct instruction *phi = &f->instructions.data[b->instructions.data[p]];
            if (phi->op != OP_PHI) break;
            for (uint32_t k = 0; k + 1 < phi->count; k += 2)
                if (instruction_operand(f, phi, k + 1).id == block) use(set, instruction_operand(f, phi, k));
        }
    }
}

static void find_live(struct shapes *s, const struct function *f, struct graph_function *sf)
{
    sf->words = (uint32_t)(f->instructions.count / 64 + 1);
    sf->live = ARENA_ARRAY(&s->arena, uint64_t *, f->blocks.count + 1);
    for (size_t b = 0; b < f->blocks.count; b++)
        sf->live[b] = ARENA_ARRAY(&s->arena, uint64_t, sf->words);
    uint64_t *set = ARENA_ARRAY(&s->arena, uint64_t, sf->words);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = f->blocks.count; b-- > 0;) {
            live_out(f, sf, (uint32_t)b, set);
            for (size_t i = f->blocks.data[b].instructions.count; i-- > 0;)
                step_back(f, f->blocks.data[b].instructions.data[i], set);
            if (!memcmp(set, sf->live[b], sf->words * sizeof *set)) continue;
            memcpy(sf->live[b], set, sf->words * sizeof *set);
            changed = true;
        }
    }
}

struct graph_function *shapes_function(struct shapes *s, uint32_t function)
{
    struct graph_function *sf = &s->functions[function];
    if (sf->ready) return sf;
    const struct function *f = &s->program->functions.data[function];
    sf->number = ARENA_ARRAY(&s->arena, uint32_t, f->blocks.count + 1);
    const struct function_facts *facts = facts_of(s->facts, function);
    uint32_t next = 0;
    number_region(facts, facts->loops.count, sf->number, &next);
    find_live(s, f, sf);
    sf->ready = true;
    return sf;
}

/* Live just before the instruction at a position of a block. */
void shapes_live_at(struct shapes *s, const struct graph_frame *fr, uint32_t position, uint64_t *set)
{
    struct graph_function *sf = shapes_function(s, fr->function);
    live_out(fr->f, sf, fr->block, set);
    const struct block *b = &fr->f->blocks.data[fr->block];
    for (size_t i = b->instructions.count; i-- > position;)
        step_back(fr->f, b->instructions.data[i], set);
}
