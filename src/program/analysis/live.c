#include "program/analysis/live.h"

#include "base/failure.h"
#include "base/arena.h"

#include <string.h>

static void put(uint64_t *set, uint32_t id)
{
    set[id / 64] |= UINT64_C(1) << (id % 64);
}

static void drop(uint64_t *set, uint32_t id)
{
    set[id / 64] &= ~(UINT64_C(1) << (id % 64));
}

static uint32_t words_of(const struct function *f)
{
    return (uint32_t)(f->instructions.count / 64 + 1);
}

/* --- needed afterwards --- */

static void use(uint64_t *set, struct value v)
{
    if (!value_is_constant(v) && !value_is_none(v))
        put(set, v.id);
}

/* Live before the instruction, from live after it. */
static void step_back(const struct function *f, uint32_t id, uint64_t *set)
{
    const struct instruction *in = &f->instructions.data[id];
    drop(set, id);
    if (in->op == OP_PHI || in->op == OP_NOTE)
        return;
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k))
            use(set, instruction_operand(f, in, k));
}

/* What the PHIs of `to` take from `from`. */
static void use_phis(const struct function *f, uint32_t from, uint32_t to, uint64_t *set)
{
    const struct block *b = &f->blocks.data[to];
    for (size_t p = 0; p < b->instructions.count; p++) {
        const struct instruction *phi = &f->instructions.data[b->instructions.data[p]];
        if (phi->op != OP_PHI)
            break;
        for (uint32_t k = 0; k + 1 < phi->count; k += 2)
            if (instruction_operand(f, phi, k + 1).id == from)
                use(set, instruction_operand(f, phi, k));
    }
}

static void live_out(const struct liveness *l, uint32_t block, uint64_t *set)
{
    const struct function *f = l->f;
    uint32_t few[16], *next = few;
    uint32_t n = block_successors(f, &f->blocks.data[block], few, 16);
    struct arena arena;
    arena_init(&arena);
    if (n > 16) {
        next = ARENA_ARRAY(&arena, uint32_t, n);
        block_successors(f, &f->blocks.data[block], next, n);
    }
    memset(set, 0, l->words * sizeof *set);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t w = 0; w < l->words; w++)
            set[w] |= l->before[next[i]][w];
        use_phis(f, block, next[i], set);
    }
    arena_release(&arena);
}

struct liveness *liveness_find(const struct function *f, struct arena *arena)
{
    struct liveness *l = ARENA_ARRAY(arena, struct liveness, 1);
    *l = (struct liveness){f, words_of(f),
                           ARENA_ARRAY(arena, uint64_t *, f->blocks.count + 1)};
    for (size_t b = 0; b < f->blocks.count; b++)
        l->before[b] = ARENA_ARRAY(arena, uint64_t, l->words);
    uint64_t *set = ARENA_ARRAY(arena, uint64_t, l->words);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = f->blocks.count; b-- > 0;) {
            liveness_at(l, (uint32_t)b, 0, set);
            if (!memcmp(set, l->before[b], l->words * sizeof *set))
                continue;
            memcpy(l->before[b], set, l->words * sizeof *set);
            changed = true;
        }
    }
    return l;
}

void liveness_at(const struct liveness *l, uint32_t block, uint32_t position, uint64_t *set)
{
    LAW(block < l->f->blocks.count);
    const struct block *b = &l->f->blocks.data[block];
    live_out(l, block, set);
    for (size_t i = b->instructions.count; i-- > position;)
        step_back(l->f, b->instructions.data[i], set);
}

static uint32_t position_of(const struct function *f, uint32_t instruction)
{
    const struct block *b = &f->blocks.data[f->instructions.data[instruction].block];
    uint32_t k = 0;
    while (b->instructions.data[k] != instruction)
        k++;
    return k;
}

