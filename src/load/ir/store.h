/* Modules of LLVM's representation, linked by name.
 *
 * Use: ir_store_init; ir_store_add for each unit, in order, with who reads it; ir_store_link;
 * then symbols and bodies can be asked for. The data must stay in place until the store is
 * released. Readers: bitcode_reader (load/bitcode/bitcode.h), llvm_reader
 * (load/llvm/reader.h); reader.h says what one is. */
#ifndef LOAD_IR_STORE_H
#define LOAD_IR_STORE_H
#include "base/arena.h"
#include "base/failure.h"
#include "base/vector.h"
#include "load/ir/ir.h"

enum ir_role {
    IR_UNIT,
    /* its definitions are used only where no unit defines what a unit refers to; its own
     * calls go to its own functions, or to a unit's where its own is weak */
    IR_LIBRARY
};

struct ir_store {
    struct arena arena;
    VECTOR(struct ir_module *) modules;
    /* after linking, in the order of units and of their records; those of the library come
     * last */
    VECTOR(struct ir_function *) functions; /* intrinsics too */
    VECTOR(struct ir_global *) globals;     /* not those whose name begins with llvm. */
    /* llvm.global_ctors and the like, one per unit that has it */
    VECTOR(struct ir_global *) appending;
    VECTOR(struct ir_alias *) aliases;
    const char *target, *data_layout; /* of the first unit */
    const char *assembly;             /* of all units, "" if none */
    unsigned pointer_bits;
    bool little_endian;
    struct ir_state *state; /* the room's own */
};

void ir_store_init(struct ir_store *);
void ir_store_release(struct ir_store *);
/* Lends the data, which the reader must understand. `name` is for messages. Fails for another
 * target than that of the units before; a library made for another target is left out in
 * silence. */
struct ir_reader;
bool ir_store_add(struct ir_store *, const struct ir_reader *, const void *data, size_t bytes,
                  const char *name, enum ir_role, struct failure *);
/* Fails if a name has two definitions that exclude each other. */
bool ir_store_link(struct ir_store *, struct failure *);

/* The body of a defined function, in the arena, which the caller may reset between bodies;
 * constants that occur only in this body live there too. False with a failure if it is
 * malformed. */
bool ir_body_read(struct ir_store *, const struct ir_function *, struct arena *,
                  struct ir_body *, struct failure *);

/* Fills size, alignment and offsets of a sized type if they are not known yet, and gives the
 * type back. */
const struct ir_type *ir_layout(struct ir_store *, const struct ir_type *);
/* Size of a pointer of this address space in bits. */
unsigned ir_pointer_bits(const struct ir_store *, uint32_t address_space);

/* --- questions that several users ask --- */

static inline const struct ir_symbol *ir_symbol(const struct ir_value *v)
{
    return v->kind <= IR_ALIAS ? (const struct ir_symbol *)v : NULL;
}
static inline bool ir_is_constant(const struct ir_value *v)
{
    return v->kind != IR_ARGUMENT && v->kind != IR_INSTRUCTION;
}
/* An integer constant of at most 64 bits. */
static inline bool ir_is_small_number(const struct ir_value *v)
{
    return v->kind == IR_NUMBER && v->type->kind == IR_INTEGER && v->type->bits <= 64;
}
static inline uint64_t ir_unsigned(const struct ir_value *small)
{
    return ((const struct ir_number *)small)->words[0];
}
int64_t ir_signed(const struct ir_value *small);
/* All bits zero: of any type, a null pointer too; not for undefined values. */
bool ir_is_null(const struct ir_value *);
/* Element of a constant aggregate of any kind (IR_DATA, IR_AGGREGATE, IR_ZERO, IR_UNDEFINED);
 * null if it is not one. New values are made in the arena. */
const struct ir_value *ir_element(struct ir_store *, struct arena *, const struct ir_value *,
                                  uint64_t index);

#endif
