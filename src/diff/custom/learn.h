/* Learning a custom change pattern from an example: two versions of one function that differ
 * in one place.
 *
 * The bodies are aligned block by block; what has no counterpart is the change. What the
 * change uses from outside becomes the pattern's inputs, what the rest uses from it the
 * outputs. Law: applied to the example, the pattern explains it. */
#ifndef DIFF_CUSTOM_LEARN_H
#define DIFF_CUSTOM_LEARN_H
#include "base/failure.h"
#include "diff/project/project.h"

/* The pattern as a new module with old_NAME and new_NAME, owned by the caller, or null with a
 * failure that says why the change is no pattern (branches changed, no change at all, too
 * much). */
LLVMModuleRef learn_pattern(LLVMValueRef old_function, LLVMValueRef new_function,
                            const char *name, struct failure *);

#endif
