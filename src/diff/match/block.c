/* Two blocks in step: their effects, in an order that differs only where a pattern allows it,
 * and what ends them (T23 Algorithms 1 and 2). Every effect of either block must find its
 * partner. */
#include "diff/match/compare_internal.h"
#include "diff/patterns/pattern.h"

#define MAX_LOOKAHEAD 64

struct effects {
    VECTOR(LLVMValueRef) list;
};

static void collect_effects(struct effects *effects, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (!LLVMIsATerminatorInst(i) && is_effect(i))
            VECTOR_PUSH(&effects->list, i);
}

static void clear_hint(struct match *m)
{
    m->hint_reason = m->hint_subject = NULL;
    m->hint_callee = NO_PAIR;
}

static bool try_effect(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    struct match_mark mark = match_mark(m);
    clear_hint(m);
    if (effect_equal(m, a, b))
        return true;
    match_undo(m, mark);
    return false;
}

/* A later effect of the old block that equals B and may be executed before the unmatched ones
 * in front of it.
 */
static size_t find_relocated(struct match *m, const LLVMValueRef *list, size_t count,
                             LLVMValueRef b)
{
    LAW(count);
    for (size_t i = 1; i < count && i < MAX_LOOKAHEAD; i++) {
        bool may_move = true;
        for (size_t k = 0; may_move && k < i; k++)
            may_move = pattern_swap(m, list[k], list[i]);
        if (may_move && try_effect(m, list[i], b))
            return i;
    }
    return count;
}

static bool effects_equal(struct match *m, struct effects *a, struct effects *b,
                          LLVMValueRef end_a, LLVMValueRef end_b)
{
    LLVMValueRef *list = a->list.data;
    size_t count = a->list.count;
    for (size_t j = 0; j < b->list.count; j++) {
        LLVMValueRef other = b->list.data[j];
        if (!count)
            return clear_hint(m),
                   match_differ(m, end_a, other, "the new version does more here");
        size_t found = 0;
        if (!try_effect(m, list[0], other)) {
            match_differ(m, list[0], other, "the operations differ");
            found = find_relocated(m, list, count, other);
            if (found == count)
                return false;
        }
        for (size_t k = found; k > 0; k--)
            list[k] = list[k - 1];
        list++;
        count--;
    }
    if (count)
        return clear_hint(m),
               match_differ(m, list[0], end_b, "the old version does more here");
    return true;
}

bool block_equal(struct match *m, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    LAW(match_pairing(m->blocks, a, b) == PAIRING_SAME);
    struct effects x = {0}, y = {0};
    collect_effects(&x, a);
    collect_effects(&y, b);
    LLVMValueRef p = LLVMGetBasicBlockTerminator(a), q = LLVMGetBasicBlockTerminator(b);
    bool same = effects_equal(m, &x, &y, p, q);
    if (same) {
        clear_hint(m);
        same = terminator_equal(m, p, q);
    }
    VECTOR_RELEASE(&x.list);
    VECTOR_RELEASE(&y.list);
    return same;
}

bool successors_equal(struct match *m, LLVMBasicBlockRef from_old, LLVMBasicBlockRef to_old,
                      LLVMBasicBlockRef from_new, LLVMBasicBlockRef to_new)
{
    enum pairing pairing = match_pairing(m->blocks, to_old, to_new);
    if (pairing == PAIRING_CLASH)
        return false;
    if (pairing == PAIRING_NONE) {
        match_add_block(m, to_old, to_new);
        VECTOR_PUSH(&m->queue, (struct match_blocks){{to_old, to_new}});
    }
    LAW(match_pairing(m->blocks, to_old, to_new) == PAIRING_SAME);
    uint64_t key = (uint64_t)(uintptr_t)to_old;
    VECTOR_PUSH(&m->edges, (struct match_edge){{from_old, from_new},
                                               (size_t)map_or(&m->edges_into, key, 0)});
    map_set(&m->edges_into, key, m->edges.count);
    return true;
}

static bool step(struct match *m, LLVMValueRef a, unsigned i, LLVMValueRef b, unsigned j)
{
    LAW(i < LLVMGetNumSuccessors(a) && j < LLVMGetNumSuccessors(b));
    return successors_equal(m, LLVMGetInstructionParent(a), LLVMGetSuccessor(a, i),
                            LLVMGetInstructionParent(b), LLVMGetSuccessor(b, j));
}

