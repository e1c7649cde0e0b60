/* Inline assembly: a mark of ours says that a block is entered (load/blocks.h), an empty
 * template does nothing but tie outputs to the inputs that share their place; an output that
 * no input is tied to has any value. Any other template is unsupported where it is reached.
 */
#include "load/translate/translate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(const char *text)
{
    for (; *text; text++)
        if (!isspace((unsigned char)*text) && *text != ';')
            return false;
    return true;
}

enum { CONSTRAINT_LIMIT = 64 };
struct constraints {
    const char *item[CONSTRAINT_LIMIT];
    unsigned count;
};

static void split(const char *text, struct constraints *out)
{
    out->count = 0;
    while (*text && out->count < CONSTRAINT_LIMIT) {
        out->item[out->count++] = text;
        text = strchr(text, ',');
        if (!text)
            return;
        text++;
    }
}

/* The argument tied to direct output `output` (counted among all outputs), or -1. */
static int tied_argument(const struct constraints *c, unsigned output)
{
    int argument = 0;
    for (unsigned i = 0; i < c->count; i++) {
        const char *item = c->item[i];
        if (*item == '~' || *item == '!')
            continue;
        if (*item == '=') {
            argument += item[1] == '*' || (item[1] == '&' && item[2] == '*');
            continue;
        }
        if (isdigit((unsigned char)*item) && (unsigned)strtoul(item, NULL, 10) == output)
            return argument;
        argument++;
    }
    return -1;
}

static void tie_outputs(struct translator *t, const struct ir_instruction *call,
                        const struct constraints *c)
{
    const struct shape *shape = shape_of(t, call->value.type);
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, shape->count + 1);
    uint32_t leaf = 0;
    for (unsigned i = 0; i < c->count && leaf < shape->count; i++) {
        if (c->item[i][0] != '=' || c->item[i][1] == '*' ||
            (c->item[i][1] == '&' && c->item[i][2] == '*'))
            continue;
        struct type type = shape->leaves[leaf].type;
        int from = tied_argument(c, i);
        struct value v = from >= 0 ? value_of(t, call->operands[from]) : VALUE_NONE;
        if (value_is_none(v) || !type_same(type_of(t, v), type))
            v = emit_input(t, type, "output of assembly");
        ids[leaf++] = v.id;
    }
    while (leaf < shape->count) {
        ids[leaf] = emit_input(t, shape->leaves[leaf].type, "output of assembly").id;
        leaf++;
    }
    bind_parts(t, &call->value, ids, shape->count);
}

void translate_assembly(struct translator *t, const struct ir_instruction *call)
{
    const struct ir_assembly *assembly = (const struct ir_assembly *)call->callee;
    if (scope_is_entered(call)) {
        uint32_t inside = function_add_block(t->program, t->function, NULL);
        emit_jump(t, inside);
        t->block = inside;
        t->ended = false;
        return;
    }
    if (is_blank(assembly->text)) {
        struct constraints c;
        split(assembly->constraints, &c);
        tie_outputs(t, call, &c);
        return;
    }
    const struct shape *shape = shape_of(t, call->value.type);
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, shape->count + 1);
    if (!shape->count)
        emit_unsupported(t, type_void(), "inline assembly");
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "inline assembly").id;
    bind_parts(t, &call->value, ids, shape->count);
}
