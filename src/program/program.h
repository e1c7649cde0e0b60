/* The program: our own compact representation, in SSA form, between the front end and
 * everything else.
 *
 * A program owns an arena with everything in it. A function is a list of blocks; a block is a
 * list of instruction ids, the last one a terminator; instructions live in one pool per
 * function. A value is an instruction of the same function or an interned constant of the
 * program. First-class aggregates and vectors do not exist: the front end splits them (a call
 * may have several results). Byval and variadic arguments do not exist either: the caller
 * makes a temporary object, and a variadic function takes a pointer to its variadic area as a
 * hidden last parameter. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H
#include "base/arena.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

/* --- types of values --- */
enum type_kind { TYPE_VOID, TYPE_INT, TYPE_FLOAT, TYPE_POINTER };
struct type {
    uint8_t kind; /* enum type_kind */
    /* bits: of an integer (1 ..), of a float 16, 32, 64, 80 (x87), 128; of a pointer 32 or
     * 64; void 0 */
    uint32_t width;
};
static inline bool type_same(struct type a, struct type b)
{
    return a.kind == b.kind && a.width == b.width;
}
/* stored size; x87 floats store 10 bytes, padding is not touched */
static inline uint32_t type_bytes(struct type t)
{
    return (t.width + 7) / 8;
}

/* --- values --- */
struct value {
    uint32_t id;
}; /* an instruction id, or a constant id with the top bit set; VALUE_NONE */
#define VALUE_NONE ((struct value){0x7fffffffu})
#define VALUE_CONSTANT_BIT 0x80000000u
static inline bool value_is_constant(struct value v)
{
    return (v.id & VALUE_CONSTANT_BIT) != 0;
}
static inline bool value_is_none(struct value v)
{
    return v.id == VALUE_NONE.id;
}
static inline bool value_same(struct value a, struct value b)
{
    return a.id == b.id;
}

enum constant_kind {
    CONSTANT_BITS,   /* integer or float: its bits */
    CONSTANT_NULL,   /* null pointer */
    CONSTANT_GLOBAL, /* address of global `index` plus offset */
    /* address of function `index` plus offset (offset nonzero only in odd programs) */
    CONSTANT_FUNCTION,
    CONSTANT_BLOCK, /* address of a block (computed goto): function `index`, block `offset` */
    CONSTANT_UNDEF, /* any value, each use on its own */
};
struct constant {
    uint8_t kind; /* enum constant_kind */
    struct type type;
    uint32_t index;
    int64_t offset;
    /* CONSTANT_BITS: (width+31)/32 limbs, low first, unused high bits zero */
    const uint32_t *limbs;
};

/* --- source --- */
struct place {
    uint32_t file, line, column;
}; /* file: index into program files; line 0: unknown */

/* C types as debug information knows them, for printing values and names. */
enum ctype_kind {
    CTYPE_VOID,
    CTYPE_BOOL,
    CTYPE_SIGNED,
    CTYPE_UNSIGNED,
    CTYPE_CHAR,
    CTYPE_FLOAT,
    CTYPE_POINTER,
    CTYPE_STRUCT,
    CTYPE_UNION,
    CTYPE_ARRAY,
    CTYPE_ENUM,
    CTYPE_FUNCTION,
    CTYPE_OTHER
};
struct cmember {
    const char *name;
    uint32_t ctype;
    uint64_t bit_offset, bit_size;
    bool reads; /* a parameter of a function, a pointer: what it leads to is const */
};
struct cenumerator {
    const char *name;
    int64_t value;
};
struct ctype {
    uint8_t kind;     /* enum ctype_kind */
    const char *name; /* as in C: "unsigned int", "struct node"; may be "" */
    uint64_t bytes;
    uint32_t element; /* ctype pointed to, of an array's elements or of a function's result */
    uint64_t count;   /* of an array's elements */
    struct cmember *members; /* of a function: its parameters; ctype 0 at the end: `...` */
    struct cenumerator *enumerators;
    uint32_t member_count, enumerator_count;
};
/* A parameter as declared in C: one that is a struct may be none or several PARAMs. */
struct cparameter {
    const char *name;
    uint32_t ctype;
};
/* A source variable: local, parameter or global. */
struct variable {
    const char *name;
    uint32_t ctype;    /* index into ctypes; 0 is void/unknown */
    uint32_t function; /* index, or UINT32_MAX for a global */
    struct place place;
};

