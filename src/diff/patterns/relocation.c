/* Relocated code (T23 7.2.6). Pure code and loads may stand anywhere anyway; this is about
 * effects, and about branches and loops with effects in them.
 *
 * Within a block, an effect may be executed before another if they touch memory in no
 * conflicting way (read-write, write-read and write-write) and neither can be seen or not
 * return; that every skipped effect finds its partner is ensured by block.c. Further than
 * that, a copy of a body is rewritten: where the bodies part, a later piece is moved to the
 * front if that keeps the meaning (region.h), and the whole is matched again, so nothing is
 * left out either. */
#include "base/failure.h"
#include "diff/match/attempt.h"
#include "diff/patterns/pattern.h"
#include "diff/match/region.h"

#define MAX_MOVED_BODY 2500 /* instructions */
#define MAX_LEVELS 4        /* enclosing branches and loops that may be part of what moved */

static bool swap(struct match *m, LLVMValueRef earlier, LLVMValueRef later)
{
    LAW(LLVMGetInstructionParent(earlier) == LLVMGetInstructionParent(later));
    return extra_memory_independent(match_memory(m, OLD), earlier, later);
}

static bool has_opcode(const struct piece *piece, LLVMOpcode opcode)
{
    for (size_t i = 0; i < piece->instructions.count; i++)
        if (LLVMGetInstructionOpcode(piece->instructions.data[i]) == opcode)
            return true;
    return false;
}

/* One move on a copy of one body; true if the bodies match then, or match further. */
static bool try_move(struct trial *trial, struct attempt *attempt, enum side side,
                     LLVMValueRef from, size_t index)
{
    LAW(trial->left > 0 && index > 0);
    struct attempt moved;
    attempt_copy(&moved, attempt, side);
    LLVMValueRef start = attempt_same_place(&moved, attempt, side, from);
    struct extra_memory *memory = extra_memory_new(moved.body[side]);
    struct pieces pieces;
    pieces_collect(&pieces, memory, start);
    bool can = index < pieces.count && pieces_independent(&pieces, memory, index);
    extra_memory_free(memory);
    if (can)
        pieces_move(&pieces, index);
    pieces_release(&pieces);
    bool better = false;
    if (can) {
        normalise_again(&trial->comparer->normaliser, moved.body[side], NORMALISE_LIGHT);
        struct difference found;
        trial->left--;
        trial->same = trial->matches(trial, &moved, &found);
        better = trial->same || found.matched > trial->difference.matched;
        if (better)
            trial->difference = found;
    }
    if (better)
        attempt_replace(attempt, &moved);
    attempt_release(&moved);
    return better;
}

/* Moves one of the pieces that follow FROM to it. WANTED: the opcode of what the other body
 * has there. */
static bool move_from(struct trial *trial, struct attempt *attempt, enum side side,
                      LLVMValueRef from, LLVMOpcode wanted)
{
    struct extra_memory *memory = extra_memory_new(attempt->body[side]);
    struct pieces pieces;
    pieces_collect(&pieces, memory, from);
    bool candidate[MAX_PIECES] = {false};
    for (size_t i = 1; i < pieces.count; i++)
        candidate[i] =
            has_opcode(&pieces.list[i], wanted) && pieces_independent(&pieces, memory, i);
    size_t count = pieces.count;
    pieces_release(&pieces);
    extra_memory_free(memory);
    for (size_t i = 1; i < count && trial->left; i++)
        if (candidate[i] && try_move(trial, attempt, side, from, i))
            return true;
    return false;
}

/* The end of the nearest block that dominates BLOCK, null at the entry. */
static LLVMValueRef enclosing(struct extra_memory *memory, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef up = extra_dominator(memory, block);
    return up ? LLVMGetBasicBlockTerminator(up) : NULL;
}

static bool move_on_side(struct trial *trial, struct attempt *attempt, enum side side)
{
    LLVMValueRef from = trial->difference.instruction[side],
                 other = trial->difference.instruction[!side];
    LLVMOpcode wanted = LLVMGetInstructionOpcode(other);
    if (extra_instruction_count(attempt->body[side]) > MAX_MOVED_BODY)
        return false;
    struct extra_memory *memory = extra_memory_new(attempt->body[side]);
    LLVMValueRef starts[MAX_LEVELS] = {from};
    size_t count = 1;
    for (; count < MAX_LEVELS; count++)
        if (!(starts[count] = enclosing(memory, LLVMGetInstructionParent(starts[count - 1]))))
            break;
    extra_memory_free(memory);
    for (size_t i = 0; i < count && trial->left; i++)
        if (move_from(trial, attempt, side, starts[i], i ? LLVMBr : wanted))
            return true;
    return false;
}

static bool relocate(struct trial *trial, struct attempt *attempt)
{
    const struct difference *difference = &trial->difference;
    if (difference->callee != NO_PAIR)
        return false;
    for (int side = OLD; side <= NEW; side++)
        if (!difference->instruction[side] ||
            !LLVMIsAInstruction(difference->instruction[side]))
            return false;
    return move_on_side(trial, attempt, OLD) ||
           (trial->left && move_on_side(trial, attempt, NEW));
}

const struct diff_pattern pattern_relocation = {
    .name = "relocation",
    .summary = "independent code in another order",
    .swap = swap,
    .relocate = relocate,
};
