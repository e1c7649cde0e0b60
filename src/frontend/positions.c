/* Walks module, function and metadata blocks. Of metadata only what leads from a scope to the name of its
 * file is kept: strings, files, subprograms and lexical blocks, by the number that records refer to. */
#include "frontend/positions.h"

#include "base/failure.h"
#include "frontend/bitstream.h"

#include <string.h>

enum { BLOCK_MODULE = 8, BLOCK_FUNCTION = 12, BLOCK_METADATA = 15 };
enum {
    METADATA_NAME = 4,
    METADATA_KIND = 6,
    METADATA_NAMED_NODE = 10,
    METADATA_FILE = 16,
    METADATA_SUBPROGRAM = 21,
    METADATA_LEXICAL_BLOCK = 22,
    METADATA_LEXICAL_BLOCK_FILE = 23,
    METADATA_STRINGS = 35,
    METADATA_GLOBAL_DECL_ATTACHMENT = 36,
    METADATA_INDEX_OFFSET = 38,
    METADATA_INDEX = 39,
    METADATA_ARG_LIST = 46,
};
enum {
    FUNCTION_DECLAREBLOCKS = 1,
    FUNCTION_DEBUG_LOC_AGAIN = 33,
    FUNCTION_DEBUG_LOC = 35,
    FUNCTION_OPERAND_BUNDLE = 55,
    FUNCTION_BLOCKADDR_USERS = 60,
    FUNCTION_DEBUG_RECORD_FIRST = 61,
    FUNCTION_DEBUG_RECORD_LAST = 65,
};

/* What a metadata number stands for, as far as it matters here. */
struct node {
    enum { NODE_OTHER, NODE_STRING, NODE_FILE, NODE_SCOPE } kind;
    uint32_t of;      /* file: number of its name + 1; scope: number of its file + 1 */
    uint32_t length;  /* string */
    const char *text; /* string */
    uint32_t file;    /* file: 1 + index in files, once known */
};
struct reader {
    struct positions *positions;
    struct bitstream stream;
    VECTOR(struct node) nodes;
};

void positions_init(struct positions *p)
{
    memset(p, 0, sizeof *p);
    arena_init(&p->arena);
    VECTOR_PUSH(&p->files, "");
}

void positions_release(struct positions *p)
{
    VECTOR_RELEASE(&p->files);
    VECTOR_RELEASE(&p->list);
    VECTOR_RELEASE(&p->functions);
    arena_release(&p->arena);
}

/* --- metadata --- */

/* A blob of vbr6 lengths, then the characters from `offset` on. */
static void read_strings(struct reader *r)
{
    struct bitstream *s = &r->stream;
    uint64_t count = s->values.data[0], offset = s->values.data[1];
    if (offset > s->blob_size || count > s->blob_size * 2) {
        s->broken = true;
        return;
    }
    struct bitstream lengths;
    bitstream_init(&lengths, (void *)s->blob, s->blob_size);
    const char *text = s->blob + offset, *end = s->blob + s->blob_size;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t length = 0, chunk;
        unsigned shift = 0;
        do {
            chunk = bitstream_read(&lengths, 6);
            if (shift < 60) length |= (chunk & 31) << shift;
            shift += 5;
        } while (chunk & 32);
        if (length > (uint64_t)(end - text)) length = 0;
        VECTOR_PUSH(&r->nodes, (struct node){.kind = NODE_STRING, .text = text, .length = (uint32_t)length});
        text += length;
    }
    bitstream_release(&lengths);
}

static uint32_t value_at(const struct bitstream *s, size_t k)
{
    return k < s->values.count ? (uint32_t)s->values.data[k] : 0;
}

static void read_metadata_record(struct reader *r)
{
    struct bitstream *s = &r->stream;
    switch (s->code) {
    case METADATA_NAME:
    case METADATA_KIND:
    case METADATA_NAMED_NODE:
    case METADATA_GLOBAL_DECL_ATTACHMENT:
    case METADATA_INDEX_OFFSET:
    case METADATA_INDEX:
    case METADATA_ARG_LIST:
        return;
    case METADATA_STRINGS:
        if (s->values.count >= 2) read_strings(r);
        return;
    case METADATA_FILE:
        VECTOR_PUSH(&r->nodes, (struct node){.kind = NODE_FILE, .of = value_at(s, 1)});
        return;
    case METADATA_SUBPROGRAM:
        VECTOR_PUSH(&r->nodes, (struct node){.kind = NODE_SCOPE, .of = value_at(s, 4)});
        return;
    case METADATA_LEXICAL_BLOCK:
    case METADATA_LEXICAL_BLOCK_FILE:
        VECTOR_PUSH(&r->nodes, (struct node){.kind = NODE_SCOPE, .of = value_at(s, 2)});
        return;
    default:
        VECTOR_PUSH(&r->nodes, (struct node){.kind = NODE_OTHER});
        return;
    }
}

static void read_metadata(struct reader *r)
{
    struct bitstream_outer outer = bitstream_enter(&r->stream);
    for (enum bitstream_entry e; (e = bitstream_next(&r->stream)) != ENTRY_END;) {
        if (e == ENTRY_BLOCK)
            bitstream_skip(&r->stream);
        else
            read_metadata_record(r);
    }
    bitstream_leave(&r->stream, outer);
}

static struct node *node_of(struct reader *r, uint32_t number_plus_1)
{
    return number_plus_1 && number_plus_1 <= r->nodes.count ? &r->nodes.data[number_plus_1 - 1] : NULL;
}