/* --- instructions --- */
enum op {
#define OP(name, text, result) OP_##name,
#include "program/op.def"
    OP_COUNT
};
/* Classes, and the operations of each, so that a switch over one class can be whole. */
enum op_class {
    CLASS_START,   /* of a function or a block */
    CLASS_INTEGER, /* pure, on integers; comparisons also on pointers */
    CLASS_FLOAT,   /* pure, on floats; conversions too */
    CLASS_ANY,     /* pure, on values of any type */
    CLASS_ADDRESS, /* pure, on pointers */
    CLASS_MEMORY,
    CLASS_CALL,
    CLASS_MEANING, /* for verification */
    CLASS_FLOW     /* terminators */
};
enum integer_op {
#define INTEGER_OP(name, text, result) INTEGER_##name = OP_##name,
#include "program/op.def"
};
enum float_op {
#define FLOAT_OP(name, text, result) FLOAT_##name = OP_##name,
#include "program/op.def"
};
enum any_op {
#define ANY_OP(name, text, result) ANY_##name = OP_##name,
#include "program/op.def"
};
enum address_op {
#define ADDRESS_OP(name, text, result) ADDRESS_##name = OP_##name,
#include "program/op.def"
};
enum memory_op {
#define MEMORY_OP(name, text, result) MEMORY_##name = OP_##name,
#include "program/op.def"
};
enum call_op {
#define CALL_OP(name, text, result) CALL_##name = OP_##name,
#include "program/op.def"
};
enum meaning_op {
#define MEANING_OP(name, text, result) MEANING_##name = OP_##name,
#include "program/op.def"
};
enum flow_op {
#define FLOW_OP(name, text, result) FLOW_##name = OP_##name,
#include "program/op.def"
};
enum start_op {
#define START_OP(name, text, result) START_##name = OP_##name,
#include "program/op.def"
};
enum compare {
    COMPARE_EQ,
    COMPARE_NE,
    COMPARE_ULT,
    COMPARE_ULE,
    COMPARE_UGT,
    COMPARE_UGE,
    COMPARE_SLT,
    COMPARE_SLE,
    COMPARE_SGT,
    COMPARE_SGE
};
/* bit 0: equal, 1: greater, 2: less, 3: unordered, as LLVM numbers them */
enum float_compare {
    FCOMPARE_FALSE,
    FCOMPARE_OEQ,
    FCOMPARE_OGT,
    FCOMPARE_OGE,
    FCOMPARE_OLT,
    FCOMPARE_OLE,
    FCOMPARE_ONE,
    FCOMPARE_ORD,
    FCOMPARE_UNO,
    FCOMPARE_UEQ,
    FCOMPARE_UGT,
    FCOMPARE_UGE,
    FCOMPARE_ULT,
    FCOMPARE_ULE,
    FCOMPARE_UNE,
    FCOMPARE_TRUE
};
enum bits_function {
    BITS_BSWAP,
    BITS_POPCOUNT,
    BITS_CLZ,
    BITS_CTZ,
    BITS_REVERSE,
    BITS_FSHL,
    BITS_FSHR,
    BITS_ABS,
    BITS_SMIN,
    BITS_SMAX,
    BITS_UMIN,
    BITS_UMAX,
    BITS_SADD_OVERFLOW,
    BITS_UADD_OVERFLOW,
    BITS_SSUB_OVERFLOW,
    BITS_USUB_OVERFLOW,
    BITS_SMUL_OVERFLOW,
    BITS_UMUL_OVERFLOW,
    BITS_SADD_SAT,
    BITS_UADD_SAT,
    BITS_SSUB_SAT,
    BITS_USUB_SAT
};
/* clz/ctz of 0 give the width. The overflow predicates give an i1. */
enum float_function {
    FMATH_SQRT,
    FMATH_FABS,
    FMATH_FMA,
    FMATH_FLOOR,
    FMATH_CEIL,
    FMATH_TRUNC,
    FMATH_RINT,
    FMATH_ROUND,
    FMATH_ROUNDEVEN,
    FMATH_MIN,
    FMATH_MAX,
    FMATH_COPYSIGN,
    FMATH_REMAINDER,
    FMATH_IS_NAN,
    FMATH_IS_INF,
    FMATH_IS_FINITE,
    FMATH_IS_NORMAL,
    FMATH_SIGNBIT
}; /* the last five give an i1 */
/* LIFEEND: whether the object surely ends there, or nobody can tell; then using it is not
 * covered. */
