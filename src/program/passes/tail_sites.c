/* Where functions end with a call: nothing but notes stands between the call and the RETURN
 * of all its results. As no way leads elsewhere, nothing else can look at them. */
#include "program/tail.h"

#include "base/failure.h"

enum { LONGEST_WAY = 8 };

struct way { /* from the block of the call to the RETURN */
    uint32_t blocks[LONGEST_WAY];
    uint32_t count;
};

static bool is_on_way(const struct way *w, uint32_t block)
{
    for (uint32_t k = 0; k < w->count; k++)
        if (w->blocks[k] == block)
            return true;
    return false;
}

static size_t position_in(const struct block *b, uint32_t id)
{
    size_t at = 0;
    while (b->instructions.data[at] != id)
        at++;
    return at;
}

/* What the value is for runs along the way. */
static struct value along(const struct function *f, const struct way *w, struct value v)
{
    for (uint32_t k = w->count; k-- > 1;) {
        if (value_is_constant(v) || f->instructions.data[v.id].op != OP_PHI ||
            f->instructions.data[v.id].block != w->blocks[k])
            continue;
        const struct instruction *phi = &f->instructions.data[v.id];
        for (uint32_t n = 0; n + 1 < phi->count; n += 2)
            if (instruction_operand(f, phi, n + 1).id == w->blocks[k - 1]) {
                v = instruction_operand(f, phi, n);
                break;
            }
    }
    return v;
}

static bool is_idle(const struct instruction *i, uint32_t call, const struct function *f)
{
    if (i->op == OP_RESULT)
        return instruction_operand(f, i, 0).id == call;
    return i->op == OP_NOTE || i->op == OP_PHI;
}

/* Follows jumps from the call to a RETURN; null if anything else happens on the way. */
static const struct instruction *find_return(const struct function *f, uint32_t call,
                                             struct way *w)
{
    uint32_t block = f->instructions.data[call].block;
    size_t at = position_in(&f->blocks.data[block], call) + 1;
    for (w->count = 0; w->count < LONGEST_WAY; at = 0) {
        const struct block *b = &f->blocks.data[block];
        w->blocks[w->count++] = block;
        for (; at + 1 < b->instructions.count; at++)
            if (!is_idle(&f->instructions.data[b->instructions.data[at]], call, f))
                return NULL;
        const struct instruction *end = block_terminator(f, b);
        if (end->op == OP_RETURN)
            return end;
        if (end->op != OP_JUMP || is_on_way(w, end->target[0]))
            return NULL;
        block = end->target[0];
    }
    return NULL;
}

/* Is this result number k of the call? */
static bool is_result(const struct function *f, uint32_t call, struct value v, uint32_t k)
{
    if (value_is_constant(v))
        return false;
    const struct instruction *i = &f->instructions.data[v.id];
    if (k == 0)
        return v.id == call;
    return i->op == OP_RESULT && i->extra == k && instruction_operand(f, i, 0).id == call;
}

bool tail_call_find(const struct function *f, uint32_t call, struct tail_call *out)
{
    LAW(f->instructions.data[call].op == OP_CALL);
    struct way way;
    const struct instruction *end = find_return(f, call, &way);
    if (!end || end->count != f->instructions.data[call].extra)
        return false;
    for (uint32_t k = 0; k < end->count; k++)
        if (!is_result(f, call, along(f, &way, instruction_operand(f, end, k)), k))
            return false;
    out->call = call;
    out->block = way.blocks[0];
    out->after = way.count > 1 ? way.blocks[1] : UINT32_MAX;
    return true;
}
