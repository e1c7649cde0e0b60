/* Loops down to a number of callers: `for (x = last; x >= from->start; x--) a[x] = 0;`. */
#include "caller/refine/refine_internal.h"
#include "interp/interp.h"

#include <stdlib.h>

/* What the value is computed from, within its function. */
static void mark(const struct function *f, struct value v, bool *seen)
{
    if (value_is_constant(v) || value_is_none(v) || seen[v.id])
        return;
    const struct instruction *i = &f->instructions.data[v.id];
    seen[v.id] = true;
    if (i->op == OP_LOAD || i->op == OP_CALL)
        return;
    for (uint32_t k = 0; k < i->count; k++)
        if (!instruction_operand_is_block(i, k))
            mark(f, instruction_operand(f, i, k), seen);
}

static bool is_marked(const bool *seen, struct value v)
{
    return !value_is_constant(v) && !value_is_none(v) && seen[v.id];
}

/* The number that the value is; null: it is none of which nothing is known. */
static struct spot *number_of(struct refining *r, struct value v)
{
    uint64_t number;
    if (value_is_constant(v) || !map_get(&r->view->usage->number_of,
                                         (uint64_t)r->view->function << 32 | v.id, &number))
        return NULL;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->shape == SPOT_NUMBER && s->number == number)
            return spot_is_limited(s) || s->by_contract ? NULL : s;
    }
    return NULL;
}

static bool limit_of(struct refining *r, const struct instruction *i, const bool *seen)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    if (i->op != OP_ICMP || (i->sub != COMPARE_SGE && i->sub != COMPARE_SGT &&
                             i->sub != COMPARE_SLE && i->sub != COMPARE_SLT))
        return false;
    for (uint32_t side = 0; side < 2; side++) {
        struct spot *s = number_of(r, instruction_operand(f, i, side));
        if (!s || !is_marked(seen, instruction_operand(f, i, 1 - side)))
            continue;
        if (!refine_narrow(r->plan, s, 0, (__int128)1 << 64))
            continue;
        refine_note(r, " is not negative", s->name);
        return true;
    }
    return false;
}

bool refine_loop_limit(struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *at = &f->instructions.data[r->view->instruction];
    if (r->view->error != INTERP_BOUNDS || r->view->offset >= 0 || !at->count)
        return false;
    bool *seen = calloc(f->instructions.count + 1, sizeof *seen), found = false;
    mark(f, instruction_operand(f, at, 0), seen);
    for (uint32_t k = 0; k < f->instructions.count && !found; k++)
        if (f->instructions.data[k].block != UINT32_MAX)
            found = limit_of(r, &f->instructions.data[k], seen);
    free(seen);
    return found;
}

/* A number of callers that is not the buffer's length, which the index is weighed against. */
static bool weighs_other(const struct refining *r, const struct instruction *i,
                         const bool *seen, uint32_t length)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    if (i->op != OP_ICMP || i->sub == COMPARE_EQ || i->sub == COMPARE_NE)
        return false;
    for (uint32_t side = 0; side < 2; side++) {
        struct value v = instruction_operand(f, i, side);
        uint64_t number;
        if (value_is_constant(v) || !is_marked(seen, instruction_operand(f, i, 1 - side)) ||
            !map_get(&r->view->usage->number_of, (uint64_t)r->view->function << 32 | v.id,
                     &number))
            continue;
        if (length == SPOT_NONE || r->plan->spots.data[length].number != number)
            return true;
    }
    return false;
}

bool refine_is_rewound(const struct refining *r, const struct spot *s)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *at = &f->instructions.data[r->view->instruction];
    if (r->view->offset >= 0 || !at->count)
        return false;
    bool *seen = calloc(f->instructions.count + 1, sizeof *seen), found = false;
    mark(f, instruction_operand(f, at, 0), seen);
    for (uint32_t k = 0; k < f->instructions.count && !found; k++)
        if (f->instructions.data[k].block != UINT32_MAX)
            found = weighs_other(r, &f->instructions.data[k], seen, s->length);
    free(seen);
    return found;
}
