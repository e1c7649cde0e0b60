/* Adds a module: one pass over its block reads types, attributes and symbols and notes where
 * constants, metadata and bodies are; the string table after it then gives the names. */
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

bool bitcode_malformed(const struct bitcode_module *m, const char *what,
                       struct failure *failure)
{
    return failure_set(failure, FAILURE_INPUT, "%s: broken bitcode: %s", m->ir.name, what);
}

/* --- symbols --- */

/* LLVM's numbers for linkage: several stand for the same one. */
static void set_linkage(struct module_symbol *symbol, uint64_t linkage, bool defined)
{
    enum ir_linkage l = IR_EXTERNAL;
    enum ir_rank rank = RANK_STRONG;
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
        break;
    case 3: /* internal, private */
    case 9:
    case 13:
    case 14:
        l = IR_INTERNAL;
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
    ir_symbol_link(symbol, l, rank, defined);
}

/* Alignments are stored as 1 + their logarithm. */
static uint64_t alignment_of(uint64_t stored)
{
    return stored && stored < 64 ? 1ull << (stored - 1) : 0;
}

/* Its content is 1 + the number of a value. */
static struct module_symbol *add_symbol(struct bitcode_module *m, struct ir_symbol *symbol,
                                        enum ir_kind kind, uint64_t space, uint64_t content)
{
    VECTOR_PUSH(&m->records,
                (struct bitcode_symbol){.content = (uint32_t)content,
                                        .name_at = stream_value(&m->stream, 0),
                                        .name_size = stream_value(&m->stream, 1)});
    return ir_module_symbol(&m->ir, symbol, kind, (uint32_t)space & 0xffffff);
}

/* [name, name size, type, constant | explicit << 1 | space << 2, initialiser + 1, linkage,
 * alignment, section, visibility, thread local, ...] */
static bool read_global(struct bitcode_module *m)
{
    struct stream *s = &m->stream;
    struct ir_global *g = ARENA_NEW(&m->ir.store->arena, struct ir_global);
    uint64_t flags = stream_value(s, 3);
    struct module_symbol *symbol =
        add_symbol(m, &g->symbol, IR_GLOBAL, flags >> 2, stream_value(s, 4));
    g->symbol.content = bitcode_type_at(m, stream_value(s, 2));
    set_linkage(symbol, stream_value(s, 5), (uint32_t)stream_value(s, 4) != 0);
    g->constant = flags & 1;
    g->alignment = alignment_of(stream_value(s, 6));
    g->thread_local_storage = stream_value(s, 9) != 0;
    return s->values.count >= 8 && flags & 2 && g->symbol.content;
}

/* [name, name size, type, calling convention, is declaration, linkage, attributes, alignment,
 * section, visibility, gc, unnamed, prologue, dll, comdat, prefix, personality, preemption,
 * space, ...] */
static bool read_function(struct bitcode_module *m)
{
    struct stream *s = &m->stream;
    struct module_function *f = ARENA_NEW(&m->ir.store->arena, struct module_function);
    struct module_symbol *symbol =
        add_symbol(m, &f->function.symbol, IR_FUNCTION, stream_value(s, 18), 0);
    f->function.symbol.content = bitcode_type_at(m, stream_value(s, 2));
    set_linkage(symbol, stream_value(s, 5), !stream_value(s, 4));
    f->function.attributes = bitcode_attributes(m, stream_value(s, 6));
    return s->values.count >= 7 && f->function.symbol.content &&
           f->function.symbol.content->kind == IR_FUNCTION_TYPE;
}

/* [name, name size, type, space, aliasee, linkage, ...] */
static bool read_alias(struct bitcode_module *m)
{
    struct stream *s = &m->stream;
    struct ir_alias *a = ARENA_NEW(&m->ir.store->arena, struct ir_alias);
    struct module_symbol *symbol =
        add_symbol(m, &a->symbol, IR_ALIAS, stream_value(s, 3), stream_value(s, 4) + 1);
    a->symbol.content = bitcode_type_at(m, stream_value(s, 2));
    set_linkage(symbol, stream_value(s, 5), true);
    return s->values.count >= 6 && a->symbol.content && VECTOR_LAST(&m->records).content;
}

