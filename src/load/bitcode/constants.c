/* Constants blocks, of a module and of a body. A constant may refer to a later one: such
 * slots are filled at the end of the block, where it is also checked that no constant is made
 * of itself. */
#include "load/bitcode/internal.h"

#include "base/failure.h"

#include <string.h>

enum {
    CONSTANT_SETTYPE = 1,
    CONSTANT_NULL = 2,
    CONSTANT_UNDEF = 3,
    CONSTANT_INTEGER = 4,
    CONSTANT_WIDE_INTEGER = 5,
    CONSTANT_FLOAT = 6,
    CONSTANT_AGGREGATE = 7,
    CONSTANT_STRING = 8,
    CONSTANT_CSTRING = 9,
    CONSTANT_BINARY = 10,
    CONSTANT_CAST = 11,
    CONSTANT_SELECT = 13,
    CONSTANT_EXTRACT_ELEMENT = 14,
    CONSTANT_INSERT_ELEMENT = 15,
    CONSTANT_SHUFFLE = 16,
    CONSTANT_COMPARE = 17,
    CONSTANT_SHUFFLE_TYPED = 19,
    CONSTANT_BLOCK_ADDRESS = 21,
    CONSTANT_DATA = 22,
    CONSTANT_UNARY = 25,
    CONSTANT_POISON = 26,
    CONSTANT_DSO_LOCAL_EQUIVALENT = 27,
    CONSTANT_NO_CFI = 29,
    CONSTANT_ASSEMBLY = 30,
    CONSTANT_GEP_IN_RANGE = 31,
    CONSTANT_GEP = 32,
    CONSTANT_POINTER_AUTHENTICATION = 33
};
enum { DEEPEST = 2000 }; /* nesting of constants */

struct constants {
    struct bitcode_module *module;
    struct ir_state *state;
    struct arena *arena;
    struct stream *stream;
    const struct ir_type *type; /* the current one */
    bool body;
    size_t first; /* the block's first constant in its table */
    size_t first_reference;
};

enum ir_op bitcode_binary(uint64_t code, const struct ir_type *type)
{
    static const uint8_t whole[] = {IR_ADD,  IR_SUB,  IR_MUL, IR_UDIV, IR_SDIV,
                                    IR_UREM, IR_SREM, IR_SHL, IR_LSHR, IR_ASHR,
                                    IR_AND,  IR_OR,   IR_XOR};
    static const uint8_t floating[] = {IR_FADD, IR_FSUB, IR_FMUL, 0, IR_FDIV, 0, IR_FREM,
                                       0,       0,       0,       0, 0,       0};
    if (code >= sizeof whole)
        return IR_NOP;
    if (type->kind == IR_VECTOR)
        type = type->parts[0];
    if (type->kind == IR_INTEGER)
        return whole[code];
    return type->kind == IR_FLOAT ? floating[code] : IR_OTHER_OP;
}

enum ir_op bitcode_cast(uint64_t code)
{
    static const uint8_t ops[] = {IR_TRUNC,        IR_ZEXT,     IR_SEXT,     IR_FPTOUI,
                                  IR_FPTOSI,       IR_UITOFP,   IR_SITOFP,   IR_FPTRUNC,
                                  IR_FPEXT,        IR_PTRTOINT, IR_INTTOPTR, IR_BITCAST,
                                  IR_ADDRSPACECAST};
    return code < sizeof ops ? ops[code] : IR_NOP;
}

/* --- plain constants --- */

static void trim(struct ir_number *n)
{
    LAW(n->value.type->kind == IR_INTEGER || n->value.type->kind == IR_FLOAT);
    uint32_t bits = n->value.type->bits;
    if (bits % 64)
        n->words[bits / 64] &= (1ull << bits % 64) - 1;
}

