/* The bodies one attempt works on: the functions themselves until something is inlined, then
 * copies that the attempt owns. Rewriting never touches the functions, whose verdicts others
 * share. */
#ifndef DIFF_MATCH_ATTEMPT_H
#define DIFF_MATCH_ATTEMPT_H
#include "diff/match/compare_internal.h"

struct attempt {
    LLVMValueRef body[2];
    LLVMValueRef function[2];
    bool owned[2];
    unsigned assumptions; /* what rewriting so far rests on */
};

void attempt_init(struct attempt *, struct comparer *, LLVMValueRef old_function,
                  LLVMValueRef new_function);
void attempt_release(struct attempt *);

/* A second attempt that goes on from ATTEMPT, with its own copy of the body on SIDE; it
 * borrows the other. */
void attempt_copy(struct attempt *copy, const struct attempt *attempt, enum side);
/* The instruction of the copy that stands where INSTRUCTION stands in ATTEMPT. */
LLVMValueRef attempt_same_place(const struct attempt *copy, const struct attempt *attempt,
                                enum side, LLVMValueRef instruction);
/* ATTEMPT goes on with what COPY, made from it, owns; COPY is then to be released. */
void attempt_replace(struct attempt *attempt, struct attempt *copy);

/* One attempt after another with rewritten bodies: how far they match. */
struct trial {
    struct comparer *comparer;
    size_t pair;
    bool (*matches)(struct trial *, const struct attempt *, struct difference *failed);
    struct difference difference; /* of the attempt as it stands */
    bool same;                    /* it matches */
    unsigned left;                /* matches that may still be tried */
};

/* Makes sure that the body is a copy that may be rewritten; the instruction in it that
 * INSTRUCTION, of the body so far, became. */
LLVMValueRef attempt_own(struct attempt *, enum side, LLVMValueRef instruction);

/* Inlines the call at INSTRUCTION (of the attempt's current body) if its callee has a body
 * that is worth it, and normalises the result; false if nothing was changed. */
bool attempt_inline(struct attempt *, struct comparer *, enum side, LLVMValueRef instruction);

/* Inlines what is small and normalises strongly, both sides; false if they are too large. */
enum attempt_trust {
    TRUST_NOTHING,
    TRUST_OLD
}; /* TRUST_OLD: signed arithmetic of the old version does not overflow */
bool attempt_strengthen(struct attempt *, struct comparer *, enum normalise_strength,
                        enum attempt_trust);

#endif
