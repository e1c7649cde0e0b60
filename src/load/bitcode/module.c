/* Adds a module: one pass over its block reads types, attributes and symbols and notes where constants,
 * metadata and bodies are; the string table after it then gives the names. */
#include "load/bitcode/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    MODULE_VERSION = 1,
    MODULE_TRIPLE = 2,
    MODULE_DATALAYOUT = 3,
    MODULE_ASM = 4,
    MODULE_GLOBALVAR = 7,
    MODULE_FUNCTION = 8,
    MODULE_ALIAS = 14,
    MODULE_IFUNC = 18
};
enum { IDENTIFICATION_PRODUCER = 1 };

bool bitcode_malformed(const struct ir_module *m, const char *what, struct failure *failure)
{
    return failure_set(failure, FAILURE_INPUT, "%s: broken bitcode: %s", m->name, what);
}

/* --- the store --- */

void ir_store_init(struct ir_store *store)
{
    memset(store, 0, sizeof *store);
    arena_init(&store->arena);
    store->target = store->data_layout = store->assembly = "";
    store->state = ARENA_NEW(&store->arena, struct ir_state);
    struct ir_value *metadata = ARENA_NEW(&store->arena, struct ir_value);
    metadata->kind = IR_METADATA_VALUE;
    metadata->type = bitcode_simple(store, IR_METADATA, 0);
    store->state->metadata_value = metadata;
    store->state->nothing = bitcode_simple(store, IR_VOID, 0);
    store->state->truth = bitcode_simple(store, IR_INTEGER, 1);
}

static void module_close(struct ir_module *m)
{
    stream_release(&m->stream);
    stream_release(&m->nodes);
    stream_shared_release(&m->shared);
    map_release(&m->groups);
    VECTOR_RELEASE(&m->group_list);
    VECTOR_RELEASE(&m->types);
    VECTOR_RELEASE(&m->attributes);
    VECTOR_RELEASE(&m->symbols);
    VECTOR_RELEASE(&m->values);
    VECTOR_RELEASE(&m->constants);
    VECTOR_RELEASE(&m->metadata);
    VECTOR_RELEASE(&m->bodies);
}

void ir_store_release(struct ir_store *store)
{
    for (size_t i = 0; i < store->modules.count; i++)
        module_close(store->modules.data[i]);
    struct ir_state *s = store->state;
    VECTOR_RELEASE(&s->types);
    VECTOR_RELEASE(&s->next);
    map_release(&s->by_hash);
    VECTOR_RELEASE(&s->integers);
    VECTOR_RELEASE(&s->floats);
    VECTOR_RELEASE(&s->vectors);
    VECTOR_RELEASE(&s->pointers);
    VECTOR_RELEASE(&s->locals);
    VECTOR_RELEASE(&s->instructions);
    VECTOR_RELEASE(&s->blocks);
    VECTOR_RELEASE(&s->references);
    VECTOR_RELEASE(&store->modules);
    VECTOR_RELEASE(&store->functions);
    VECTOR_RELEASE(&store->globals);
    VECTOR_RELEASE(&store->appending);
    VECTOR_RELEASE(&store->aliases);
    arena_release(&store->arena);
    memset(store, 0, sizeof *store);
}

/* --- symbols --- */

/* LLVM's numbers for linkage: several stand for the same one. */
static void set_linkage(struct module_symbol *symbol, uint64_t linkage, bool defined)
{
    enum ir_linkage l = IR_EXTERNAL;
    enum bitcode_rank rank = RANK_STRONG;
    switch (linkage) {
    case 1: /* weak, linkonce in any form */
    case 4:
    case 10:
    case 11:
    case 16:
    case 17:
    case 18:
    case 19:
        l = IR_WEAK;
        rank = RANK_WEAK;
        break;
    case 2:
        l = IR_APPENDING;
        symbol->appending = true;
        break;
    case 3: /* internal, private */
    case 9:
    case 13:
    case 14:
        l = IR_INTERNAL;
        symbol->local = true;
        break;
    case 7:
        l = IR_EXTERNAL_WEAK;
        break;
    case 8:
        l = IR_WEAK;
        rank = RANK_COMMON;
        break;
    case 12:
        l = IR_WEAK;
        rank = RANK_AVAILABLE;
        break;
    default:
        break;
    }
    if (!defined) rank = l == IR_EXTERNAL_WEAK ? RANK_DECLARED_WEAKLY : RANK_DECLARED;
    symbol->symbol->linkage = (uint8_t)l;
    symbol->symbol->defined = defined;
    symbol->rank = (uint8_t)rank;
}

