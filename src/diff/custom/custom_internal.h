/* Inside custom change patterns: finding one side of a pattern in a body, and replacing what
 * was found. */
#ifndef DIFF_CUSTOM_CUSTOM_INTERNAL_H
#define DIFF_CUSTOM_CUSTOM_INTERNAL_H
#include "base/map.h"
#include "base/vector.h"
#include "diff/custom/custom.h"

/* ---- custom_match.c ---- */

enum { CUSTOM_MOST_TYPES = 8 };

/* One side of a pattern found in a body. */
struct custom_site {
    LLVMValueRef pattern;         /* the pattern's function */
    struct map values;            /* value of the pattern -> value of the body */
    VECTOR(LLVMValueRef) matched; /* instructions of the body, each once */
    LLVMValueRef anchor;          /* the instruction that the pattern's anchor is */
    LLVMTypeRef types[CUSTOM_MOST_TYPES][2]; /* any_X, and what it stands for */
    size_t type_count;
    /* of a pattern with branches: */
    struct map blocks; /* block of the pattern -> block of the body */
    /* blocks of the body that are the pattern's as a whole */
    VECTOR(LLVMBasicBlockRef) inner;
    LLVMBasicBlockRef exit; /* where the body goes on */
};

/* True if the instructions do the same to their operands: opcode, predicate, volatility,
 * alignment aside. */
bool custom_same_operation(LLVMValueRef, LLVMValueRef);
bool custom_is_output(LLVMValueRef instruction); /* a call of sooth_output */
bool custom_outputs_agree(const struct custom_pattern *);
size_t custom_outputs(LLVMValueRef function, LLVMValueRef *list, size_t limit);
enum { CUSTOM_MOST_OUTPUTS = 16 };

/* Finds SIDE of the pattern with its anchor at INSTRUCTION; false, with nothing to release,
 * if it is not there. */
bool custom_find(struct custom_site *, const struct custom_pattern *, int side,
                 LLVMValueRef instruction);
void custom_site_release(struct custom_site *);

bool custom_is_matched(const struct custom_site *, LLVMValueRef instruction);
/* all or nothing */
bool custom_unify(struct custom_site *, LLVMValueRef pattern, LLVMValueRef body);
bool custom_unify_operand(struct custom_site *, LLVMValueRef pattern, LLVMValueRef body);

/* ---- custom_region.c ---- */

bool custom_has_branches(LLVMValueRef pattern);
/* The block in which the pattern returns; null: there are several, or it does more than
 * merge, or a switch is used. */
LLVMBasicBlockRef custom_exit(LLVMValueRef pattern);
/* Finds the blocks of the pattern, its entry being matched. */
bool custom_match_region(struct custom_site *);
bool custom_region_is_closed(const struct custom_site *);
/* Cuts the region out: first its branches, then, when nothing uses what was inside, its
 * blocks. */
void custom_region_remove(struct custom_site *);
void custom_region_drop_blocks(struct custom_site *);

/* ---- custom_apply.c ---- */

/* Can what was found be taken out as a whole? If so, where a replacement goes: before that
 * instruction. Else null. */
LLVMValueRef custom_point(const struct custom_site *);

/* Replaces the site by the code of the pattern's other side; false, with nothing changed, if
 * it needs an input that the site does not bind. */
bool custom_rewrite(struct custom_site *, LLVMValueRef point, LLVMValueRef other_side);

/* Replaces the site by a call of an unknown function NAME that takes the inputs and gives the
 * outputs. */
bool custom_abstract(struct custom_site *, LLVMValueRef point, const char *name);

/* True if the structures that any_X stands for have the same names at both sites. */
bool custom_types_agree(const struct custom_site *, const struct custom_site *);

#endif
