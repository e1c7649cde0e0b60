/* From LLVM's representation (load/ir/ir.h) to our program; inside the room only.
 *
 * translate.c walks the linked modules, the files named translate_X.c each handle one concern
 * and share `struct translator`. A first-class aggregate or vector is a tuple of scalar
 * values (`struct parts`), one per leaf of its type (`struct shape`), in memory order; a
 * scalar is a tuple of one. Bodies are read and translated one by one; what belongs to one
 * body lives in `body_arena`. Blocks are visited in reverse postorder, so that definitions
 * come before uses except for PHIs, which are filled in last. */
#ifndef LOAD_TRANSLATE_TRANSLATE_H
#define LOAD_TRANSLATE_TRANSLATE_H
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"
#include "load/blocks.h"
#include "load/ir/store.h"
#include "load/frontend.h"
#include "program/passes.h"
#include "program/program.h"

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
/* The values of one IR value: count of them; a single one is held in place. */
struct parts {
    uint32_t count, one;
    const uint32_t *many;
};
static inline struct value part(struct parts p, uint32_t k)
{
    return (struct value){p.count == 1 ? p.one : p.many[k]};
}

struct pending_phi {
    const struct ir_instruction *phi;
    uint32_t first; /* the instruction of its first part; the others follow */
    uint32_t block;
};
/* What became of a block of the body: where it starts and where its terminator ended up. */
struct block_state {
    uint32_t entry, exit;
    uint32_t listed; /* number + 1 of the PHI that has an entry for it */
    bool visited;
    uint8_t trap; /* 0: no; otherwise 1 + kind: the block only traps (translate_check.c) */
};

/* A step of an address that only serves accesses: the IR_GEP's number, and the condition that
 * it fits. */
struct address_step {
    uint32_t address;
    struct value fits;
};

/* A C type whose members or elements are not read yet. */
struct incomplete_type {
    const struct ir_node *type;
    uint32_t index;
};

enum { SHAPE_CACHE = 256 };
struct shape_slot {
    const struct ir_type *type;
    const struct shape *shape;
};

/* How long locals live that clang does not mark: as the lexical blocks say, or nobody knows.
 */
enum unmarked_lives { LIVES_OF_BLOCKS, LIVES_IN_DOUBT };

struct translator {
    struct program *program;
    struct ir_store *store;
    struct failure *failure;
    bool failed;         /* failure is filled */
    bool overflow_sites; /* clang placed traps for overflow */
    enum program_passes passes;
    struct pass_memory *memory; /* what functions are built in */
    /* a variable has such a type; clang places no traps for their arithmetic */
    bool complex_integers;
    struct arena arena; /* shapes; released with the translator */
    struct map shapes;  /* type to struct shape * */
    struct shape_slot shape_cache[SHAPE_CACHE];
    struct map variadic_types; /* types of variadic functions of the program */
    struct map files, ctypes;  /* node to index */
    VECTOR(struct incomplete_type) incomplete;
    const struct ir_value *sanitizer_trap; /* llvm.ubsantrap, or null */
    const struct ir_node *file_known; /* the file of positions met last, and ours for it */
    uint32_t file_index;
    /* the function at work */
    /* its body, tuples, everything below; cleared before the next one */
    struct arena body_arena;
    struct ir_body body;
    struct function *function;
    uint32_t function_index;
    uint32_t at;    /* the instruction at work, in the body */
    uint32_t block; /* where emit() appends */
    uint32_t place;
    bool ended; /* the block has its terminator: the rest of the body's block is dead */
    bool before_terminator;     /* emit() inserts before the block's terminator */
    struct value variadic_area; /* the hidden parameter */
    struct parts *values; /* by number of the argument or instruction; count 0: not bound */
    struct block_state *states; /* by number of the block */
    /* by number, translate_variadic.c; null until it is asked for */
    const bool *over_aligned;
    const bool *kept; /* by number, translate_address.c; null until it is asked for */
    VECTOR(struct address_step) steps;
    bool has_unmarked; /* locals without lifetime markers; translate_scope.c */
    enum unmarked_lives lives;
    /* some function keeps the address of a local whose life is not marked, or may read its
     * value in a later life */
    bool keeps_unmarked;
    bool has_constructors;
    const uint8_t *local_flags; /* by number */
    struct map scope_numbers;   /* node to scope */
    VECTOR(uint32_t) scope_of, scope_parents;
    struct map parameter_of; /* ALLOCA to the PARAM stored into it first */
    struct map areas; /* size and alignment to a shared temporary for variadic arguments */
    VECTOR(struct pending_phi) phis;
    VECTOR(uint32_t) arguments; /* of the call at work, callee first */
    VECTOR(uint32_t) dying;     /* temporaries that die after it */
};