static struct ir_value *read_integer(struct constants *c)
{
    if (c->type->kind == IR_OTHER_TYPE)
        return ir_value_new(c->arena, IR_OTHER_CONSTANT, c->type);
    if (c->type->kind != IR_INTEGER || !c->stream->values.count)
        return NULL;
    struct ir_number *n = ir_number_new(c->arena, c->type);
    size_t words = (c->type->bits + 63) / 64;
    if (c->stream->code == CONSTANT_INTEGER && words > 1)
        return NULL;
    for (size_t i = 0; i < words; i++) /* words that are left out are zero */
        n->words[i] = stream_signed(stream_value(c->stream, i));
    trim(n);
    return &n->value;
}

/* The 80 bits of x86 stand as the upper 64, then the lower 16. */
static struct ir_value *read_float(struct constants *c)
{
    if (c->type->kind == IR_OTHER_TYPE)
        return ir_value_new(c->arena, IR_OTHER_CONSTANT, c->type);
    if (c->type->kind != IR_FLOAT || !c->stream->values.count)
        return NULL;
    struct ir_number *n = ir_number_new(c->arena, c->type);
    uint64_t a = stream_value(c->stream, 0), b = stream_value(c->stream, 1);
    n->words[0] = c->type->bits == 80 ? a << 16 | (b & 0xffff) : a;
    if (c->type->bits > 64)
        n->words[1] = c->type->bits == 80 ? a >> 48 : b;
    trim(n);
    return &n->value;
}

/* Elements of DATA and the two kinds of strings. */
static struct ir_value *read_data(struct constants *c)
{
    const struct ir_type *t = c->type;
    const struct stream *s = c->stream;
    uint64_t count = s->values.count + (s->code == CONSTANT_CSTRING);
    if ((t->kind == IR_OTHER_TYPE ||
         (t->kind == IR_ARRAY && t->parts[0]->kind == IR_OTHER_TYPE)))
        return ir_value_new(c->arena, IR_OTHER_CONSTANT, t);
    if ((t->kind != IR_ARRAY && t->kind != IR_VECTOR) || t->count != count)
        return NULL;
    const struct ir_type *element = t->parts[0];
    if ((element->kind != IR_INTEGER && element->kind != IR_FLOAT) || element->bits % 8 ||
        element->bits > 64)
        return NULL;
    size_t size = element->bits / 8;
    uint8_t *bytes = arena_alloc(c->arena, size * count);
    for (size_t i = 0; i < s->values.count; i++)
        memcpy(bytes + i * size, &s->values.data[i], size);
    struct ir_data *d = ARENA_NEW(c->arena, struct ir_data);
    *d = (struct ir_data){{.kind = IR_DATA, .type = t}, size * count, bytes};
    return &d->value;
}

static char *read_characters(struct constants *c, size_t *at)
{
    const struct stream *s = c->stream;
    uint64_t size = stream_value(s, *at);
    if (*at >= s->values.count || size > s->values.count - *at - 1)
        return NULL;
    char *text = ARENA_ARRAY(c->arena, char, size + 1);
    for (uint64_t i = 0; i < size; i++)
        text[i] = (char)s->values.data[*at + 1 + i];
    *at += 1 + size;
    return text;
}

/* [function type, flags, text, constraints] */
static struct ir_value *read_assembly(struct constants *c)
{
    size_t at = 2;
    struct ir_assembly *a = ARENA_NEW(c->arena, struct ir_assembly);
    a->value = (struct ir_value){.kind = IR_ASSEMBLY, .type = c->type};
    a->function_type = bitcode_type_at(c->module, stream_value(c->stream, 0));
    a->text = read_characters(c, &at);
    a->constraints = a->text ? read_characters(c, &at) : NULL;
    return a->function_type && a->constraints ? &a->value : NULL;
}

/* --- constants made of others --- */

static size_t table_count(const struct constants *c)
{
    return c->body ? c->state->locals.count : c->module->ir.values.count;
}

static struct ir_value **table(const struct constants *c)
{
    return c->body ? c->state->locals.data : c->module->ir.values.data;
}

static struct ir_value *known(const struct constants *c, uint64_t id)
{
    const struct bitcode_module *m = c->module;
    if (id < m->ir.values.count)
        return m->ir.values.data[id];
    id -= m->ir.values.count;
    return c->body && id < c->state->locals.count ? c->state->locals.data[id] : NULL;
}

