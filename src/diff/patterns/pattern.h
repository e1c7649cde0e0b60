/* Built-in change patterns (T23 7.2): one const struct each, listed in pattern_list.c. Every
 * function may be null. A pattern that accepts something under an assumption adds it to
 * m->assumptions. */
#ifndef DIFF_PATTERNS_PATTERN_H
#define DIFF_PATTERNS_PATTERN_H
#include "diff/match/compare_internal.h"

enum pattern_answer { PATTERN_SILENT, PATTERN_EQUAL, PATTERN_UNEQUAL };

struct attempt;
struct trial;
struct diff_pattern {
    const char *name;
    const char *summary;
    unsigned assumption; /* what its results rest on: off with --strict unless nothing */

    /* Do two different integer constants, operands of m->site, mean the same? */
    bool (*constants)(struct match *, LLVMValueRef, LLVMValueRef);
    /* Do two different types stand for the same type? */
    bool (*types)(struct match *, LLVMTypeRef, LLVMTypeRef);
    /* Do two address computations lead to the same field? Silent: bytes decide. */
    enum pattern_answer (*addresses)(struct match *, LLVMValueRef, LLVMValueRef);
    /* May argument INDEX of these calls of the same function differ? */
    bool (*argument)(struct match *, LLVMValueRef, LLVMValueRef, unsigned index);
    /* Is one condition the negation of the other? */
    bool (*negated)(struct match *, LLVMValueRef, LLVMValueRef);
    /* Are the constant structures equal, field by field? */
    bool (*initialisers)(struct match *, LLVMValueRef, LLVMValueRef);
    /* May the effect LATER be executed before EARLIER, both of one block of the old body? */
    bool (*swap)(struct match *, LLVMValueRef earlier, LLVMValueRef later);
    /* Do the bodies use something whose meaning bytes do not tell, so that strong
     * normalisation is out? */
    bool (*forbids_bytes)(struct comparer *, const struct attempt *);
    /* The bodies part at m->difference: rewrite the (copied) bodies so that another attempt
     * may succeed. */
    bool (*repair)(struct comparer *, const struct difference *, struct attempt *);
    /* The last resort, when nothing repairs: rewrite the copied bodies in a way that keeps
     * their meaning and lets them match further; true if trial->difference moved on or
     * trial->same. */
    bool (*relocate)(struct trial *, struct attempt *);
};

extern const struct diff_pattern *const diff_pattern_list[]; /* ends with null */

/* The wrappers that the comparison calls: the first pattern that is switched on and says yes.
 */
bool pattern_constants(struct match *, LLVMValueRef, LLVMValueRef);
bool pattern_types(struct match *, LLVMTypeRef, LLVMTypeRef);
enum pattern_answer pattern_addresses(struct match *, LLVMValueRef, LLVMValueRef);
bool pattern_argument(struct match *, LLVMValueRef, LLVMValueRef, unsigned index);
bool pattern_negated(struct match *, LLVMValueRef, LLVMValueRef);
bool pattern_initialisers(struct match *, LLVMValueRef, LLVMValueRef);
bool pattern_swap(struct match *, LLVMValueRef, LLVMValueRef);
bool pattern_forbids_bytes(struct comparer *, const struct attempt *);
bool pattern_repair(struct comparer *, const struct difference *, struct attempt *);
bool pattern_relocate(struct comparer *, struct trial *, struct attempt *);

#endif
