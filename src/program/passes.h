/* Passes and analyses over the program. Each pass says what it requires and what then holds.
 * The order the front end runs them: function_prepare for each function, while it is in the
 * cache; then program_find_start, program_open_truths, program_settle_results,
 * program_loop_tail_calls, program_renew_locals, program_check. */
#ifndef PROGRAM_PASSES_H
#define PROGRAM_PASSES_H
#include "program/program.h"

struct failure;
struct text;

/* What passes over one function after the other share, so that they allocate little. */
struct pass_memory;
struct pass_memory *pass_memory_new(void);
void pass_memory_free(struct pass_memory *);
/* Lends an empty function pools to be built in; function_settle takes them back and leaves
 * copies of the right size. */
void function_borrow(struct function *, struct pass_memory *);
void function_settle(struct function *, struct pass_memory *);

/* Ends the lives of locals that have no lifetime markers, by the lexical blocks of
 * instructions; see lifetimes.c. Before any pass; links the function. True if it matters
 * where the block of one ends: its address is kept, or its value may be read in a later life.
 */
enum scoped_kind {
    SCOPED_IN_FUNCTION,
    SCOPED_IN_BLOCK,
    SCOPED_UNCLEAR, /* in a block, but nobody knows where that ends */
    SCOPED_TEMPORARY
};
struct scoped_local {
    uint32_t local; /* an ALLOCA of the entry block */
    uint32_t scope;
    enum scoped_kind kind;
    /* its declaration is in the code. Others are literals, temporaries, and variables that
     * are declared where control never comes (`switch (n) { int x; case 1: ...`) */
    bool declared;
    uint32_t around; /* the smallest scope with all uses, if it is not declared; or 0 */
};
#define SCOPE_ENTERS 0x80000000u
struct block_scopes {
    /* by instruction, 0: not known; SCOPE_ENTERS: control enters a scope in it next */
    const uint32_t *scope_of;
    uint32_t count;         /* of those; later instructions have none */
    const uint32_t *parent; /* by scope; 0: it is the function's */
};
bool function_end_lifetimes(struct program *, struct function *, const struct block_scopes *,
                            const struct scoped_local *, size_t count);

/* program_lower_switches, program_split_aggregates, program_promote, program_clean and
 * program_hoist for one function. The function is linked then; address_taken is not touched.
 */
void function_prepare(struct program *, struct function *, struct pass_memory *);

/* Replaces every SWITCH by comparisons and BRANCHes. */
void program_lower_switches(struct program *);
/* Splits local structs and arrays that are only accessed at constant offsets, each piece with
 * one type and without overlap, and whose address does not escape, into scalar ALLOCAs
 * (variables named "s.x" or "s+4"). Best before program_promote. */
void program_split_aggregates(struct program *);
/* Turns scalar ALLOCAs whose address is used only by whole LOADs and STOREs of one type (not
 * volatile) into SSA values with PHIs; NOTEs keep the source names. A load before any store
 * gives one INPUT-like unknown made at the declaration (or at the LIFESTART): `text`
 * "uninitialised NAME"; each execution of the declaration gives a new value. */
void program_promote(struct program *);
/* Folds constants and trivial PHIs, removes unreachable blocks and unused pure instructions,
 * joins straight-line blocks. */
void program_clean(struct program *);
/* Moves integers that are compared inside a loop, and made there of what is the same in each
 * round, to its front. */
void program_hoist(struct program *);
/* Inputs that stand for results which the standard leaves open become zero where no call of
 * their function looks: see unspecified.c. After program_clean and program_link; keeps the
 * laws. */
void program_settle_results(struct program *);
/* What signbit, isnan and the like give is any number other than zero where more is looked
 * at: see truths.c. After program_clean and program_link; keeps the laws. */
void program_open_truths(struct program *);
/* Before it: is there such a place, outside of models? */
bool program_looks_at_truths(const struct program *);
/* The entry is main, or the model that makes what main looks at and calls it: see start.c.
 * After program_clean. */
void program_find_start(struct program *);
/* Functions that call themselves, or each other in turns, only at their ends become loops:
 * see tail.c. After program_clean and program_link; keeps the laws. */
void program_loop_tail_calls(struct program *);
/* Gives locals of blocks inside loops a new object each time their block is entered, if their
 * address may be kept until then: their ALLOCA takes the place of the LIFESTART. After
 * program_clean; keeps the laws. */
