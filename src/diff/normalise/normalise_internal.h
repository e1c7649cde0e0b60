/* The parts of normalisation: strip.c removes promises, neutralise.c replaces what may be undefined. */
#ifndef DIFF_NORMALISE_NORMALISE_INTERNAL_H
#define DIFF_NORMALISE_NORMALISE_INTERNAL_H
#include "diff/normalise/normalise.h"

#define OPAQUE_PREFIX "sooth."

void strip_function_attributes(LLVMValueRef function,
                               enum normalise_role); /* function: defined or declared, no intrinsic */
void strip_instruction(
    LLVMValueRef instruction); /* in the old version, remembers what strip_restore puts back */
void strip_restore(LLVMValueRef instruction);

/* The declaration of an opaque function, with the attributes of its kind. */
LLVMValueRef opaque_declare(LLVMModuleRef, const char *name, LLVMTypeRef);

/* Puts opaque markers where a pass could use undefined behaviour; removes lifetime markers, assumptions and
 * hints. */
void neutralise_function(LLVMValueRef function);

/* access.c: marks the accesses of FUNCTION that may fail and whose value is not used, in a copy; null if it
 * has none. Requires values, not variables. */
LLVMValueRef access_marked_form(LLVMValueRef function);

/* widen.c: sign extensions move to the operands of signed arithmetic that does not overflow. */
void widen_signed(LLVMValueRef function);

/* Merges blocks that do the same; true if there were any. */
bool merge_blocks(LLVMValueRef function);

/* Removes markers whose operand turned out to be a harmless constant; true if there were any. */
bool neutralise_fold(LLVMValueRef function);

/* promise.c: read before attributes are stripped, written after; the body's before it is normalised. */
struct text;
void promise_read(LLVMValueRef function, struct text *words);
void promise_write(LLVMValueRef function, const struct text *words);
void promise_note_code(LLVMValueRef function);

/* never_called.c: all declarations with one error message become one function. */
void merge_never_called(LLVMModuleRef);

#endif