static bool branch_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsABranchInst(a) && LLVMIsABranchInst(b));
    if (LLVMIsConditional(a) != LLVMIsConditional(b))
        return match_differ(m, a, b, "one version branches here");
    if (!LLVMIsConditional(a))
        return step(m, a, 0, b, 0) || match_differ(m, a, b, "the control flow differs");
    LLVMValueRef p = LLVMGetCondition(a), q = LLVMGetCondition(b);
    struct match_mark mark = match_mark(m);
    bool crossed = false;
    if (!value_equal(m, p, q)) {
        match_undo(m, mark);
        if (!pattern_negated(m, p, q))
            return match_differ(m, a, b, "the branch conditions differ");
        crossed = true;
    }
    if (step(m, a, 0, b, crossed ? 1 : 0) && step(m, a, 1, b, crossed ? 0 : 1))
        return true;
    return match_differ(m, a, b, "the control flow differs");
}

static unsigned find_case(struct match *m, LLVMValueRef a, unsigned i, LLVMValueRef b,
                          const bool *used)
{
    LAW(i && i < LLVMGetNumSuccessors(a));
    LLVMValueRef value = LLVMGetOperand(a, 2 * i);
    unsigned count = LLVMGetNumSuccessors(b);
    for (unsigned j = 1; j < count; j++)
        if (!used[j] && LLVMGetOperand(b, 2 * j) == value)
            return j;
    for (unsigned j = 1; j < count; j++)
        if (!used[j] && pattern_constants(m, value, LLVMGetOperand(b, 2 * j)))
            return j;
    return 0;
}

static bool switch_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsASwitchInst(a) && LLVMIsASwitchInst(b));
    if (!value_equal(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0)))
        return match_differ(m, a, b, "the switch values differ");
    unsigned count = LLVMGetNumSuccessors(a);
    if (count != LLVMGetNumSuccessors(b))
        return match_differ(m, a, b, "the cases of the switch differ");
    bool *used = arena_alloc(&m->comparer->arena, count * sizeof *used);
    bool same = step(m, a, 0, b, 0);
    for (unsigned i = 1; same && i < count; i++) {
        unsigned j = find_case(m, a, i, b, used);
        if (j)
            used[j] = true;
        same = j && step(m, a, i, b, j);
    }
    return same || match_differ(m, a, b, "the cases of the switch differ");
}

static bool jumps_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    unsigned count = LLVMGetNumSuccessors(a);
    bool same = count == LLVMGetNumSuccessors(b);
    for (unsigned i = 0; same && i < count; i++)
        same = step(m, a, i, b, i);
    return same || match_differ(m, a, b, "the control flow differs");
}

bool terminator_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsATerminatorInst(a) && LLVMIsATerminatorInst(b));
    LLVMOpcode opcode = LLVMGetInstructionOpcode(a);
    if (opcode != LLVMGetInstructionOpcode(b))
        return match_differ(m, a, b, "the control flow differs");
    m->site[OLD] = a;
    m->site[NEW] = b;
    switch ((int)opcode) {
    case LLVMRet: {
        unsigned count = (unsigned)LLVMGetNumOperands(a);
        bool same =
            count == (unsigned)LLVMGetNumOperands(b) && operands_equal(m, a, b, count);
        return same || match_differ(m, a, b, "the returned values differ");
    }
    case LLVMBr:
        return branch_equal(m, a, b);
    case LLVMSwitch:
        return switch_equal(m, a, b);
    case LLVMUnreachable:
        return true;
    case LLVMIndirectBr:
        return jumps_equal(m, a, b) && (operands_equal(m, a, b, 1) ||
                                        match_differ(m, a, b, "the computed jumps differ"));
    case LLVMCallBr:
        if (!call_equal(m, a, b))
            return match_differ(m, a, b, "the inline assembly differs");
        match_add_effect(m, a, b);
        return jumps_equal(m, a, b);
    default:
        match_hint(m, CAUSE_LIMIT, NULL, "a kind of instruction that is not supported");
        return match_differ(m, a, b, "a kind of instruction that is not supported");
    }
}