void program_renew_locals(struct program *);
/* A copy of the program in which the function calls none that has a body, not even through
 * others. `whole`: it is the whole program, so that globals which only it uses are its
 * values. Law: the function does what it did, under any inputs; the same program gives the
 * same copy. Null with a failure (unsupported) where that cannot be. The copy must not
 * outlive the program. */
struct program *program_flatten(const struct program *, uint32_t function, bool whole,
                                struct failure *);
/* Every law of program.h: types, dominance, terminators, phis. False with a failure that
 * names function and instruction. */
bool program_check(const struct program *, struct failure *);

/* The text form prints and parses back to the same program. */
void program_print(const struct program *, struct text *);
void function_print(const struct program *, const struct function *, struct text *);
/* one line, no newline */
void instruction_print(const struct program *, const struct function *, uint32_t id,
                       struct text *);
struct program *program_parse(const char *text, struct failure *);

/* Dominators: idom[b] of each reachable block (entry: itself; unreachable: UINT32_MAX); rpo:
 * blocks in reverse postorder. */
struct dominators {
    uint32_t *idom, *rpo, *number; /* number[b]: position in rpo */
    uint32_t *enter,
        *leave;     /* of each reachable block: preorder interval in the dominator tree */
    uint32_t count; /* reachable blocks */
};
/* Requires predecessors (function_link). */
void dominators_find(const struct function *, struct arena *, struct dominators *);
/* Whether every way to b passes a (each block dominates itself). An unreachable block is
 * related to itself only. */
bool dominates(const struct dominators *, uint32_t a, uint32_t b);

/* Loop forest (Havlak-style, so irreducible regions are loops too). A loop's body includes
 * its inner loops' blocks. Every edge that goes backwards in reverse postorder leads from a
 * latch to its loop's header. The blocks of a loop start with the header and are in an order
 * in which all other edges between them go forward and every inner loop is contiguous. */
struct loop {
    uint32_t header;  /* of an irreducible loop: the first entry in reverse postorder */
    uint32_t parent;  /* loop index or UINT32_MAX */
    uint32_t depth;   /* 1: outermost */
    bool irreducible; /* has other entries than the header */
    uint32_t *blocks;
    uint32_t block_count;
    uint32_t *latches;
    uint32_t latch_count; /* blocks with an edge back to the header */
};
struct loop_forest {
    struct loop *loops;
    uint32_t count;     /* inner loops come before outer ones */
    uint32_t *loop_of;  /* innermost loop of each block, UINT32_MAX if none */
    uint32_t *order;    /* the array that all `blocks` are slices of */
    uint32_t *position; /* of each block in order, UINT32_MAX if in no loop */
};
void loops_find(const struct function *, const struct dominators *, struct arena *,
                struct loop_forest *);
bool loop_contains(const struct loop_forest *, uint32_t loop, uint32_t block);
/* Makes every loop of the function reducible by duplicating blocks, up to a size limit; false
 * if the limit was hit (the function then still means the same). Renumbers; requires and
 * keeps the laws. */
bool function_make_reducible(struct program *, struct function *);

/* Call graph: functions a call may reach (function pointers: by parameter and result types
 * among address-taken functions). */
struct call_graph {
    uint32_t **callees;
    uint32_t *callee_count; /* per function, each callee once */
    bool *recursive;        /* lies on a cycle */
    uint32_t *order;
    uint32_t order_count; /* bottom-up: callees before callers except on cycles */
};
void call_graph_find(const struct program *, struct arena *, struct call_graph *);
bool program_recurs(const struct program *); /* some function lies on a cycle of calls */
/* Whether the call hands over (at least) the target's parameters and takes its results, each
 * of the very type: then nothing needs to be converted. C leaves other calls undefined. */
bool call_matches(const struct program *, const struct function *, const struct instruction *,
                  const struct function *target);
/* The possible targets of one CALL instruction; returns the count (may exceed room). A direct
 * call has its function. A call through a pointer may reach every function whose address is
 * taken and that fits: at least as many arguments as parameters (K&R calls), results that are
 * there or ignored, and values of one type, or both integers of at most 32 bits, or an
 * integer of pointer width against a pointer. Whoever binds the arguments must convert in
 * these cases. */
uint32_t call_targets(const struct program *, const struct function *,
                      const struct instruction *, uint32_t *out, uint32_t room);

#endif
