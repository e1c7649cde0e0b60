/* Pieces of a body: found by walking on from an instruction, checked pairwise, moved by
 * splitting blocks at their borders and turning three jumps around. */
#include "diff/match/region.h"

#include "diff/match/compare_internal.h"

#include <llvm-c/Core.h>

#define MAX_REGION_BLOCKS 64
#define MAX_CHECKS 40000
#define MAX_MEETINGS 8 /* blocks tried as the end of a region */

static bool is_piece_end(LLVMValueRef i)
{
    return LLVMIsATerminatorInst(i) || is_effect(i) || opaque_kind_of(i) == OPAQUE_TOUCH;
}

static LLVMValueRef first_in(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

struct region {
    VECTOR(LLVMBasicBlockRef) blocks;
    struct map inside;
};

static bool enter(struct region *region, LLVMBasicBlockRef block)
{
    LAW(region->blocks.count == region->inside.count);
    uint64_t key = (uint64_t)(uintptr_t)block;
    if (map_has(&region->inside, key))
        return true;
    if (region->blocks.count == MAX_REGION_BLOCKS)
        return false;
    map_set(&region->inside, key, 1);
    VECTOR_PUSH(&region->blocks, block);
    return true;
}

static bool is_inside(const struct region *region, LLVMBasicBlockRef block)
{
    return map_has(&region->inside, (uint64_t)(uintptr_t)block);
}

/* All blocks between HEAD, a successor of the piece's block, and EXIT. */
static bool fill(struct region *region, LLVMBasicBlockRef exit)
{
    LAW(region->blocks.count);
    for (size_t i = 0; i < region->blocks.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(region->blocks.data[i]);
        if (!LLVMIsABranchInst(end) && !LLVMIsASwitchInst(end))
            return false;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            if (LLVMGetSuccessor(end, s) != exit && !enter(region, LLVMGetSuccessor(end, s)))
                return false;
    }
    return true;
}

/* Every way into the region comes from START, and nothing holds an address of its blocks. */
static bool is_closed(const struct region *region, LLVMBasicBlockRef start)
{
    LAW(region->blocks.count);
    for (size_t i = 0; i < region->blocks.count; i++) {
        LLVMValueRef block = LLVMBasicBlockAsValue(region->blocks.data[i]);
        for (LLVMUseRef use = LLVMGetFirstUse(block); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (!LLVMIsABranchInst(user) && !LLVMIsASwitchInst(user))
                return false;
            LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
            if (from != start && !is_inside(region, from))
                return false;
        }
    }
    return !is_inside(region, start);
}

static bool has_pending_successor(const struct region *region, const struct map *done,
                                  struct extra_memory *memory, LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
        if (is_inside(region, next) && !map_has(done, (uint64_t)(uintptr_t)next) &&
            !extra_dominates(memory, next, block))
            return true;
    }
    return false;
}

/* Every cycle is a loop with one head, and every loop ends. */
static bool ends(const struct region *region, struct extra_memory *memory)
{
    struct map done = {0};
    size_t count = 0;
    for (bool progress = true; progress && count < region->blocks.count;) {
        progress = false;
        for (size_t i = 0; i < region->blocks.count; i++) {
            LLVMBasicBlockRef block = region->blocks.data[i];
            if (map_has(&done, (uint64_t)(uintptr_t)block))
                continue;
            if (has_pending_successor(region, &done, memory, block))
                continue;
            map_set(&done, (uint64_t)(uintptr_t)block, 1);
            progress = true;
            count++;
        }
    }
    bool all = count == region->blocks.count;
    for (size_t i = 0; all && i < region->blocks.count; i++)
        all = extra_loop_ends(memory, region->blocks.data[i]);
    map_release(&done);
    return all;
}

/* The region that begins with the jump at the end of START and ends at EXIT. */
static bool region_up_to(struct region *region, struct extra_memory *memory,
                         LLVMBasicBlockRef start, LLVMBasicBlockRef exit)
{
    LAW(start != exit);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(start);
    VECTOR_CLEAR(&region->blocks);
    map_release(&region->inside);
    region->inside = (struct map){0};
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        if (LLVMGetSuccessor(end, s) != exit && !enter(region, LLVMGetSuccessor(end, s)))
            return false;
    return region->blocks.count && fill(region, exit) && is_closed(region, start) &&
           ends(region, memory);
}

static void release_region(struct region *region)
{
    VECTOR_RELEASE(&region->blocks);
    map_release(&region->inside);
}

static void add_exiting(struct piece *piece, LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        if (LLVMGetSuccessor(end, s) != piece->exit)
            continue;
        VECTOR_PUSH(&piece->exiting, block);
        return;
    }
}

