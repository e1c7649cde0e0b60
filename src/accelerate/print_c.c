/* A program as C. Integers are unsigned _BitInt(N), so that all arithmetic wraps as it does in the program; blocks are
 * labels; phis are assigned on edges; memory is bytes that are copied in and out. */
#include "accelerate/accelerate.h"

#include "base/failure.h"
#include "base/text.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>

struct printer {
    const struct program *program;
    const struct function *f;
    uint32_t function;
    struct text *out;
    struct failure *failure;
    bool good;
};

static void unsupported(struct printer *p, const char *what)
{
    const char *where = p->f ? p->f->name : "a global";
    if (p->good) failure_set(p->failure, FAILURE_UNSUPPORTED, "not printed as C: %s (in %s)", what, where);
    p->good = false;
}

/* --- names and types --- */

static void put_type(struct printer *p, struct type t)
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
    unsupported(p, "floats");
}

/* As others declare it: of functions without body. */
static void put_plain_type(struct printer *p, struct type t)
{
    bool plain = t.kind == TYPE_INT && (t.width == 8 || t.width == 16 || t.width == 32 || t.width == 64);
    if (!plain)
        put_type(p, t);
    else if (t.width == 8)
        text_put(p->out, "unsigned char");
    else if (t.width == 16)
        text_put(p->out, "unsigned short");
    else
        text_put(p->out, t.width == 32 ? "unsigned" : "unsigned long long");
}

static bool keeps_name(const struct function *f, uint32_t index, const struct program *p)
{
    return !f->has_body || index == p->entry;
}

static void put_function_name(struct printer *p, uint32_t index)
{
    const struct function *f = &p->program->functions.data[index];
    text_put(p->out, f->name);
    if (!keeps_name(f, index, p->program)) text_add(p->out, "_%u", index);
}

static void put_constant(struct printer *p, const struct constant *c)
{
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        if (c->type.kind != TYPE_INT) unsupported(p, "floats");
        text_add(p->out, "(u%u)", c->type.width);
        if (c->type.width > 64 && (c->limbs[2] || (c->type.width > 96 && c->limbs[3])))
            unsupported(p, "large constants");
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
    unsupported(p, "addresses of functions");
}

static void put_value(struct printer *p, struct value v)
{
    if (value_is_constant(v))
        put_constant(p, program_constant(p->program, v));
    else
        text_add(p->out, "v%u", v.id);
}

static void put_operand(struct printer *p, const struct instruction *in, uint32_t k)
{
    put_value(p, instruction_operand(p->f, in, k));
}

static uint32_t operand_width(const struct printer *p, const struct instruction *in)
{
    return value_type(p->program, p->f, instruction_operand(p->f, in, 0)).width;
}

/* --- expressions --- */

static void put_binary(struct printer *p, const struct instruction *in, const char *op, bool is_signed)
{
    uint32_t width = in->type.width;
    const char *cast = is_signed && width > 1 ? "s" : "u";
    text_add(p->out, "(u%u)((%s%u)", width, cast, width);
    put_operand(p, in, 0);
    text_add(p->out, " %s (%s%u)", op, cast, width);
    put_operand(p, in, 1);
    text_put(p->out, ")");
}

static void put_shift(struct printer *p, const struct instruction *in)
{
    uint32_t width = in->type.width;
    text_add(p->out, "(u%u)((%s%u)", width, in->op == OP_ASHR ? "s" : "u", width);
    put_operand(p, in, 0);
    text_add(p->out, " %s (unsigned)", in->op == OP_SHL ? "<<" : ">>");
    put_operand(p, in, 1);
    text_put(p->out, ")");
}

static void put_compare(struct printer *p, const struct instruction *in)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="};
    struct type t = value_type(p->program, p->f, instruction_operand(p->f, in, 0));
    bool is_signed = in->sub >= COMPARE_SLT;
    for (uint32_t k = 0; k < 2; k++) {
        if (t.kind == TYPE_POINTER)
            text_add(p->out, "(%s__UINTPTR_TYPE__)", is_signed ? "signed " : "");
        else
            text_add(p->out, "(%s%u)", is_signed && t.width > 1 ? "s" : "u", t.width);
        put_operand(p, in, k);
        if (!k) text_add(p->out, " %s ", ops[in->sub]);
    }
}

