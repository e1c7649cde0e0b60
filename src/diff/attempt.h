/* The bodies one attempt works on: the functions themselves until something is inlined, then copies that the
 * attempt owns. Rewriting never touches the functions, whose verdicts others share. */
#ifndef DIFF_ATTEMPT_H
#define DIFF_ATTEMPT_H
#include "diff/compare_internal.h"

struct attempt {
    LLVMValueRef body[2];
    LLVMValueRef function[2];
    bool owned[2];
    unsigned assumptions; /* what rewriting so far rests on */
};

void attempt_init(struct attempt *, LLVMValueRef old_function, LLVMValueRef new_function);
void attempt_release(struct attempt *);

/* Makes sure that the body is a copy that may be rewritten; the instruction in it that INSTRUCTION, of the
 * body so far, became. */
LLVMValueRef attempt_own(struct attempt *, enum side, LLVMValueRef instruction);

/* Inlines the call at INSTRUCTION (of the attempt's current body) if its callee has a body that is worth it,
 * and normalises the result; false if nothing was changed. */
bool attempt_inline(struct attempt *, struct comparer *, enum side, LLVMValueRef instruction);

/* Inlines what is small and normalises strongly, both sides; false if they are too large. */
enum attempt_trust {
    TRUST_NOTHING,
    TRUST_OLD
}; /* TRUST_OLD: signed arithmetic of the old version does not overflow */
bool attempt_strengthen(struct attempt *, struct comparer *, enum normalise_strength, enum attempt_trust);

#endif