static void refer(struct constants *c, struct ir_value **slot, uint64_t id)
{
    *slot = known(c, id);
    if (!*slot)
        VECTOR_PUSH(&c->state->references, (struct reference){slot, (uint32_t)id});
}

static struct ir_value *read_aggregate(struct constants *c)
{
    const struct stream *s = c->stream;
    if (c->type->kind == IR_OTHER_TYPE)
        return ir_value_new(c->arena, IR_OTHER_CONSTANT, c->type);
    bool several =
        c->type->kind == IR_STRUCT || c->type->kind == IR_ARRAY || c->type->kind == IR_VECTOR;
    if (!several || c->type->count != s->values.count)
        return NULL;
    struct ir_value **operands;
    struct ir_constant *k =
        ir_constant_new(c->arena, IR_AGGREGATE, IR_NOP, c->type, s->values.count, &operands);
    for (size_t i = 0; i < s->values.count; i++)
        refer(c, &operands[i], s->values.data[i]);
    return &k->value;
}

/* [operation, a, b, flags?] */
static struct ir_value *read_binary(struct constants *c)
{
    enum ir_op op = bitcode_binary(stream_value(c->stream, 0), c->type);
    if (op == IR_NOP || c->stream->values.count < 3)
        return NULL;
    if (op == IR_OTHER_OP)
        return ir_value_new(c->arena, IR_OTHER_CONSTANT, c->type);
    struct ir_value **operands;
    struct ir_constant *k =
        ir_constant_new(c->arena, IR_EXPRESSION, op, c->type, 2, &operands);
    for (size_t i = 0; i < 2; i++)
        refer(c, &operands[i], c->stream->values.data[1 + i]);
    return &k->value;
}

/* [operation, type, a] */
static struct ir_value *read_cast(struct constants *c)
{
    enum ir_op op = bitcode_cast(stream_value(c->stream, 0));
    if (op == IR_NOP || c->stream->values.count < 3)
        return NULL;
    struct ir_value **operands;
    struct ir_constant *k =
        ir_constant_new(c->arena, IR_EXPRESSION, op, c->type, 1, &operands);
    refer(c, &operands[0], c->stream->values.data[2]);
    return &k->value;
}

/* [type, flags, range?, type and value of each operand]; the range: its width, then two
 * numbers */
static struct ir_value *read_gep(struct constants *c)
{
    const struct stream *s = c->stream;
    size_t at = 2;
    if (s->code == CONSTANT_GEP_IN_RANGE) {
        uint64_t words = stream_value(s, 3);
        if (stream_value(s, 2) <= 64)
            at = 5;
        else if ((uint32_t)words < s->values.count && words >> 32 < s->values.count)
            at = 4 + (uint32_t)words + (size_t)(words >> 32);
    }
    if (at >= s->values.count || (s->values.count - at) % 2)
        return NULL;
    size_t count = (s->values.count - at) / 2;
    struct ir_value **operands;
    struct ir_constant *k =
        ir_constant_new(c->arena, IR_EXPRESSION, IR_GEP, c->type, count, &operands);
    k->subject = bitcode_type_at(c->module, s->values.data[0]);
    for (size_t i = 0; i < count; i++)
        refer(c, &operands[i], s->values.data[at + 2 * i + 1]);
    return k->subject ? &k->value : NULL;
}

/* [type, function, block] */
static struct ir_value *read_block_address(struct constants *c)
{
    struct ir_value *f = known(c, stream_value(c->stream, 1));
    if (!f || f->kind > IR_ALIAS || c->stream->values.count < 3)
        return NULL;
    struct ir_block_address *a = ARENA_NEW(c->arena, struct ir_block_address);
    *a = (struct ir_block_address){
        {.kind = IR_BLOCK_ADDRESS, .type = c->type}, f, (uint32_t)c->stream->values.data[2]};
    return &a->value;
}

