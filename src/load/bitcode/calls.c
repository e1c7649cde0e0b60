/* Calls, and the debug intrinsics among them: a declaration becomes IR_DECLARE, the others
 * are left out. */
#include "load/bitcode/internal.h"

#include <string.h>

enum { CALL_EXPLICIT_TYPE = 1u << 15, CALL_FAST_MATH = 1u << 17 };

static uint32_t next_value(const struct body_reader *r)
{
    return r->outer + (uint32_t)r->state->locals.count;
}

static bool is_debug_intrinsic(const struct ir_value *callee)
{
    if (!callee || callee->kind != IR_FUNCTION)
        return false;
    const struct ir_function *f = (const struct ir_function *)callee;
    return f->intrinsic && !strncmp(f->symbol.name, "llvm.dbg.", 9);
}

/* The arguments are numbers of metadata. */
static bool read_debug_intrinsic(struct body_reader *r, const struct ir_symbol *callee)
{
    if (strcmp(callee->name, "llvm.dbg.declare"))
        return true;
    if (bitcode_left(r) < 2)
        return false;
    uint32_t address = next_value(r) - (uint32_t)bitcode_next(r);
    uint32_t variable = next_value(r) - (uint32_t)bitcode_next(r);
    struct ir_instruction *i = bitcode_declaration(r, address, variable);
    return bitcode_append_made(r, i);
}

static bool read_fixed(struct body_reader *r, struct ir_instruction *i,
                       const struct ir_type *type)
{
    if (bitcode_left(r) < type->count)
        return false;
    for (uint64_t k = 0; k < type->count; k++, i->count++) {
        if (type->parts[k]->kind == IR_METADATA || type->parts[k]->kind == IR_LABEL) {
            (void)bitcode_next(r);
            i->operands[k] = r->state->metadata_value;
        } else {
            bitcode_operand(r, &i->operands[k]);
        }
    }
    return true;
}

/* [attributes, convention and flags, fast math flags?, function type, callee, arguments] */
bool bitcode_call_read(struct body_reader *r)
{
    const struct ir_attributes *attributes = bitcode_attributes(r->module, bitcode_next(r));
    uint64_t flags = bitcode_next(r);
    if (flags & CALL_FAST_MATH)
        (void)bitcode_next(r);
    const struct ir_type *type = bitcode_next_type(r);
    if (!(flags & CALL_EXPLICIT_TYPE) || !type || type->kind != IR_FUNCTION_TYPE)
        return false;
    const struct ir_value *callee =
        bitcode_known(r, next_value(r) - (uint32_t)stream_value(r->stream, r->at));
    if (is_debug_intrinsic(callee)) {
        r->at++;
        return read_debug_intrinsic(r, ir_symbol(callee));
    }
    struct ir_instruction *i = bitcode_append(r, IR_CALL, bitcode_left(r));
    if (!i || !bitcode_typed_operand(r, &i->callee))
        return false;
    i->count = 0;
    i->subject = type;
    i->attributes = attributes;
    i->value.type = type->result;
    if (attributes->no_return)
        i->value.flags |= IR_FLAG_NO_RETURN;
    if (!read_fixed(r, i, type))
        return false;
    for (; type->variadic && bitcode_left(r); i->count++)
        if (!bitcode_typed_operand(r, &i->operands[i->count]))
            return false;
    return true;
}
