/* The parts of normalisation: strip.c removes promises, neutralise.c replaces what may be
 * undefined. */
#ifndef DIFF_NORMALISE_NORMALISE_INTERNAL_H
#define DIFF_NORMALISE_NORMALISE_INTERNAL_H
#include "diff/normalise/normalise.h"

#define OPAQUE_PREFIX "sooth."

/* function: defined or declared, no intrinsic */
void strip_function_attributes(LLVMValueRef function);
void strip_instruction(LLVMValueRef instruction); /* remembers what strip_restore puts back */
void strip_restore(LLVMValueRef instruction);
/* signed overflow was undefined before flags were stripped */
bool strip_is_marked(LLVMValueRef instruction);
void strip_wrap_flags(LLVMValueRef instruction);

/* The declaration of an opaque function, with the attributes of its kind. */
LLVMValueRef opaque_declare(LLVMModuleRef, const char *name, LLVMTypeRef);

/* Puts opaque markers where a pass could use undefined behaviour; removes lifetime markers,
 * assumptions and hints. */
void neutralise_function(LLVMValueRef function);

/* access.c: puts a marker in front of an instruction that may fail. */
void access_mark(LLVMValueRef instruction);

/* watch.c: puts markers in front of all that may fail or be undefined in FUNCTION, of which
 * only values, not variables, are left. */
void watch_mark(LLVMValueRef function);
bool watch_is_needed(LLVMValueRef function);
/* A call of the opaque function NAME in front of AT. */
void marker_insert(LLVMValueRef at, const char *name, LLVMValueRef *operands, unsigned count);

uint64_t normalise_shape_of(LLVMValueRef function); /* shape.c */

/* widen.c: sign extensions move to the operands of signed arithmetic that does not overflow.
 */
void widen_signed(LLVMValueRef function);

/* Merges blocks that do the same; true if there were any. */
bool merge_blocks(LLVMValueRef function);

/* Removes markers whose operand turned out to be a harmless constant; true if there were any.
 */
bool neutralise_fold(LLVMValueRef function);

/* promise.c: read before attributes are stripped, written after; the body's before it is
 * normalised. */
struct text;
void promise_read(LLVMValueRef function, struct text *words);
void promise_write(LLVMValueRef function, const struct text *words);
void promise_note_code(LLVMValueRef function);

/* never_called.c: all declarations with one error message become one function. */
void merge_never_called(LLVMModuleRef);

/* format.c: %lld and the like as %ld. */
void format_respell(LLVMModuleRef, LLVMValueRef function);

#endif