/* Null if it is malformed. */
static struct ir_value *read_constant(struct constants *c)
{
    switch (c->stream->code) {
    case CONSTANT_NULL:
        return ir_zero(c->arena, c->type);
    case CONSTANT_UNDEF:
    case CONSTANT_POISON:
        return ir_value_new(c->arena, IR_UNDEFINED, c->type);
    case CONSTANT_INTEGER:
    case CONSTANT_WIDE_INTEGER:
        return read_integer(c);
    case CONSTANT_FLOAT:
        return read_float(c);
    case CONSTANT_AGGREGATE:
        return read_aggregate(c);
    case CONSTANT_STRING:
    case CONSTANT_CSTRING:
    case CONSTANT_DATA:
        return read_data(c);
    case CONSTANT_BINARY:
        return read_binary(c);
    case CONSTANT_CAST:
        return read_cast(c);
    case CONSTANT_GEP:
    case CONSTANT_GEP_IN_RANGE:
        return read_gep(c);
    case CONSTANT_BLOCK_ADDRESS:
        return read_block_address(c);
    case CONSTANT_ASSEMBLY:
        return read_assembly(c);
    case CONSTANT_SELECT:
    case CONSTANT_EXTRACT_ELEMENT:
    case CONSTANT_INSERT_ELEMENT:
    case CONSTANT_SHUFFLE:
    case CONSTANT_SHUFFLE_TYPED:
    case CONSTANT_COMPARE:
    case CONSTANT_UNARY:
    case CONSTANT_DSO_LOCAL_EQUIVALENT:
    case CONSTANT_NO_CFI:
    case CONSTANT_POINTER_AUTHENTICATION:
        return ir_value_new(c->arena, IR_OTHER_CONSTANT, c->type);
    default:
        return NULL;
    }
}

/* --- the block --- */

/* Marks in `number`: 0 not visited, 1 being visited, 2 done. */
static bool is_finite(struct ir_value *v, unsigned depth)
{
    if ((v->kind != IR_AGGREGATE && v->kind != IR_EXPRESSION) || v->number == 2)
        return true;
    if (v->number == 1 || depth > DEEPEST)
        return false;
    v->number = 1;
    const struct ir_constant *k = (const struct ir_constant *)v;
    for (uint32_t i = 0; i < k->count; i++)
        if (!is_finite(k->operands[i], depth + 1))
            return false;
    v->number = 2;
    return true;
}

static bool finish(struct constants *c)
{
    LAW(c->first <= table_count(c) && c->first_reference <= c->state->references.count);
    bool good = true;
    for (size_t i = c->first_reference; i < c->state->references.count; i++) {
        struct reference r = c->state->references.data[i];
        if (!(*r.slot = known(c, r.id)))
            good = false;
    }
    c->state->references.count = c->first_reference;
    for (size_t i = c->first; good && i < table_count(c); i++)
        good = is_finite(table(c)[i], 0);
    return good;
}

bool bitcode_constants_read(struct bitcode_module *m, const struct stream_block *block,
                            struct arena *arena, bool body, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct constants c = {
        .module = m, .state = m->ir.store->state, .arena = arena, .stream = s, .body = body};
    c.type = ir_type_simple(m->ir.store, IR_INTEGER, 32);
    c.first = table_count(&c);
    c.first_reference = c.state->references.count;
    struct stream_outer outer = stream_enter(s, block);
    while (stream_record(s)) {
        if (s->code == CONSTANT_SETTYPE) {
            c.type = bitcode_type_at(m, stream_value(s, 0));
            if (!c.type)
                return bitcode_malformed(m, "the type of a constant", failure);
            continue;
        }
        struct ir_value *v = read_constant(&c);
        if (!v)
            return bitcode_malformed(m, "a constant", failure);
        if (body)
            VECTOR_PUSH(&c.state->locals, v);
        else
            VECTOR_PUSH(&m->ir.values, v);
    }
    stream_leave(s, outer);
    return (finish(&c) && !s->broken) || bitcode_malformed(m, "its constants", failure);
}
