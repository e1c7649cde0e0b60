/* Names, types and expressions of C: integers are unsigned _BitInt(N), and signed ones where
 * the operation is. */
#include "accelerate/print_c_internal.h"

#include "base/failure.h"
#include "program/passes.h"

void c_unsupported(struct printer *p, const char *what)
{
    const char *where = p->f ? p->f->name : "a global";
    if (p->good)
        failure_set(p->failure, FAILURE_UNSUPPORTED, "not printed as C: %s (in %s)", what,
                    where);
    p->good = false;
}

void c_put_type(struct printer *p, struct type t)
{
    switch ((enum type_kind)t.kind) {
    case TYPE_VOID:
        text_put(p->out, "void");
        return;
    case TYPE_INT:
        text_add(p->out, "u%u", t.width);
        return;
    case TYPE_POINTER:
        text_put(p->out, "char *");
        return;
    case TYPE_FLOAT:
        break;
    }
    c_unsupported(p, "floats");
}

/* As others declare it: of functions without body. */
void c_put_plain_type(struct printer *p, struct type t)
{
    bool plain = t.kind == TYPE_INT &&
                 (t.width == 8 || t.width == 16 || t.width == 32 || t.width == 64);
    if (!plain)
        c_put_type(p, t);
    else if (t.width == 8)
        text_put(p->out, "unsigned char");
    else if (t.width == 16)
        text_put(p->out, "unsigned short");
    else
        text_put(p->out, t.width == 32 ? "unsigned" : "unsigned long long");
}

bool c_keeps_name(const struct function *f, uint32_t index, const struct program *p)
{
    return !f->has_body || index == p->entry;
}

void c_put_function_name(struct printer *p, uint32_t index)
{
    const struct function *f = &p->program->functions.data[index];
    text_put(p->out, f->name);
    if (!c_keeps_name(f, index, p->program))
        text_add(p->out, "_%u", index);
}

static void put_constant(struct printer *p, const struct constant *c)
{
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        if (c->type.kind != TYPE_INT)
            c_unsupported(p, "floats");
        text_add(p->out, "(u%u)", c->type.width);
        if (c->type.width > 64 && (c->limbs[2] || (c->type.width > 96 && c->limbs[3])))
            c_unsupported(p, "large constants");
        text_add(p->out, "0x%llxu", (unsigned long long)constant_low_bits(c));
        return;
    case CONSTANT_NULL:
        text_put(p->out, "(char *)0");
        return;
    case CONSTANT_GLOBAL:
        text_add(p->out, "(g%u + %lld)", c->index, (long long)c->offset);
        return;
    case CONSTANT_UNDEF:
        text_put(p->out, c->type.kind == TYPE_POINTER ? "(char *)0" : "0");
        return;
    case CONSTANT_FUNCTION:
    case CONSTANT_BLOCK:
        break;
    }
    c_unsupported(p, "addresses of functions");
}

static void put_value(struct printer *p, struct value v)
{
    if (value_is_constant(v))
        put_constant(p, program_constant(p->program, v));
    else
        text_add(p->out, "v%u", v.id);
}

void c_put_operand(struct printer *p, const struct instruction *in, uint32_t k)
{
    put_value(p, instruction_operand(p->f, in, k));
}

static uint32_t operand_width(const struct printer *p, const struct instruction *in)
{
    return value_type(p->program, p->f, instruction_operand(p->f, in, 0)).width;
}

/* --- expressions --- */

static void put_binary(struct printer *p, const struct instruction *in, const char *op,
                       bool is_signed)
{
    uint32_t width = in->type.width;
    const char *cast = is_signed && width > 1 ? "s" : "u";
    text_add(p->out, "(u%u)((%s%u)", width, cast, width);
    c_put_operand(p, in, 0);
    text_add(p->out, " %s (%s%u)", op, cast, width);
    c_put_operand(p, in, 1);
    text_put(p->out, ")");
}

static void put_shift(struct printer *p, const struct instruction *in)
{
    uint32_t width = in->type.width;
    text_add(p->out, "(u%u)((%s%u)", width, in->op == OP_ASHR ? "s" : "u", width);
    c_put_operand(p, in, 0);
    text_add(p->out, " %s (unsigned)", in->op == OP_SHL ? "<<" : ">>");
    c_put_operand(p, in, 1);
    text_put(p->out, ")");
}

