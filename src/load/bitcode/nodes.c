/* Nodes of debug information from their records. Numbers of other nodes in a record are + 1,
 * 0 for none; the first value says whether the node is distinct and, in some kinds, which
 * form the record has. */
#include "load/bitcode/internal.h"

enum {
    NODE_TUPLE = 3,
    NODE_DISTINCT_TUPLE = 5,
    NODE_SUBRANGE = 13,
    NODE_ENUMERATOR = 14,
    NODE_BASIC_TYPE = 15,
    NODE_FILE = 16,
    NODE_DERIVED_TYPE = 17,
    NODE_COMPOSITE_TYPE = 18,
    NODE_SUBROUTINE_TYPE = 19,
    NODE_COMPILE_UNIT = 20,
    NODE_SUBPROGRAM = 21,
    NODE_LEXICAL_BLOCK = 22,
    NODE_LEXICAL_BLOCK_FILE = 23,
    NODE_GLOBAL_VARIABLE = 27,
    NODE_LOCAL_VARIABLE = 28
};
enum { TAG_SUBROUTINE_TYPE = 0x15, FORM_UNSIGNED = 2 };

static uint32_t reference(const struct stream *s, size_t k)
{
    uint64_t v = stream_value(s, k);
    return v > UINT32_MAX ? 0 : (uint32_t)v;
}

static void read_tuple(struct ir_scope *home, struct ir_node *n)
{
    const struct stream *s = &home->module->nodes;
    uint32_t *items = ARENA_ARRAY(&home->module->ir.store->arena, uint32_t, s->values.count);
    for (size_t i = 0; i < s->values.count; i++)
        items[i] = reference(s, i);
    n->kind = IR_NODE_TUPLE;
    n->count = (uint32_t)s->values.count;
    n->items = items;
}

/* [form, count, lower, upper, stride]; the count is a constant, or a variable. Reads another
 * record. */
static void read_subrange(struct ir_scope *home, struct ir_node *n)
{
    const struct bitcode_module *m = home->module;
    uint32_t count = reference(&m->nodes, 1), id;
    n->kind = IR_NODE_SUBRANGE;
    n->value = -1;
    if (!count || !bitcode_value_of_node(home, count - 1, &id) || id >= m->ir.values.count)
        return;
    if (ir_is_small_number(m->ir.values.data[id]))
        n->value = ir_signed(m->ir.values.data[id]);
}

/* [form, width, name, words...]; the words are those of the width, without its sign */
static void read_enumerator(struct ir_scope *home, struct ir_node *n)
{
    const struct stream *s = &home->module->nodes;
    uint64_t form = stream_value(s, 0), width = stream_value(s, 1),
             value = stream_signed(stream_value(s, 3));
    if (width && width < 64 && !(form & FORM_UNSIGNED))
        value = (uint64_t)((int64_t)(value << (64 - width)) >> (64 - width));
    n->kind = IR_NODE_ENUMERATOR;
    n->value = (int64_t)value;
    n->name = bitcode_string(home, stream_value(s, 2));
}

static void read_basic(struct ir_scope *home, struct ir_node *n)
{
    const struct stream *s = &home->module->nodes;
    n->kind = IR_NODE_TYPE;
    n->tag = (uint16_t)stream_value(s, 1);
    n->name = bitcode_string(home, stream_value(s, 2));
    n->size_bits = stream_value(s, 3);
    n->encoding = (uint32_t)stream_value(s, 5);
}

/* [form, tag, name, file, line, scope, base type, size, alignment, offset, flags, elements or
 * extra, ...] */
static void read_composed(struct ir_scope *home, struct ir_node *n, size_t elements)
{
    const struct stream *s = &home->module->nodes;
    n->kind = IR_NODE_TYPE;
    n->tag = (uint16_t)stream_value(s, 1);
    n->name = bitcode_string(home, stream_value(s, 2));
    n->file = reference(s, 3);
    n->line = (uint32_t)stream_value(s, 4);
    n->type = reference(s, 6);
    n->size_bits = stream_value(s, 7);
    n->offset_bits = stream_value(s, 9);
    if (elements)
        n->elements = reference(s, elements);
}

static void read_subroutine_type(struct ir_scope *home, struct ir_node *n)
{
    n->kind = IR_NODE_TYPE;
    n->tag = TAG_SUBROUTINE_TYPE;
    n->elements = reference(&home->module->nodes, 2);
}

/* A scope or variable whose fields stand at the places given; 0: it has no such field. */
static void read_named(struct ir_scope *home, struct ir_node *n, enum ir_node_kind kind,
                       size_t name, size_t file, size_t line, size_t type)
{
    const struct stream *s = &home->module->nodes;
    n->kind = (uint8_t)kind;
    if (name)
        n->name = bitcode_string(home, stream_value(s, name));
    n->file = reference(s, file);
    if (line)
        n->line = (uint32_t)stream_value(s, line);
    if (type)
        n->type = reference(s, type);
}

static void decode(struct ir_scope *home, struct ir_node *n)
{
    switch (home->module->nodes.code) {
    case NODE_TUPLE:
    case NODE_DISTINCT_TUPLE:
        read_tuple(home, n);
        break;
    case NODE_SUBRANGE:
        read_subrange(home, n);
        break;
    case NODE_ENUMERATOR:
        read_enumerator(home, n);
        break;
    case NODE_BASIC_TYPE:
        read_basic(home, n);
        break;
    case NODE_DERIVED_TYPE:
        read_composed(home, n, 0);
        break;
    case NODE_COMPOSITE_TYPE:
        read_composed(home, n, 11);
        break;
    case NODE_SUBROUTINE_TYPE:
        read_subroutine_type(home, n);
        break;
    case NODE_FILE:
        n->kind = IR_NODE_FILE;
        n->name = bitcode_string(home, stream_value(&home->module->nodes, 1));
        break;
    case NODE_COMPILE_UNIT:
        read_named(home, n, IR_NODE_SCOPE, 0, 2, 0, 0);
        break;
    case NODE_SUBPROGRAM:
        read_named(home, n, IR_NODE_SCOPE, 2, 4, 5, 6);
        break;
    case NODE_LEXICAL_BLOCK:
        read_named(home, n, IR_NODE_SCOPE, 0, 2, 3, 0);
        n->parent = reference(&home->module->nodes, 1);
        break;
    case NODE_LEXICAL_BLOCK_FILE:
        read_named(home, n, IR_NODE_SCOPE, 0, 2, 0, 0);
        n->parent = reference(&home->module->nodes, 1);
        break;
    case NODE_GLOBAL_VARIABLE:
        read_named(home, n, IR_NODE_VARIABLE, 2, 4, 5, 6);
        break;
    case NODE_LOCAL_VARIABLE:
        read_named(home, n, IR_NODE_VARIABLE, 2, 3, 4, 5);
        n->value = (int64_t)stream_value(&home->module->nodes, 6);
        n->parent = reference(&home->module->nodes, 1);
        break;
    default:
        n->kind = IR_NODE_OTHER;
    }
}

struct ir_node *bitcode_node_decode(struct ir_scope *home)
{
    struct ir_node *n = ARENA_NEW(&home->module->ir.store->arena, struct ir_node);
    n->name = "";
    n->module = &home->module->ir;
    n->scope = home;
    decode(home, n);
    return n;
}