/* Alignments are stored as 1 + their logarithm. */
static uint64_t alignment_of(uint64_t stored)
{
    return stored && stored < 64 ? 1ull << (stored - 1) : 0;
}

static struct module_symbol *add_symbol(struct ir_module *m, struct ir_symbol *symbol, enum ir_kind kind,
                                        uint64_t space)
{
    symbol->value.kind = (uint8_t)kind;
    symbol->value.number = (uint32_t)m->symbols.count;
    symbol->value.type = bitcode_simple(m->store, IR_POINTER, (uint32_t)space & 0xffffff);
    symbol->module = m;
    symbol->name = "";
    VECTOR_PUSH(&m->symbols, (struct module_symbol){.symbol = symbol,
                                                    .name_at = stream_value(&m->stream, 0),
                                                    .name_size = stream_value(&m->stream, 1)});
    VECTOR_PUSH(&m->values, &symbol->value);
    return &VECTOR_LAST(&m->symbols);
}

/* [name, name size, type, constant | explicit << 1 | space << 2, initialiser + 1, linkage, alignment,
 * section, visibility, thread local, ...] */
static bool read_global(struct ir_module *m)
{
    struct stream *s = &m->stream;
    struct ir_global *g = ARENA_NEW(&m->store->arena, struct ir_global);
    uint64_t flags = stream_value(s, 3);
    struct module_symbol *symbol = add_symbol(m, &g->symbol, IR_GLOBAL, flags >> 2);
    g->symbol.content = bitcode_type_at(m, stream_value(s, 2));
    symbol->content = (uint32_t)stream_value(s, 4);
    set_linkage(symbol, stream_value(s, 5), symbol->content != 0);
    g->constant = flags & 1;
    g->alignment = alignment_of(stream_value(s, 6));
    g->thread_local_storage = stream_value(s, 9) != 0;
    return s->values.count >= 8 && flags & 2 && g->symbol.content;
}

/* [name, name size, type, calling convention, is declaration, linkage, attributes, alignment, section,
 * visibility, gc, unnamed, prologue, dll, comdat, prefix, personality, preemption, space, ...] */
static bool read_function(struct ir_module *m)
{
    struct stream *s = &m->stream;
    struct module_function *f = ARENA_NEW(&m->store->arena, struct module_function);
    struct module_symbol *symbol = add_symbol(m, &f->function.symbol, IR_FUNCTION, stream_value(s, 18));
    f->function.symbol.content = bitcode_type_at(m, stream_value(s, 2));
    set_linkage(symbol, stream_value(s, 5), !stream_value(s, 4));
    symbol->attributes = (uint32_t)stream_value(s, 6);
    f->function.attributes = bitcode_attributes(m, symbol->attributes);
    return s->values.count >= 7 && f->function.symbol.content &&
           f->function.symbol.content->kind == IR_FUNCTION_TYPE;
}

/* [name, name size, type, space, aliasee, linkage, ...] */
static bool read_alias(struct ir_module *m)
{
    struct stream *s = &m->stream;
    struct ir_alias *a = ARENA_NEW(&m->store->arena, struct ir_alias);
    struct module_symbol *symbol = add_symbol(m, &a->symbol, IR_ALIAS, stream_value(s, 3));
    a->symbol.content = bitcode_type_at(m, stream_value(s, 2));
    symbol->content = (uint32_t)stream_value(s, 4) + 1;
    set_linkage(symbol, stream_value(s, 5), true);
    return s->values.count >= 6 && a->symbol.content && symbol->content;
}

/* What the resolver would choose at load time is not known: a function without body. */
static bool read_ifunc(struct ir_module *m)
{
    struct stream *s = &m->stream;
    struct module_function *f = ARENA_NEW(&m->store->arena, struct module_function);
    struct module_symbol *symbol = add_symbol(m, &f->function.symbol, IR_FUNCTION, stream_value(s, 3));
    f->function.symbol.content = bitcode_type_at(m, stream_value(s, 2));
    f->function.attributes = bitcode_attributes(m, 0);
    set_linkage(symbol, stream_value(s, 5), false);
    return s->values.count >= 6 && f->function.symbol.content &&
           f->function.symbol.content->kind == IR_FUNCTION_TYPE;
}

