/* Bodies: the walk over a function's block, the table of its values, source positions and
 * debug declarations. Instructions themselves are read by instructions.c. */
#include "load/bitcode/internal.h"

#include "base/failure.h"

#include <string.h>

enum {
    BODY_DECLAREBLOCKS = 1,
    BODY_DEBUG_LOC_AGAIN = 33,
    BODY_DEBUG_LOC = 35,
    BODY_OPERAND_BUNDLE = 55,
    BODY_BLOCKADDR_USERS = 60,
    BODY_DEBUG_RECORD_VALUE = 61,
    BODY_DEBUG_RECORD_DECLARE = 62,
    BODY_DEBUG_RECORD_ASSIGN = 63,
    BODY_DEBUG_RECORD_VALUE_SIMPLE = 64,
    BODY_DEBUG_RECORD_LABEL = 65
};
enum { KIND_DEBUG = 0 }; /* of attachments: !dbg */

/* --- values --- */

static uint32_t next_value(const struct body_reader *r)
{
    return r->outer + (uint32_t)r->state->locals.count;
}

struct ir_value *bitcode_known(const struct body_reader *r, uint32_t id)
{
    if (id < r->outer)
        return r->module->ir.values.data[id];
    id -= r->outer;
    return id < r->state->locals.count ? r->state->locals.data[id] : NULL;
}

void bitcode_refer(struct body_reader *r, struct ir_value **slot, uint32_t id)
{
    *slot = bitcode_known(r, id);
    if (!*slot)
        VECTOR_PUSH(&r->state->references, (struct reference){slot, id});
}

void bitcode_operand(struct body_reader *r, struct ir_value **slot)
{
    bitcode_refer(r, slot, next_value(r) - (uint32_t)bitcode_next(r));
}

const struct ir_type *bitcode_typed_operand(struct body_reader *r, struct ir_value **slot)
{
    if (!bitcode_left(r))
        return NULL;
    uint32_t id = next_value(r) - (uint32_t)bitcode_next(r);
    if ((*slot = bitcode_known(r, id)))
        return (*slot)->type;
    VECTOR_PUSH(&r->state->references, (struct reference){slot, id});
    return bitcode_next_type(r);
}

/* --- instructions --- */

bool bitcode_append_made(struct body_reader *r, struct ir_instruction *i)
{
    if (r->ended) {
        r->ended = false;
        r->block++;
    }
    if (r->block >= r->state->blocks.count)
        return false;
    struct ir_block *block = &r->state->blocks.data[r->block];
    LAW(!block->count || block->first + block->count == r->state->instructions.count);
    if (!block->count++)
        block->first = (uint32_t)r->state->instructions.count;
    VECTOR_PUSH(&r->state->instructions, i);
    return true;
}

struct ir_instruction *bitcode_append(struct body_reader *r, enum ir_op op, size_t operands)
{
    struct ir_instruction *i = ir_instruction_new(r->store, r->arena, op, operands);
    return bitcode_append_made(r, i) ? i : NULL;
}

struct ir_instruction *bitcode_declaration(struct body_reader *r, uint32_t address,
                                           uint32_t variable)
{
    uint32_t id;
    bool at_value = bitcode_value_of_node(r->scope, address, &id);
    struct ir_instruction *i = ir_instruction_new(r->store, r->arena, IR_DECLARE, at_value);
    i->variable = bitcode_node(r->scope, variable);
    if (at_value)
        bitcode_refer(r, &i->operands[0], id);
    return i;
}

/* Debug records stand after the instruction that they precede. */
static bool read_declare_record(struct body_reader *r)
{
    struct ir_state *s = r->state;
    size_t n = s->instructions.count;
    if (!n || r->stream->values.count < 4)
        return false;
    LAW(r->block < s->blocks.count);
    const uint64_t *v = r->stream->values.data;
    struct ir_instruction *i = bitcode_declaration(r, (uint32_t)v[3], (uint32_t)v[1]);
    bitcode_location(r->scope, (uint32_t)v[0], &i->line, &i->column, &i->file);
    VECTOR_PUSH(&s->instructions, s->instructions.data[n - 1]);
    s->instructions.data[n - 1] = i;
    s->blocks.data[r->block].count++;
    return true;
}

/* [line, column, scope + 1, inlined at + 1, implicit] */
static void read_position(struct body_reader *r)
{
    const struct stream *s = r->stream;
    uint32_t scope = (uint32_t)stream_value(s, 2);
    r->line = (uint32_t)stream_value(s, 0);
    r->column = (uint32_t)stream_value(s, 1);
    if (scope != r->file_scope) {
        r->file = scope ? bitcode_file_of(r->scope, scope - 1) : NULL;
        r->within = scope ? bitcode_node(r->scope, scope - 1) : NULL;
        r->file_scope = scope;
    }
}

static bool set_position(struct body_reader *r)
{
    if (r->dropped)
        return true;
    if (!r->state->instructions.count)
        return false;
    struct ir_instruction *i = VECTOR_LAST(&r->state->instructions);
    i->line = r->line;
    i->column = r->column;
    i->file = r->file;
    if (i->value.op != IR_DECLARE)
        i->within = r->within; /* as where it is a record */
    return true;
}

