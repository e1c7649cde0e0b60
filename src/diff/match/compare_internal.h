/* Inside the comparison: the run (struct comparer), pairs of functions with their verdicts,
 * and one attempt to match two bodies (struct match).
 *
 * Idea. Synchronisation points are the instructions with effects (stores, calls, volatile
 * accesses) and the ends of blocks; they are matched in step, from the entry on. Everything
 * between is pure and compared as expressions, on demand, when an effect or a branch uses it,
 * so its order does not matter. A load is an expression too: of its address and of the access
 * that last wrote the memory it reads. Merges (phi) are assumed equal on use and checked
 * after the blocks. All facts an attempt finds are on a trail, so that a trial can be taken
 * back. */
#ifndef DIFF_MATCH_COMPARE_INTERNAL_H
#define DIFF_MATCH_COMPARE_INTERNAL_H
#include "diff/match/compare.h"
#include "diff/project/llvm_extra.h"
#include "diff/normalise/normalise.h"
#include "diff/project/types.h"

#include <llvm-c/Core.h>
#include <stdint.h>

enum side { OLD, NEW };

/* What a proof used, kept beside its assumptions and passed on to callers in the same way.
 * The address of a function is a value that corresponds by name, even if the function
 * differs: it has its own verdict. That does not hold where such a function may be called
 * through a pointer. */
enum compare_fact {
    FACT_ADDRESS = 16, /* the address of a function that differs was taken for the same */
    FACT_CALLS_POINTER =
        32, /* something is called through a pointer, or unknown code that may do so */
    FACT_CALLS_PARAMETER = 64, /* likewise, but the pointer is a parameter of the function */
    FACT_HIDDEN = 1024, /* FACT_ADDRESS, of a function that has no verdict of its own */
};

/* The first place where two bodies part. */
struct difference {
    LLVMValueRef instruction[2]; /* where; null: at the function itself */
    enum compare_cause cause;
    const char *subject, *reason;
    size_t callee;  /* the pair of callees that differs, or NO_PAIR */
    size_t matched; /* effects and blocks that were matched before */
};

#define NO_PAIR ((size_t)-1)

enum pair_state {
    PAIR_OPEN,        /* being compared; assumed same by whoever meets it again */
    PAIR_PROVISIONAL, /* same, if the open pairs it met are */
    PAIR_FINAL,
    PAIR_RESET, /* its proof used an assumption that failed: to be compared again */
};

/* Two functions met as callees (or asked for). Law: a pair becomes FINAL same only when every
 * pair its proof assumed is same; groups of mutually recursive pairs become final together.
 */
struct function_pair {
    LLVMValueRef function[2];
    enum pair_state state;
    enum compare_verdict verdict;
    unsigned assumptions;
    /* position on the stack of open pairs, and the lowest position the proof leans on */
    size_t depth, low;
    struct compare_place place[2];
    struct compare_place call[2]; /* where the differing callees are called */
    enum compare_cause cause;
    const char *subject, *reason;
    size_t callee;
};

/* Of the attempts at one pair. */
struct comparer_mode {
    bool custom_on;     /* they may use custom change patterns */
    bool watched_on;    /* they work on watched forms (normalise/watch.c) */
    bool inlined;       /* they inlined something */
    bool lonely_access; /* one matched but for an access that only the new version makes */
};

struct comparer {
    struct project *project[2];
    struct compare_options options;
    struct comparer_mode mode;
    struct arena arena;
    struct normaliser normaliser;
    struct map units[2]; /* module -> index of its unit + 1 */
    struct type_table *types[2];
    struct map ids;     /* of functions and globals: handle -> small number */
    struct map pair_of; /* key of two functions -> index into pairs */
    VECTOR(struct function_pair) pairs;
    VECTOR(size_t) open;
    struct map variable_pairs; /* key of two variables -> enum variable_state (globals.c) */
    /* recursive function -> copy without recursion, or null (attempt.c) */
    struct map loops_of;
    struct text_map sources; /* file -> its text or null (source.c) */
    size_t open_variables, met_open_variables;
    struct map renamed[2]; /* internal globals that correspond under different names */
    struct map hidden;     /* old functions that FACT_HIDDEN was used for */
    struct text_map asked; /* what was run and proved -> its outcome (prove.c) */
};

struct match_edge {
    LLVMBasicBlockRef from[2];
    size_t next; /* index + 1 of the next edge into the same block */
};
struct match_blocks {
    LLVMBasicBlockRef block[2];
};
struct match_values {
    LLVMValueRef value[2];
};