static uint32_t file_of(struct reader *r, uint32_t scope_plus_1)
{
    const struct node *scope = node_of(r, scope_plus_1);
    struct node *file = scope && scope->kind == NODE_SCOPE ? node_of(r, scope->of) : NULL;
    if (!file || file->kind != NODE_FILE) return 0;
    if (file->file) return file->file - 1;
    const struct node *name = node_of(r, file->of);
    if (!name || name->kind != NODE_STRING) return 0;
    struct positions *p = r->positions;
    VECTOR_PUSH(&p->files, arena_text_range(&p->arena, name->text, name->length));
    file->file = (uint32_t)p->files.count;
    return file->file - 1;
}

/* --- functions --- */

static void read_function_record(struct reader *r, struct position_range *range, struct position *last)
{
    struct bitstream *s = &r->stream;
    struct positions *p = r->positions;
    switch (s->code) {
    case FUNCTION_DECLAREBLOCKS:
    case FUNCTION_OPERAND_BUNDLE:
    case FUNCTION_BLOCKADDR_USERS:
        return;
    case FUNCTION_DEBUG_LOC:
        *last = (struct position){file_of(r, value_at(s, 2)), value_at(s, 0), value_at(s, 1)};
        if (!s->code_at) s->broken = true;
        if (!s->broken) bitstream_patch_code(s, FUNCTION_DEBUG_LOC_AGAIN);
        break;
    case FUNCTION_DEBUG_LOC_AGAIN:
        break;
    default:
        if (s->code >= FUNCTION_DEBUG_RECORD_FIRST && s->code <= FUNCTION_DEBUG_RECORD_LAST) return;
        VECTOR_PUSH(&p->list, (struct position){0});
        range->count++;
        return;
    }
    if (range->count) VECTOR_LAST(&p->list) = *last;
}

static void read_function(struct reader *r)
{
    struct bitstream *s = &r->stream;
    struct position_range range = {(uint32_t)r->positions->list.count, 0};
    struct position last = {0};
    size_t nodes = r->nodes.count;
    struct bitstream_outer outer = bitstream_enter(s);
    for (enum bitstream_entry e; (e = bitstream_next(s)) != ENTRY_END;) {
        if (e == ENTRY_RECORD)
            read_function_record(r, &range, &last);
        else if (s->block == BLOCK_METADATA)
            read_metadata(r);
        else
            bitstream_skip(s);
    }
    bitstream_leave(s, outer);
    r->nodes.count = nodes;
    VECTOR_PUSH(&r->positions->functions, range);
}

static void read_module(struct reader *r)
{
    struct bitstream *s = &r->stream;
    struct bitstream_outer outer = bitstream_enter(s);
    for (enum bitstream_entry e; (e = bitstream_next(s)) != ENTRY_END;) {
        if (e == ENTRY_RECORD) continue;
        if (s->block == BLOCK_FUNCTION)
            read_function(r);
        else if (s->block == BLOCK_METADATA)
            read_metadata(r);
        else
            bitstream_skip(s);
    }
    bitstream_leave(s, outer);
}

bool positions_take(struct positions *p, void *bitcode, size_t bytes)
{
    static const char magic[] = {'B', 'C', (char)0xc0, (char)0xde};
    if (bytes < sizeof magic || memcmp(bitcode, magic, sizeof magic)) return false;
    struct reader r = {.positions = p};
    bitstream_init(&r.stream, bitcode, bytes);
    (void)bitstream_read(&r.stream, 32);
    while (bitstream_next(&r.stream) == ENTRY_BLOCK) {
        if (r.stream.block == BLOCK_MODULE)
            read_module(&r);
        else
            bitstream_skip(&r.stream);
    }
    bool good = !r.stream.broken;
    bitstream_release(&r.stream);
    VECTOR_RELEASE(&r.nodes);
    return good;
}

/* --- use --- */

static const char kind_name[] = "sooth.positions";

static unsigned mark_kind(LLVMContextRef context)
{
    return LLVMGetMDKindIDInContext(context, kind_name, sizeof kind_name - 1);
}

void positions_bind(struct positions *p, LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned kind = mark_kind(context);
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f)) continue;
        if (p->bound == p->functions.count) BUG("more bodies in the module than in its bitcode");
        LLVMMetadataRef index = LLVMValueAsMetadata(LLVMConstInt(number, p->bound++, 0));
        LLVMGlobalSetMetadata(f, kind, LLVMMDNodeInContext2(context, &index, 1));
    }
    if (p->bound != p->functions.count) BUG("fewer bodies in the module than in its bitcode");
}

static uint64_t mark_of(LLVMContextRef context, LLVMMetadataRef node)
{
    LLVMValueRef number;
    LLVMGetMDNodeOperands(LLVMMetadataAsValue(context, node), &number);
    return LLVMConstIntGetZExtValue(number);
}

const struct position *positions_of(const struct positions *p, LLVMValueRef function, uint32_t *count)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    unsigned kind = mark_kind(context);
    const struct position_range *range = NULL;
    size_t entries;
    LLVMValueMetadataEntry *list = LLVMGlobalCopyAllMetadata(function, &entries);
    for (unsigned i = 0; i < entries && !range; i++)
        if (LLVMValueMetadataEntriesGetKind(list, i) == kind)
            range = &p->functions.data[mark_of(context, LLVMValueMetadataEntriesGetMetadata(list, i))];
    LLVMDisposeValueMetadataEntries(list);
    *count = range ? range->count : 0;
    return range ? p->list.data + range->first : NULL;
}
