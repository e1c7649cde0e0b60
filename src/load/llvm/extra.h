/* What LLVM 19's C interface does not tell: debug records, and parts of debug nodes. Each
 * function is one getter of LLVM's C++ interface; nodes of another kind give null, 0 or an
 * empty text. */
#ifndef LOAD_LLVM_EXTRA_H
#define LOAD_LLVM_EXTRA_H
#include <llvm-c/Types.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct extra_declaration {
    LLVMValueRef address; /* null: there is none any more */
    LLVMMetadataRef variable, location;
};
/* The debug declarations right before an instruction, in order. */
void extra_declarations(LLVMValueRef instruction,
                        void (*take)(void *context, const struct extra_declaration *),
                        void *context);

/* Of a variable, a subprogram or an enumerator. */
const char *extra_name(LLVMMetadataRef, size_t *size);
/* The base type of a derived or composite type, the type of a variable, the signature of a
 * subprogram. */
LLVMMetadataRef extra_type(LLVMMetadataRef);
/* A tuple: elements of a composite type, types of a subroutine type. */
LLVMMetadataRef extra_elements(LLVMMetadataRef);
/* The scope that a lexical block is in, and its line. */
LLVMMetadataRef extra_parent(LLVMMetadataRef);
unsigned extra_block_line(LLVMMetadataRef);
/* DWARF's encoding of a basic type. */
unsigned extra_encoding(LLVMMetadataRef);
/* The low 64 bits of an enumerator, its sign extended. */
int64_t extra_enumerator(LLVMMetadataRef);
/* Elements of a subrange; -1 if that is no constant. */
int64_t extra_count(LLVMMetadataRef);
/* Which parameter a local variable is, from 1 on; 0: none. */
unsigned extra_argument(LLVMMetadataRef);
/* Items of a tuple may be null. */
unsigned extra_tuple_size(LLVMMetadataRef);
LLVMMetadataRef extra_tuple_item(LLVMMetadataRef, unsigned k);

#ifdef __cplusplus
}
#endif
#endif