enum trail_kind { TRAIL_EQUAL, TRAIL_BLOCK, TRAIL_OBJECT, TRAIL_EFFECT, TRAIL_MERGE };
struct trail_entry {
    enum trail_kind kind;
    uint64_t key[2];
};

struct match {
    struct comparer *comparer;
    size_t pair;
    LLVMValueRef body[2]; /* the functions, or copies with calls inlined */
    struct extra_memory *memory[2];
    struct map ids, equal, unequal;
    struct map blocks[2], objects[2], effects[2], edges_into;
    VECTOR(struct match_edge) edges;
    VECTOR(struct match_blocks) queue;
    VECTOR(struct match_values) merges;
    VECTOR(struct trail_entry) trail;
    unsigned stamp;       /* changes with every fact; ages `unequal` */
    unsigned assumptions; /* rules used so far */
    unsigned steps;       /* comparisons of values so far; bounded */
    int depth;
    bool by_name;         /* addresses of functions correspond by name */
    unsigned contents;    /* initial values that are being compared, one inside the other */
    LLVMValueRef site[2]; /* the instructions whose operands are being compared */
    struct difference difference;
    const char *hint_subject,
        *hint_reason; /* the last thing that was unequal for a reason worth reporting */
    enum compare_cause hint_cause;
    size_t hint_callee;
};

/* match.c: one attempt at two bodies; false fills m->difference. */
void match_init(struct match *, struct comparer *, size_t pair, LLVMValueRef old_body,
                LLVMValueRef new_body);
void match_release(struct match *);
bool match_run(struct match *);
bool match_merges(
    struct match *,
    size_t first); /* do the merges from FIRST on hold, and those met on the way? */

/* trail.c: facts. Positions of the trail are taken by match_mark and taken back to by
 * match_undo. */
struct match_mark {
    size_t trail, merges;
    unsigned assumptions;
};
struct match_mark match_mark(const struct match *);
void match_undo(struct match *, struct match_mark);
uint64_t match_key(struct match *, const void *old_value, const void *new_value);
void match_add_equal(struct match *, LLVMValueRef, LLVMValueRef);
bool match_has_equal(struct match *, LLVMValueRef, LLVMValueRef);
enum pairing {
    PAIRING_NONE,
    PAIRING_SAME,
    PAIRING_CLASH
}; /* neither is paired; with each other; otherwise */
enum pairing match_pairing(const struct map pairs[2], const void *, const void *);
void match_add_block(struct match *, LLVMBasicBlockRef, LLVMBasicBlockRef);
void match_add_object(struct match *, LLVMValueRef, LLVMValueRef);
void match_add_effect(struct match *, LLVMValueRef, LLVMValueRef);
void match_add_merge(struct match *, LLVMValueRef, LLVMValueRef);
struct extra_memory *match_memory(struct match *, enum side);

/* value.c: do two values agree whenever the synchronisation points before them did? */
bool value_equal(struct match *, LLVMValueRef, LLVMValueRef);
/* the first COUNT, pairwise */
bool operands_equal(struct match *, LLVMValueRef, LLVMValueRef, unsigned count);
bool types_equal(struct match *, LLVMTypeRef, LLVMTypeRef);
/* equal types, or a pointer and an integer as wide */
bool same_bits(struct match *, LLVMTypeRef, LLVMTypeRef);
/* the value before conversions between those */
LLVMValueRef behind_casts(struct match *, LLVMValueRef);
unsigned match_pointer_width(struct match *);

/* predicate.c: comparisons of integers */
LLVMIntPredicate predicate_inverse(LLVMIntPredicate);
LLVMIntPredicate predicate_swapped(LLVMIntPredicate); /* with the operands exchanged */
/* A comparison with a constant as one with a strict bound: x >= 5 is x > 4. False if the
 * right side is no constant or the bound does not exist. */
struct bound {
    LLVMIntPredicate predicate;
    int64_t limit;
};
bool bound_of(LLVMValueRef comparison, LLVMIntPredicate, struct bound *);

/* field.c: steps of addresses: a getelementptr, or the marker that keeps a step to a first
 * field */
void field_keep_first(void *comparer, LLVMValueRef function); /* for struct normaliser */
LLVMTypeRef field_structure(LLVMValueRef); /* of a marker; null: it is not one */
bool address_is_step(LLVMValueRef);
LLVMTypeRef address_step_type(LLVMValueRef);
unsigned address_step_count(LLVMValueRef); /* operands: the pointer, then the indices */
LLVMValueRef address_step_operand(LLVMValueRef, unsigned);

/* address.c */
bool address_equal(struct match *, LLVMValueRef, LLVMValueRef);