/* translate.c */
/* Each function goes through the passes of its own as soon as it is translated.
 * `keeps_unmarked`: the address of a local whose life clang does not mark is kept somewhere,
 * so that it matters when its block is left. */
struct program *translate_program(struct ir_store *, enum overflow_sites, enum program_passes,
                                  enum unmarked_lives, bool *keeps_unmarked,
                                  struct failure *);
bool translator_fail(struct translator *, enum failure_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Room for that many ids until the end of the caller, or of the body if they are more than a
 * few. */
enum { FEW = 4 };
static inline uint32_t *room_for(struct translator *t, uint32_t *few, uint32_t count)
{
    return count <= FEW ? few : ARENA_ARRAY(&t->body_arena, uint32_t, count);
}

/* translate_type.c */
const struct shape *shape_of(struct translator *, const struct ir_type *);
/* of a type with one leaf */
struct type scalar_type(struct translator *, const struct ir_type *);
struct type word_type(struct translator *); /* the integer of pointer width */
uint64_t type_size(struct translator *,
                   const struct ir_type *); /* allocation size in bytes */
/* ABI alignment in bytes */
uint64_t type_alignment(struct translator *, const struct ir_type *);
/* of an aggregate's element: its first leaf */
uint32_t leaf_index(struct translator *, const struct ir_type *, unsigned element);
const struct ir_type *element_type(const struct ir_type *aggregate, unsigned element);

/* translate_emit.c: instructions into the current block */
uint32_t emit(struct translator *, struct instruction, const uint32_t *operands,
              uint32_t count);
struct value emit_unary(struct translator *, enum op, struct type, struct value);
struct value emit_binary(struct translator *, enum op, struct type, struct value,
                         struct value);
struct value emit_compare(struct translator *, enum compare, struct value, struct value);
struct value emit_select(struct translator *, struct value condition, struct value then,
                         struct value otherwise);
struct value emit_bits(struct translator *, enum bits_function, struct type, struct value,
                       struct value);
/* pointer + bytes */
struct value emit_offset(struct translator *, struct value pointer, uint64_t bytes);
/* integers */
struct value emit_resize(struct translator *, struct value, struct type to, enum op extend);
struct value emit_not(struct translator *, struct value);
struct value emit_input(struct translator *, struct type, const char *name);
void emit_jump(struct translator *, uint32_t block);
void emit_branch(struct translator *, struct value, uint32_t then, uint32_t otherwise);
void emit_stop(struct translator *, enum stop_kind);
void emit_check(struct translator *, enum check_kind, struct value, const char *text);
void emit_assume(struct translator *, struct value);
struct value emit_unsupported(struct translator *, struct type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Runs in which the condition does not hold are not understood. */
void emit_unsupported_unless(struct translator *, struct value condition, const char *text);
struct value emit_load(struct translator *, struct type, struct value pointer,
                       uint64_t alignment, unsigned flags);
void emit_store(struct translator *, struct value pointer, struct value, uint64_t alignment,
                unsigned flags);
struct type type_of(struct translator *, struct value);
struct value word(struct translator *, uint64_t); /* a constant of pointer width */
struct value truth(struct translator *, bool);    /* a constant i1 */
/* An ALLOCA in the entry block. */
struct value emit_temporary(struct translator *, uint64_t bytes, uint64_t alignment);
/* A new block; emission goes on there. */
uint32_t start_block(struct translator *, const char *name);

/* translate_value.c: operands */
struct parts parts_of(struct translator *, const struct ir_value *);
struct value value_of(struct translator *, const struct ir_value *); /* of a scalar */
void bind(struct translator *, const struct ir_value *, struct value);
void bind_parts(struct translator *, const struct ir_value *, const uint32_t *,
                uint32_t count);

/* translate_constant.c: constants; may emit instructions for constant expressions */
void constant_parts(struct translator *, const struct ir_value *, uint32_t *out);
/* A pointer constant (or its integer view) as base and offset; false if it is not one. */
bool constant_address(struct translator *, const struct ir_value *, struct value *address);
/* translate_annotation.c: fills the program's annotations */
void translate_annotations(struct translator *);
/* UINT32_MAX: no function of the program */
uint32_t function_index_of(const struct ir_value *);
const struct ir_value *resolve_alias(const struct ir_value *);

/* translate_global.c */
void declare_globals(struct translator *);
void fill_globals(struct translator *);

/* translate_function.c */
void declare_functions(struct translator *);
void translate_function(struct translator *, const struct ir_function *);
bool call_stops(struct translator *,
                const struct ir_instruction
                    *call); /* the call never returns because of what its callee means */

/* translate_start.c: at main's entry */
void emit_start(struct translator *);
/* After all bodies: main must not be called again where constructors stand at its entry. */
void check_start(struct translator *);

/* translate_instruction.c: values without memory or control */
void translate_instruction(struct translator *, const struct ir_instruction *);
struct value cast_value(struct translator *, enum ir_op, struct value, struct type to);
/* The bits of a scalar or a vector as a scalar of the same width. */
struct value bitcast_value(struct translator *, const struct ir_value *from, struct type to);

/* translate_aggregate.c */
void translate_aggregate(struct translator *, const struct ir_instruction *);

/* translate_terminator.c */
void translate_terminator(struct translator *, const struct ir_instruction *);

/* translate_atomic.c */
/* Unsupported where the cast is one that clang gives no sign in an atomic assignment. */
void check_atomic_sign(struct translator *, const struct ir_instruction *cast);
/* translate_memory.c */
void translate_memory(struct translator *, const struct ir_instruction *);
/* translate_scope.c */
void scope_find_unmarked(struct translator *);
/* after it was translated */
void scope_note(struct translator *, const struct ir_instruction *);
void scope_declare(struct translator *, const struct ir_instruction *); /* an IR_DECLARE */
void scope_end_lifetimes(struct translator *);                          /* after the body */
bool scope_is_entered(const struct ir_instruction *);                   /* a BLOCK_MARK */

/* translate_address.c */
/* Operands and source element type of an IR_GEP; null: of a constant expression. */
struct value translate_address(struct translator *, const struct ir_instruction *,
                               struct ir_value *const *, uint32_t count,
                               const struct ir_type *source);
/* A constant index times the size of an element; far from every object where C has no such
 * address. */
uint64_t address_step(struct translator *, int64_t index, uint64_t scale);
/* Before an access: the steps that lead to its address are checked. */
void check_steps(struct translator *, const struct ir_value *pointer);

void load_parts(struct translator *, const struct shape *, struct value pointer,
                uint64_t alignment, unsigned flags, uint32_t *out);
void store_parts(struct translator *, const struct shape *, struct value pointer,
                 struct parts, uint64_t alignment, unsigned flags);

/* translate_call.c, translate_variadic.c, translate_builtin.c, translate_intrinsic.c,
 * translate_assembly.c */
void translate_call(struct translator *, const struct ir_instruction *);
/* false: an ordinary call */
bool translate_builtin(struct translator *, const struct ir_instruction *call,
                       const struct function *callee);
/* What the number of an intrinsic is to be, so that it is found again at its calls. */
uint32_t intrinsic_number(const char *name);
void translate_intrinsic(struct translator *, const struct ir_instruction *call,
                         const struct ir_value *callee);
void translate_assembly(struct translator *, const struct ir_instruction *call);
/* Stores the arguments from `first` on into an area as va_arg will read them; null if there
 * are none. */
struct value pack_variadic(struct translator *, const struct ir_instruction *call,
                           unsigned first);
void unpack_variadic_start(struct translator *, struct value list);
void copy_variadic_list(struct translator *, struct value to, struct value from);
/* null if passed plainly */
const struct ir_type *byval_type(const struct ir_instruction *call, unsigned argument);
uint64_t byval_alignment(struct translator *, const struct ir_instruction *call,
                         unsigned argument);
/* The pointer that va_arg aligned to 16 bytes may also come from registers, for a type that
 * is no 128-bit integer. */
bool variadic_register_over_aligned(struct translator *, const struct ir_instruction *masked);

/* translate_check.c */
/* Kinds of traps: clang's numbers of their handlers. */
enum {
    TRAP_ADD = 0,
    TRAP_DIVISION = 3,
    TRAP_FLOAT_CAST = 5,
    TRAP_MUL = 12,
    TRAP_NEGATE = 13,
    TRAP_SHIFT = 20,
    TRAP_SUB = 21,
    TRAP_LENGTH = 24
};
void check_division(struct translator *, struct value, struct value divisor, bool is_signed);
/* -1 if the block does more than trap */
int trap_kind(struct translator *, const struct ir_block *);
void check_trap(struct translator *, const struct ir_value *condition, bool trap_if,
                int kind);

/* translate_field.c: floats in bit-fields */
void check_field(struct translator *, const struct ir_instruction *store);
/* after the trap of a constant that is converted; `next`: where runs go on */
void check_field_of_constant(struct translator *, const struct ir_block *next);

/* debug.c */
void debug_place(struct translator *, const struct ir_instruction *); /* sets t->place */
void debug_declare(struct translator *, const struct ir_instruction *declare);
void debug_function(struct translator *, const struct ir_node *subprogram, struct function *);
void debug_global(struct translator *, const struct ir_node *variable, struct global *);
uint32_t debug_type(struct translator *, const struct ir_node *); /* ctype index */

#endif
