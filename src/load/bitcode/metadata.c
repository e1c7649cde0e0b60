/* Metadata blocks: the strings and the places of the nodes, by number. A module's block
 * mostly has an index of the places; else, and in bodies, the records are passed over once.
 * Nodes are decoded by nodes.c when they are asked for. */
#include "load/bitcode/internal.h"

#include "base/failure.h"

#include <string.h>

enum {
    METADATA_VALUE = 2,
    METADATA_NAME = 4,
    METADATA_KIND = 6,
    METADATA_LOCATION = 7,
    METADATA_NAMED_NODE = 10,
    METADATA_STRINGS = 35,
    METADATA_GLOBAL_DECL_ATTACHMENT = 36,
    METADATA_GLOBAL_VAR_EXPRESSION = 37,
    METADATA_INDEX_OFFSET = 38,
    METADATA_INDEX = 39
};
enum { KIND_DEBUG = 0 };

struct attachment {
    uint64_t value;
    uint32_t node;
};
struct opening {
    struct ir_scope *scope;
    struct stream *stream;
    VECTOR(uint64_t) places;
    VECTOR(struct attachment) attachments;
};

/* --- opening a block --- */

/* [count, offset] and a blob: lengths as vbr6, then from the offset on the characters. */
static bool read_strings(struct opening *o)
{
    struct stream *s = o->stream;
    struct arena *arena = &o->scope->module->ir.store->arena;
    uint64_t count = stream_value(s, 0), offset = stream_value(s, 1), at = 0;
    if (offset > s->blob_size || count > offset * 8 / 6 || s->blob_size > UINT32_MAX ||
        o->scope->strings || o->places.count)
        return false;
    struct stream lengths;
    stream_init(&lengths, s->blob, (size_t)offset, arena, NULL);
    struct scope_string *strings = ARENA_ARRAY(arena, struct scope_string, count);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t size = stream_read_variable(&lengths, 6);
        if (size > s->blob_size - offset - at)
            return false;
        strings[i] = (struct scope_string){.at = (uint32_t)at, .size = (uint32_t)size};
        at += size;
    }
    o->scope->characters = s->blob + offset;
    o->scope->strings = strings;
    o->scope->string_count = (uint32_t)count;
    return !lengths.broken;
}

/* The distance of the index from here; in it the distances of the records from each other. */
static bool read_index(struct opening *o)
{
    struct stream *s = o->stream;
    uint64_t place = s->at, distance = stream_value(s, 0) | stream_value(s, 1) << 32;
    if (o->places.count || distance > s->bits - s->at ||
        !stream_record_at(s, s->at + distance) || s->code != METADATA_INDEX)
        return false;
    VECTOR_RESERVE(&o->places, s->values.count);
    for (size_t i = 0; i < s->values.count; i++) {
        if (s->values.data[i] > s->bits - place)
            return false;
        place += s->values.data[i];
        o->places.data[i] = place;
    }
    o->places.count = s->values.count;
    return true;
}

/* [value, (kind, node)...] */
static void read_attachment(struct opening *o)
{
    const struct stream *s = o->stream;
    for (size_t k = 1; k + 1 < s->values.count; k += 2) {
        if (s->values.data[k] != KIND_DEBUG)
            continue;
        VECTOR_PUSH(&o->attachments,
                    (struct attachment){s->values.data[0], (uint32_t)s->values.data[k + 1]});
        return;
    }
}

static bool open_record(struct opening *o)
{
    struct stream *s = o->stream;
    uint64_t at = s->record_at;
    switch (s->code) {
    case METADATA_NAME:
    case METADATA_KIND:
    case METADATA_NAMED_NODE:
    case METADATA_INDEX:
        return true;
    case METADATA_STRINGS:
        return stream_record_at(s, at) && read_strings(o);
    case METADATA_INDEX_OFFSET:
        return stream_record_at(s, at) && read_index(o);
    case METADATA_GLOBAL_DECL_ATTACHMENT:
        if (!stream_record_at(s, at))
            return false;
        read_attachment(o);
        return true;
    default:
        VECTOR_PUSH(&o->places, at);
        return true;
    }
}