enum life_end { LIFE_ENDS, LIFE_MAY_END };
enum check_kind {
    CHECK_ASSERTION,    /* assert, __VERIFIER_assert, call of reach_error */
    CHECK_OVERFLOW,     /* signed + - * negation, INT_MIN / -1, INT_MIN % -1 */
    CHECK_SHIFT_VALUE,  /* result of a signed left shift is not representable */
    CHECK_SHIFT_AMOUNT, /* negative or >= width */
    CHECK_DIVISION,     /* division or remainder by zero */
    CHECK_FLOAT_CAST,   /* float to integer out of range */
    /* an index times the size of an element leaves the address space, or a vector has no such
     * element; an access follows */
    CHECK_INDEX,
    /* __builtin_unreachable reached, or the end of a non-void function whose value is used
     *  */
    CHECK_UNREACHABLE,
    CHECK_KIND_COUNT
};
enum stop_kind {
    STOP_UNREACHABLE,
    STOP_ABORT,
    STOP_EXIT /* operand: status */,
    STOP_ERROR /* reach_error and the like */,
    STOP_TRAP,
    STOP_QUIT /* operand: status; exit without exit handlers */
};
enum instruction_flag {
    FLAG_VOLATILE = 1,
    FLAG_ATOMIC = 2,
    FLAG_NSW = 4,
    FLAG_LOOP_STOPS = 8,
    FLAG_TRUTH =
        16 /* ZEXT, up to program_open_truths: any number other than zero would do for one */
};

struct instruction {
    uint8_t op;  /* enum op */
    uint8_t sub; /* predicate, function, kind: as op.def says */
    uint16_t flags;
    struct type type; /* of the result; void if none */
    uint32_t block;   /* the block that holds it; UINT32_MAX once removed */
    uint32_t place;   /* index into program places; 0: unknown */
    uint32_t operand; /* first operand in the function's operand pool */
    uint32_t count;   /* number of operands */
    /* ALLOCA, NOTE, PARAM, and PHI and INPUT made by promotion: source variable,
     * UINT32_MAX if none */
    uint32_t variable;
    uint64_t extra;     /* as op.def says */
    uint32_t target[2]; /* JUMP, BRANCH, SWITCH: block ids */
    const char *text;   /* INPUT, UNSUPPORTED, CHECK: a name or sentence; may be null */
};

struct block {
    VECTOR(uint32_t) instructions; /* ids in order; the last is a terminator */
    VECTOR(uint32_t) predecessors; /* block ids; kept by program_link */
    const char *name;              /* may be null */
};

enum builtin { /* what calls of a function without body mean; by name, builtin.c */
               BUILTIN_NONE,
               /* __VERIFIER_nondet_*, nondet_*: the front end turns calls into INPUT */
               BUILTIN_INPUT,
               BUILTIN_ASSUME,
               BUILTIN_ERROR,
               BUILTIN_ASSERT_FAIL,
               BUILTIN_ABORT,
               BUILTIN_EXIT,
               BUILTIN_QUIT, /* _exit, _Exit: ends the program without exit handlers */
               BUILTIN_MALLOC,
               BUILTIN_FREE, /* calloc, realloc, ... are models written in C over these */
               BUILTIN_OBJECT_SIZE, /* size_t __sooth_object_size(const void *): for models */
               BUILTIN_OBJECT_OFFSET, /* size_t __sooth_object_offset(const void *) */
               BUILTIN_IS_HEAP, /* int __sooth_is_heap(const void *): alive, heap, offset 0 */
               /* int __sooth_putchar(int stream, int c): output of the interpreter */
               BUILTIN_PUTCHAR,
               /* void __VERIFIER_assert(int): an assertion error if 0 (where it has no body)
                *  */
               BUILTIN_ASSERT,
               BUILTIN_COUNT
};

/* What the source's attributes say of a parameter: nonnull, and `[static n]`; or that it is
 * none of the source: it leads to a struct that is passed by value, or to the room for one
 * that is returned, which nobody else knows. */
struct parameter_promise {
    bool non_null, own;
    uint64_t bytes;     /* that there are behind it (own: all there are); 0: not said */
    uint64_t alignment; /* own */
};

