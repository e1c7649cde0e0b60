/* From an LLVM module to our program; inside the room only.
 *
 * translate.c walks the module, the files named translate_X.c each handle one concern and share `struct
 * translator`. A first-class aggregate or vector is a tuple of scalar values (`struct parts`), one per leaf
 * of its type (`struct shape`), in memory order; a scalar is a tuple of one. Blocks are visited in reverse
 * postorder, so that definitions come before uses except for PHIs, which are filled in last. */
#ifndef FRONTEND_TRANSLATE_H
#define FRONTEND_TRANSLATE_H
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"
#include "frontend/frontend.h"
#include "frontend/positions.h"
#include "program/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* One scalar inside a type: what it is and where it lies. */
struct leaf {
    struct type type;
    uint64_t offset;
};
struct shape {
    const struct leaf *leaves;
    uint32_t count;
    bool supported;
};
/* The values of one LLVM value: count of them; a single one is held in place. */
struct parts {
    uint32_t count, one;
    const uint32_t *many;
};
static inline struct value part(struct parts p, uint32_t k)
{
    return (struct value){p.count == 1 ? p.one : p.many[k]};
}

enum attribute { ATTRIBUTE_BYVAL, ATTRIBUTE_ALIGN, ATTRIBUTE_NORETURN, ATTRIBUTE_COUNT };

struct pending_phi {
    LLVMValueRef phi;
    uint32_t first; /* the instruction of its first part; the others follow */
    uint32_t block;
};
/* What became of an LLVM block: where it starts and where its terminator ended up. */
struct block_state {
    uint32_t entry, exit;
    uint32_t position; /* number of its first instruction */
    bool visited;
    uint8_t trap; /* 0: no; otherwise 1 + kind: the block only traps (translate_check.c) */
};

/* A C type whose members or elements are not read yet. */
struct incomplete_type {
    LLVMMetadataRef type;
    uint32_t index;
};

struct translator {
    struct program *program;
    struct failure *failure;
    bool failed;           /* failure is filled */
    bool overflow_sites;   /* clang placed traps for overflow */
    bool complex_integers; /* a variable has such a type; clang places no traps for their arithmetic */
    LLVMModuleRef module;
    const struct positions *known_positions;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    unsigned attribute[ATTRIBUTE_COUNT];
    struct arena arena; /* shapes and tuples; released with the translator */
    struct map shapes;  /* LLVMTypeRef to struct shape * */
    struct map functions, globals;
    struct map places, files, ctypes; /* metadata to index */
    VECTOR(struct incomplete_type) incomplete;
    struct map intrinsics;           /* LLVM function to what it is, translate_intrinsic.c */
    struct map values;               /* LLVM value to an id, or to a struct parts * with TUPLE_BIT */
    uint32_t file_known, file_index; /* the file of positions met last + 1, and ours for it */
    /* the function at work */
    struct function *function;
    LLVMValueRef llvm_function;
    uint32_t function_index;
    const struct position *positions; /* of its instructions in order, or null: LLVM knows them */
    uint32_t position;                /* number of the instruction at work */
    uint32_t block;                   /* where emit() appends */
    uint32_t place;
    bool ended;                 /* the block has its terminator: the rest of the LLVM block is dead */
    bool before_terminator;     /* emit() inserts before the block's terminator */
    struct value variadic_area; /* the hidden parameter */
    struct map blocks;          /* LLVM block to index into states */
    struct map parameter_of;    /* ALLOCA to the PARAM stored into it first */
    struct map areas;           /* size and alignment to a shared temporary for variadic arguments */
    VECTOR(struct block_state) states;
    VECTOR(struct pending_phi) phis;
};

/* translate.c */
struct program *translate_module(LLVMModuleRef, const struct positions *, enum overflow_sites,
                                 struct failure *);