/* constant.c, globals.c */
bool constant_equal(struct match *, LLVMValueRef, LLVMValueRef);
bool global_equal(struct match *, LLVMValueRef, LLVMValueRef);
LLVMValueRef global_definition(const struct comparer *, enum side, LLVMValueRef);
/* Both are the same thing of another file, and files are compared one by one. */
bool globals_external_alike(const struct comparer *, LLVMValueRef, LLVMValueRef);
bool globals_named_alike(const struct comparer *, LLVMValueRef, LLVMValueRef);

/* executed.c: was the old instruction A executed whenever the new one B is? */
bool executed_alike(struct match *, LLVMValueRef a, LLVMValueRef b);
/* Both stand in one block, and FIRST is executed whenever SECOND is. */
bool executed_together(LLVMValueRef first, LLVMValueRef second);

/* escape.c: no address of a function in comparer->hidden leaves the old body. */
bool hidden_functions_stay(struct match *);
bool mentions_hidden(const struct comparer *, LLVMValueRef constant);

/* interface.c: what others see of a function or variable beside its code and content; null,
 * or what differs. */
const char *interface_difference(LLVMValueRef old_function, LLVMValueRef new_function);
const char *call_difference(LLVMValueRef old_call, LLVMValueRef new_call);
const char *role_difference(const struct comparer *, LLVMValueRef old_global,
                            LLVMValueRef new_global);
const char *placement_difference(LLVMValueRef old_variable, LLVMValueRef new_variable);
/* The access of the new version needs no more alignment than that of the old one does. */
bool alignment_agrees(struct match *, LLVMValueRef old_access, LLVMValueRef new_access);
/* The same for copies and fills of memory. */
bool copies_agree(struct match *, LLVMValueRef old_call, LLVMValueRef new_call);
/* globals.c */
const char *variable_difference(struct comparer *, LLVMValueRef, LLVMValueRef,
                                unsigned *assumptions);
/* partner.c: every marked access of the new version is one that the old version makes, too;
 * likewise arithmetic, or ASSUME_DEFINED is noted. */
bool markers_have_partners(struct match *);

/* effect.c, call.c: instructions that are synchronisation points */
bool is_effect(LLVMValueRef instruction);
bool is_pure_call(LLVMValueRef call);
/* records the facts when true */
bool effect_equal(struct match *, LLVMValueRef, LLVMValueRef);
bool call_equal(struct match *, LLVMValueRef, LLVMValueRef);
/* the definition, or null */
LLVMValueRef call_target(const struct comparer *, enum side, LLVMValueRef call);

/* ---- promises.c ---- */

/* Of the functions that the two call, static ones, however deep: the new version promises no
 * more, promises more, or breaks a promise where the old one does not. */
enum promise_state { PROMISE_KEPT, PROMISE_ADDED, PROMISE_BROKEN };
enum promise_state promises_compared(struct comparer *, LLVMValueRef f, LLVMValueRef g);

/* block.c: the effects of two blocks in step, then what ends them */
bool block_equal(struct match *, LLVMBasicBlockRef, LLVMBasicBlockRef);
bool terminator_equal(struct match *, LLVMValueRef, LLVMValueRef);
bool successors_equal(struct match *, LLVMBasicBlockRef from_old, LLVMBasicBlockRef to_old,
                      LLVMBasicBlockRef from_new, LLVMBasicBlockRef to_new);

/* pair.c: verdicts on pairs of functions */
size_t pair_compare(struct comparer *, size_t user, LLVMValueRef old_function,
                    LLVMValueRef new_function);
/* open and provisional pairs count as same */
enum compare_verdict pair_verdict(const struct comparer *, size_t pair);

/* The parameters of two functions that matter, pairwise: those either reads if the types
 * agree, else those each reads. */
#define MAX_PARAMETERS 64
struct parameter_pairs {
    size_t count;
    unsigned index[2][MAX_PARAMETERS];
};
bool parameters_pair(LLVMValueRef old_function, LLVMValueRef new_function,
                     struct parameter_pairs *);

/* Why the values compared last are not equal, if it is worth telling; returns false. */
bool match_hint(struct match *, enum compare_cause, const char *subject, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
/* Fills m->difference, from the hint if there is one; returns false. */
bool match_differ(struct match *, LLVMValueRef, LLVMValueRef, const char *reason);

struct compare_place place_of(struct comparer *, LLVMValueRef instruction,
                              LLVMValueRef function);
const char *base_name(struct arena *, LLVMValueRef global); /* without @SOURCE */
const struct type_table *types_of(const struct comparer *, enum side, LLVMValueRef global);

#endif
