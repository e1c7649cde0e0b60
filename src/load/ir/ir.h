/* LLVM's intermediate representation as readers give it (store.h): types, values, bodies,
 * debug information. This is the seam between who reads modules and who translates them.
 *
 * Everything is read-only for users and lives in the arena of its store (store.h), bodies in
 * one of their own. Laws:
 * - Types are unique within a store: two types are the same if and only if their pointers are
 * equal. Names of structs are not part of a type.
 * - Values of linked symbols are unique: every use of a name refers to its definition, or to
 * one declaration if there is none. An alias stays a value of its own (`aliasee`).
 * - `number` counts a body's arguments and instructions densely from 0 (debug declarations
 * too), so that a user can keep what belongs to them in an array. */
#ifndef LOAD_IR_IR_H
#define LOAD_IR_IR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- types --- */

enum ir_type_kind {
    IR_VOID,
    IR_INTEGER,
    IR_FLOAT, /* IEEE formats and x86's 80 bits; bits says which */
    IR_POINTER,
    IR_STRUCT,
    IR_ARRAY,
    IR_VECTOR, /* of fixed length */
    IR_FUNCTION_TYPE,
    IR_LABEL,
    IR_METADATA,
    IR_OPAQUE,
    IR_OTHER_TYPE /* bfloat, scalable vectors, tokens, target types */
};

struct ir_type {
    uint8_t kind;
    bool packed;    /* struct */
    bool variadic;  /* function */
    bool sized;     /* has a size in memory */
    uint32_t bits;  /* integer, float: width; pointer: address space */
    uint64_t count; /* fields, elements, parameters */
    const struct ir_type *const
        *parts; /* struct: fields; function: parameters; array, vector: [0] the element */
    const struct ir_type *result; /* function */
    /* once the data layout is known (ir_layout), for sized types */
    bool laid_out;
    uint64_t size;           /* allocation size in bytes, a multiple of the alignment */
    uint64_t size_bits;      /* of the value itself */
    uint64_t alignment;      /* ABI alignment in bytes */
    const uint64_t *offsets; /* struct: of its fields in bytes */
};

/* --- values --- */

enum ir_kind {
    IR_GLOBAL,
    IR_FUNCTION,
    IR_ALIAS,
    IR_ARGUMENT,
    IR_INSTRUCTION,
    IR_NUMBER, /* an integer or float constant by its bits */
    /* the zero of a pointer, struct, array or vector (of integers and floats it is IR_NUMBER)
     */
    IR_ZERO,
    IR_UNDEFINED, /* undef and poison */
    IR_DATA,      /* an array or vector of integers or floats, packed little-endian */
    IR_AGGREGATE, /* struct, array, vector by operands */
    IR_EXPRESSION,
    IR_BLOCK_ADDRESS,
    IR_ASSEMBLY,
    IR_METADATA_VALUE, /* an argument that is metadata; nothing more is known of it */
    IR_OTHER_CONSTANT  /* dso_local_equivalent and the like */
};

/* Instructions and constant expressions. Operands stand in the order given; those in brackets
 * may be missing.
 */
