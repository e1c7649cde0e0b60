/* What debug information says about structures and enumerations, per unit: names, offsets,
 * sizes, values. */
#ifndef DIFF_PROJECT_TYPES_H
#define DIFF_PROJECT_TYPES_H
#include "base/arena.h"
#include "base/map.h"
#include "base/vector.h"

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

struct type_field {
    const char *name, *type;
    uint64_t offset, size; /* bits */
};
struct type_structure {
    const char *name;
    uint64_t size; /* bits */
    bool is_union;
    VECTOR(struct type_field) fields;
};
struct type_enumerator {
    const char *type, *name;
    int64_t value;
};

struct type_table {
    bool loaded;
    struct arena arena;
    VECTOR(struct type_structure) structures;
    VECTOR(struct type_enumerator) enumerators;
    struct text_map by_name; /* structures; value: index */
};

void type_table_load(struct type_table *, LLVMModuleRef); /* does nothing the second time */
void type_table_release(struct type_table *);

/* The structure whose LLVM name is `struct.NAME`, `union.NAME`, with or without LLVM's number
 * at the end; null if unknown. */
const struct type_structure *type_table_structure(const struct type_table *, LLVMTypeRef);

/* The field that starts at this bit, the first of several; null if none does. */
const struct type_field *type_structure_at(const struct type_structure *, uint64_t offset);
const struct type_field *type_structure_field(const struct type_structure *,
                                              const char *name);

/* True if fields lie at the same offsets with the same sizes, whatever their names. */
bool type_structure_same_layout(const struct type_structure *, const struct type_structure *);

#endif