static void take_region(struct piece *piece, const struct region *region,
                        LLVMBasicBlockRef exit)
{
    LAW(region->blocks.count && exit);
    piece->exit = exit;
    add_exiting(piece, LLVMGetInstructionParent(piece->first));
    for (size_t b = 0; b < region->blocks.count; b++) {
        LLVMBasicBlockRef block = region->blocks.data[b];
        add_exiting(piece, block);
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
             i = LLVMGetNextInstruction(i))
            VECTOR_PUSH(&piece->instructions, i);
    }
}

/* The branch or loop that begins at the end of the piece's block. */
static bool extend_over_region(struct piece *piece, struct extra_memory *memory)
{
    LLVMBasicBlockRef start = LLVMGetInstructionParent(piece->first);
    struct region region = {0};
    bool found = false;
    LLVMBasicBlockRef exit = extra_postdominator(memory, start);
    for (int i = 0; exit && !found && i < MAX_MEETINGS;
         i++, exit = found ? exit : extra_postdominator(memory, exit))
        found = region_up_to(&region, memory, start, exit);
    if (found)
        take_region(piece, &region, exit);
    release_region(&region);
    return found;
}

static bool collect_one(struct piece *piece, struct extra_memory *memory, LLVMValueRef from)
{
    LAW(!LLVMIsAPHINode(from));
    *piece = (struct piece){.first = from};
    LLVMValueRef i = from;
    for (;; i = LLVMGetNextInstruction(i)) {
        VECTOR_PUSH(&piece->instructions, i);
        if (is_piece_end(i))
            break;
    }
    piece->last = i;
    if (!LLVMIsATerminatorInst(i))
        return true;
    if (!LLVMIsABranchInst(i) && !LLVMIsASwitchInst(i))
        return false;
    return extend_over_region(piece, memory);
}

static size_t count_edges_into(LLVMBasicBlockRef block)
{
    size_t count = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
         use = LLVMGetNextUse(use))
        count++;
    return count;
}

static size_t count_exits(const struct piece *piece)
{
    size_t count = 0;
    for (size_t i = 0; i < piece->exiting.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(piece->exiting.data[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            count += LLVMGetSuccessor(end, s) == piece->exit;
    }
    return count;
}

void pieces_collect(struct pieces *pieces, struct extra_memory *memory, LLVMValueRef from)
{
    LAW(!LLVMIsAPHINode(from));
    *pieces = (struct pieces){0};
    while (pieces->count < MAX_PIECES) {
        struct piece *piece = &pieces->list[pieces->count];
        if (!collect_one(piece, memory, from)) {
            VECTOR_RELEASE(&piece->instructions);
            VECTOR_RELEASE(&piece->exiting);
            return;
        }
        pieces->count++;
        if (!piece->exit) {
            from = LLVMGetNextInstruction(piece->last);
            continue;
        }
        if (count_edges_into(piece->exit) != count_exits(piece))
            return;
        from = first_in(piece->exit);
    }
}

void pieces_release(struct pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++) {
        VECTOR_RELEASE(&pieces->list[i].instructions);
        VECTOR_RELEASE(&pieces->list[i].exiting);
    }
    pieces->count = 0;
}

static void remember(struct map *set, const struct piece *piece)
{
    for (size_t i = 0; i < piece->instructions.count; i++)
        map_set(set, (uint64_t)(uintptr_t)piece->instructions.data[i], 1);
    if (!piece->exit)
        return;
    for (LLVMValueRef i = LLVMGetFirstInstruction(piece->exit); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i))
        map_set(set, (uint64_t)(uintptr_t)i, 1);
}

/* V is none of SET, or pure and computed from such values only, so that it can be computed
 * before them. */
static bool can_lift(const struct map *set, LLVMValueRef v)
{
    if (!map_has(set, (uint64_t)(uintptr_t)v))
        return true;
    if (!extra_is_pure(v))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (!can_lift(set, LLVMGetOperand(v, (unsigned)i)))
            return false;
    return true;
}

static void remember_before(struct map *set, const struct pieces *pieces, size_t index)
{
    LAW(index <= pieces->count);
    for (size_t i = 0; i < index; i++)
        remember(set, &pieces->list[i]);
}

static bool uses_can_lift(const struct pieces *pieces, size_t index)
{
    LAW(index < pieces->count);
    struct map set = {0};
    remember_before(&set, pieces, index);
    const struct piece *piece = &pieces->list[index];
    bool can = true;
    for (size_t i = 0; can && i < piece->instructions.count; i++) {
        LLVMValueRef instruction = piece->instructions.data[i];
        for (int k = 0; can && k < LLVMGetNumOperands(instruction); k++)
            can = can_lift(&set, LLVMGetOperand(instruction, (unsigned)k));
    }
    map_release(&set);
    return can;
}