static void keep(struct opening *o)
{
    struct ir_scope *scope = o->scope;
    struct arena *arena = &scope->module->ir.store->arena;
    scope->count = scope->string_count + (uint32_t)o->places.count;
    LAW(!scope->outer || scope->first == scope->outer->first + scope->outer->count);
    scope->nodes = ARENA_ARRAY(arena, struct ir_node *, scope->count);
    scope->places = ARENA_ARRAY(arena, uint64_t, o->places.count);
    if (o->places.count)
        memcpy(scope->places, o->places.data, o->places.count * sizeof *scope->places);
    scope->known_count = o->stream->known.count;
    scope->known = ARENA_ARRAY(arena, const struct abbreviation *, scope->known_count);
    if (scope->known_count)
        memcpy(scope->known, o->stream->known.data,
               scope->known_count * sizeof *scope->known);
}

static struct ir_scope *new_scope(struct bitcode_module *m, struct ir_scope *outer)
{
    struct ir_scope *scope = ARENA_NEW(&m->ir.store->arena, struct ir_scope);
    scope->module = m;
    scope->outer = outer;
    scope->first = outer ? outer->first + outer->count : 0;
    return scope;
}

static bool open_block(struct opening *o, const struct stream_block *block)
{
    struct stream *s = o->stream;
    bool good = true;
    o->scope->block = *block;
    o->scope->module->open_scope = NULL;
    stream_open(s, block);
    for (enum stream_entry e; good && (e = stream_pass(s)) != STREAM_END;) {
        if (e == STREAM_BLOCK)
            stream_skip(s);
        else
            good = open_record(o);
    }
    good = good && !s->broken && o->places.count < UINT32_MAX / 4;
    if (good)
        keep(o);
    return good;
}

struct ir_scope *bitcode_scope_open(struct bitcode_module *m,
                                    const struct stream_block *block, struct ir_scope *outer)
{
    struct opening o = {.scope = new_scope(m, outer), .stream = &m->nodes};
    bool good = open_block(&o, block);
    VECTOR_RELEASE(&o.places);
    VECTOR_RELEASE(&o.attachments);
    return good ? o.scope : NULL;
}

static void attach(struct bitcode_module *m, const struct attachment *a)
{
    LAW(m->scope);
    if (a->value >= m->ir.symbols.count)
        return;
    struct ir_symbol *symbol = m->ir.symbols.data[a->value].symbol;
    if (symbol->value.kind == IR_GLOBAL)
        ((struct ir_global *)symbol)->variable = bitcode_variable_of(m->scope, a->node);
    else if (symbol->value.kind == IR_FUNCTION)
        ((struct ir_function *)symbol)->subprogram = bitcode_node(m->scope, a->node);
}

bool bitcode_metadata_open(struct bitcode_module *m, struct failure *failure)
{
    struct opening o = {.scope = new_scope(m, NULL), .stream = &m->nodes};
    bool good = m->metadata.count <= 1 &&
                (!m->metadata.count || open_block(&o, &m->metadata.data[0]));
    m->scope = o.scope;
    for (size_t i = 0; good && i < o.attachments.count; i++)
        attach(m, &o.attachments.data[i]);
    VECTOR_RELEASE(&o.places);
    VECTOR_RELEASE(&o.attachments);
    return good || bitcode_malformed(m, "its metadata", failure);
}

/* --- records by number --- */

static struct ir_scope *home_of(struct ir_scope *scope, uint32_t number)
{
    while (scope && number < scope->first)
        scope = scope->outer;
    return scope && number - scope->first < scope->count ? scope : NULL;
}

static void stand_in(struct stream *s, struct ir_scope *scope)
{
    LAW(scope->block.end > 0);
    if (scope->module->open_scope == scope && !s->broken)
        return;
    stream_open(s, &scope->block);
    VECTOR_RESERVE(&s->known, scope->known_count);
    if (scope->known_count)
        memcpy(s->known.data, scope->known, scope->known_count * sizeof *scope->known);
    s->known.count = scope->known_count;
    scope->module->open_scope = scope;
}

