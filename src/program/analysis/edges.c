/* Edges between blocks, the order of blocks, and edits of the PHIs that follow from edits of
 * edges. */
#include "program/passes_internal.h"

#include "base/failure.h"

#include <string.h>

void edges_find(const struct function *f, struct arena *arena, struct edges *e)
{
    uint32_t n = (uint32_t)f->blocks.count, total = 0;
    e->start = ARENA_ARRAY(arena, uint32_t, n + 1);
    for (uint32_t b = 0; b < n; b++) {
        e->start[b] = total;
        total += block_successors(f, &f->blocks.data[b], NULL, 0);
    }
    e->start[n] = total;
    e->to = ARENA_ARRAY(arena, uint32_t, total + 1);
    for (uint32_t b = 0; b < n; b++)
        block_successors(f, &f->blocks.data[b], e->to + e->start[b],
                         e->start[b + 1] - e->start[b]);
}

bool block_is_head(const struct function *f, uint32_t block)
{
    LAW(block < f->blocks.count);
    if (!block)
        return true;
    for (size_t b = block; b < f->blocks.count; b++) {
        uint32_t few[2], n = block_successors(f, &f->blocks.data[b], few, 2);
        if ((n > 0 && few[0] == block) || (n > 1 && few[1] == block))
            return true;
        if (n <= 2)
            continue;
        VECTOR(uint32_t) all = {0};
        VECTOR_RESERVE(&all, n);
        block_successors(f, &f->blocks.data[b], all.data, n);
        bool found = false;
        for (uint32_t i = 2; i < n; i++)
            found |= all.data[i] == block;
        VECTOR_RELEASE(&all);
        if (found)
            return true;
    }
    return false;
}

uint32_t edges_order(const struct edges *e, uint32_t n, struct arena *arena, uint32_t **rpo,
                     uint32_t **number)
{
    uint32_t *order = *rpo = ARENA_ARRAY(arena, uint32_t, n + 1);
    uint32_t *position = *number = ARENA_ARRAY(arena, uint32_t, n + 1);
    uint32_t *stack = ARENA_ARRAY(arena, uint32_t, n + 1),
             *next = ARENA_ARRAY(arena, uint32_t, n + 1);
    uint32_t depth = 0, first = n;
    for (uint32_t b = 0; b < n; b++) {
        position[b] = UINT32_MAX;
        next[b] = e->start[b];
    }
    if (!n)
        return 0;
    stack[depth++] = 0;
    position[0] = 0;
    while (depth) { /* postorder numbers from the back of `order` */
        uint32_t b = stack[depth - 1];
        if (next[b] == e->start[b + 1]) {
            order[--first] = b;
            depth--;
            continue;
        }
        uint32_t to = e->to[next[b]++];
        if (position[to] != UINT32_MAX)
            continue;
        position[to] = 0;
        stack[depth++] = to;
    }
    uint32_t count = n - first;
    LAW(order[first] == 0); /* the entry is first */
    memmove(order, order + first, count * sizeof *order);
    for (uint32_t k = 0; k < count; k++)
        position[order[k]] = k;
    return count;
}

size_t block_phi_count(const struct function *f, const struct block *b)
{
    size_t k = 0;
    while (k < b->instructions.count &&
           f->instructions.data[b->instructions.data[k]].op == OP_PHI)
        k++;
    return k;
}

void block_rename_predecessor(struct function *f, uint32_t at, uint32_t from, uint32_t to)
{
    LAW(from != to);
    LAW(at < f->blocks.count);
    LAW(to < f->blocks.count);
    struct block *b = &f->blocks.data[at];
    size_t phis = block_phi_count(f, b);
    for (size_t k = 0; k < phis; k++) {
        struct instruction *i = &f->instructions.data[b->instructions.data[k]];
        uint32_t *operands = f->operands.data + i->operand;
        for (uint32_t m = 1; m < i->count; m += 2)
            if (operands[m] == from)
                operands[m] = to;
    }
}

void block_drop_predecessor(struct function *f, uint32_t at, uint32_t from)
{
    LAW(at < f->blocks.count);
    struct block *b = &f->blocks.data[at];
    size_t phis = block_phi_count(f, b);
    for (size_t k = 0; k < phis; k++) {
        struct instruction *i = &f->instructions.data[b->instructions.data[k]];
        uint32_t *operands = f->operands.data + i->operand, kept = 0;
        for (uint32_t m = 0; m + 1 < i->count; m += 2)
            if (operands[m + 1] != from) {
                operands[kept] = operands[m];
                operands[kept + 1] = operands[m + 1];
                kept += 2;
            }
        i->count = kept;
    }
}

/* --- replacing values --- */

void replacement_init(struct replacement *r, const struct function *f, struct arena *arena)
{
    r->count = (uint32_t)f->instructions.count;
    r->by = ARENA_ARRAY(arena, uint32_t, r->count + 1);
    for (uint32_t k = 0; k < r->count; k++)
        r->by[k] = k;
}

uint32_t replacement_of(struct replacement *r, uint32_t value)
{
    uint32_t end = value;
    while (end < r->count && r->by[end] != end)
        end = r->by[end];
    while (value < r->count && r->by[value] != end) {
        uint32_t next = r->by[value];
        r->by[value] = end;
        value = next;
    }
    LAW(end >= r->count || r->by[end] == end);
    return end;
}

void replacement_apply(struct replacement *r, struct function *f)
{
    for (size_t n = 0; n < f->instructions.count; n++) {
        const struct instruction *i = &f->instructions.data[n];
        uint32_t *operands = f->operands.data + i->operand;
        if (i->block == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < i->count; k++)
            if (!instruction_operand_is_block(i, k))
                operands[k] = replacement_of(r, operands[k]);
    }
}
