/* Can a function be described by scalars? It and everything it calls may compute with
 * numbers, use locals whose addresses go nowhere, read constant globals, and read and write
 * scalars in other globals by name. */
#include "formula/cut/recursion.h"

#include "base/failure.h"
#include "program/passes.h"

#include <stdlib.h>

enum root { ROOT_NONE, ROOT_LOCAL, ROOT_CONSTANT, ROOT_GLOBAL };

struct fitting {
    const struct program *program;
    enum extern_policy external;
    struct recursive *out;
    bool *seen; /* functions */
    VECTOR(uint32_t) todo;
};

static bool is_scalar(struct type t)
{
    return t.kind == TYPE_INT || t.kind == TYPE_FLOAT;
}

/* Where a pointer leads: a global by name has its constant in *named. */
static enum root root_of(const struct fitting *n, const struct function *f, struct value v,
                         const struct constant **named)
{
    *named = NULL;
    if (value_is_none(v))
        return ROOT_NONE;
    if (value_is_constant(v)) {
        const struct constant *c = program_constant(n->program, v);
        if (c->kind != CONSTANT_GLOBAL)
            return ROOT_NONE;
        *named = c;
        return n->program->globals.data[c->index].read_only ? ROOT_CONSTANT : ROOT_GLOBAL;
    }
    const struct instruction *in = &f->instructions.data[v.id];
    if (in->op == OP_ALLOCA)
        return ROOT_LOCAL;
    if (in->op != OP_PTRADD)
        return ROOT_NONE;
    enum root r = root_of(n, f, instruction_operand(f, in, 0), named);
    *named = NULL;
    return r == ROOT_GLOBAL ? ROOT_NONE : r; /* a computed place in a global */
}

static bool touch(struct fitting *n, const struct constant *c, struct type type, bool written)
{
    if (!is_scalar(type) || type.width % 8 || type.width > 64)
        return false;
    for (size_t i = 0; i < n->out->touched.count; i++) {
        struct touched *t = &n->out->touched.data[i];
        if (t->global != c->index)
            continue;
        if (t->offset == c->offset && t->type.kind == type.kind &&
            t->type.width == type.width)
            return t->written |= written, true;
        bool apart = t->offset + t->type.width / 8 <= c->offset ||
                     c->offset + type.width / 8 <= t->offset;
        if (!apart)
            return false;
    }
    VECTOR_PUSH(&n->out->touched, ((struct touched){c->index, c->offset, type, written}));
    return true;
}

static bool access_fits(struct fitting *n, const struct function *f,
                        const struct instruction *in, struct type type)
{
    const struct constant *named;
    enum root root = root_of(n, f, instruction_operand(f, in, 0), &named);
    bool store = in->op == OP_STORE;
    if (!is_scalar(type))
        return false;
    if (root == ROOT_LOCAL || (root == ROOT_CONSTANT && !store))
        return true;
    return root == ROOT_GLOBAL && named && touch(n, named, type, store);
}

static void visit(struct fitting *n, uint32_t function)
{
    if (n->seen[function])
        return;
    n->seen[function] = true;
    VECTOR_PUSH(&n->todo, function);
}

/* What runs when the program exits runs with the globals as they are then. */
static void visit_exit(struct fitting *n)
{
    uint32_t handlers = program_find_function(n->program, "__sooth_exit_handlers");
    if (handlers != UINT32_MAX && n->program->functions.data[handlers].has_body)
        visit(n, handlers);
}

static bool is_pointer(const struct fitting *n, const struct function *f, struct value v)
{
    if (value_is_none(v))
        return false;
    if (value_is_constant(v))
        return program_constant(n->program, v)->type.kind == TYPE_POINTER;
    return f->instructions.data[v.id].type.kind == TYPE_POINTER;
}

static bool builtin_fits(struct fitting *n, enum builtin b)
{
    switch (b) {
    case BUILTIN_ASSUME:
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
    case BUILTIN_ASSERT:
    case BUILTIN_ABORT:
    case BUILTIN_QUIT:
    case BUILTIN_INPUT:
    case BUILTIN_PUTCHAR:
        return true;
    case BUILTIN_EXIT:
        visit_exit(n);
        return true;
    case BUILTIN_NONE:
    case BUILTIN_MALLOC:
    case BUILTIN_FREE:
    case BUILTIN_OBJECT_SIZE:
    case BUILTIN_OBJECT_OFFSET:
    case BUILTIN_IS_HEAP:
    case BUILTIN_COUNT:
        break;
    }
    return false;
}

