/* What the files of this room share: modules, scopes of metadata, tables of values. */
#ifndef LOAD_BITCODE_INTERNAL_H
#define LOAD_BITCODE_INTERNAL_H
#include "load/bitcode/bitcode.h"
#include "load/bitcode/stream.h"
#include "load/ir/reader.h"

enum bitcode_block {
    BLOCK_MODULE = 8,
    BLOCK_ATTRIBUTES = 9,
    BLOCK_ATTRIBUTE_GROUPS = 10,
    BLOCK_CONSTANTS = 11,
    BLOCK_FUNCTION = 12,
    BLOCK_IDENTIFICATION = 13,
    BLOCK_METADATA = 15,
    BLOCK_METADATA_ATTACHMENT = 16,
    BLOCK_TYPES = 17,
    BLOCK_STRING_TABLE = 23
};

/* --- modules --- */

/* What the record of a symbol says beside what the store keeps of it. */
struct bitcode_symbol {
    uint32_t content; /* 1 + value of the initialiser or aliasee */
    uint64_t name_at, name_size;
};
/* A function and what is found in its body. */
struct module_function {
    struct ir_function function;
    struct stream_block block;
    struct ir_scope *scope; /* once its body was read */
};
struct bitcode_module {
    struct ir_module ir; /* the constants follow the symbols in its values */
    struct stream_shared shared;
    struct stream stream;        /* for types, symbols, constants, bodies */
    struct stream nodes;         /* for metadata, which is read meanwhile */
    struct ir_scope *open_scope; /* the one that `nodes` stands in */
    const char *producer;        /* "" if nothing names one */
    VECTOR(const struct ir_type *) types;
    struct map groups; /* attribute group number -> 1 + index in group_list */
    VECTOR(struct attribute_group *) group_list;
    VECTOR(const struct ir_attributes *) attributes;
    VECTOR(struct bitcode_symbol) records; /* by number of the symbol */
    VECTOR(struct stream_block) constants;
    VECTOR(struct stream_block) metadata;
    VECTOR(struct stream_block) bodies;
    struct ir_scope *scope; /* of its own metadata, once it was opened */
};
static inline struct bitcode_module *bitcode_module(struct ir_module *m)
{
    return (struct bitcode_module *)m;
}

bool bitcode_malformed(const struct bitcode_module *, const char *what, struct failure *);

/* --- types.c --- */

bool bitcode_types_read(struct bitcode_module *, struct failure *);
/* The type of that number, or null. */
static inline const struct ir_type *bitcode_type_at(const struct bitcode_module *m,
                                                    uint64_t number)
{
    return number < m->types.count ? m->types.data[number] : NULL;
}

/* --- attributes.c: the stream stands at the block --- */

bool bitcode_groups_read(struct bitcode_module *, struct failure *);
bool bitcode_attributes_read(struct bitcode_module *, struct failure *);
/* Never null; 0: none. */
const struct ir_attributes *bitcode_attributes(const struct bitcode_module *,
                                               uint64_t number);

/* --- constants.c --- */

/* LLVM's codes of binary operations and casts; IR_NOP if there is none. */
enum ir_op bitcode_binary(uint64_t code, const struct ir_type *);
enum ir_op bitcode_cast(uint64_t code);
/* Reads the block's constants to the end of the module's values, or of the body's if `body`
 * is set. */
bool bitcode_constants_read(struct bitcode_module *, const struct stream_block *,
                            struct arena *, bool body, struct failure *);

/* --- body.c, instructions.c, control.c, calls.c --- */

bool bitcode_body_read(struct ir_module *, const struct ir_function *, struct arena *,
                       struct ir_body *, struct failure *);