struct ir_scope *bitcode_node_record(struct ir_scope *scope, uint32_t number)
{
    struct ir_scope *home = home_of(scope, number);
    if (!home || number - home->first < home->string_count)
        return NULL;
    struct stream *s = &home->module->nodes;
    stand_in(s, home);
    return stream_record_at(s, home->places[number - home->first - home->string_count])
               ? home
               : NULL;
}

const char *bitcode_string(struct ir_scope *scope, uint64_t number_plus_1)
{
    if (!number_plus_1 || number_plus_1 > UINT32_MAX)
        return "";
    uint32_t number = (uint32_t)number_plus_1 - 1;
    struct ir_scope *home = home_of(scope, number);
    if (!home || number - home->first >= home->string_count)
        return "";
    struct scope_string *string = &home->strings[number - home->first];
    if (!string->text)
        string->text = arena_text_range(&home->module->ir.store->arena,
                                        home->characters + string->at, string->size);
    return string->text;
}

const struct ir_node *bitcode_node(struct ir_scope *scope, uint32_t number)
{
    struct ir_scope *home = home_of(scope, number);
    if (!home)
        return NULL;
    struct ir_node **kept = &home->nodes[number - home->first];
    if (*kept)
        return *kept;
    if (number - home->first < home->string_count) {
        *kept = ARENA_NEW(&home->module->ir.store->arena, struct ir_node);
        **kept = (struct ir_node){.kind = IR_NODE_OTHER,
                                  .name = bitcode_string(home, (uint64_t)number + 1),
                                  .module = &home->module->ir,
                                  .scope = home};
    } else if (bitcode_node_record(home, number)) {
        *kept = bitcode_node_decode(home);
    }
    return *kept;
}

const struct ir_node *bitcode_child(const struct ir_node *from, uint32_t number)
{
    return bitcode_node(from->scope, number);
}

/* --- single records --- */

/* [type, value] */
bool bitcode_value_of_node(struct ir_scope *scope, uint32_t number, uint32_t *id)
{
    const struct ir_scope *home = bitcode_node_record(scope, number);
    if (!home || home->module->nodes.code != METADATA_VALUE)
        return false;
    *id = (uint32_t)stream_value(&home->module->nodes, 1);
    return true;
}

const struct ir_node *bitcode_file_of(struct ir_scope *scope, uint32_t number)
{
    const struct ir_node *node = bitcode_node(scope, number);
    if (!node || node->kind == IR_NODE_FILE)
        return node;
    const struct ir_node *file = ir_child(node, node->file);
    return file && file->kind == IR_NODE_FILE ? file : NULL;
}

/* [distinct, line, column, scope, ...] */
void bitcode_location(struct ir_scope *scope, uint32_t number, uint32_t *line,
                      uint32_t *column, const struct ir_node **file)
{
    const struct ir_scope *home = bitcode_node_record(scope, number);
    if (!home || home->module->nodes.code != METADATA_LOCATION)
        return;
    const struct stream *s = &home->module->nodes;
    *line = (uint32_t)stream_value(s, 1);
    *column = (uint32_t)stream_value(s, 2);
    *file = bitcode_file_of(scope, (uint32_t)stream_value(s, 3));
}

/* [distinct, variable, expression] */
const struct ir_node *bitcode_variable_of(struct ir_scope *scope, uint32_t number)
{
    struct ir_scope *home = bitcode_node_record(scope, number);
    if (!home || home->module->nodes.code != METADATA_GLOBAL_VAR_EXPRESSION)
        return bitcode_node(scope, number);
    uint64_t variable = stream_value(&home->module->nodes, 1);
    return variable && variable <= UINT32_MAX ? bitcode_node(home, (uint32_t)variable - 1)
                                              : NULL;
}