struct function {
    const char *name;
    /* source file that defines it (for statics of one name); "" if unknown */
    const char *unit;
    bool internal; /* static */
    /* weak: another definition may take its place; not part of the text form */
    bool replaceable;
    bool has_body;
    bool variadic; /* the last parameter is the hidden pointer to the variadic area */
    bool no_return;
    bool address_taken;
    uint8_t builtin; /* enum builtin */
    struct place place;
    struct type *params;
    uint32_t param_count;
    struct type *results;
    uint32_t result_count;
    uint32_t ctype_result; /* C type of the result, 0 unknown */
    /* attributes of the source: what it returns is not null, and leads to as many bytes as
     * the PARAM says (one more than its number; 0: not said), times another one */
    bool returns_non_null;
    uint32_t size_parameter, count_parameter;
    struct parameter_promise *promises; /* by PARAM, param_count of them; null: none */
    struct cparameter *signature; /* as declared in C, with a body only; names may be "" */
    uint32_t signature_count;
    VECTOR(struct instruction) instructions;
    VECTOR(uint32_t) operands;
    VECTOR(struct block) blocks; /* block 0 is the entry and has no predecessors */
};

struct relocation {
    uint64_t offset;
    struct value value;
}; /* a pointer-typed constant stored at that offset */
struct global {
    const char *name;
    const char *unit;
    bool internal, read_only, external /* declared only: content unknown */,
        thread_local_storage;
    bool within; /* a static variable of a function, which others cannot name */
    uint64_t size;
    uint32_t alignment;
    uint32_t variable;    /* index, UINT32_MAX if none */
    const uint8_t *bytes; /* size bytes; null: all zero (or external) */
    struct relocation *relocations;
    uint32_t relocation_count;
};

struct annotation { /* a text that the source gives a function */
    uint32_t function;
    const char *text;
    const char *file; /* where it stands; may be null */
};

struct program {
    struct arena arena;
    uint32_t pointer_width; /* 32 or 64 */
    VECTOR(struct function) functions;
    VECTOR(struct global) globals;
    VECTOR(struct constant) constants;
    VECTOR(struct place) places; /* 0 is the unknown place */
    VECTOR(const char *) files;  /* 0 is "" */
    VECTOR(struct ctype) ctypes; /* 0 is unknown */
    VECTOR(struct variable) variables;
    VECTOR(struct annotation) annotations; /* not part of the text form */
    struct map constant_index;             /* hash to first id, for interning */
    uint32_t recent_integers[256];         /* ids of constants by a hash */
    uint32_t recent_places[256];           /* by a hash, so that neighbours share one */
    struct text_map file_index;
    uint32_t entry; /* function index of main; UINT32_MAX if there is none */
};

/* --- names (names.c, builtin.c) --- */
enum op_result { OP_RESULT_NONE, OP_RESULT_VALUE, OP_RESULT_MAYBE };
const char *op_text(enum op); /* "add" */
enum op_result op_result(enum op);
enum op_class op_class(enum op);
static inline bool op_is_terminator(enum op op)
{
    return op >= OP_JUMP && op <= OP_STOP; /* CLASS_FLOW: the last ones of op.def */
}
uint32_t op_sub_count(enum op); /* how many values `sub` may have; 0: the op has no sub */
const char *op_sub_text(enum op, uint32_t sub); /* "slt"; null if the op has no such sub */
/* what a function of that name means if it has no body */
enum builtin builtin_find(const char *name);

/* --- building (build.c) --- */
struct program *program_new(uint32_t pointer_width);
void program_free(struct program *);
void function_release(struct function *); /* its body */
/* A copy to be changed, with the same numbers for everything. Names and constants stay those
 * of the original, which must outlive it (copy.c). */
struct program *program_copy(const struct program *);
struct type type_int(uint32_t width);
struct type type_float(uint32_t width);
struct type type_pointer(const struct program *);
struct type type_void(void);
struct value constant_bits(struct program *, struct type, const uint32_t *limbs);
/* truncated or zero-extended */
struct value constant_int(struct program *, struct type, uint64_t value);
struct value constant_null(struct program *);
struct value constant_global(struct program *, uint32_t global, int64_t offset);
struct value constant_function(struct program *, uint32_t function, int64_t offset);
struct value constant_block(struct program *, uint32_t function, uint32_t block);
struct value constant_undef(struct program *, struct type);
uint32_t program_place(struct program *, struct place);    /* shared with recent equal ones */
uint32_t program_file(struct program *, const char *path); /* interned */
uint32_t program_add_function(
    struct program *,
    const char *name); /* no body, no types yet; invalidates struct function * */