void liveness_after(const struct liveness *l, uint32_t instruction, uint64_t *set)
{
    LAW(instruction < l->f->instructions.count);
    liveness_at(l, l->f->instructions.data[instruction].block,
                position_of(l->f, instruction) + 1, set);
    drop(set, instruction); /* a result is not there while the call is open */
}

/* --- what variables have --- */

/* The value that an instruction gives a variable; none if it gives none. */
static struct value given(const struct function *f, uint32_t id)
{
    const struct instruction *in = &f->instructions.data[id];
    if (in->variable == UINT32_MAX || in->op == OP_ALLOCA)
        return VALUE_NONE;
    if (in->op == OP_NOTE)
        return instruction_operand(f, in, 0);
    return (struct value){id};
}

/* Takes away other values of the variable that the instruction gives one. */
static void give(const struct function *f, uint32_t id, uint64_t *set)
{
    if (value_is_none(given(f, id)))
        return;
    for (uint32_t other = 0; other < f->instructions.count; other++)
        if (f->instructions.data[other].variable == f->instructions.data[id].variable)
            drop(set, other);
    put(set, id);
}

/* Which givers may be the last ones of their variables, before the instruction at a position.
 */
static void reaching(const struct function *f, uint64_t **after, uint32_t block,
                     uint32_t position, uint64_t *set)
{
    const struct block *b = &f->blocks.data[block];
    memset(set, 0, words_of(f) * sizeof *set);
    for (size_t p = 0; p < b->predecessors.count; p++)
        for (uint32_t w = 0; w < words_of(f); w++)
            set[w] |= after[b->predecessors.data[p]][w];
    for (uint32_t k = 0; k < position; k++)
        give(f, b->instructions.data[k], set);
}

static uint64_t **find_reaching(const struct function *f, struct arena *arena)
{
    uint64_t **after = ARENA_ARRAY(arena, uint64_t *, f->blocks.count + 1);
    uint64_t *set = ARENA_ARRAY(arena, uint64_t, words_of(f));
    for (size_t b = 0; b < f->blocks.count; b++)
        after[b] = ARENA_ARRAY(arena, uint64_t, words_of(f));
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < f->blocks.count; b++) {
            reaching(f, after, b, (uint32_t)f->blocks.data[b].instructions.count, set);
            if (!memcmp(set, after[b], words_of(f) * sizeof *set))
                continue;
            memcpy(after[b], set, words_of(f) * sizeof *set);
            changed = true;
        }
    }
    return after;
}

void variables_at(const struct function *f, uint32_t instruction, struct arena *arena,
                  uint64_t *set)
{
    uint64_t *last = ARENA_ARRAY(arena, uint64_t, words_of(f));
    uint64_t **after = find_reaching(f, arena);
    reaching(f, after, f->instructions.data[instruction].block, position_of(f, instruction),
             last);
    memset(set, 0, words_of(f) * sizeof *set);
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        const struct instruction *in = &f->instructions.data[id];
        if (in->block == UINT32_MAX)
            continue;
        struct value v = given(f, id);
        if (value_set_has(last, id))
            use(set, v);
        if (in->op == OP_PARAM && in->variable == UINT32_MAX)
            put(set, id);
    }
}

static bool is_kept(const struct function *f, uint32_t parameter)
{
    uint32_t variable = f->instructions.data[parameter].variable;
    for (uint32_t id = 0; id < f->instructions.count && variable != UINT32_MAX; id++) {
        const struct instruction *in = &f->instructions.data[id];
        if (in->variable != variable || in->block == UINT32_MAX || id == parameter)
            continue;
        if (in->op != OP_NOTE || instruction_operand(f, in, 0).id != parameter)
            return false;
    }
    return true;
}

void held_after(const struct liveness *l, uint32_t instruction, uint64_t *set)
{
    liveness_after(l, instruction, set);
    const struct block *entry = &l->f->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        uint32_t id = entry->instructions.data[i];
        if (l->f->instructions.data[id].op == OP_PARAM && is_kept(l->f, id))
            put(set, id);
    }
}
