/* What the passes share: edges in one array, replacing values, and dropping what is gone. */
#ifndef PROGRAM_PASSES_INTERNAL_H
#define PROGRAM_PASSES_INTERNAL_H
#include "program/passes.h"

/* A PHI that promotion made. */
struct promoted_phi {
    uint32_t id;   /* the instruction */
    uint32_t next; /* the next in the same block; UINT32_MAX ends */
};

/* The scratch arena belongs to the pass at work on one function: whoever starts one clears
 * it. */
struct pass_memory {
    struct arena scratch;
    struct function spare[2]; /* pools of instructions and operands that nobody uses */
    VECTOR(uint32_t) work, list;
    VECTOR(struct promoted_phi) phis; /* promote.c */
    struct rename *rename;            /* promote_rename.c; null at first */
};

/* Successors of block b: to[start[b]] .. to[start[b + 1] - 1]. */
struct edges {
    uint32_t *start, *to;
};
void edges_find(const struct function *, struct arena *, struct edges *);

/* Blocks that can be reached from the entry, in reverse postorder; number[b] is the position
 * or UINT32_MAX. Returns how many. */
uint32_t edges_order(const struct edges *, uint32_t block_count, struct arena *,
                     uint32_t **rpo, uint32_t **number);

/* Values that stand for others: by[id] is the value to use instead of instruction id (itself
 * if it stays). */
struct replacement {
    uint32_t *by;
    uint32_t count;
};
void replacement_init(struct replacement *, const struct function *, struct arena *);
/* follows chains and shortens them */
uint32_t replacement_of(struct replacement *, uint32_t value);
/* to every value operand of the function */
void replacement_apply(struct replacement *, struct function *);

/* Removes unreachable blocks with their pairs in PHIs, and gives blocks and instructions
 * dense numbers in the order they are listed. Links the function. Requires valid targets.
 * Clears the scratch arena. */
void function_compact(struct function *, struct pass_memory *);

/* The passes for one function. function_split and function_promote require a compact one,
 * function_clean one that is linked and whose blocks can all be reached; function_promote
 * leaves that, the others a compact one.
 */
typedef void function_pass(struct program *, struct function *, struct pass_memory *);
void function_lower_switches(struct program *, struct function *);
function_pass function_split, function_promote, function_clean;
void rename_free(struct rename *);
/* Moves integers that are the same in each round to the front of their loop. Requires and
 * leaves a compact function. */
function_pass function_hoist;
/* One pass over every function with a body, each made compact before and settled after it. */
void program_each_body(struct program *, function_pass *);
/* Does the LOAD give in front of the loop, at the end of block FRONT, what it gives in each
 * round? */
bool hoist_may_load(const struct program *, const struct function *,
                    const struct loop_forest *, uint32_t loop, uint32_t front, uint32_t id);

/* Moves values to memory so that blocks of a region can be copied: afterwards no value made
 * in the region is used in another block, and neither the region nor the blocks that follow
 * it have PHIs. function_promote undoes it. False (and nothing done) if a RESULT is in
 * another block than its call. */
bool function_demote(struct program *, struct function *, const bool *region);

/* Replaces block `from` by `to` in the PHIs of block `at`. */
void block_rename_predecessor(struct function *, uint32_t at, uint32_t from, uint32_t to);
/* Drops the pair of predecessor `from` from the PHIs of block `at`. */
void block_drop_predecessor(struct function *, uint32_t at, uint32_t from);
/* The value an instruction (no PHI) always has, or VALUE_NONE. Uses no undefined behaviour:
 * divisions by zero, INT_MIN / -1 and too wide shifts stay, and nothing becomes an UNDEF
 * constant, whose uses are independent. May rewrite the instruction in place. */
uint32_t instruction_fold(struct program *, struct function *, uint32_t id);
/* How many PHIs stand at the front of the block. */
size_t block_phi_count(const struct function *, const struct block *);

#endif
