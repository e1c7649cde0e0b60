/* Collects the structures and enumerations of a module's debug information and answers
 * questions about them.
 */
#include "diff/project/types.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/project/llvm_extra.h"

#include <ctype.h>
#include <llvm-c/Core.h>
#include <string.h>

static void add_structure(void *state, const char *name, uint64_t size, bool is_union)
{
    struct type_table *table = state;
    struct type_structure structure = {
        .name = arena_text(&table->arena, name), .size = size, .is_union = is_union};
    text_map_set(&table->by_name, structure.name, table->structures.count);
    VECTOR_PUSH(&table->structures, structure);
}

static void add_field(void *state, const char *name, const char *type, uint64_t offset,
                      uint64_t size)
{
    struct type_table *table = state;
    LAW(table->structures.count > 0); /* fields follow their structure */
    struct type_field field = {arena_text(&table->arena, name),
                               arena_text(&table->arena, type), offset, size};
    VECTOR_PUSH(&VECTOR_LAST(&table->structures).fields, field);
}

static void add_enumerator(void *state, const char *type, const char *name, int64_t value)
{
    struct type_table *table = state;
    struct type_enumerator one = {arena_text(&table->arena, type),
                                  arena_text(&table->arena, name), value};
    VECTOR_PUSH(&table->enumerators, one);
}

void type_table_load(struct type_table *table, LLVMModuleRef module)
{
    if (table->loaded)
        return;
    table->loaded = true;
    arena_init(&table->arena);
    struct extra_type_sink sink = {table, add_structure, add_field, add_enumerator};
    extra_types(module, &sink);
}

void type_table_release(struct type_table *table)
{
    if (!table->loaded)
        return;
    for (size_t i = 0; i < table->structures.count; i++)
        VECTOR_RELEASE(&table->structures.data[i].fields);
    VECTOR_RELEASE(&table->structures);
    VECTOR_RELEASE(&table->enumerators);
    text_map_release(&table->by_name);
    arena_release(&table->arena);
}

const struct type_structure *type_table_structure(const struct type_table *table,
                                                  LLVMTypeRef type)
{
    const char *name =
        LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    if (!name || !(text_starts(name, "struct.") || text_starts(name, "union.")))
        return NULL;
    name = strchr(name, '.') + 1;
    char base[256];
    snprintf(base, sizeof base, "%s", name);
    uint64_t index;
    if (text_map_get(&table->by_name, base, &index))
        return &table->structures.data[index];
    char *dot = strrchr(base, '.');
    if (!dot || !isdigit((unsigned char)dot[1]))
        return NULL;
    *dot = 0;
    return text_map_get(&table->by_name, base, &index) ? &table->structures.data[index]
                                                       : NULL;
}

const struct type_field *type_structure_at(const struct type_structure *structure,
                                           uint64_t offset)
{
    for (size_t i = 0; i < structure->fields.count; i++)
        if (structure->fields.data[i].offset == offset)
            return &structure->fields.data[i];
    return NULL;
}

const struct type_field *type_structure_field(const struct type_structure *structure,
                                              const char *name)
{
    for (size_t i = 0; i < structure->fields.count; i++)
        if (!strcmp(structure->fields.data[i].name, name))
            return &structure->fields.data[i];
    return NULL;
}

bool type_structure_same_layout(const struct type_structure *a,
                                const struct type_structure *b)
{
    if (a->size != b->size || a->fields.count != b->fields.count)
        return false;
    for (size_t i = 0; i < a->fields.count; i++) {
        const struct type_field *x = &a->fields.data[i], *y = &b->fields.data[i];
        if (x->offset != y->offset || x->size != y->size)
            return false;
    }
    return true;
}
