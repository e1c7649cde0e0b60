/* Pieces of a body that can be exchanged with their neighbours: code relocated over others
 * (T23 7.2.6).
 *
 * A piece is entered at one point and left at one point: an effect with the pure code in
 * front of it, or a branch or a loop with everything up to where its paths meet again. A
 * sequence of pieces follows each other in one body. Moving a piece to the front of the
 * sequence keeps the meaning if it is independent of all it passes: no conflicting access
 * (write-write included), no value of theirs used, no call or other visible step on both
 * sides, no way out, and every loop ends. */
#ifndef DIFF_MATCH_REGION_H
#define DIFF_MATCH_REGION_H
#include "base/map.h"
#include "base/vector.h"
#include "diff/project/llvm_extra.h"

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stddef.h>

#define MAX_PIECES 14

struct piece {
    LLVMValueRef first;     /* no phi */
    LLVMValueRef last;      /* in the same block; or the terminator, where a region begins */
    LLVMBasicBlockRef exit; /* where the region's paths meet; null: no region */
    VECTOR(LLVMValueRef) instructions; /* all, without the phis of the exit */
    VECTOR(LLVMBasicBlockRef) exiting; /* blocks of the region with an edge to the exit */
};

struct pieces {
    struct piece list[MAX_PIECES];
    size_t count;
};

/* The pieces from INSTRUCTION on, as far as they go. Valid while the body is not changed. */
void pieces_collect(struct pieces *, struct extra_memory *, LLVMValueRef instruction);
void pieces_release(struct pieces *);

/* Piece INDEX may be executed before all in front of it. */
bool pieces_independent(const struct pieces *, struct extra_memory *, size_t index);

/* Moves piece INDEX, which is independent and not the first, to the front. The pieces are
 * then to be released.
 */
void pieces_move(struct pieces *, size_t index);

#endif