/* --- the block --- */

static bool declare_blocks(struct body_reader *r)
{
    uint64_t count = stream_value(r->stream, 0);
    if (!count || count > r->bits / 2 || r->state->blocks.count)
        return false;
    VECTOR_RESERVE(&r->state->blocks, count);
    memset(r->state->blocks.data, 0, count * sizeof *r->state->blocks.data);
    r->state->blocks.count = count;
    return true;
}

static bool read_record(struct body_reader *r)
{
    r->at = 0;
    switch (r->stream->code) {
    case BODY_DECLAREBLOCKS:
        return declare_blocks(r);
    case BODY_DEBUG_LOC:
        read_position(r);
        return set_position(r);
    case BODY_DEBUG_LOC_AGAIN:
        return set_position(r);
    case BODY_DEBUG_RECORD_DECLARE:
        return read_declare_record(r);
    case BODY_OPERAND_BUNDLE:
    case BODY_BLOCKADDR_USERS:
    case BODY_DEBUG_RECORD_VALUE:
    case BODY_DEBUG_RECORD_ASSIGN:
    case BODY_DEBUG_RECORD_VALUE_SIMPLE:
    case BODY_DEBUG_RECORD_LABEL:
        return true;
    default:
        return bitcode_instruction_read(r);
    }
}

/* Of the function itself: pairs of kind and node; those of instructions begin with its
 * number. */
static const struct ir_node *read_attachments(struct body_reader *r)
{
    struct stream *s = r->stream;
    const struct ir_node *subprogram = NULL;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    while (stream_record(s)) {
        for (size_t k = 0; s->values.count % 2 == 0 && k < s->values.count; k += 2)
            if (s->values.data[k] == KIND_DEBUG)
                subprogram = bitcode_node(r->scope, (uint32_t)s->values.data[k + 1]);
    }
    stream_leave(s, outer);
    return subprogram;
}

static bool read_inner(struct body_reader *r, struct module_function *f, struct ir_body *body,
                       struct failure *failure)
{
    struct stream *s = r->stream;
    struct stream_block block = s->block;
    switch (block.id) {
    case BLOCK_CONSTANTS:
        return bitcode_constants_read(r->module, &block, r->arena, true, failure);
    case BLOCK_METADATA:
        if (!f->scope)
            f->scope = bitcode_scope_open(r->module, &block, r->module->scope);
        if (!f->scope)
            return bitcode_malformed(r->module, "metadata of a body", failure);
        r->scope = f->scope;
        break;
    case BLOCK_METADATA_ATTACHMENT:
        body->subprogram = read_attachments(r);
        return true;
    default:
        break;
    }
    s->at = block.end;
    return true;
}

static void add_arguments(struct body_reader *r, const struct ir_type *type,
                          struct ir_body *body)
{
    LAW(type->kind == IR_FUNCTION_TYPE && !r->state->locals.count);
    body->argument_count = (uint32_t)type->count;
    body->arguments = ARENA_ARRAY(r->arena, struct ir_value *, type->count);
    struct ir_value *values = ARENA_ARRAY(r->arena, struct ir_value, type->count);
    for (uint32_t i = 0; i < type->count; i++) {
        values[i] =
            (struct ir_value){.kind = IR_ARGUMENT, .number = i, .type = type->parts[i]};
        body->arguments[i] = &values[i];
        VECTOR_PUSH(&r->state->locals, &values[i]);
    }
}

static bool finish(struct body_reader *r, struct ir_body *body)
{
    struct ir_state *s = r->state;
    for (size_t i = 0; i < s->references.count; i++)
        if (!(*s->references.data[i].slot = bitcode_known(r, s->references.data[i].id)))
            return false;
    if (!r->ended || r->block + 1 != s->blocks.count)
        return false;
    ir_body_keep(r->store, r->arena, body);
    return true;
}

bool bitcode_body_read(struct ir_module *module, const struct ir_function *function,
                       struct arena *arena, struct ir_body *body, struct failure *failure)
{
    struct module_function *f = (struct module_function *)function;
    struct bitcode_module *m = bitcode_module(module);
    struct stream *s = &m->stream;
    struct body_reader r = {.store = module->store,
                            .module = m,
                            .state = module->store->state,
                            .arena = arena,
                            .stream = s};
    r.scope = m->scope;
    r.bits = f->block.end - f->block.at;
    r.outer = (uint32_t)m->ir.values.count;
    add_arguments(&r, function->symbol.content, body);
    stream_open(s, &f->block);
    for (enum stream_entry e; (e = stream_next(s)) != STREAM_END;) {
        if (e == STREAM_BLOCK) {
            if (!read_inner(&r, f, body, failure))
                return false;
        } else if (!read_record(&r)) {
            return failure_set(failure, FAILURE_INPUT,
                               "%s: broken bitcode: an instruction of %s", m->ir.name,
                               function->symbol.name);
        }
    }
    if (!s->broken && finish(&r, body))
        return true;
    return failure_set(failure, FAILURE_INPUT, "%s: broken bitcode: the body of %s",
                       m->ir.name, function->symbol.name);
}
