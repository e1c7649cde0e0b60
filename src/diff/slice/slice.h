/* Slicing a function with respect to a global variable (T23 chapter 9).
 *
 * The slice keeps what the variable's value can influence and what those instructions need:
 * an instruction is left out only if neither the variable reaches it, through data, memory or
 * control, nor a kept instruction depends on it. Law: keeping more is always right; a
 * difference in code that is left out cannot change how the variable is used. Unlike the
 * document's third phase, a branch that decides whether a kept instruction runs is always
 * kept.
 *
 * Memory: a function without a body is taken to touch only what its arguments point to; the
 * value of the variable at its reads is taken as given, whoever wrote it. */
#ifndef DIFF_SLICE_SLICE_H
#define DIFF_SLICE_SLICE_H
#include "diff/project/project.h"

#include <llvm-c/Types.h>

/* True if an instruction of the function mentions the variable. Both belong to one module. */
bool slice_mentions(LLVMValueRef function, LLVMValueRef variable);

/* A new function in FUNCTION's module, called NAME, that holds the slice; FUNCTION stays as
 * it is. The project gives the bodies of callees. */
LLVMValueRef slice_function(const struct project *, LLVMValueRef function,
                            LLVMValueRef variable, const char *name);

#endif
