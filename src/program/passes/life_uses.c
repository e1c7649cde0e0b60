/* What is made from the address of a local, where it is used, and whether it is kept. */
#include "program/passes/lives_internal.h"

static bool is_value(const struct instruction *i, uint32_t k, struct value v)
{
    return !instruction_operand_is_block(i, k) && !value_is_constant(v) && !value_is_none(v);
}

void uses_find(struct work *w)
{
    const struct function *f = w->f;
    uint32_t count = (uint32_t)f->instructions.count;
    w->known_values = count;
    w->known_blocks = (uint32_t)f->blocks.count;
    w->reached = ARENA_ARRAY(&w->whole, bool, count + 1);
    w->reached_list = ARENA_ARRAY(&w->whole, uint32_t, count + 1);
    w->used = ARENA_ARRAY(&w->whole, bool, w->known_blocks + 1);
    w->first_user = ARENA_ARRAY(&w->whole, uint32_t, count + 2);
    for (int round = 0; round < 2; round++) {
        for (uint32_t id = 0; id < count; id++) {
            const struct instruction *i = &f->instructions.data[id];
            for (uint32_t k = 0; k < i->count && i->block != UINT32_MAX; k++) {
                struct value v = instruction_operand(f, i, k);
                if (!is_value(i, k, v))
                    continue;
                if (round)
                    w->users[--w->first_user[v.id]] = id;
                else
                    w->first_user[v.id]++;
            }
        }
        for (uint32_t v = 1; v <= count && !round; v++)
            w->first_user[v] += w->first_user[v - 1];
        if (!round)
            w->users = ARENA_ARRAY(&w->whole, uint32_t, w->first_user[count] + 1);
    }
}

bool is_reached(const struct work *w, struct value v)
{
    return !value_is_constant(v) && !value_is_none(v) && v.id < w->known_values &&
           w->reached[v.id];
}

/* Instructions that were put in since are no users: they name the local itself. */
void uses_follow(struct work *w, uint32_t local)
{
    const struct function *f = w->f;
    for (uint32_t i = 0; i < w->reached_count; i++)
        w->reached[w->reached_list[i]] = false;
    for (uint32_t b = 0; b < w->known_blocks; b++)
        w->used[b] = false;
    w->reached[local] = true;
    w->reached_list[0] = local;
    w->reached_count = 1;
    for (uint32_t done = 0; done < w->reached_count; done++) {
        uint32_t v = w->reached_list[done];
        for (uint32_t k = w->first_user[v]; k < w->first_user[v + 1]; k++) {
            uint32_t id = w->users[k];
            const struct instruction *i = &f->instructions.data[id];
            bool passes = i->op == OP_PTRADD || i->op == OP_SELECT || i->op == OP_PHI;
            if (i->block != UINT32_MAX)
                w->used[i->block] = true;
            if (passes && !w->reached[id])
                w->reached_list[w->reached_count++] = id;
            w->reached[id] |= passes;
        }
    }
}

bool uses_keep(const struct work *w, const struct instruction *i)
{
    if (i->op == OP_CALL) {
        for (uint32_t k = 1; k < i->count; k++)
            if (is_reached(w, instruction_operand(w->f, i, k)))
                return true;
        return false;
    }
    if (i->op != OP_STORE && i->op != OP_PTRTOINT)
        return false;
    return is_reached(w, instruction_operand(w->f, i, i->op == OP_STORE ? 1 : 0));
}

bool uses_are_kept(const struct work *w)
{
    for (uint32_t r = 0; r < w->reached_count; r++) {
        uint32_t v = w->reached_list[r];
        for (uint32_t k = w->first_user[v]; k < w->first_user[v + 1]; k++)
            if (uses_keep(w, &w->f->instructions.data[w->users[k]]))
                return true;
    }
    return false;
}
