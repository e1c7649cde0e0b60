/* A program as C. Integers are unsigned _BitInt(N), so that all arithmetic wraps as it does
 * in the program; blocks are labels; phis are assigned on edges; memory is bytes that are
 * copied in and out. */
#include "accelerate/accelerate.h"

#include "accelerate/print_c_internal.h"
#include "base/failure.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>

/* --- statements --- */

static void put_memory(struct printer *p, const struct instruction *in, uint32_t id)
{
    struct type t = in->op == OP_STORE
                        ? value_type(p->program, p->f, instruction_operand(p->f, in, 1))
                        : in->type;
    bool plain =
        t.kind == TYPE_POINTER || (t.kind == TYPE_INT && t.width <= 64 && t.width % 8 == 0);
    switch ((enum memory_op)in->op) {
    case MEMORY_LOAD:
        if (!plain)
            c_unsupported(p, "a load of this type");
        text_put(p->out, "  { ");
        c_put_plain_type(p, t);
        text_put(p->out, " t; __builtin_memcpy(&t, ");
        c_put_operand(p, in, 0);
        text_add(p->out, ", %u); v%u = t; }\n", type_bytes(t), id);
        return;
    case MEMORY_STORE:
        if (!plain)
            c_unsupported(p, "a store of this type");
        text_put(p->out, "  { ");
        c_put_plain_type(p, t);
        text_put(p->out, " t = ");
        c_put_operand(p, in, 1);
        text_put(p->out, "; __builtin_memcpy(");
        c_put_operand(p, in, 0);
        text_add(p->out, ", &t, %u); }\n", type_bytes(t));
        return;
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
    case MEMORY_MEMSET:
        text_add(p->out, "  __builtin_%s(", op_text((enum op)in->op));
        for (uint32_t k = 0; k < 3; k++) {
            if (k)
                text_put(p->out, ", ");
            c_put_operand(p, in, k);
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
    c_unsupported(p, "locals of variable size");
}

static void put_call(struct printer *p, const struct instruction *in, uint32_t id)
{
    struct value callee = instruction_operand(p->f, in, 0);
    if (!value_is_constant(callee) ||
        program_constant(p->program, callee)->kind != CONSTANT_FUNCTION) {
        c_unsupported(p, "a call through a pointer");
        return;
    }
    uint32_t target = program_constant(p->program, callee)->index;
    if (p->program->functions.data[target].variadic ||
        p->program->functions.data[target].result_count > 1)
        c_unsupported(p, "a call of this kind");
    text_put(p->out, "  ");
    if (in->type.kind != TYPE_VOID)
        text_add(p->out, "v%u = ", id);
    c_put_function_name(p, target);
    text_put(p->out, "(");
    for (uint32_t k = 1; k < in->count; k++) {
        if (k > 1)
            text_put(p->out, ", ");
        c_put_operand(p, in, k);
    }
    text_put(p->out, ");\n");
}

static void put_meaning(struct printer *p, const struct instruction *in)
{
    if (in->op == OP_CHECK && in->sub == CHECK_ASSERTION) {
        text_put(p->out, "  if (!(");
        c_put_operand(p, in, 0);
        text_put(p->out, ")) reach_error();\n");
    } else if (in->op == OP_ASSUME) {
        text_put(p->out, "  __VERIFIER_assume(");
        c_put_operand(p, in, 0);
        text_put(p->out, ");\n");
    } else if (in->op == OP_UNSUPPORTED) {
        c_unsupported(p, in->text ? in->text : "something");
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
            if (in->op != OP_PHI)
                break;
            for (uint32_t k = 0; k < in->count && !pass; k += 2) {
                if (instruction_operand(p->f, in, k + 1).id != from)
                    continue;
                c_put_type(p, in->type);
                text_add(p->out, " t%u = ", id);
                c_put_operand(p, in, k);
                text_put(p->out, "; ");
                break;
            }
            if (pass)
                text_add(p->out, "v%u = t%u; ", id, id);
        }
    text_add(p->out, "goto b%u; }", to);
}

static void put_stop(struct printer *p, const struct instruction *in)
{
    if (in->sub == STOP_ERROR)
        text_put(p->out, "  reach_error();\n");
    bool ends = in->sub == STOP_EXIT || in->sub == STOP_QUIT;
    text_put(p->out, ends ? "  exit((int)(" : "  abort(");
    if (ends && in->count)
        c_put_operand(p, in, 0);
    if (ends && !in->count)
        text_put(p->out, "0");
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
        c_put_operand(p, in, 0);
        text_put(p->out, ") ");
        put_edge(p, block, in->target[0]);
        text_put(p->out, " else ");
        put_edge(p, block, in->target[1]);
        text_put(p->out, "\n");
        return;
    case FLOW_RETURN:
        text_put(p->out, "  return");
        if (in->count)
            text_put(p->out, " "), c_put_operand(p, in, 0);
        text_put(p->out, ";\n");
        return;
    case FLOW_STOP:
        put_stop(p, in);
        return;
    case FLOW_SWITCH:
        break;
    }
    c_unsupported(p, "a switch");
}

static void put_assigned(struct printer *p, const struct instruction *in, uint32_t id)
{
    text_add(p->out, "  v%u = ", id);
    if (in->op == OP_SELECT) {
        c_put_operand(p, in, 0);
        text_put(p->out, " ? ");
        c_put_operand(p, in, 1);
        text_put(p->out, " : ");
        c_put_operand(p, in, 2);
    } else if (in->op == OP_INPUT) {
        c_put_input(p, in);
    } else if (in->op == OP_PARAM) {
        text_add(p->out, "p%u", (unsigned)in->extra);
    } else if (op_class((enum op)in->op) == CLASS_INTEGER) {
        c_put_integer(p, in);
    } else if (op_class((enum op)in->op) == CLASS_ADDRESS) {
        c_put_address(p, in);
    } else {
        c_unsupported(p, op_text((enum op)in->op));
    }
    text_put(p->out, ";\n");
}

static void put_instruction(struct printer *p, uint32_t id, uint32_t block)
{
    const struct instruction *in = &p->f->instructions.data[id];
    if (in->op == OP_PHI || in->op == OP_NOTE)
        return;
    switch (op_class((enum op)in->op)) {
    case CLASS_MEMORY:
        put_memory(p, in, id);
        return;
    case CLASS_CALL:
        if (in->op == OP_RESULT)
            c_unsupported(p, "several results");
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
    bool plain = c_keeps_name(f, index, p->program);
    if (f->has_body && index != p->program->entry)
        text_put(p->out, "static ");
    if (index == p->program->entry)
        text_put(p->out, "int");
    else if (!f->result_count)
        text_put(p->out, "void");
    else
        (plain ? c_put_plain_type : c_put_type)(p, f->results[0]);
    text_put(p->out, " ");
    c_put_function_name(p, index);
    text_put(p->out, "(");
    for (uint32_t k = 0; k < f->param_count; k++) {
        if (k)
            text_put(p->out, ", ");
        (plain ? c_put_plain_type : c_put_type)(p, f->params[k]);
        text_add(p->out, " p%u", k);
    }
    text_put(p->out, f->param_count ? ")" : "void)");
}

static void put_locals(struct printer *p)
{
    for (uint32_t i = 0; i < p->f->instructions.count; i++) {
        const struct instruction *in = &p->f->instructions.data[i];
        if (in->block == UINT32_MAX || in->type.kind == TYPE_VOID)
            continue;
        text_put(p->out, "  ");
        c_put_type(p, in->type);
        text_add(p->out, " v%u;\n", i);
        if (in->op != OP_ALLOCA)
            continue;
        struct value size = instruction_operand(p->f, in, 0);
        if (!value_is_constant(size) || in->block != 0)
            c_unsupported(p, "locals of variable size");
        if (!p->good)
            return;
        uint64_t bytes = constant_low_bits(program_constant(p->program, size));
        text_add(p->out, "  _Alignas(16) char m%u[%llu];\n", i,
                 (unsigned long long)(bytes ? bytes : 1));
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
        if (b)
            text_add(p->out, "b%u:;\n", b);
        for (size_t i = 0; i < block->instructions.count; i++)
            put_instruction(p, block->instructions.data[i], b);
    }
    text_put(p->out, "}\n");
}

static void put_global(struct printer *p, uint32_t index)
{
    const struct global *g = &p->program->globals.data[index];
    if (g->relocation_count)
        c_unsupported(p, "pointers in initial values");
    text_add(p->out, "static _Alignas(16) char g%u[%llu]", index,
             (unsigned long long)(g->size ? g->size : 1));
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
    if (u->functions[index])
        return;
    u->functions[index] = true;
    VECTOR_PUSH(&u->work, index);
}

static void use_type(struct used *u, struct type t)
{
    if (t.kind == TYPE_INT && t.width <= 128)
        u->widths[t.width] = true;
}

static void use_value(const struct program *p, const struct function *f, struct used *u,
                      struct value v)
{
    if (value_is_none(v))
        return;
    use_type(u, value_type(p, f, v));
    if (!value_is_constant(v))
        return;
    const struct constant *c = program_constant(p, v);
    if (c->kind == CONSTANT_FUNCTION)
        use_function(u, c->index);
    if (c->kind == CONSTANT_GLOBAL)
        u->globals[c->index] = true;
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
        if (in->block == UINT32_MAX)
            continue;
        use_type(u, in->type);
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k))
                use_value(p, f, u, instruction_operand(f, in, k));
        if (in->op != OP_BITS)
            continue;
        uint32_t width = value_type(p, f, instruction_operand(f, in, 0)).width;
        if (2 * width + 1 <= 128)
            u->widths[2 * width + 1] = true;
    }
}

