/* What the comparison needs from LLVM and its C interface lacks: passes on one function,
 * cloning, inlining, import of a body from another module, memory dependence, dominance, and
 * the types in debug information. Everything here is a thin call into LLVM; no decision about
 * equality is taken in it. See docs/decisions/070-diff-llvm-extra.md. */
#ifndef DIFF_PROJECT_LLVM_EXTRA_H
#define DIFF_PROJECT_LLVM_EXTRA_H
#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A list of function passes in LLVM's textual form, ready to run on one function at a time.
 * Null if it does not parse. */
struct extra_pipeline;
struct extra_pipeline *extra_pipeline_new(const char *passes);
void extra_pipeline_free(struct extra_pipeline *);
void extra_pipeline_run(struct extra_pipeline *, LLVMValueRef function);

/* A copy of the function in its module, with internal linkage and no users. */
LLVMValueRef extra_clone(LLVMValueRef function);

/* A copy of a function's body in another module of the same context, kept for the next
 * request. Globals that the body mentions become declarations of the same name. Null if that
 * name stands for something else there.
 */
LLVMValueRef extra_import(LLVMValueRef function, LLVMModuleRef into);

/* Replaces the direct call by the callee's body; false, and nothing changed, if LLVM cannot
 * inline it. */
bool extra_inline(LLVMValueRef call);

unsigned extra_instruction_count(LLVMValueRef function);
/* calls llvm.va_start, so it cannot be inlined */
bool extra_is_varargs_user(LLVMValueRef function);

/* Same operation, types and flags, whatever the operands. */
bool extra_same_operation(LLVMValueRef a, LLVMValueRef b);

/* Sends every jump to BLOCK to OTHER instead and deletes BLOCK. */
void extra_replace_block(LLVMBasicBlockRef block, LLVMBasicBlockRef other);

/* Removes what debug information says about variables; locations stay. */
void extra_drop_variable_records(LLVMValueRef function);

/* What memory a function's instructions depend on. Valid while the function is not changed.
 */
struct extra_memory;
struct extra_memory *extra_memory_new(LLVMValueRef function);
void extra_memory_free(struct extra_memory *);

/* The last access that may have written what LOAD reads: an instruction, the merge at the
 * start of a block, or, with both null, the memory at the function's start. */
struct extra_clobber {
    LLVMValueRef instruction;
    LLVMBasicBlockRef merge;
};
struct extra_clobber extra_memory_clobber(struct extra_memory *, LLVMValueRef load);

/* True if each of the two instructions may be executed first: stores, loads and memory
 * intrinsics that touch memory in no conflicting way, pure instructions, and a call beside
 * what can neither fail nor be seen by it. */
bool extra_memory_independent(struct extra_memory *, LLVMValueRef a, LLVMValueRef b);
bool extra_dominates(struct extra_memory *, LLVMBasicBlockRef a, LLVMBasicBlockRef b);
bool extra_postdominates(struct extra_memory *, LLVMBasicBlockRef a, LLVMBasicBlockRef b);

/* The last block that every path to BLOCK goes through; null: none. */
LLVMBasicBlockRef extra_dominator(struct extra_memory *, LLVMBasicBlockRef block);
/* The first block that every path from BLOCK to an end of the function goes through; null:
 * none. */
LLVMBasicBlockRef extra_postdominator(struct extra_memory *, LLVMBasicBlockRef block);
/* BLOCK heads no loop, or one whose number of rounds is bounded. */
bool extra_loop_ends(struct extra_memory *, LLVMBasicBlockRef block);
/* The instruction may be executed anywhere its operands exist: it reads no memory and cannot
 * fail. */
bool extra_is_pure(LLVMValueRef instruction);

/* The load or store accesses an object that exists and is large enough; likewise BYTES at a
 * pointer. */
bool extra_is_safe_access(LLVMValueRef access);
bool extra_is_safe_memory(LLVMValueRef pointer, uint64_t bytes, LLVMValueRef user);

/* life.cc: how many locals end while their address may still be used later, or begin anew in
 * each round of a loop without being filled; of a body as clang emits it. */
unsigned extra_outlived(LLVMValueRef function);

/* What the pointer of a load or store is known to be aligned to, whatever the access claims.
 */
unsigned extra_known_alignment(LLVMValueRef access);
unsigned extra_pointer_alignment(LLVMValueRef pointer, LLVMValueRef user);

/* Drops stores of zeros to what calloc gave and nothing wrote since; true if there were any.
 */
bool extra_drop_zeros(LLVMValueRef function);

/* Splits the block of INSTRUCTION, which is no phi, in front of it; the new block. */
LLVMBasicBlockRef extra_split(LLVMValueRef instruction);
/* What the phi brings from the block FROM it brings from TO then. */
void extra_rename_incoming(LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* A new block between BLOCK and those COUNT of its predecessors, with phis for what they
 * bring. */
LLVMBasicBlockRef extra_split_edges(LLVMBasicBlockRef block, LLVMBasicBlockRef *predecessors,
                                    size_t count);

/* The types that debug information names. `field` calls follow the `structure` call they
 * belong to. */
struct extra_type_sink {
    void *state;
    void (*structure)(void *state, const char *name, uint64_t size_bits, bool is_union);
    void (*field)(void *state, const char *name, const char *type, uint64_t offset_bits,
                  uint64_t size_bits);
    void (*enumerator)(void *state, const char *type, const char *name, int64_t value);
};
void extra_types(LLVMModuleRef, const struct extra_type_sink *);

#ifdef __cplusplus
}
#endif
#endif