static void put_compare(struct printer *p, const struct instruction *in)
{
    static const char *const ops[] = {
        [COMPARE_EQ] = "==", [COMPARE_NE] = "!=",  [COMPARE_ULT] = "<", [COMPARE_ULE] = "<=",
        [COMPARE_UGT] = ">", [COMPARE_UGE] = ">=", [COMPARE_SLT] = "<", [COMPARE_SLE] = "<=",
        [COMPARE_SGT] = ">", [COMPARE_SGE] = ">="};
    struct type t = value_type(p->program, p->f, instruction_operand(p->f, in, 0));
    bool is_signed = in->sub >= COMPARE_SLT;
    for (uint32_t k = 0; k < 2; k++) {
        if (t.kind == TYPE_POINTER)
            text_add(p->out, "(%s__UINTPTR_TYPE__)", is_signed ? "signed " : "");
        else
            text_add(p->out, "(%s%u)", is_signed && t.width > 1 ? "s" : "u", t.width);
        c_put_operand(p, in, k);
        if (!k)
            text_add(p->out, " %s ", ops[in->sub]);
    }
}

static void put_overflow(struct printer *p, const struct instruction *in)
{
    uint32_t width = operand_width(p, in), wide = 2 * width + 1;
    const char *op = "*";
    if (in->sub == BITS_SADD_OVERFLOW)
        op = "+";
    else if (in->sub == BITS_SSUB_OVERFLOW)
        op = "-";
    else if (in->sub != BITS_SMUL_OVERFLOW)
        c_unsupported(p, "an operation on bits");
    if (width < 2 || wide > 128)
        c_unsupported(p, "an overflow of wide integers");
    text_add(p->out, "(s%u)(s%u)", wide, width);
    c_put_operand(p, in, 0);
    text_add(p->out, " %s (s%u)(s%u)", op, wide, width);
    c_put_operand(p, in, 1);
    text_add(p->out, " != (s%u)(s%u)(", wide, width);
    c_put_operand(p, in, 0);
    text_add(p->out, " %s ", op);
    c_put_operand(p, in, 1);
    text_put(p->out, ")");
}

static void put_resized(struct printer *p, const struct instruction *in)
{
    uint32_t from = operand_width(p, in), to = in->type.width;
    if (in->op != OP_SEXT)
        text_add(p->out, "(u%u)", to);
    else if (from == 1)
        text_add(p->out, "0 - (u%u)", to);
    else
        text_add(p->out, "(u%u)(s%u)(s%u)", to, to, from);
    c_put_operand(p, in, 0);
}

void c_put_integer(struct printer *p, const struct instruction *in)
{
    switch ((enum integer_op)in->op) {
    case INTEGER_ADD:
        return put_binary(p, in, "+", false);
    case INTEGER_SUB:
        return put_binary(p, in, "-", false);
    case INTEGER_MUL:
        return put_binary(p, in, "*", false);
    case INTEGER_UDIV:
        return put_binary(p, in, "/", false);
    case INTEGER_SDIV:
        return put_binary(p, in, "/", true);
    case INTEGER_UREM:
        return put_binary(p, in, "%", false);
    case INTEGER_SREM:
        return put_binary(p, in, "%", true);
    case INTEGER_AND:
        return put_binary(p, in, "&", false);
    case INTEGER_OR:
        return put_binary(p, in, "|", false);
    case INTEGER_XOR:
        return put_binary(p, in, "^", false);
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
        return put_shift(p, in);
    case INTEGER_ICMP:
        return put_compare(p, in);
    case INTEGER_ZEXT:
    case INTEGER_SEXT:
    case INTEGER_TRUNC:
        return put_resized(p, in);
    case INTEGER_BITS:
        return put_overflow(p, in);
    }
}

void c_put_address(struct printer *p, const struct instruction *in)
{
    uint32_t width = p->program->pointer_width;
    switch ((enum address_op)in->op) {
    case ADDRESS_PTRADD:
        c_put_operand(p, in, 0);
        text_add(p->out, " + (__INTPTR_TYPE__)(s%u)", width);
        c_put_operand(p, in, 1);
        return;
    case ADDRESS_PTRTOINT:
        text_add(p->out, "(u%u)(__UINTPTR_TYPE__)", in->type.width);
        c_put_operand(p, in, 0);
        return;
    case ADDRESS_INTTOPTR:
        text_put(p->out, "(char *)(__UINTPTR_TYPE__)");
        c_put_operand(p, in, 0);
        return;
    }
}

static const char *input_suffix(struct type t)
{
    switch (t.width) {
    case 1:
        return "bool";
    case 8:
        return "uchar";
    case 16:
        return "ushort";
    case 32:
        return "uint";
    default:
        return "ulonglong";
    }
}

void c_put_input(struct printer *p, const struct instruction *in)
{
    if (in->type.kind != TYPE_INT || in->type.width > 64)
        c_unsupported(p, "an input of this type");
    text_add(p->out, "(u%u)__VERIFIER_nondet_%s()", in->type.width, input_suffix(in->type));
}