static void put_types(struct printer *p, const struct used *u)
{
    for (unsigned w = 1; w <= 128; w++) {
        if (!u->widths[w] && w != p->program->pointer_width)
            continue;
        text_add(p->out, "typedef unsigned _BitInt(%u) u%u;\n", w, w);
        if (w > 1)
            text_add(p->out, "typedef signed _BitInt(%u) s%u;\n", w, w);
    }
    text_put(
        p->out,
        "void reach_error(void);\nvoid abort(void);\nvoid exit(int);\nvoid "
        "__VERIFIER_assume(int);\n"
        "_Bool __VERIFIER_nondet_bool(void);\nunsigned char __VERIFIER_nondet_uchar(void);\n"
        "unsigned short __VERIFIER_nondet_ushort(void);\nunsigned "
        "__VERIFIER_nondet_uint(void);\n"
        "unsigned long long __VERIFIER_nondet_ulonglong(void);\n");
}

/* Those that are declared above. */
static bool is_declared(const struct function *f)
{
    static const char *const names[] = {"reach_error", "abort", "exit", "__VERIFIER_assume"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_same(f->name, names[i]))
            return true;
    return !strncmp(f->name, "__VERIFIER_nondet_", strlen("__VERIFIER_nondet_"));
}

static void put_program(struct printer *p, const struct used *u)
{
    const struct program *program = p->program;
    put_types(p, u);
    for (uint32_t i = 0; i < program->globals.count; i++)
        if (u->globals[i])
            put_global(p, i);
    for (uint32_t i = 0; i < program->functions.count; i++) {
        p->f = &program->functions.data[i];
        if (!u->functions[i] || is_declared(p->f))
            continue;
        put_head(p, i);
        text_put(p->out, ";\n");
    }
    for (uint32_t i = 0; i < program->functions.count && p->good; i++)
        if (u->functions[i] && program->functions.data[i].has_body)
            put_function(p, i);
}

bool program_print_c(const struct program *program, struct text *out, struct failure *failure)
{
    struct printer p = {.program = program, .out = out, .failure = failure, .good = true};
    struct used u = {0};
    if (program->entry == UINT32_MAX)
        return failure_set(failure, FAILURE_INPUT, "there is no function main");
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