/* What the resolver would choose at load time is not known: a function without body. */
static bool read_ifunc(struct bitcode_module *m)
{
    struct stream *s = &m->stream;
    struct module_function *f = ARENA_NEW(&m->ir.store->arena, struct module_function);
    struct module_symbol *symbol =
        add_symbol(m, &f->function.symbol, IR_FUNCTION, stream_value(s, 3), 0);
    f->function.symbol.content = bitcode_type_at(m, stream_value(s, 2));
    f->function.attributes = bitcode_attributes(m, 0);
    set_linkage(symbol, stream_value(s, 5), false);
    return s->values.count >= 6 && f->function.symbol.content &&
           f->function.symbol.content->kind == IR_FUNCTION_TYPE;
}

/* --- the module's block --- */

static const char *read_text(struct bitcode_module *m)
{
    const struct stream *s = &m->stream;
    char *text = ARENA_ARRAY(&m->ir.store->arena, char, s->values.count + 1);
    for (size_t i = 0; i < s->values.count; i++)
        text[i] = (char)s->values.data[i];
    return text;
}

static bool read_record(struct bitcode_module *m, struct failure *failure)
{
    switch (m->stream.code) {
    case MODULE_VERSION:
        return stream_value(&m->stream, 0) == 2 ||
               failure_set(failure, FAILURE_INPUT, "%s: not LLVM 19's version of bitcode",
                           m->ir.name);
    case MODULE_TRIPLE:
        m->ir.target = read_text(m);
        return true;
    case MODULE_DATALAYOUT:
        m->ir.data_layout = read_text(m);
        return true;
    case MODULE_ASM:
        m->ir.assembly = read_text(m);
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

static bool read_inner(struct bitcode_module *m, struct failure *failure)
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
static bool place_bodies(struct bitcode_module *m, struct failure *failure)
{
    size_t k = 0;
    for (size_t i = 0; i < m->ir.symbols.count; i++) {
        struct ir_symbol *symbol = m->ir.symbols.data[i].symbol;
        if (symbol->value.kind != IR_FUNCTION || !symbol->defined)
            continue;
        if (k == m->bodies.count)
            return bitcode_malformed(m, "a body is missing", failure);
        struct module_function *f = (struct module_function *)symbol;
        f->block = m->bodies.data[k++];
    }
    return k == m->bodies.count || bitcode_malformed(m, "a body without a function", failure);
}

static bool read_module(struct bitcode_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    for (enum stream_entry e; (e = stream_next(s)) != STREAM_END;)
        if (!(e == STREAM_BLOCK ? read_inner(m, failure) : read_record(m, failure)))
            return false;
    stream_leave(s, outer);
    return (!s->broken || bitcode_malformed(m, "it ends early", failure)) &&
           place_bodies(m, failure);
}

/* --- names --- */

static bool read_names(struct bitcode_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    s->blob_size = 0;
    while (stream_next(s) == STREAM_RECORD)
        ;
    for (size_t i = 0; i < m->ir.symbols.count; i++) {
        const struct bitcode_symbol *record = &m->records.data[i];
        if (record->name_at > s->blob_size ||
            record->name_size > s->blob_size - record->name_at)
            return bitcode_malformed(m, "a name", failure);
        ir_symbol_name(&m->ir.symbols.data[i], s->blob + record->name_at, record->name_size);
    }
    stream_leave(s, outer);
    return !s->broken || bitcode_malformed(m, "its names", failure);
}

/* --- the producer --- */

/* [characters]: "LLVM19.1.7". Distributions may put a word before it. */
static bool read_producer(struct bitcode_module *m, struct failure *failure)
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

static bool read_file(struct bitcode_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    bool module = false, names = false;
    if (m->ir.bytes < 4 || memcmp(m->ir.data, "BC\xc0\xde", 4))
        return failure_set(failure, FAILURE_INPUT, "%s: no bitcode", m->ir.name);
    s->at = 32;
    while (stream_next(s) == STREAM_BLOCK) {
        if (s->block.id == BLOCK_IDENTIFICATION && !module) {
            if (!read_producer(m, failure))
                return false;
        } else if (s->block.id == BLOCK_MODULE) {
            if (!is_known_producer(m->producer))
                return failure_set(failure, FAILURE_UNSUPPORTED,
                                   "%s: bitcode by %s, not by LLVM 19", m->ir.name,
                                   *m->producer ? m->producer : "nobody who says so");
            if (module)
                return bitcode_malformed(m, "more than one module", failure);
            if (!read_module(m, failure))
                return false;
            module = true;
        } else if (s->block.id == BLOCK_STRING_TABLE && module && !names) {
            if (!read_names(m, failure))
                return false;
            names = true;
        } else {
            stream_skip(s);
        }
    }
    if (s->broken)
        return bitcode_malformed(m, "it ends early", failure);
    if (!module)
        return failure_set(failure, FAILURE_INPUT, "%s: no module in it", m->ir.name);
    return names || !m->ir.symbols.count || bitcode_malformed(m, "no names", failure);
}

/* --- the reader --- */

static void start(struct bitcode_module *m)
{
    m->producer = "";
    m->ir.bytes &= ~(size_t)3;
    stream_init(&m->stream, m->ir.data, m->ir.bytes, &m->ir.store->arena, &m->shared);
    stream_init(&m->nodes, m->ir.data, m->ir.bytes, &m->ir.store->arena, &m->shared);
}

static bool read_module_of(struct ir_module *module, struct failure *failure)
{
    struct bitcode_module *m = bitcode_module(module);
    start(m);
    return read_file(m, failure);
}

static void close_module(struct ir_module *module)
{
    struct bitcode_module *m = bitcode_module(module);
    stream_release(&m->stream);
    stream_release(&m->nodes);
    stream_shared_release(&m->shared);
    map_release(&m->groups);
    VECTOR_RELEASE(&m->group_list);
    VECTOR_RELEASE(&m->types);
    VECTOR_RELEASE(&m->attributes);
    VECTOR_RELEASE(&m->records);
    VECTOR_RELEASE(&m->constants);
    VECTOR_RELEASE(&m->metadata);
    VECTOR_RELEASE(&m->bodies);
}

bool bitcode_is_known(const void *data, size_t bytes)
{
    struct ir_store store;
    ir_store_init(&store);
    struct bitcode_module m = {
        .ir = {.store = &store, .name = "", .data = data, .bytes = bytes}};
    start(&m);
    m.stream.at = 32;
    bool begins = m.ir.bytes >= 4 && !memcmp(data, "BC\xc0\xde", 4);
    if (begins && stream_next(&m.stream) == STREAM_BLOCK &&
        m.stream.block.id == BLOCK_IDENTIFICATION)
        read_producer(&m, NULL);
    bool known = is_known_producer(m.producer);
    close_module(&m.ir);
    ir_store_release(&store);
    return known;
}

/* Initialisers and aliasees, of those symbols too that another one was chosen for. */
static bool set_contents(struct bitcode_module *m, struct failure *failure)
{
    for (size_t i = 0; i < m->ir.symbols.count; i++) {
        struct ir_symbol *symbol = m->ir.symbols.data[i].symbol;
        uint32_t number = m->records.data[i].content;
        if (!number)
            continue;
        if (number > m->ir.values.count)
            return bitcode_malformed(m, "an initialiser", failure);
        struct ir_value *content = m->ir.values.data[number - 1];
        if (symbol->value.kind == IR_GLOBAL)
            ((struct ir_global *)symbol)->initializer = content;
        else
            ((struct ir_alias *)symbol)->aliasee = content;
    }
    return true;
}

static bool read_contents(struct ir_module *module, struct failure *failure)
{
    struct bitcode_module *m = bitcode_module(module);
    stream_open(&m->stream, &(struct stream_block){.id = BLOCK_MODULE, .width = 2});
    for (size_t i = 0; i < m->constants.count; i++)
        if (!bitcode_constants_read(m, &m->constants.data[i], &module->store->arena, false,
                                    failure))
            return false;
    return set_contents(m, failure) && bitcode_metadata_open(m, failure);
}

const struct ir_reader bitcode_reader = {
    .name = "bitcode",
    .module_size = sizeof(struct bitcode_module),
    .read = read_module_of,
    .contents = read_contents,
    .body = bitcode_body_read,
    .node = bitcode_child,
    .close = close_module,
};