static void put_overflow(struct printer *p, const struct instruction *in)
{
    uint32_t width = operand_width(p, in), wide = 2 * width + 1;
    const char *op = in->sub == BITS_SADD_OVERFLOW ? "+" : in->sub == BITS_SSUB_OVERFLOW ? "-" : "*";
    if (in->sub != BITS_SADD_OVERFLOW && in->sub != BITS_SSUB_OVERFLOW && in->sub != BITS_SMUL_OVERFLOW)
        unsupported(p, "an operation on bits");
    if (width < 2 || wide > 128) unsupported(p, "an overflow of wide integers");
    text_add(p->out, "(s%u)(s%u)", wide, width);
    put_operand(p, in, 0);
    text_add(p->out, " %s (s%u)(s%u)", op, wide, width);
    put_operand(p, in, 1);
    text_add(p->out, " != (s%u)(s%u)(", wide, width);
    put_operand(p, in, 0);
    text_add(p->out, " %s ", op);
    put_operand(p, in, 1);
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
    put_operand(p, in, 0);
}

static void put_integer(struct printer *p, const struct instruction *in)
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

static void put_address(struct printer *p, const struct instruction *in)
{
    uint32_t width = p->program->pointer_width;
    switch ((enum address_op)in->op) {
    case ADDRESS_PTRADD:
        put_operand(p, in, 0);
        text_add(p->out, " + (__INTPTR_TYPE__)(s%u)", width);
        put_operand(p, in, 1);
        return;
    case ADDRESS_PTRTOINT:
        text_add(p->out, "(u%u)(__UINTPTR_TYPE__)", in->type.width);
        put_operand(p, in, 0);
        return;
    case ADDRESS_INTTOPTR:
        text_put(p->out, "(char *)(__UINTPTR_TYPE__)");
        put_operand(p, in, 0);
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

static void put_input(struct printer *p, const struct instruction *in)
{
    if (in->type.kind != TYPE_INT || in->type.width > 64) unsupported(p, "an input of this type");
    text_add(p->out, "(u%u)__VERIFIER_nondet_%s()", in->type.width, input_suffix(in->type));
}

/* --- statements --- */

static void put_memory(struct printer *p, const struct instruction *in, uint32_t id)
{
    struct type t = in->op == OP_STORE ? value_type(p->program, p->f, instruction_operand(p->f, in, 1)) : in->type;
    bool plain = t.kind == TYPE_POINTER || (t.kind == TYPE_INT && t.width <= 64 && t.width % 8 == 0);
    switch ((enum memory_op)in->op) {
    case MEMORY_LOAD:
        if (!plain) unsupported(p, "a load of this type");
        text_put(p->out, "  { ");
        put_plain_type(p, t);
        text_put(p->out, " t; __builtin_memcpy(&t, ");
        put_operand(p, in, 0);
        text_add(p->out, ", %u); v%u = t; }\n", type_bytes(t), id);
        return;
    case MEMORY_STORE:
        if (!plain) unsupported(p, "a store of this type");
        text_put(p->out, "  { ");
        put_plain_type(p, t);
        text_put(p->out, " t = ");
        put_operand(p, in, 1);
        text_put(p->out, "; __builtin_memcpy(");
        put_operand(p, in, 0);
        text_add(p->out, ", &t, %u); }\n", type_bytes(t));
        return;
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
    case MEMORY_MEMSET:
        text_add(p->out, "  __builtin_%s(", op_text((enum op)in->op));
        for (uint32_t k = 0; k < 3; k++) {
            if (k) text_put(p->out, ", ");
            put_operand(p, in, k);
        }
        text_put(p->out, ");\n");
        return;
    case MEMORY_ALLOCA:
        text_add(p->out, "  v%u = m%u;\n", id, id);
        return;
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
        return;
    case MEMORY_STACKSAVE:
    case MEMORY_STACKRESTORE:
        break;
    }
    unsupported(p, "locals of variable size");
}

static void put_call(struct printer *p, const struct instruction *in, uint32_t id)
{
    struct value callee = instruction_operand(p->f, in, 0);
    if (!value_is_constant(callee) || program_constant(p->program, callee)->kind != CONSTANT_FUNCTION) {
        unsupported(p, "a call through a pointer");
        return;
    }
    uint32_t target = program_constant(p->program, callee)->index;
    if (p->program->functions.data[target].variadic || p->program->functions.data[target].result_count > 1)
        unsupported(p, "a call of this kind");
    text_put(p->out, "  ");
    if (in->type.kind != TYPE_VOID) text_add(p->out, "v%u = ", id);
    put_function_name(p, target);
    text_put(p->out, "(");
    for (uint32_t k = 1; k < in->count; k++) {
        if (k > 1) text_put(p->out, ", ");
        put_operand(p, in, k);
    }
    text_put(p->out, ");\n");
}

static void put_meaning(struct printer *p, const struct instruction *in)
{
    if (in->op == OP_CHECK && in->sub == CHECK_ASSERTION) {
        text_put(p->out, "  if (!(");
        put_operand(p, in, 0);
        text_put(p->out, ")) reach_error();\n");
    } else if (in->op == OP_ASSUME) {
        text_put(p->out, "  __VERIFIER_assume(");
        put_operand(p, in, 0);
        text_put(p->out, ");\n");
    } else if (in->op == OP_UNSUPPORTED) {
        unsupported(p, in->text ? in->text : "something");
    }
}

/* The phis of the block that an edge leads to. */
static void put_edge(struct printer *p, uint32_t from, uint32_t to)
{
    const struct block *b = &p->f->blocks.data[to];
    text_put(p->out, "{ ");
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < b->instructions.count; i++) {
            uint32_t id = b->instructions.data[i];
            const struct instruction *in = &p->f->instructions.data[id];
            if (in->op != OP_PHI) break;
            for (uint32_t k = 0; k < in->count && !pass; k += 2) {
                if (instruction_operand(p->f, in, k + 1).id != from) continue;
                put_type(p, in->type);
                text_add(p->out, " t%u = ", id);
                put_operand(p, in, k);
                text_put(p->out, "; ");
                break;
            }
            if (pass) text_add(p->out, "v%u = t%u; ", id, id);
        }
    text_add(p->out, "goto b%u; }", to);
}

static void put_stop(struct printer *p, const struct instruction *in)
{
    if (in->sub == STOP_ERROR) text_put(p->out, "  reach_error();\n");
    bool ends = in->sub == STOP_EXIT || in->sub == STOP_QUIT;
    text_put(p->out, ends ? "  exit((int)(" : "  abort(");
    if (ends && in->count) put_operand(p, in, 0);
    if (ends && !in->count) text_put(p->out, "0");
    text_put(p->out, ends ? "));\n" : ");\n");
}

static void put_flow(struct printer *p, const struct instruction *in, uint32_t block)
{
    switch ((enum flow_op)in->op) {
    case FLOW_JUMP:
        text_put(p->out, "  ");
        put_edge(p, block, in->target[0]);
        text_put(p->out, "\n");
        return;
    case FLOW_BRANCH:
        text_put(p->out, "  if (");
        put_operand(p, in, 0);
        text_put(p->out, ") ");
        put_edge(p, block, in->target[0]);
        text_put(p->out, " else ");
        put_edge(p, block, in->target[1]);
        text_put(p->out, "\n");
        return;
    case FLOW_RETURN:
        text_put(p->out, "  return");
        if (in->count) text_put(p->out, " "), put_operand(p, in, 0);
        text_put(p->out, ";\n");
        return;
    case FLOW_STOP:
        put_stop(p, in);
        return;
    case FLOW_SWITCH:
        break;
    }
    unsupported(p, "a switch");
}

static void put_assigned(struct printer *p, const struct instruction *in, uint32_t id)
{
    text_add(p->out, "  v%u = ", id);
    if (in->op == OP_SELECT) {
        put_operand(p, in, 0);
        text_put(p->out, " ? ");
        put_operand(p, in, 1);
        text_put(p->out, " : ");
        put_operand(p, in, 2);
    } else if (in->op == OP_INPUT) {
        put_input(p, in);
    } else if (in->op == OP_PARAM) {
        text_add(p->out, "p%u", (unsigned)in->extra);
    } else if (op_class((enum op)in->op) == CLASS_INTEGER) {
        put_integer(p, in);
    } else if (op_class((enum op)in->op) == CLASS_ADDRESS) {
        put_address(p, in);
    } else {
        unsupported(p, op_text((enum op)in->op));
    }
    text_put(p->out, ";\n");
}

static void put_instruction(struct printer *p, uint32_t id, uint32_t block)
{
    const struct instruction *in = &p->f->instructions.data[id];
    if (in->op == OP_PHI || in->op == OP_NOTE) return;
    switch (op_class((enum op)in->op)) {
    case CLASS_MEMORY:
        put_memory(p, in, id);
        return;
    case CLASS_CALL:
        if (in->op == OP_RESULT) unsupported(p, "several results");
        put_call(p, in, id);
        return;
    case CLASS_FLOW:
        put_flow(p, in, block);
        return;
    case CLASS_MEANING:
        if (in->op == OP_INPUT)
            put_assigned(p, in, id);
        else
            put_meaning(p, in);
        return;
    case CLASS_START:
    case CLASS_INTEGER:
    case CLASS_FLOAT:
    case CLASS_ANY:
    case CLASS_ADDRESS:
        break;
    }
    put_assigned(p, in, id);
}

/* --- functions and globals --- */

static void put_head(struct printer *p, uint32_t index)
{
    const struct function *f = &p->program->functions.data[index];
    bool plain = keeps_name(f, index, p->program);
    if (f->has_body && index != p->program->entry) text_put(p->out, "static ");
    if (index == p->program->entry)
        text_put(p->out, "int");
    else if (!f->result_count)
        text_put(p->out, "void");
    else
        (plain ? put_plain_type : put_type)(p, f->results[0]);
    text_put(p->out, " ");
    put_function_name(p, index);
    text_put(p->out, "(");
    for (uint32_t k = 0; k < f->param_count; k++) {
        if (k) text_put(p->out, ", ");
        (plain ? put_plain_type : put_type)(p, f->params[k]);
        text_add(p->out, " p%u", k);
    }
    text_put(p->out, f->param_count ? ")" : "void)");
}

static void put_locals(struct printer *p)
{
    for (uint32_t i = 0; i < p->f->instructions.count; i++) {
        const struct instruction *in = &p->f->instructions.data[i];
        if (in->block == UINT32_MAX || in->type.kind == TYPE_VOID) continue;
        text_put(p->out, "  ");
        put_type(p, in->type);
        text_add(p->out, " v%u;\n", i);
        if (in->op != OP_ALLOCA) continue;
        struct value size = instruction_operand(p->f, in, 0);
        if (!value_is_constant(size) || in->block != 0) unsupported(p, "locals of variable size");
        if (!p->good) return;
        uint64_t bytes = constant_low_bits(program_constant(p->program, size));
        text_add(p->out, "  _Alignas(16) char m%u[%llu];\n", i, (unsigned long long)(bytes ? bytes : 1));
    }
}

static void put_function(struct printer *p, uint32_t index)
{
    p->function = index;
    p->f = &p->program->functions.data[index];
    put_head(p, index);
    text_put(p->out, "\n{\n");
    put_locals(p);
    for (uint32_t b = 0; b < p->f->blocks.count && p->good; b++) {
        const struct block *block = &p->f->blocks.data[b];
        if (b) text_add(p->out, "b%u:;\n", b);
        for (size_t i = 0; i < block->instructions.count; i++)
            put_instruction(p, block->instructions.data[i], b);
    }
    text_put(p->out, "}\n");
}

static void put_global(struct printer *p, uint32_t index)
{
    const struct global *g = &p->program->globals.data[index];
    if (g->relocation_count) unsupported(p, "pointers in initial values");
    text_add(p->out, "static _Alignas(16) char g%u[%llu]", index, (unsigned long long)(g->size ? g->size : 1));
    if (g->bytes) {
        text_put(p->out, " = {");
        for (uint64_t i = 0; i < g->size; i++)
            text_add(p->out, "%s%d", i ? "," : "", (signed char)g->bytes[i]);
        text_put(p->out, "}");
    }
    text_add(p->out, "; /* %s */\n", g->name);
}

/* --- what is used at all --- */

struct used {
    bool *functions, *globals, widths[129];
    VECTOR(uint32_t) work;
};

static void use_function(struct used *u, uint32_t index)
{
    if (u->functions[index]) return;
    u->functions[index] = true;
    VECTOR_PUSH(&u->work, index);
}

static void use_type(struct used *u, struct type t)
{
    if (t.kind == TYPE_INT && t.width <= 128) u->widths[t.width] = true;
}

static void use_value(const struct program *p, const struct function *f, struct used *u, struct value v)
{
    if (value_is_none(v)) return;
    use_type(u, value_type(p, f, v));
    if (!value_is_constant(v)) return;
    const struct constant *c = program_constant(p, v);
    if (c->kind == CONSTANT_FUNCTION) use_function(u, c->index);
    if (c->kind == CONSTANT_GLOBAL) u->globals[c->index] = true;
}

static void use_body(const struct program *p, struct used *u, uint32_t index)
{
    const struct function *f = &p->functions.data[index];
    for (uint32_t k = 0; k < f->param_count; k++)
        use_type(u, f->params[k]);
    for (uint32_t k = 0; k < f->result_count; k++)
        use_type(u, f->results[k]);
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX) continue;
        use_type(u, in->type);
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k)) use_value(p, f, u, instruction_operand(f, in, k));
        if (in->op != OP_BITS) continue;
        uint32_t width = value_type(p, f, instruction_operand(f, in, 0)).width;
        if (2 * width + 1 <= 128) u->widths[2 * width + 1] = true;
    }
}