/* --- the module's block --- */

static const char *read_text(struct ir_module *m)
{
    const struct stream *s = &m->stream;
    char *text = ARENA_ARRAY(&m->store->arena, char, s->values.count + 1);
    for (size_t i = 0; i < s->values.count; i++)
        text[i] = (char)s->values.data[i];
    return text;
}

static bool read_record(struct ir_module *m, struct failure *failure)
{
    switch (m->stream.code) {
    case MODULE_VERSION:
        return stream_value(&m->stream, 0) == 2 ||
               failure_set(failure, FAILURE_INPUT, "%s: not LLVM 19's version of bitcode", m->name);
    case MODULE_TRIPLE:
        m->target = read_text(m);
        return true;
    case MODULE_DATALAYOUT:
        m->data_layout = read_text(m);
        return true;
    case MODULE_ASM:
        m->assembly = read_text(m);
        return true;
    case MODULE_GLOBALVAR:
        return read_global(m) || bitcode_malformed(m, "a global", failure);
    case MODULE_FUNCTION:
        return read_function(m) || bitcode_malformed(m, "a function", failure);
    case MODULE_ALIAS:
        return read_alias(m) || bitcode_malformed(m, "an alias", failure);
    case MODULE_IFUNC:
        return read_ifunc(m) || bitcode_malformed(m, "an indirect function", failure);
    default:
        return true;
    }
}

static bool read_inner(struct ir_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    switch (s->block.id) {
    case BLOCK_TYPES:
        return bitcode_types_read(m, failure);
    case BLOCK_ATTRIBUTE_GROUPS:
        return bitcode_groups_read(m, failure);
    case BLOCK_ATTRIBUTES:
        return bitcode_attributes_read(m, failure);
    case BLOCK_CONSTANTS:
        VECTOR_PUSH(&m->constants, s->block);
        break;
    case BLOCK_METADATA:
        VECTOR_PUSH(&m->metadata, s->block);
        break;
    case BLOCK_FUNCTION:
        VECTOR_PUSH(&m->bodies, s->block);
        break;
    default:
        break;
    }
    stream_skip(s);
    return true;
}

/* Bodies stand in the order of the functions that have one. */
static bool place_bodies(struct ir_module *m, struct failure *failure)
{
    size_t k = 0;
    for (size_t i = 0; i < m->symbols.count; i++) {
        struct ir_symbol *symbol = m->symbols.data[i].symbol;
        if (symbol->value.kind != IR_FUNCTION || !symbol->defined) continue;
        if (k == m->bodies.count) return bitcode_malformed(m, "a body is missing", failure);
        struct module_function *f = (struct module_function *)symbol;
        f->block = m->bodies.data[k++];
        f->function.body_at = f->block.at;
    }
    return k == m->bodies.count || bitcode_malformed(m, "a body without a function", failure);
}

static bool read_module(struct ir_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    for (enum stream_entry e; (e = stream_next(s)) != STREAM_END;)
        if (!(e == STREAM_BLOCK ? read_inner(m, failure) : read_record(m, failure))) return false;
    stream_leave(s, outer);
    return (!s->broken || bitcode_malformed(m, "it ends early", failure)) && place_bodies(m, failure);
}

/* --- names --- */

static bool read_names(struct ir_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    s->blob_size = 0;
    while (stream_next(s) == STREAM_RECORD)
        ;
    for (size_t i = 0; i < m->symbols.count; i++) {
        struct module_symbol *symbol = &m->symbols.data[i];
        if (symbol->name_at > s->blob_size || symbol->name_size > s->blob_size - symbol->name_at)
            return bitcode_malformed(m, "a name", failure);
        const char *name = s->blob + symbol->name_at;
        size_t size = symbol->name_size;
        if (size && *name == 1) {
            name++;
            size--;
        }
        symbol->symbol->name = arena_text_range(&m->store->arena, size ? name : "", size);
        if (symbol->symbol->value.kind == IR_FUNCTION)
            ((struct ir_function *)symbol->symbol)->intrinsic = !strncmp(symbol->symbol->name, "llvm.", 5);
    }
    stream_leave(s, outer);
    return !s->broken || bitcode_malformed(m, "its names", failure);
}

/* --- the producer --- */

