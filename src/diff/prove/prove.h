/* What is tried when two functions cannot be matched: an input that tells them apart, then a
 * proof that none does (docs/decisions/150-diff-by-formula.md). */
#ifndef DIFF_PROVE_PROVE_H
#define DIFF_PROVE_PROVE_H
#include "diff/match/compare.h"

#include <llvm-c/Types.h>

struct comparer;

/* RESULT says `different`. Turns it into `same (proved)`, or adds an input, or says why
 * neither was found. */
void prove_or_refute(struct comparer *, LLVMValueRef old_function, LLVMValueRef new_function,
                     struct compare_result *result);

/* RESULT says `same`. Runs both: a difference that shows makes it `different`, with the
 * input. Results that rest on what runs do not know (names that correspond, patterns, slices)
 * are left as they are. */
void prove_audit(struct comparer *, LLVMValueRef old_function, LLVMValueRef new_function,
                 struct compare_result *result);

/* RESULT says `same (assuming defined)`. Runs both, and tries to prove it without that
 * assumption. */
void prove_without_assuming(struct comparer *, LLVMValueRef old_function,
                            LLVMValueRef new_function, struct compare_result *result);

#endif