static bool pair_independent(const struct piece *a, const struct piece *b,
                             struct extra_memory *memory)
{
    if (a->instructions.count * b->instructions.count > MAX_CHECKS)
        return false;
    for (size_t i = 0; i < a->instructions.count; i++) {
        if (LLVMIsATerminatorInst(a->instructions.data[i]))
            continue;
        for (size_t k = 0; k < b->instructions.count; k++)
            if (!LLVMIsATerminatorInst(b->instructions.data[k]) &&
                !extra_memory_independent(memory, a->instructions.data[i],
                                          b->instructions.data[k]))
                return false;
    }
    return true;
}

bool pieces_independent(const struct pieces *pieces, struct extra_memory *memory,
                        size_t index)
{
    LAW(index < pieces->count);
    for (size_t i = 0; i < index; i++)
        if (!pair_independent(&pieces->list[i], &pieces->list[index], memory))
            return false;
    return uses_can_lift(pieces, index);
}

struct lifting {
    struct pieces *pieces;
    struct map set;
    LLVMBuilderRef builder;
};

static void lift(struct lifting *lifting, LLVMValueRef v)
{
    uint64_t key = (uint64_t)(uintptr_t)v;
    if (!map_has(&lifting->set, key))
        return;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        lift(lifting, LLVMGetOperand(v, (unsigned)i));
    map_remove(&lifting->set, key);
    for (size_t i = 0; i < lifting->pieces->count; i++)
        if (lifting->pieces->list[i].first == v)
            lifting->pieces->list[i].first = LLVMGetNextInstruction(v);
    LLVMInstructionRemoveFromParent(v);
    LLVMPositionBuilderBefore(lifting->builder, lifting->pieces->list[0].first);
    LLVMInsertIntoBuilder(lifting->builder, v);
}

static void lift_uses(struct pieces *pieces, size_t index)
{
    LAW(index < pieces->count && pieces->count <= MAX_PIECES);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pieces->list[0].last));
    struct lifting lifting = {.pieces = pieces,
                              .builder = LLVMCreateBuilderInContext(context)};
    remember_before(&lifting.set, pieces, index);
    const struct piece *piece = &pieces->list[index];
    for (size_t i = 0; i < piece->instructions.count; i++)
        for (int k = 0; k < LLVMGetNumOperands(piece->instructions.data[i]); k++)
            lift(&lifting, LLVMGetOperand(piece->instructions.data[i], (unsigned)k));
    map_release(&lifting.set);
    LLVMDisposeBuilder(lifting.builder);
}

/* The block that follows the piece and nothing else jumps to; the block it is left from. */
struct border {
    LLVMBasicBlockRef left, after;
};

static struct border close_piece(struct piece *piece)
{
    LAW(!piece->exit || piece->exiting.count);
    struct border border;
    if (!piece->exit) {
        border.left = LLVMGetInstructionParent(piece->last);
        border.after = extra_split(LLVMGetNextInstruction(piece->last));
        return border;
    }
    if (count_edges_into(piece->exit) != count_exits(piece)) {
        border.left =
            extra_split_edges(piece->exit, piece->exiting.data, piece->exiting.count);
        border.after = piece->exit;
        return border;
    }
    border.left = piece->exit;
    border.after = extra_split(first_in(piece->exit));
    return border;
}

/* Phis of BLOCK bring from TO what they brought from FROM. */
static void rename_incoming(LLVMBasicBlockRef block, LLVMBasicBlockRef from,
                            LLVMBasicBlockRef to)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i))
        extra_rename_incoming(i, from, to);
}

void pieces_move(struct pieces *pieces, size_t index)
{
    LAW(index); /* the first one is where it belongs */
    LAW(index < pieces->count);
    lift_uses(pieces, index);
    struct piece *front = &pieces->list[0], *moved = &pieces->list[index];
    struct border end = close_piece(moved);
    bool joined = LLVMGetInstructionParent(moved->first) == end.left && !moved->exit;
    LLVMBasicBlockRef begin = extra_split(moved->first);
    if (joined)
        end.left = begin;
    LLVMBasicBlockRef front_block = LLVMGetInstructionParent(front->first);
    LLVMBasicBlockRef first = extra_split(front->first);
    LLVMBasicBlockRef before_moved = first;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(begin)); use;
         use = LLVMGetNextUse(use))
        before_moved = LLVMGetInstructionParent(LLVMGetUser(use));
    rename_incoming(end.after, end.left, before_moved);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(front_block), 0, begin);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(end.left), 0, first);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(before_moved), 0, end.after);
}
