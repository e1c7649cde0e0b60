/* What a reader of modules fills, and the tools it has for it; for readers and the files of
 * this room only.
 *
 * A reader is one `struct ir_reader`: load/bitcode reads what LLVM 19 writes without LLVM,
 * load/llvm reads what the LLVM it is linked with reads. The store calls `read` when a module
 * is added, `contents` once names were chosen, and then `body` and `node` as they are asked
 * for. Laws:
 * - `read` gives every symbol of the module, in the order globals, functions, aliases,
 * indirect functions, by ir_module_symbol; it makes no constants.
 * - What refers to a symbol from then on takes `values.data[its number]`, which linking may
 * have changed.
 * - Both readers give the same representation of the same module
 * (tests/unit/load/readers_test.c). */
#ifndef LOAD_IR_READER_H
#define LOAD_IR_READER_H
#include "base/map.h"
#include "load/ir/store.h"

/* --- the store's own state --- */

struct layout_rule {
    uint32_t bits;
    uint64_t alignment; /* bytes */
};
struct pointer_rule {
    uint32_t space, bits;
    uint64_t alignment;
};
struct reference {
    struct ir_value **slot;
    uint32_t id;
};
struct ir_state {
    VECTOR(struct ir_type *) types; /* what a type is made of stands before it */
    VECTOR(uint32_t) next;          /* in types: 1 + another one of the same hash, or 0 */
    struct map by_hash;             /* 1 + the newest in types */
    VECTOR(struct layout_rule) integers;
    VECTOR(struct layout_rule) floats;
    VECTOR(struct layout_rule) vectors;
    VECTOR(struct pointer_rule) pointers;
    uint64_t struct_alignment;
    bool layout_known;
    struct ir_value *metadata_value;       /* the one of kind IR_METADATA_VALUE */
    const struct ir_type *nothing, *truth; /* void, i1 */
    /* room for reading one body, kept for the next */
    VECTOR(struct ir_value *) locals;
    VECTOR(struct ir_instruction *) instructions;
    VECTOR(struct ir_block) blocks;
    VECTOR(struct reference) references;
};

/* --- modules --- */

enum ir_rank { /* of the symbols of a name the highest rank is chosen */
               RANK_DECLARED_WEAKLY,
               RANK_DECLARED,
               RANK_AVAILABLE, /* defined for inlining only */
               RANK_LIBRARY,   /* defined by the library */
               RANK_WEAK,
               RANK_COMMON,
               RANK_STRONG
};
/* What a module says of one of its symbols. */
struct module_symbol {
    struct ir_symbol *symbol;
    uint8_t rank;
    bool local, appending, kept;
};

struct ir_reader;
/* The first member of every reader's own module. */
struct ir_module {
    const struct ir_reader *reader;
    struct ir_store *store;
    const char *name;
    enum ir_role role;
    const uint8_t *data;
    size_t bytes;
    const char *target, *data_layout, *assembly; /* never null */
    VECTOR(struct module_symbol) symbols;
    VECTOR(struct ir_value *) values; /* symbols, patched by linking; then the reader's own */
    bool contents_read;
};

struct ir_reader {
    const char *name;
    /* of the struct that begins with struct ir_module; it is zero before `read` */
    size_t module_size;
    /* Types, symbols, target, data layout and assembly from the data. */
    bool (*read)(struct ir_module *, struct failure *);
    /* Initialisers and aliasees, also of those symbols that another one was chosen for; debug
     * nodes of globals and declarations. */
    bool (*contents)(struct ir_module *, struct failure *);
    /* As ir_body_read says. */
    bool (*body)(struct ir_module *, const struct ir_function *, struct arena *,
                 struct ir_body *, struct failure *);
    /* The node of a number that occurs in `from`; null if there is none. */
    const struct ir_node *(*node)(const struct ir_node *from, uint32_t number);
    void (*close)(struct ir_module *);
};

/* Appends a symbol, whose name, content and linkage follow. */
struct module_symbol *ir_module_symbol(struct ir_module *, struct ir_symbol *, enum ir_kind,
                                       uint32_t address_space);
/* `rank`: of a definition of this linkage. */
void ir_symbol_link(struct module_symbol *, enum ir_linkage, enum ir_rank rank, bool defined);
/* Copies the name without its mark, and tells whether a function is an intrinsic. */
void ir_symbol_name(struct module_symbol *, const char *name, size_t size);

/* --- types.c, layout.c, values.c --- */

enum { WIDEST_INTEGER = 2048 }; /* wider ones are IR_OTHER_TYPE */
/* copies the parts */
const struct ir_type *ir_type_make(struct ir_store *, const struct ir_type *shape);
const struct ir_type *ir_type_simple(struct ir_store *, enum ir_type_kind, uint32_t bits);
const struct ir_type *ir_type_vector(struct ir_store *, const struct ir_type *element,
                                     uint64_t count);
/* A vector of as many `element`s as the model has, or the element itself if it is no vector.
 */
const struct ir_type *ir_type_like(struct ir_store *, const struct ir_type *element,
                                   const struct ir_type *model);
bool ir_layout_parse(struct ir_store *, const char *text);

/* New constants: zero; a number of all zeros, to be filled; a value that has nothing but kind
 * and type. */
struct ir_value *ir_zero(struct arena *, const struct ir_type *);
struct ir_number *ir_number_new(struct arena *, const struct ir_type *);
struct ir_value *ir_value_new(struct arena *, enum ir_kind, const struct ir_type *);
/* A constant made of others, with room for `count` operands at *operands. */
struct ir_constant *ir_constant_new(struct arena *, enum ir_kind, enum ir_op,
                                    const struct ir_type *, size_t count,
                                    struct ir_value ***operands);
/* An instruction of type void with room for its operands. */
struct ir_instruction *ir_instruction_new(const struct ir_store *, struct arena *, enum ir_op,
                                          size_t operands);
/* The body whose blocks and instructions stand in the store's room for reading, and whose
 * arguments are set: copied to the arena, and numbered. Law: its blocks hold all of its
 * instructions, in order, and none is empty. */
void ir_body_keep(struct ir_store *, struct arena *, struct ir_body *);
extern const struct ir_attributes ir_no_attributes;

#endif
