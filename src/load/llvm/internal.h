/* What the files of this room share: modules, and what LLVM's things become in the store. */
#ifndef LOAD_LLVM_INTERNAL_H
#define LOAD_LLVM_INTERNAL_H
#include "load/ir/reader.h"

#include <llvm-c/Core.h>

struct llvm_module {
    struct ir_module ir;
    LLVMContextRef context; /* of its own, so that nothing is shared with other modules */
    LLVMModuleRef module;
    LLVMBuilderRef builder;  /* folds constants; stands nowhere */
    struct map types;        /* LLVMTypeRef -> const struct ir_type * */
    struct map numbers;      /* LLVMValueRef of a symbol -> its number */
    struct map constants;    /* LLVMValueRef -> struct ir_value * */
    struct map block_number; /* LLVMBasicBlockRef -> its number in its function */
    struct map locals;       /* LLVMValueRef of the body at work -> struct ir_value * */
    struct map node_number;  /* LLVMMetadataRef -> 1 + index in nodes */
    VECTOR(LLVMMetadataRef) node_list;
    VECTOR(struct ir_node *) nodes; /* null until asked for */
};
struct llvm_function {
    struct ir_function function;
    LLVMValueRef theirs;
};
static inline struct llvm_module *llvm_module(struct ir_module *m)
{
    return (struct llvm_module *)m;
}

/* parse.c: a module from bitcode or assembly, verified. Debug information of another version
 * is left out, debug calls become debug records; a module that names no data layout gets
 * x86-64's. Null with a failure. */
LLVMModuleRef llvm_parse(LLVMContextRef, const void *data, size_t bytes, const char *name,
                         struct failure *);

/* types.c */
const struct ir_type *llvm_type(struct llvm_module *, LLVMTypeRef);

/* attributes.c: of a function or a call; never null */
const struct ir_attributes *llvm_function_attributes(struct llvm_module *, LLVMValueRef);
const struct ir_attributes *llvm_call_attributes(struct llvm_module *, LLVMValueRef,
                                                 struct arena *);

/* constants.c */
enum ir_op llvm_op(LLVMOpcode);
struct ir_value *llvm_constant(struct llvm_module *, LLVMValueRef);

/* nodes.c: null for null */
const struct ir_node *llvm_node(struct llvm_module *, LLVMMetadataRef);
/* as the reader says */
const struct ir_node *llvm_child(const struct ir_node *, uint32_t number);

/* body.c, instructions.c */
struct llvm_body {
    struct llvm_module *module;
    struct ir_store *store;
    struct arena *arena;
    size_t at; /* the instruction to fill next */
};
bool llvm_body_read(struct ir_module *, const struct ir_function *, struct arena *,
                    struct ir_body *, struct failure *);
uint32_t llvm_block_number(struct llvm_module *, LLVMBasicBlockRef);
struct ir_value *llvm_operand(struct llvm_body *, LLVMValueRef);
/* An instruction with room for its operands, which llvm_instruction_fill then sets. */
struct ir_instruction *llvm_instruction_new(struct llvm_body *, LLVMValueRef);
void llvm_instruction_fill(struct llvm_body *, LLVMValueRef, struct ir_instruction *);

#endif
