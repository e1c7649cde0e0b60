/* One attempt to match two bodies (T23 Algorithm 1): blocks from the entry on, then the
 * merges that were used. */
#include "diff/match/compare_internal.h"

void match_init(struct match *m, struct comparer *comparer, size_t pair,
                LLVMValueRef old_body, LLVMValueRef new_body)
{
    *m = (struct match){.comparer = comparer,
                        .pair = pair,
                        .body = {old_body, new_body},
                        .hint_callee = NO_PAIR};
    m->difference.callee = NO_PAIR;
}

void match_release(struct match *m)
{
    for (int side = OLD; side <= NEW; side++) {
        if (m->memory[side])
            extra_memory_free(m->memory[side]);
        map_release(&m->blocks[side]);
        map_release(&m->objects[side]);
        map_release(&m->effects[side]);
    }
    map_release(&m->ids);
    map_release(&m->equal);
    map_release(&m->unequal);
    map_release(&m->edges_into);
    VECTOR_RELEASE(&m->edges);
    VECTOR_RELEASE(&m->queue);
    VECTOR_RELEASE(&m->merges);
    VECTOR_RELEASE(&m->trail);
}

static bool parameters_assumed(struct match *m)
{
    struct parameter_pairs pairs;
    if (!parameters_pair(m->body[OLD], m->body[NEW], &pairs)) {
        match_hint(m, CAUSE_SIGNATURE, NULL, "the parameters differ");
        return match_differ(m, NULL, NULL, "the parameters differ");
    }
    for (size_t i = 0; i < pairs.count; i++)
        match_add_equal(m, LLVMGetParam(m->body[OLD], pairs.index[OLD][i]),
                        LLVMGetParam(m->body[NEW], pairs.index[NEW][i]));
    return true;
}

static LLVMValueRef incoming_from(LLVMValueRef merge, LLVMBasicBlockRef block)
{
    unsigned count = LLVMCountIncoming(merge);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(merge, i) == block)
            return LLVMGetIncomingValue(merge, i);
    return NULL;
}

/* On every pair of edges into their blocks, the merged values are equal. */
static bool merge_holds(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(match_pairing(m->blocks, LLVMGetInstructionParent(a), LLVMGetInstructionParent(b)) ==
        PAIRING_SAME);
    LAW(LLVMIsAPHINode(a) && LLVMIsAPHINode(b));
    uint64_t key = (uint64_t)(uintptr_t)LLVMGetInstructionParent(a);
    m->site[OLD] = a;
    m->site[NEW] = b;
    for (size_t e = (size_t)map_or(&m->edges_into, key, 0); e;
         e = m->edges.data[e - 1].next) {
        struct match_edge edge = m->edges.data[e - 1];
        LAW(edge.next < e); /* edges are linked backwards */
        LLVMValueRef x = incoming_from(a, edge.from[OLD]),
                     y = incoming_from(b, edge.from[NEW]);
        if (!x || !y || !value_equal(m, x, y)) {
            LLVMValueRef p = LLVMGetBasicBlockTerminator(edge.from[OLD]),
                         q = LLVMGetBasicBlockTerminator(edge.from[NEW]);
            return match_differ(m, p, q, "a variable has different values here");
        }
    }
    return true;
}

static bool match_blocks(struct match *m)
{
    LAW(!m->queue.count && !m->edges.count && !m->merges.count);
    if (!parameters_assumed(m))
        return false;
    LLVMBasicBlockRef a = LLVMGetEntryBasicBlock(m->body[OLD]),
                      b = LLVMGetEntryBasicBlock(m->body[NEW]);
    match_add_block(m, a, b);
    VECTOR_PUSH(&m->queue, (struct match_blocks){{a, b}});
    for (size_t i = 0; i < m->queue.count; i++) {
        struct match_blocks blocks = m->queue.data[i];
        if (!block_equal(m, blocks.block[OLD], blocks.block[NEW]))
            return false;
    }
    m->hint_reason = NULL;
    return true;
}

bool match_merges(struct match *m, size_t first)
{
    LAW(first <= m->merges.count);
    for (size_t i = first; i < m->merges.count; i++) {
        struct match_values merge = m->merges.data[i];
        if (!merge_holds(m, merge.value[OLD], merge.value[NEW]))
            return false;
    }
    return true;
}

bool match_run(struct match *m)
{
    if (!match_blocks(m) || !match_merges(m, 0))
        return false;
    return !m->comparer->mode.watched_on || markers_have_partners(m);
}