enum ir_op {
    IR_NOP, /* never met */
    /* a, b */
    IR_ADD,
    IR_SUB,
    IR_MUL,
    IR_UDIV,
    IR_SDIV,
    IR_UREM,
    IR_SREM,
    IR_SHL,
    IR_LSHR,
    IR_ASHR,
    IR_AND,
    IR_OR,
    IR_XOR,
    IR_FADD,
    IR_FSUB,
    IR_FMUL,
    IR_FDIV,
    IR_FREM,
    IR_ICMP,
    IR_FCMP, /* a, b; predicate as LLVM numbers it (32.. and 0..15) */
    IR_FNEG,
    IR_FREEZE, /* a */
    /* a */
    IR_TRUNC,
    IR_ZEXT,
    IR_SEXT,
    IR_FPTOUI,
    IR_FPTOSI,
    IR_UITOFP,
    IR_SITOFP,
    IR_FPTRUNC,
    IR_FPEXT,
    IR_PTRTOINT,
    IR_INTTOPTR,
    IR_BITCAST,
    IR_ADDRSPACECAST,
    IR_SELECT,         /* condition, then, otherwise */
    IR_EXTRACTVALUE,   /* aggregate; indices */
    IR_INSERTVALUE,    /* aggregate, member; indices */
    IR_EXTRACTELEMENT, /* vector, index */
    IR_INSERTELEMENT,  /* vector, element, index */
    IR_SHUFFLEVECTOR,  /* a, b; indices: the mask, IR_NO_INDEX where undefined */
    IR_ALLOCA,         /* count; subject: the type; alignment */
    IR_LOAD,           /* pointer; alignment */
    IR_STORE,          /* value, pointer; alignment */
    IR_GEP,            /* base, indices...; subject: the source element type */
    IR_CMPXCHG,        /* pointer, expected, desired; result { value, i1 } */
    IR_ATOMICRMW,      /* pointer, operand; predicate: enum ir_rmw */
    IR_FENCE,
    IR_CALL, /* arguments; callee, subject: the function type, attributes */
    IR_PHI,  /* values; targets: their blocks */
    /* a debug declaration: [address]; variable. Of type void, no instruction of the program
     */
    IR_DECLARE,
    /* terminators */
    IR_RET,        /* [value] */
    IR_BR,         /* [condition]; targets: then, otherwise */
    IR_SWITCH,     /* value, case values...; targets: default, then one per case */
    IR_INDIRECTBR, /* address; targets */
    IR_UNREACHABLE,
    /* invoke, resume, landingpad, catchpad and the like: operands are not given */
    IR_EXCEPTION,
    IR_CALLBR, /* operands are not given */
    IR_VAARG,  /* list */
    IR_OTHER_OP
};
static inline bool ir_is_terminator(enum ir_op op)
{
    return op >= IR_RET && op <= IR_UNREACHABLE;
}

enum ir_rmw { /* as LLVM's bitcode numbers them */
              IR_RMW_XCHG,
              IR_RMW_ADD,
              IR_RMW_SUB,
              IR_RMW_AND,
              IR_RMW_NAND,
              IR_RMW_OR,
              IR_RMW_XOR,
              IR_RMW_MAX,
              IR_RMW_MIN,
              IR_RMW_UMAX,
              IR_RMW_UMIN,
              IR_RMW_FADD,
              IR_RMW_FSUB
};

enum {
    IR_FLAG_NSW = 1,
    IR_FLAG_VOLATILE = 2,
    IR_FLAG_ATOMIC = 4,
    IR_FLAG_NO_RETURN = 8, /* call site */
    IR_FLAG_NUW = 16
};
#define IR_NO_INDEX UINT32_MAX

struct ir_node;
struct ir_module;
struct ir_scope;

/* What every value has. The kind tells which struct it is part of. */
struct ir_value {
    uint8_t kind; /* enum ir_kind */
    uint8_t op;   /* enum ir_op of instructions and expressions */
    uint8_t flags;
    uint8_t predicate;
    /* arguments, instructions; of globals and functions the user's own, 0 after linking */
    uint32_t number;
    const struct ir_type *type;
};

/* IR_NUMBER: 64-bit words, the lowest first, (bits + 63) / 64 of them; bits beyond the width
 * are 0. */
struct ir_number {
    struct ir_value value;
    uint64_t words[];
};
/* IR_DATA: type->count elements of type->parts[0], each of (bits + 7) / 8 bytes. */
struct ir_data {
    struct ir_value value;
    size_t bytes;
    const uint8_t *data;
};
/* IR_AGGREGATE, IR_EXPRESSION */
struct ir_constant {
    struct ir_value value;
    uint32_t count;
    struct ir_value *const *operands;
    const struct ir_type *subject; /* IR_GEP */
};
struct ir_block_address {
    struct ir_value value;
    struct ir_value *function;
    uint32_t block;
};
struct ir_assembly {
    struct ir_value value;
    const char *text, *constraints;
    const struct ir_type *function_type;
};

/* What is known of a parameter at a call or a definition. */
struct ir_parameter {
    const struct ir_type *byval; /* null: passed plainly */
    const struct ir_type *sret;  /* room for a result of this type; null: it is not */
    uint64_t alignment;          /* 0: not given */
    bool non_null;
    uint64_t dereferenceable; /* bytes behind it that there are; 0: not given */
};
struct ir_attributes {
    bool no_return;
    bool result_non_null;
    /* one more than the parameter that says how many bytes the result leads to, and than the
     * one that this is multiplied by; 0: not given */
    uint32_t size_parameter, count_parameter;
    uint32_t count;
    const struct ir_parameter *parameters;
};