static bool call_fits(struct fitting *n, const struct function *f,
                      const struct instruction *in)
{
    struct value callee = instruction_operand(f, in, 0);
    if (!value_is_constant(callee))
        return false;
    const struct constant *c = program_constant(n->program, callee);
    if (c->kind != CONSTANT_FUNCTION || c->offset)
        return false;
    const struct function *target = &n->program->functions.data[c->index];
    for (uint32_t k = 0; k < target->result_count; k++)
        if (!is_scalar(target->results[k]))
            return false;
    if (target->builtin != BUILTIN_NONE)
        return builtin_fits(n, target->builtin);
    for (uint32_t k = 1; k < in->count; k++)
        if (is_pointer(n, f, instruction_operand(f, in, k)))
            return false;
    if (!target->has_body)
        return n->external != EXTERN_HAVOC;
    visit(n, c->index);
    return true;
}

static bool copy_fits(struct fitting *n, const struct function *f,
                      const struct instruction *in)
{
    const struct constant *named;
    if (root_of(n, f, instruction_operand(f, in, 0), &named) != ROOT_LOCAL)
        return false;
    if (in->op == OP_MEMSET)
        return true;
    enum root source = root_of(n, f, instruction_operand(f, in, 1), &named);
    return source == ROOT_LOCAL || source == ROOT_CONSTANT;
}

/* Pointers are neither used nor made. */
static bool numbers_fit(struct fitting *n, const struct function *f,
                        const struct instruction *in)
{
    if (in->type.kind == TYPE_POINTER)
        return false;
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k) &&
            is_pointer(n, f, instruction_operand(f, in, k)))
            return false;
    return true;
}

static bool store_fits(struct fitting *n, const struct function *f,
                       const struct instruction *in)
{
    struct value v = instruction_operand(f, in, 1);
    return !is_pointer(n, f, v) && access_fits(n, f, in, value_type(n->program, f, v));
}

static bool memory_fits(struct fitting *n, const struct function *f,
                        const struct instruction *in)
{
    const struct constant *named;
    switch ((enum memory_op)in->op) {
    case OP_ALLOCA:
    case OP_STACKSAVE:
    case OP_STACKRESTORE:
        return true;
    case OP_LIFESTART:
    case OP_LIFEEND:
        return root_of(n, f, instruction_operand(f, in, 0), &named) == ROOT_LOCAL;
    case OP_LOAD:
        return access_fits(n, f, in, in->type);
    case OP_STORE:
        return store_fits(n, f, in);
    case OP_MEMSET:
    case OP_MEMCPY:
    case OP_MEMMOVE:
        return copy_fits(n, f, in);
    }
    BUG("no such operation");
}

static bool step_fits(struct fitting *n, const struct function *f,
                      const struct instruction *in)
{
    const struct constant *named;
    enum root root = root_of(n, f, instruction_operand(f, in, 0), &named);
    return root == ROOT_LOCAL || root == ROOT_CONSTANT;
}

static bool instruction_fits(struct fitting *n, const struct function *f,
                             const struct instruction *in)
{
    if (op_class(in->op) == CLASS_MEMORY)
        return memory_fits(n, f, in);
    if (in->op == OP_PTRADD)
        return step_fits(n, f, in);
    if (in->op == OP_CALL)
        return call_fits(n, f, in);
    if (in->op == OP_STOP && in->sub == STOP_EXIT)
        visit_exit(n);
    if (in->op == OP_STOP || in->op == OP_NOTE)
        return true;
    return numbers_fit(n, f, in);
}

static bool function_fits(struct fitting *n, const struct function *f)
{
    for (size_t b = 0; b < f->blocks.count; b++) {
        const struct block *block = &f->blocks.data[b];
        for (size_t i = 0; i < block->instructions.count; i++)
            if (!instruction_fits(n, f, &f->instructions.data[block->instructions.data[i]]))
                return false;
    }
    return true;
}

bool recursion_fits(const struct program *p, enum extern_policy external, struct recursive *r)
{
    LAW(r->function < p->functions.count);
    struct fitting n = {.program = p, .external = external, .out = r};
    const struct function *f = &p->functions.data[r->function];
    for (uint32_t k = 0; k < f->result_count; k++)
        if (!is_scalar(f->results[k]))
            return false;
    n.seen = calloc(p->functions.count + 1, sizeof *n.seen);
    if (!n.seen)
        BUG("out of memory");
    visit(&n, r->function);
    bool good = true;
    while (n.todo.count && good) {
        uint32_t next = VECTOR_POP(&n.todo);
        good = function_fits(&n, &p->functions.data[next]);
    }
    VECTOR_RELEASE(&n.todo);
    free(n.seen);
    return good;
}