struct body_reader {
    struct ir_store *store;
    struct bitcode_module *module;
    struct ir_state *state;
    struct arena *arena;
    struct stream *stream;
    struct ir_scope *scope; /* null: the module's */
    uint64_t bits;          /* size of the block */
    uint32_t outer;         /* number of the module's values */
    size_t at;              /* in the record */
    uint32_t block;         /* the current one */
    bool ended;             /* by its terminator */
    bool dropped; /* the instruction met last, so that a position for it means nothing */
    /* the position that DEBUG_LOC_AGAIN repeats */
    uint32_t line, column;
    const struct ir_node *file;
    const struct ir_node *within; /* the scope of the position */
    uint32_t file_scope;          /* 1 + the number of the scope that `file` is of */
};
/* Reads the record the stream gave; false if it is malformed. */
bool bitcode_instruction_read(struct body_reader *);
/* Appends a new instruction of type void with room for its operands to the current block;
 * null if there is no block for it. */
struct ir_instruction *bitcode_append(struct body_reader *, enum ir_op, size_t operands);
/* A debug declaration that is not in a block yet, by the numbers of its metadata. */
struct ir_instruction *bitcode_declaration(struct body_reader *, uint32_t address,
                                           uint32_t variable);
bool bitcode_append_made(struct body_reader *, struct ir_instruction *);
/* The value of that number, null if it comes later. */
struct ir_value *bitcode_known(const struct body_reader *, uint32_t id);
/* Sets the slot, now or at the end of the body. */
void bitcode_refer(struct body_reader *, struct ir_value **slot, uint32_t id);
/* The record's next operand, whose number counts back from the next value's. */
void bitcode_operand(struct body_reader *, struct ir_value **slot);
/* The same, followed by its type if it is not known yet; null if malformed. */
const struct ir_type *bitcode_typed_operand(struct body_reader *, struct ir_value **slot);
bool bitcode_call_read(struct body_reader *);
bool bitcode_control_read(struct body_reader *);
static inline uint64_t bitcode_next(struct body_reader *r)
{
    return stream_value(r->stream, r->at++);
}
static inline size_t bitcode_left(const struct body_reader *r)
{
    return r->at < r->stream->values.count ? r->stream->values.count - r->at : 0;
}
static inline const struct ir_type *bitcode_next_type(struct body_reader *r)
{
    return bitcode_type_at(r->module, bitcode_next(r));
}

/* --- metadata.c, nodes.c --- */

struct scope_string {
    uint32_t at, size;
    const char *text; /* once it was asked for */
};
/* Numbers from `first` on, where those of the outer scope end: strings, then nodes. */
struct ir_scope {
    struct bitcode_module *module;
    struct ir_scope *outer; /* has the numbers before */
    uint32_t first, string_count, count;
    struct scope_string *strings;
    const char *characters;
    struct stream_block block;
    uint64_t *places; /* of the nodes' records */
    struct ir_node **nodes;
    const struct abbreviation **known;
    size_t known_count;
};
/* Opens the module's own metadata; afterwards its globals and declarations know their nodes.
 */
bool bitcode_metadata_open(struct bitcode_module *, struct failure *);
/* That of a body, in the store's arena. Null if malformed. */
struct ir_scope *bitcode_scope_open(struct bitcode_module *, const struct stream_block *,
                                    struct ir_scope *outer);
/* The node of that number, decoded on first use; null if there is none. */
const struct ir_node *bitcode_node(struct ir_scope *, uint32_t number);
/* as the reader says */
const struct ir_node *bitcode_child(const struct ir_node *, uint32_t number);
/* Gives the scope whose numbers include this one, after making the module's `nodes` hold the
 * node's record; null if there is no such record. */
struct ir_scope *bitcode_node_record(struct ir_scope *, uint32_t number);
/* The file of a scope; line, column and file of a LOCATION. */
const struct ir_node *bitcode_file_of(struct ir_scope *, uint32_t scope);
void bitcode_location(struct ir_scope *, uint32_t number, uint32_t *line, uint32_t *column,
                      const struct ir_node **file);
/* "" if there is none. */
const char *bitcode_string(struct ir_scope *, uint64_t number_plus_1);
/* The value that a VALUE record names. */
bool bitcode_value_of_node(struct ir_scope *, uint32_t number, uint32_t *id);
/* The DIGlobalVariable of a DIGlobalVariableExpression, or the node itself. */
const struct ir_node *bitcode_variable_of(struct ir_scope *, uint32_t number);
/* From the record that `nodes` holds. */
struct ir_node *bitcode_node_decode(struct ir_scope *home);

#endif