/* [characters]: "LLVM19.1.7". Distributions may put a word before it. */
static bool read_producer(struct ir_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    for (enum stream_entry e; (e = stream_next(s)) != STREAM_END;) {
        if (e == STREAM_BLOCK)
            stream_skip(s);
        else if (s->code == IDENTIFICATION_PRODUCER)
            m->producer = read_text(m);
    }
    stream_leave(s, outer);
    return !s->broken || bitcode_malformed(m, "its producer", failure);
}

static bool is_known_producer(const char *producer)
{
    return !strncmp(producer, "LLVM19.", 7);
}

static bool read_file(struct ir_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    bool module = false, names = false;
    if (m->bytes < 4 || memcmp(m->data, "BC\xc0\xde", 4))
        return failure_set(failure, FAILURE_INPUT, "%s: no bitcode", m->name);
    s->at = 32;
    while (stream_next(s) == STREAM_BLOCK) {
        if (s->block.id == BLOCK_IDENTIFICATION && !module) {
            if (!read_producer(m, failure)) return false;
        } else if (s->block.id == BLOCK_MODULE) {
            if (!is_known_producer(m->producer))
                return failure_set(failure, FAILURE_UNSUPPORTED, "%s: bitcode by %s, not by LLVM 19", m->name,
                                   *m->producer ? m->producer : "nobody who says so");
            if (module) return bitcode_malformed(m, "more than one module", failure);
            if (!read_module(m, failure)) return false;
            module = true;
        } else if (s->block.id == BLOCK_STRING_TABLE && module && !names) {
            if (!read_names(m, failure)) return false;
            names = true;
        } else {
            stream_skip(s);
        }
    }
    if (s->broken) return bitcode_malformed(m, "it ends early", failure);
    if (!module) return failure_set(failure, FAILURE_INPUT, "%s: no module in it", m->name);
    return names || !m->symbols.count || bitcode_malformed(m, "no names", failure);
}

/* --- the target --- */

static bool take_target(struct ir_store *store, struct ir_module *m, struct failure *failure)
{
    store->target = m->target;
    store->data_layout = m->data_layout;
    bool good = bitcode_layout_parse(store, m->data_layout);
    for (size_t i = 0; i < store->state->types.count; i++)
        ir_layout(store, store->state->types.data[i]);
    return good || failure_set(failure, FAILURE_INPUT, "%s: data layout not understood: %.200s", m->name,
                               m->data_layout);
}

static void add_assembly(struct ir_store *store, const struct ir_module *m)
{
    if (m->role != IR_UNIT || !*m->assembly) return;
    store->assembly =
        *store->assembly ? arena_format(&store->arena, "%s\n%s", store->assembly, m->assembly) : m->assembly;
}

bool ir_is_known(const void *data, size_t bytes)
{
    struct ir_store store;
    ir_store_init(&store);
    struct ir_module m = {.store = &store, .name = "", .data = data, .bytes = bytes & ~(size_t)3, .producer = ""};
    stream_init(&m.stream, data, m.bytes, &store.arena, &m.shared);
    m.stream.at = 32;
    bool begins = m.bytes >= 4 && !memcmp(data, "BC\xc0\xde", 4);
    if (begins && stream_next(&m.stream) == STREAM_BLOCK && m.stream.block.id == BLOCK_IDENTIFICATION)
        read_producer(&m, NULL);
    bool known = is_known_producer(m.producer);
    module_close(&m);
    ir_store_release(&store);
    return known;
}

bool ir_store_add(struct ir_store *store, const void *data, size_t bytes, const char *name, enum ir_role role,
                  struct failure *failure)
{
    struct ir_module *m = ARENA_NEW(&store->arena, struct ir_module);
    m->store = store;
    m->name = arena_text(&store->arena, name);
    m->role = role;
    m->data = data;
    m->bytes = bytes & ~(size_t)3;
    m->target = m->data_layout = m->assembly = m->producer = "";
    stream_init(&m->stream, data, m->bytes, &store->arena, &m->shared);
    stream_init(&m->nodes, data, m->bytes, &store->arena, &m->shared);
    VECTOR_PUSH(&store->modules, m);
    if (!read_file(m, failure)) return false;
    if (!store->state->layout_known && !take_target(store, m, failure)) return false;
    if (*m->data_layout && strcmp(m->data_layout, store->data_layout)) {
        if (role == IR_UNIT)
            return failure_set(failure, FAILURE_INPUT, "%s: made for another target than the files before it",
                               name);
        module_close(VECTOR_POP(&store->modules));
        return true;
    }
    add_assembly(store, m);
    return true;
}
