#include "program/analysis/excluded.h"

#include "base/failure.h"

enum { EDGE = 4095 }; /* bytes at either end of memory, where no object lies */

static const struct instruction *made_by(const struct function *f, struct value v, enum op op)
{
    if (value_is_none(v) || value_is_constant(v) || f->instructions.data[v.id].op != op)
        return NULL;
    return &f->instructions.data[v.id];
}

/* The pointer that the whole number was. */
static struct value pointer_behind(const struct program *p, const struct function *f,
                                   struct value v)
{
    const struct instruction *number = made_by(f, v, OP_PTRTOINT);
    return number && number->type.width == p->pointer_width
               ? instruction_operand(f, number, 0)
               : v;
}

static uint64_t top_of(const struct program *p)
{
    uint64_t last = p->pointer_width == 64 ? UINT64_MAX : UINT32_MAX;
    return last - EDGE + 1;
}

static bool leaves_nothing(const struct program *p, enum compare how, uint64_t bound)
{
    switch (how) {
    case COMPARE_EQ:
        return bound <= EDGE || bound >= top_of(p);
    case COMPARE_UGT:
        return bound >= top_of(p) - 1;
    case COMPARE_UGE:
        return bound >= top_of(p);
    case COMPARE_ULT:
    case COMPARE_ULE:
        return bound <= EDGE;
    case COMPARE_NE:
    case COMPARE_SLT:
    case COMPARE_SLE:
    case COMPARE_SGT:
    case COMPARE_SGE:
        return false;
    }
    return false;
}

static enum compare opposite(enum compare how)
{
    static const enum compare other[] = {
        [COMPARE_EQ] = COMPARE_NE,   [COMPARE_NE] = COMPARE_EQ,   [COMPARE_ULT] = COMPARE_UGE,
        [COMPARE_ULE] = COMPARE_UGT, [COMPARE_UGT] = COMPARE_ULE, [COMPARE_UGE] = COMPARE_ULT,
        [COMPARE_SLT] = COMPARE_SGE, [COMPARE_SLE] = COMPARE_SGT, [COMPARE_SGT] = COMPARE_SLE,
        [COMPARE_SGE] = COMPARE_SLT,
    };
    LAW(how < sizeof other / sizeof *other);
    return other[how];
}

/* Does the test, passed in this way, say that nothing lies there? */
static bool says_nothing_lies(const struct program *p, const struct function *f,
                              const struct instruction *test, bool holds,
                              struct value pointer)
{
    struct value left = instruction_operand(f, test, 0),
                 right = instruction_operand(f, test, 1);
    if (pointer_behind(p, f, left).id != pointer.id || !value_is_constant(right))
        return false;
    const struct constant *bound = program_constant(p, right);
    if (bound->kind == CONSTANT_NULL)
        return leaves_nothing(p, holds ? test->sub : opposite(test->sub), 0);
    return bound->kind == CONSTANT_BITS && bound->type.width == p->pointer_width &&
           leaves_nothing(p, holds ? test->sub : opposite(test->sub),
                          constant_low_bits(bound));
}

bool excluded_in(const struct program *p, const struct function *f,
                 const struct dominators *d, uint32_t block, struct value v)
{
    LAW(block < f->blocks.count);
    struct value pointer = pointer_behind(p, f, v);
    if (value_is_constant(pointer) || d->idom[block] == UINT32_MAX)
        return false;
    for (; d->idom[block] != block; block = d->idom[block]) {
        if (f->blocks.data[block].predecessors.count != 1)
            continue;
        const struct instruction *end = block_terminator(f, &f->blocks.data[d->idom[block]]);
        if (end->op != OP_BRANCH || end->target[0] == end->target[1])
            continue;
        const struct instruction *test = made_by(f, instruction_operand(f, end, 0), OP_ICMP);
        if (test && says_nothing_lies(p, f, test, end->target[0] == block, pointer))
            return true;
    }
    return false;
}