struct ir_instruction {
    struct ir_value value;
    uint32_t line, column;      /* 0, 0: no position */
    const struct ir_node *file; /* null: no position */
    /* the lexical block or subprogram of the position; may be null, and is so in
     * IR_DECLARE */
    const struct ir_node *within;
    uint32_t count;
    uint32_t target_count;
    struct ir_value **operands;
    union {
        uint32_t *targets; /* numbers of blocks */
        uint32_t *indices; /* target_count of them */
    };
    const struct ir_type *subject;
    uint64_t alignment;                     /* in bytes, 0: not given */
    struct ir_value *callee;                /* IR_CALL */
    const struct ir_attributes *attributes; /* IR_CALL; never null there */
    const struct ir_node *variable;         /* IR_DECLARE */
};

struct ir_block {
    uint32_t first, count; /* into the body's instructions; the last one is its terminator */
};
struct ir_body {
    struct ir_value **arguments;
    uint32_t argument_count;
    struct ir_block *blocks; /* 0: the entry */
    uint32_t block_count;
    struct ir_instruction **instructions; /* in order */
    uint32_t instruction_count;
    uint32_t value_count; /* above every `number` */
    const struct ir_node *subprogram;
};

enum ir_linkage { /* of what was chosen for the name */
                  IR_EXTERNAL,
                  IR_INTERNAL, /* internal and private */
                  /* weak, linkonce, common, available externally: another definition may
                   * replace it
                   *  */
                  IR_WEAK,
                  IR_EXTERNAL_WEAK,
                  IR_APPENDING
};

/* What globals, functions and aliases share. */
struct ir_symbol {
    struct ir_value value; /* type: pointer */
    const char *name;      /* without a leading \01 */
    uint8_t linkage;
    bool defined; /* has a body, an initialiser or an aliasee */
    struct ir_module *module;
    const struct ir_type *content; /* value type; of a function its function type */
};
struct ir_global {
    struct ir_symbol symbol;
    bool constant, thread_local_storage;
    uint64_t alignment;             /* in bytes, 0: not given */
    struct ir_value *initializer;   /* null if not defined */
    const struct ir_node *variable; /* DIGlobalVariable, or null */
};
struct ir_function {
    struct ir_symbol symbol;
    bool intrinsic; /* its name begins with llvm. */
    const struct ir_attributes *attributes;
    /* of a declaration; that of a definition is in its body */
    const struct ir_node *subprogram;
};
struct ir_alias {
    struct ir_symbol symbol;
    struct ir_value *aliasee;
};

/* --- debug information: nodes are decoded when they are asked for --- */

enum ir_node_kind {
    IR_NODE_TYPE, /* basic, derived, composite, subroutine types: told apart by tag */
    IR_NODE_ENUMERATOR,
    IR_NODE_SUBRANGE,
    IR_NODE_FILE,
    IR_NODE_SCOPE,    /* subprogram, lexical block, compile unit */
    IR_NODE_VARIABLE, /* local or global */
    IR_NODE_TUPLE,
    IR_NODE_OTHER
};

/* Fields that a kind does not have are zero. */
struct ir_node {
    uint8_t kind;
    uint16_t tag;      /* DWARF's, of types */
    uint32_t encoding; /* DWARF's DW_ATE, of basic types */
    uint32_t line;
    const char *name; /* never null; of a file its name as clang was given it */
    uint64_t size_bits, offset_bits;
    int64_t value; /* enumerator (its low 64 bits); subrange: the count, -1 if unknown */
    /* numbers of other nodes + 1, 0: none; see ir_child */
    uint32_t type; /* base type of a type, type of a variable, signature of a subprogram */
    /* tuple: members, enumerators, subranges; types of a subroutine type, result first */
    uint32_t elements;
    uint32_t file;
    uint32_t parent; /* lexical block or local variable: the scope it is in */
    uint32_t count;  /* tuple */
    const uint32_t *items;
    struct ir_module *module;
    struct ir_scope *scope; /* the reader's own: where its numbers count */
};

/* The node that a field of `node` names, or null; decoded on first use and kept. */
const struct ir_node *ir_child(const struct ir_node *node, uint32_t number_plus_1);

#endif
