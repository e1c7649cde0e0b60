/* Inside the slicer: the graph of a function's blocks, what its instructions do to memory,
 * and the slice under construction. */
#ifndef DIFF_SLICE_SLICE_INTERNAL_H
#define DIFF_SLICE_SLICE_INTERNAL_H
#include "base/map.h"
#include "base/vector.h"
#include "diff/slice/slice.h"

#include <llvm-c/Core.h>
#include <stdint.h>

/* ---- slice_graph.c ---- */

typedef VECTOR(unsigned) slice_numbers;

struct slice_graph {
    unsigned count; /* of blocks; number `count` is the common exit after all ends */
    LLVMBasicBlockRef *blocks;
    struct map number; /* block -> number */
    slice_numbers *successors, *predecessors;
    /* immediate postdominator; the exit for those without a block after them */
    unsigned *after;
    slice_numbers *controllers; /* blocks whose end decides whether this one runs */
    slice_numbers *controlled;  /* the reverse */
    uint64_t *reach; /* bit matrix: from row block to column block over at least one edge */
    unsigned words;
};

void slice_graph_init(struct slice_graph *, LLVMValueRef function);
void slice_graph_release(struct slice_graph *);
bool slice_graph_reaches(const struct slice_graph *, unsigned from, unsigned to);

/* ---- slice_memory.c ---- */

enum slice_area {
    SLICE_LOCAL,   /* an object of the function whose address stays inside */
    SLICE_NAMED,   /* an alloca or a global */
    SLICE_POINTED, /* what some pointer leads to */
    SLICE_ANYWHERE /* any memory but SLICE_LOCAL */
};

struct slice_place {
    enum slice_area area;
    LLVMValueRef base; /* null just for SLICE_ANYWHERE */
    bool exact;        /* offset and size are known, and the size is not 0 */
    int64_t offset;
    uint64_t size;
};

typedef VECTOR(struct slice_place) slice_places;
struct slice_touch {
    slice_places reads, writes;
};

bool slice_overlap(const struct slice_place *, const struct slice_place *);
/* What the instruction reads and writes; callees with a body are looked into. */
void slice_touch(struct slice_touch *, const struct project *, LLVMValueRef instruction);
void slice_touch_release(struct slice_touch *);

/* ---- slice_build.c ---- */

/* Builds a function of the instructions in `kept` (handle -> anything); a block's end that is
 * not kept leads to where all its ways meet. Requires that operands of kept instructions are
 * kept, and the ends of blocks before kept phis. */
LLVMValueRef slice_build(LLVMValueRef function, const struct slice_graph *,
                         const struct map *kept, const char *name);

#endif
