/* Decoding of control flow: terminators, and the moves that PHIs ask for on each edge. */
#include "interp/decode_internal.h"

#include "base/failure.h"

/* The moves that the PHIs of `to` ask for on the edge from `from`. */
static void emit_moves(struct decoder *d, uint32_t from, uint32_t to)
{
    LAW(from < d->function->blocks.count && to < d->function->blocks.count);
    const struct function *f = d->function;
    const struct block *block = &f->blocks.data[to];
    struct move {
        uint32_t dst, src, source;
    };
    VECTOR(struct move) moves = {0};
    d->edge_number++;
    for (size_t k = 0; k < block->instructions.count; k++) {
        uint32_t id = block->instructions.data[k];
        const struct instruction *i = &f->instructions.data[id];
        if (i->op != OP_PHI)
            break;
        for (uint32_t j = 0; j + 1 < i->count; j += 2) {
            if (f->operands.data[i->operand + j + 1] != from)
                continue;
            struct move m = {d->out->slot_of[id], decode_operand(d, i, j), id};
            for (uint32_t part = 0; part < slots_for(i->type.width);
                 part++, m.dst++, m.src++) {
                if (m.dst != m.src)
                    VECTOR_PUSH(&moves, m);
                d->moved[m.dst] = d->edge_number;
            }
            break;
        }
    }
    uint32_t copies = 0;
    for (size_t k = 0; k < moves.count;
         k++) { /* sources that another move overwrites are saved first */
        struct move *m = &moves.data[k];
        if (m->src >= d->slot_count || d->moved[m->src] != d->edge_number || moves.count == 1)
            continue;
        struct code *c = decode_emit(d, CODE_MOVE, m->source);
        c->a = m->src;
        c->dst = m->src = d->copy_start + copies++;
    }
    if (copies > d->copy_count)
        d->copy_count = copies;
    for (size_t k = 0; k < moves.count; k++) {
        struct code *c = decode_emit(d, CODE_MOVE, moves.data[k].source);
        c->dst = moves.data[k].dst;
        c->a = moves.data[k].src;
    }
    VECTOR_RELEASE(&moves);
}

static bool edge_has_moves(const struct decoder *d, uint32_t to)
{
    const struct block *block = &d->function->blocks.data[to];
    return block->instructions.count &&
           d->function->instructions.data[block->instructions.data[0]].op == OP_PHI;
}

static void fix_later(struct decoder *d, size_t at, bool in_list, uint32_t from, uint32_t to)
{
    LAW(to < d->function->blocks.count);
    VECTOR_PUSH(&d->fixups, (struct fixup){at, in_list, from, to});
}

/* A comparison whose only user is the branch right after it is fused with it. */
static void fuse_branch(struct decoder *d, const struct instruction *branch,
                        uint32_t block_first)
{
    LAW(branch->op == OP_BRANCH);
    if (d->code.count <= block_first)
        return;
    struct code *c = &VECTOR_LAST(&d->code);
    struct value condition = instruction_operand(d->function, branch, 0);
    if (value_is_constant(condition) || c->source != condition.id || c->op < CODE_EQ ||
        c->op > CODE_SGE)
        return;
    static const uint8_t fused[] = {
        CODE_BRANCH_EQ,  CODE_BRANCH_NE,  CODE_BRANCH_ULT, CODE_BRANCH_ULE, CODE_BRANCH_ULT,
        CODE_BRANCH_ULE, CODE_BRANCH_SLT, CODE_BRANCH_SLE, CODE_BRANCH_SLT, CODE_BRANCH_SLE};
    uint32_t which = (uint32_t)c->op - CODE_EQ;
    if (c->op == CODE_UGT || c->op == CODE_UGE || c->op == CODE_SGT || c->op == CODE_SGE) {
        uint32_t a = c->a;
        c->a = c->b;
        c->b = a;
    }
    c->op = fused[which];
}

void decode_flow(struct decoder *d, const struct instruction *i, uint32_t id, uint32_t b,
                 uint32_t first)
{
    uint32_t steps = (uint32_t)d->function->blocks.data[b].instructions.count;
    switch ((enum flow_op)i->op) {
    case FLOW_JUMP:
        emit_moves(d, b, i->target[0]);
        decode_emit(d, CODE_JUMP, id)->dst = steps;
        fix_later(d, (d->code.count - 1) * 2, false, UINT32_MAX, i->target[0]);
        return;
    case FLOW_BRANCH: {
        if (d->out->observed != OBSERVED_ALL)
            fuse_branch(d, i, first);
        uint32_t a = decode_operand(d, i, 0);
        struct code *c = decode_emit(d, CODE_BRANCH, id);
        c->a = a;
        c->dst = steps;
        fix_later(d, (d->code.count - 1) * 2, false, b, i->target[0]);
        fix_later(d, (d->code.count - 1) * 2 + 1, false, b, i->target[1]);
        return;
    }
    case FLOW_SWITCH: {
        uint32_t a = decode_operand(d, i, 0), at = (uint32_t)d->list.count,
                 pairs = (i->count - 1) / 2;
        for (uint32_t k = 0; k < pairs; k++) {
            uint32_t s = decode_operand(d, i, 1 + 2 * k);
            VECTOR_PUSH(&d->list, s);
            VECTOR_PUSH(&d->list, 0);
            fix_later(d, d->list.count - 1, true, b,
                      d->function->operands.data[i->operand + 2 + 2 * k]);
        }
        VECTOR_PUSH(&d->list, 0);
        fix_later(d, d->list.count - 1, true, b, i->target[0]);
        struct code *c = decode_emit(d, CODE_SWITCH, id);
        c->a = a;
        c->b = at;
        c->c = pairs;
        c->dst = steps;
        return;
    }
    case FLOW_RETURN: {
        uint32_t at = (uint32_t)d->list.count;
        for (uint32_t k = 0; k < i->count; k++) {
            uint32_t s = decode_operand(d, i, k);
            VECTOR_PUSH(&d->list, s);
        }
        struct code *c = decode_emit(d, CODE_RETURN, id);
        c->a = at;
        c->b = i->count;
        c->dst = steps;
        return;
    }
    case FLOW_STOP: {
        uint32_t a = decode_operand(d, i, 0);
        struct code *c = decode_emit(d, CODE_STOP, id);
        c->a = a;
        c->b = i->count;
        c->sub = i->sub;
        return;
    }
    }
    BUG("not a terminator: %d", i->op);
}

static uint32_t edge_target(struct decoder *d, struct fixup x)
{
    if (x.from == UINT32_MAX || !edge_has_moves(d, x.to))
        return d->block_start[x.to];
    uint32_t at = (uint32_t)d->code.count;
    emit_moves(d, x.from, x.to);
    decode_emit(d, CODE_GOTO, UINT32_MAX)->b = d->block_start[x.to];
    return at;
}

void decode_edges(struct decoder *d)
{
    for (size_t k = 0; k < d->fixups.count; k++) {
        struct fixup x = d->fixups.data[k];
        uint32_t target = edge_target(d, x);
        if (x.in_list)
            d->list.data[x.at] = target;
        else if (x.at & 1)
            d->code.data[x.at / 2].c = target;
        else
            d->code.data[x.at / 2].b = target;
    }
}
