/* The three phases of slicing (T23 9.2): forward over everything the variable influences,
 * backward over what that needs, and a function built of the result. Dependence on control is
 * by postdominators; see slice.h for what is kept beyond the document. */
#include "diff/slice/slice.h"

#include "base/failure.h"
#include "diff/slice/slice_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 4000 };

struct item {
    LLVMValueRef value;
    unsigned block;
    struct slice_touch touch;
};

struct slice {
    LLVMValueRef function, variable;
    struct slice_graph graph;
    VECTOR(struct item) items;
    struct map item_of; /* instruction -> index */
    struct map kept;    /* instruction -> 1 */
    VECTOR(size_t) work;
};

static bool mentions(LLVMValueRef value, LLVMValueRef variable, int depth)
{
    if (value == variable)
        return true;
    if (!depth || !LLVMIsAConstantExpr(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (mentions(LLVMGetOperand(value, (unsigned)i), variable, depth - 1))
            return true;
    return false;
}

static bool instruction_mentions(LLVMValueRef instruction, LLVMValueRef variable)
{
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (mentions(LLVMGetOperand(instruction, (unsigned)i), variable, 8))
            return true;
    return false;
}

bool slice_mentions(LLVMValueRef function, LLVMValueRef variable)
{
    LAW(LLVMIsAFunction(function));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (instruction_mentions(i, variable))
                return true;
    return false;
}

static void list_items(struct slice *s, const struct project *project)
{
    for (unsigned b = 0; b < s->graph.count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->graph.blocks[b]); i;
             i = LLVMGetNextInstruction(i)) {
            struct item item = {.value = i, .block = b};
            slice_touch(&item.touch, project, i);
            map_set(&s->item_of, (uintptr_t)i, s->items.count);
            VECTOR_PUSH(&s->items, item);
        }
}

/* Items are numbered in the order of their blocks. */
static bool items_are_in_order(const struct slice *s)
{
    for (size_t i = 1; i < s->items.count; i++)
        if (s->items.data[i - 1].block > s->items.data[i].block)
            return false;
    return true;
}

static void keep(struct slice *s, LLVMValueRef value)
{
    uint64_t index;
    if (map_has(&s->kept, (uintptr_t)value) ||
        !map_get(&s->item_of, (uintptr_t)value, &index))
        return;
    map_set(&s->kept, (uintptr_t)value, 1);
    VECTOR_PUSH(&s->work, (size_t)index);
}

static LLVMValueRef end_of(const struct slice *s, unsigned block)
{
    LAW(block < s->graph.count);
    return LLVMGetBasicBlockTerminator(s->graph.blocks[block]);
}

/* May item a be executed before item b? */
static bool runs_before(const struct slice *s, size_t a, size_t b)
{
    LAW(a < s->items.count && b < s->items.count);
    unsigned from = s->items.data[a].block, to = s->items.data[b].block;
    return (from == to && a < b) || slice_graph_reaches(&s->graph, from, to);
}

static bool places_meet(const slice_places *a, const slice_places *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (slice_overlap(&a->data[i], &b->data[k]))
                return true;
    return false;
}

/* ---- phase 1: what the variable influences ---- */

static void keep_merges(struct slice *s, unsigned block)
{
    for (size_t i = 0; i < s->graph.successors[block].count; i++) {
        unsigned next = s->graph.successors[block].data[i];
        if (next == s->graph.count)
            continue;
        for (LLVMValueRef p = LLVMGetFirstInstruction(s->graph.blocks[next]);
             p && LLVMIsAPHINode(p); p = LLVMGetNextInstruction(p))
            keep(s, p);
    }
}

static void keep_controlled(struct slice *s, unsigned block)
{
    const slice_numbers *controlled = &s->graph.controlled[block];
    keep_merges(s, block);
    for (size_t i = 0; i < controlled->count; i++) {
        LLVMBasicBlockRef dependent = s->graph.blocks[controlled->data[i]];
        for (LLVMValueRef k = LLVMGetFirstInstruction(dependent); k;
             k = LLVMGetNextInstruction(k))
            keep(s, k);
        keep_merges(s, controlled->data[i]);
    }
}

static void go_forward(struct slice *s, size_t index)
{
    const struct item *item = &s->items.data[index];
    for (LLVMUseRef use = LLVMGetFirstUse(item->value); use; use = LLVMGetNextUse(use))
        keep(s, LLVMGetUser(use));
    for (size_t k = 0; item->touch.writes.count && k < s->items.count; k++) {
        const struct item *reader = &s->items.data[k];
        if (reader->touch.reads.count && runs_before(s, index, k) &&
            places_meet(&item->touch.writes, &reader->touch.reads))
            keep(s, reader->value);
    }
    if (LLVMIsATerminatorInst(item->value) && LLVMGetNumSuccessors(item->value) > 1)
        keep_controlled(s, item->block);
}

/* ---- phase 2: what the kept instructions need ---- */

static void keep_controllers(struct slice *s, unsigned block)
{
    for (size_t i = 0; i < s->graph.controllers[block].count; i++)
        keep(s, end_of(s, s->graph.controllers[block].data[i]));
}

static bool reads_variable_only(const struct slice *s, const struct item *item)
{
    return LLVMIsALoadInst(item->value) && item->touch.reads.count == 1 &&
           item->touch.reads.data[0].base == s->variable;
}

static void keep_writers(struct slice *s, size_t index)
{
    const struct item *item = &s->items.data[index];
    if (!item->touch.reads.count || reads_variable_only(s, item))
        return;
    for (size_t k = 0; k < s->items.count; k++) {
        const struct item *writer = &s->items.data[k];
        if (writer->touch.writes.count && runs_before(s, k, index) &&
            places_meet(&writer->touch.writes, &item->touch.reads))
            keep(s, writer->value);
    }
}

static void go_backward(struct slice *s, size_t index)
{
    LLVMValueRef value = s->items.data[index].value;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        keep(s, LLVMGetOperand(value, (unsigned)i));
    keep_controllers(s, s->items.data[index].block);
    for (unsigned k = 0; LLVMIsAPHINode(value) && k < LLVMCountIncoming(value); k++) {
        unsigned from =
            (unsigned)map_or(&s->graph.number, (uintptr_t)LLVMGetIncomingBlock(value, k), 0);
        keep(s, end_of(s, from));
        keep_controllers(s, from);
    }
    keep_writers(s, index);
}

static void close_under(struct slice *s, void (*step)(struct slice *, size_t))
{
    while (s->work.count)
        step(s, VECTOR_POP(&s->work));
}

static void keep_all(struct slice *s)
{
    for (size_t i = 0; i < s->items.count; i++)
        keep(s, s->items.data[i].value);
}

LLVMValueRef slice_function(const struct project *project, LLVMValueRef function,
                            LLVMValueRef variable, const char *name)
{
    struct slice s = {.function = function, .variable = variable};
    slice_graph_init(&s.graph, function);
    list_items(&s, project);
    LAW(items_are_in_order(&s));
    if (s.graph.count > MOST_BLOCKS)
        keep_all(&s);
    for (size_t i = 0; i < s.items.count; i++)
        if (instruction_mentions(s.items.data[i].value, variable))
            keep(&s, s.items.data[i].value);
    close_under(&s, go_forward);
    for (size_t i = 0; i < s.items.count; i++)
        if (map_has(&s.kept, (uintptr_t)s.items.data[i].value))
            VECTOR_PUSH(&s.work, i);
    close_under(&s, go_backward);
    LLVMValueRef sliced = slice_build(function, &s.graph, &s.kept, name);
    for (size_t i = 0; i < s.items.count; i++)
        slice_touch_release(&s.items.data[i].touch);
    VECTOR_RELEASE(&s.items);
    VECTOR_RELEASE(&s.work);
    map_release(&s.item_of);
    map_release(&s.kept);
    slice_graph_release(&s.graph);
    return sliced;
}