uint32_t program_add_global(struct program *, const char *name, uint64_t size);
/* no operands, no place, variable and targets UINT32_MAX */
struct instruction instruction_make(enum op, struct type);
/* Also makes the function one with a body. */
uint32_t function_add_block(struct program *, struct function *, const char *name);
/* Appends to the end of a block; returns the id. The instruction's operand/count fields are
 * filled from `operands`. */
uint32_t function_add(struct function *, uint32_t block, struct instruction,
                      const uint32_t *operands, uint32_t count);
/* Inserts before position `at` of the block's list. */
uint32_t function_insert(struct function *, uint32_t block, size_t at, struct instruction,
                         const uint32_t *operands, uint32_t count);
/* Recomputes predecessors (each block once, even where several edges come from it; a PHI has
 * one pair for each), address_taken, and the blocks of instructions. */
void program_link(struct program *);
void function_link(struct function *); /* the same for one function, without address_taken */
/* Sets address_taken where the function, and where the globals, hold addresses; never unsets
 * it. */
void function_note_addresses(struct program *, const struct function *);
void program_note_addresses(struct program *);

/* --- looking (build.c) --- */
/* Bytes that an object for a function needs so that its labels have addresses of their own:
 * label n lies n + 1 bytes behind the function's address. */
uint64_t program_function_room(const struct program *);
/* of a CONSTANT_BLOCK */
static inline int64_t constant_label_offset(const struct constant *c)
{
    LAW(c->kind == CONSTANT_BLOCK);
    return c->offset + 1;
}
static inline const struct constant *program_constant(const struct program *p, struct value v)
{
    LAW(value_is_constant(v));
    LAW((v.id & ~VALUE_CONSTANT_BIT) < p->constants.count);
    return &p->constants.data[v.id & ~VALUE_CONSTANT_BIT];
}
/* of a CONSTANT_BITS: its lowest 64 */
static inline uint64_t constant_low_bits(const struct constant *c)
{
    LAW(c->kind == CONSTANT_BITS);
    return c->limbs[0] | (c->type.width > 32 ? (uint64_t)c->limbs[1] << 32 : 0);
}
static inline struct value instruction_operand(const struct function *f,
                                               const struct instruction *i, uint32_t k)
{
    LAW(k < i->count);
    LAW(i->operand + k < f->operands.count);
    return (struct value){f->operands.data[i->operand + k]};
}
/* Operand k is a block id, not a value. */
static inline bool instruction_operand_is_block(const struct instruction *i, uint32_t k)
{
    return (i->op == OP_PHI && k % 2 == 1) || (i->op == OP_SWITCH && k > 0 && k % 2 == 0);
}
struct type value_type(const struct program *, const struct function *, struct value);
uint32_t program_find_function(
    const struct program *,
    const char *name); /* UINT32_MAX if none; "unit:name" for statics */
/* Null if the block has none. */
static inline const struct instruction *block_terminator(const struct function *f,
                                                         const struct block *b)
{
    if (!b->instructions.count)
        return NULL;
    const struct instruction *last = &f->instructions.data[VECTOR_LAST(&b->instructions)];
    return op_is_terminator((enum op)last->op) ? last : NULL;
}
/* How many edges leave the block; fills up to room. A BRANCH with equal targets counts once;
 * a SWITCH may repeat a block. */
uint32_t block_successors(const struct function *, const struct block *, uint32_t *out,
                          uint32_t room);
/* The first block, or one that an edge from itself or a later one leads to: each cycle of
 * blocks has such a one. */
bool block_is_head(const struct function *, uint32_t block);
/* Is this value an operand of the instruction? Of one of the function's, besides notes? */
bool instruction_uses(const struct function *, const struct instruction *, uint32_t id);
bool function_uses(const struct function *, uint32_t id);
const struct place *instruction_place(const struct program *, const struct instruction *);
/* "file:line" */
const char *place_text(const struct program *, const struct place *, char *buffer,
                       size_t room);
/* Whether a compares so with b as integers of `width` bits, 1 to 128; the bits above are 0
 * (compare.c). */
bool compare_holds(enum compare, unsigned __int128 a, unsigned __int128 b, uint32_t width);
size_t program_bytes(const struct program *); /* memory held, for the benchmark */

#endif
