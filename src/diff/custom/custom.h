/* Custom change patterns (T23 chapter 8): changes that a user declares harmless, as pairs of
 * functions.
 *
 * A pattern file is C or LLVM IR. Functions old_NAME and new_NAME make up the pattern NAME:
 * parameters are its inputs, by order; the returned value, or the arguments of a last call of
 * sooth_output(...), are its outputs, by order. A structure type called any_X stands for any
 * structure, the same in both versions. A string variable rename_NAME lists further names
 * that the functions called may have: "lock=unlock raw_lock=raw_unlock; lock=trylock
 * raw_lock=raw_trylock".
 *
 * A pattern applies where the versions part: the code that both sides begin with is its
 * context, the first instruction in which they differ its anchor. Law: the code that is
 * matched is replaced as a whole, at one point, and only if nothing else uses what is inside
 * and nothing that could notice happens between its parts. */
#ifndef DIFF_CUSTOM_CUSTOM_H
#define DIFF_CUSTOM_CUSTOM_H
#include "base/arena.h"
#include "base/failure.h"
#include "base/vector.h"

#include <llvm-c/Types.h>
#include <stdbool.h>

struct custom_pattern {
    const char *name;
    LLVMValueRef function[2]; /* old, new; normalised */
    LLVMValueRef anchor[2]; /* the first instruction that differs; null: that side has none */
    bool calls[2];          /* that side calls a function */
};

struct custom_patterns {
    struct arena arena;
    VECTOR(struct custom_pattern) patterns;
    VECTOR(LLVMModuleRef) modules;
};

void custom_init(struct custom_patterns *);
void custom_release(struct custom_patterns *);

/* Adds the patterns of a .c, .ll or .bc file, or of all such files in a folder. The context
 * is the projects' own. */
bool custom_load(struct custom_patterns *, LLVMContextRef, const char *path,
                 struct failure *);

#endif
