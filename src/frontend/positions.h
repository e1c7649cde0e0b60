/* The source positions of clang's instructions, taken out of the bitcode before LLVM reads it.
 *
 * LLVM makes a uniqued node for every position, which takes most of the time of reading a module with debug
 * information. positions_take reads the DEBUG_LOC records on its own and turns each into DEBUG_LOC_AGAIN,
 * which then repeats no position at all; everything else stays for LLVM. A function carries its
 * number as metadata, which linking moves along with the body; an instruction is known by its number in it.
 */
#ifndef FRONTEND_POSITIONS_H
#define FRONTEND_POSITIONS_H
#include "base/arena.h"
#include "base/vector.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

struct position {
    uint32_t file, line, column; /* file: into files; 0 everywhere: none */
};
struct position_range {
    uint32_t first, count;
};
struct positions {
    struct arena arena;
    VECTOR(const char *) files; /* 0: "" */
    VECTOR(struct position) list;
    VECTOR(struct position_range) functions; /* in the order of the bodies in the bitcode */
    size_t bound;                            /* of functions */
};

void positions_init(struct positions *);
void positions_release(struct positions *);
/* False if this is no bitcode that we understand; the data is then useless. */
bool positions_take(struct positions *, void *bitcode, size_t bytes);
/* The module that was read from the bitcode taken last. */
void positions_bind(struct positions *, LLVMModuleRef);
/* Those of the function, one per instruction (debug intrinsics not counted), or null. */
const struct position *positions_of(const struct positions *, LLVMValueRef function, uint32_t *count);

#endif