bool translator_fail(struct translator *, enum failure_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* translate_type.c */
const struct shape *shape_of(struct translator *, LLVMTypeRef);
struct type scalar_type(struct translator *, LLVMTypeRef); /* of a type with one leaf */
struct type word_type(struct translator *);                /* the integer of pointer width */
uint64_t type_size(struct translator *, LLVMTypeRef);      /* allocation size in bytes */
uint32_t leaf_index(struct translator *, LLVMTypeRef,
                    unsigned element); /* of an aggregate's element: its first leaf */
LLVMTypeRef element_type(LLVMTypeRef aggregate, unsigned element);

/* translate_emit.c: instructions into the current block */
uint32_t emit(struct translator *, struct instruction, const uint32_t *operands, uint32_t count);
struct value emit_unary(struct translator *, enum op, struct type, struct value);
struct value emit_binary(struct translator *, enum op, struct type, struct value, struct value);
struct value emit_compare(struct translator *, enum compare, struct value, struct value);
struct value emit_select(struct translator *, struct value condition, struct value then,
                         struct value otherwise);
struct value emit_bits(struct translator *, enum bits_function, struct type, struct value, struct value);
struct value emit_offset(struct translator *, struct value pointer, uint64_t bytes); /* pointer + bytes */
struct value emit_resize(struct translator *, struct value, struct type to, enum op extend); /* integers */
struct value emit_not(struct translator *, struct value);
struct value emit_input(struct translator *, struct type, const char *name);
void emit_jump(struct translator *, uint32_t block);
void emit_branch(struct translator *, struct value, uint32_t then, uint32_t otherwise);
void emit_stop(struct translator *, enum stop_kind);
void emit_check(struct translator *, enum check_kind, struct value, const char *text);
struct value emit_unsupported(struct translator *, struct type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct value emit_load(struct translator *, struct type, struct value pointer, uint64_t alignment,
                       unsigned flags);
void emit_store(struct translator *, struct value pointer, struct value, uint64_t alignment, unsigned flags);
struct type type_of(struct translator *, struct value);
struct value word(struct translator *, uint64_t); /* a constant of pointer width */
struct value truth(struct translator *, bool);    /* a constant i1 */
/* An ALLOCA in the entry block. */
struct value emit_temporary(struct translator *, uint64_t bytes, uint64_t alignment);
/* A new block; emission goes on there. */
uint32_t start_block(struct translator *, const char *name);

/* translate_value.c: operands */
struct parts parts_of(struct translator *, LLVMValueRef);
struct value value_of(struct translator *, LLVMValueRef); /* of a scalar */
void bind(struct translator *, LLVMValueRef, struct value);
void bind_parts(struct translator *, LLVMValueRef, const uint32_t *, uint32_t count);
struct parts parts_slice(struct translator *, struct parts, uint32_t first, uint32_t count);

/* translate_constant.c: constants; may emit instructions for constant expressions */
void constant_parts(struct translator *, LLVMValueRef, uint32_t *out);
void constant_limbs(struct translator *, LLVMValueRef constant_int, uint32_t *limbs, uint32_t count);
/* A pointer constant (or its integer view) as base and offset; false if it is none. */
bool constant_address(struct translator *, LLVMValueRef, struct value *address);
uint32_t function_index_of(struct translator *, LLVMValueRef);
LLVMValueRef resolve_alias(LLVMValueRef);

/* translate_global.c */
void declare_globals(struct translator *);
void fill_globals(struct translator *);

/* translate_function.c */
void declare_functions(struct translator *);
void translate_function(struct translator *, LLVMValueRef);
struct block_state *state_of(struct translator *, LLVMBasicBlockRef);
bool call_stops(struct translator *,
                LLVMValueRef call); /* the call never returns because of what its callee means */

/* translate_start.c: at main's entry */
void emit_start(struct translator *);

/* translate_instruction.c: values without memory or control */
void translate_instruction(struct translator *, LLVMValueRef);
struct value cast_value(struct translator *, LLVMOpcode, struct value, struct type to);

/* translate_aggregate.c */
void translate_aggregate(struct translator *, LLVMValueRef);

/* translate_terminator.c */
void translate_terminator(struct translator *, LLVMValueRef);

/* translate_memory.c */
void translate_memory(struct translator *, LLVMValueRef);
struct value translate_address(struct translator *,
                               LLVMValueRef gep); /* instruction or constant expression */
void load_parts(struct translator *, const struct shape *, struct value pointer, uint64_t alignment,
                unsigned flags, uint32_t *out);
void store_parts(struct translator *, const struct shape *, struct value pointer, struct parts,
                 uint64_t alignment, unsigned flags);

/* translate_call.c, translate_variadic.c, translate_builtin.c, translate_intrinsic.c, translate_assembly.c */
void translate_call(struct translator *, LLVMValueRef);
bool translate_builtin(struct translator *, LLVMValueRef call,
                       const struct function *callee); /* false: an ordinary call */
void translate_intrinsic(struct translator *, LLVMValueRef call, LLVMValueRef callee);
void translate_assembly(struct translator *, LLVMValueRef call);
/* Stores the arguments from `first` on into an area as va_arg will read them; null if there are none. */
struct value pack_variadic(struct translator *, LLVMValueRef call, unsigned first);
void unpack_variadic_start(struct translator *, struct value list);
void copy_variadic_list(struct translator *, struct value to, struct value from);
LLVMTypeRef byval_type(struct translator *, LLVMValueRef call,
                       unsigned argument); /* null if passed plainly */
uint64_t byval_alignment(struct translator *, LLVMValueRef call, unsigned argument);
/* The pointer that va_arg aligned to 16 bytes may also come from registers, for a type that is no 128-bit
 * integer. */
bool variadic_register_over_aligned(LLVMValueRef masked);

/* translate_check.c */
void check_division(struct translator *, struct value, struct value divisor, bool is_signed);
int trap_kind(LLVMBasicBlockRef); /* -1 if the block does more than trap */
void check_trap(struct translator *, LLVMValueRef condition, bool trap_if, int kind);

/* debug.c */
void debug_place(struct translator *, LLVMValueRef instruction); /* sets t->place */
bool is_debug_call(LLVMValueRef instruction);                    /* of an llvm.dbg intrinsic */
void debug_declare(struct translator *, LLVMValueRef call);
void debug_function(struct translator *, LLVMValueRef, struct function *);
void debug_global(struct translator *, LLVMValueRef, struct global *);
uint32_t debug_type(struct translator *, LLVMMetadataRef); /* ctype index */

#endif