static void put_types(struct printer *p, const struct used *u)
{
    for (unsigned w = 1; w <= 128; w++) {
        if (!u->widths[w] && w != p->program->pointer_width) continue;
        text_add(p->out, "typedef unsigned _BitInt(%u) u%u;\n", w, w);
        if (w > 1) text_add(p->out, "typedef signed _BitInt(%u) s%u;\n", w, w);
    }
    text_put(p->out, "void reach_error(void);\nvoid abort(void);\nvoid exit(int);\nvoid __VERIFIER_assume(int);\n"
                     "_Bool __VERIFIER_nondet_bool(void);\nunsigned char __VERIFIER_nondet_uchar(void);\n"
                     "unsigned short __VERIFIER_nondet_ushort(void);\nunsigned __VERIFIER_nondet_uint(void);\n"
                     "unsigned long long __VERIFIER_nondet_ulonglong(void);\n");
}

/* Those that are declared above. */
static bool is_declared(const struct function *f)
{
    static const char *const names[] = {"reach_error", "abort", "exit", "__VERIFIER_assume"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_same(f->name, names[i])) return true;
    return !strncmp(f->name, "__VERIFIER_nondet_", strlen("__VERIFIER_nondet_"));
}

static void put_program(struct printer *p, const struct used *u)
{
    const struct program *program = p->program;
    put_types(p, u);
    for (uint32_t i = 0; i < program->globals.count; i++)
        if (u->globals[i]) put_global(p, i);
    for (uint32_t i = 0; i < program->functions.count; i++) {
        p->f = &program->functions.data[i];
        if (!u->functions[i] || is_declared(p->f)) continue;
        put_head(p, i);
        text_put(p->out, ";\n");
    }
    for (uint32_t i = 0; i < program->functions.count && p->good; i++)
        if (u->functions[i] && program->functions.data[i].has_body) put_function(p, i);
}

bool program_print_c(const struct program *program, struct text *out, struct failure *failure)
{
    struct printer p = {.program = program, .out = out, .failure = failure, .good = true};
    struct used u = {0};
    if (program->entry == UINT32_MAX) return failure_set(failure, FAILURE_INPUT, "there is no function main");
    u.functions = calloc(program->functions.count + 1, sizeof *u.functions);
    u.globals = calloc(program->globals.count + 1, sizeof *u.globals);
    use_function(&u, program->entry);
    while (u.work.count)
        use_body(program, &u, VECTOR_POP(&u.work));
    put_program(&p, &u);
    free(u.functions);
    free(u.globals);
    VECTOR_RELEASE(&u.work);
    return p.good;
}
