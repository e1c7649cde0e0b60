/* Inside learning: the alignment of two bodies and the change between them. */
#ifndef DIFF_CUSTOM_LEARN_INTERNAL_H
#define DIFF_CUSTOM_LEARN_INTERNAL_H
#include "base/map.h"
#include "base/vector.h"

#include <llvm-c/Types.h>

struct learn_pair {
    LLVMValueRef value[2];
};

struct learning {
    LLVMValueRef function[2]; /* copies that learning owns */
    struct map partner[2];    /* values of that side -> what they are on the other */
    /* instructions without a partner, in order, of one block */
    VECTOR(LLVMValueRef) change[2];
    VECTOR(struct learn_pair) inputs, outputs;
};

LLVMValueRef learn_partner(const struct learning *, int side, LLVMValueRef); /* null: none */

/* The module with old_NAME and new_NAME. */
LLVMModuleRef learn_build(const struct learning *, const char *name);

#endif
