#include "program/analysis/mentions.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

struct mentioning {
    const struct program *program;
    bool *globals, *functions;
    VECTOR(uint32_t) todo; /* functions */
    bool any;
};

static void see_function(struct mentioning *m, uint32_t index)
{
    if (m->functions[index])
        return;
    m->functions[index] = true;
    VECTOR_PUSH(&m->todo, index);
}

bool mention_global(const struct program *p, uint32_t global, bool *globals)
{
    LAW(global < p->globals.count);
    VECTOR(uint32_t) todo = {0};
    bool found = false;
    VECTOR_PUSH(&todo, global);
    while (todo.count) {
        uint32_t index = VECTOR_POP(&todo);
        const struct global *g = &p->globals.data[index];
        if (globals[index])
            continue;
        globals[index] = found = true;
        for (uint32_t i = 0; i < g->relocation_count; i++) {
            const struct constant *to = program_constant(p, g->relocations[i].value);
            if (to->kind == CONSTANT_GLOBAL)
                VECTOR_PUSH(&todo, to->index);
        }
    }
    VECTOR_RELEASE(&todo);
    return found;
}

static void see_callee(struct mentioning *m, struct value callee)
{
    const struct constant *c =
        value_is_constant(callee) ? program_constant(m->program, callee) : NULL;
    if (!c || c->kind != CONSTANT_FUNCTION || c->offset) {
        m->any = true;
        return;
    }
    const struct function *f = &m->program->functions.data[c->index];
    if (f->has_body)
        see_function(m, c->index);
    else if (f->builtin == BUILTIN_NONE || f->builtin == BUILTIN_EXIT)
        m->any = true; /* at the exit handlers run */
}

static void see_body(struct mentioning *m, const struct function *f)
{
    for (size_t n = 0; n < f->instructions.count; n++) {
        const struct instruction *in = &f->instructions.data[n];
        if (in->block == UINT32_MAX)
            continue;
        if (in->op == OP_CALL)
            see_callee(m, instruction_operand(f, in, 0));
        for (uint32_t k = 0; k < in->count; k++) {
            if (instruction_operand_is_block(in, k))
                continue;
            struct value v = instruction_operand(f, in, k);
            const struct constant *c =
                value_is_constant(v) ? program_constant(m->program, v) : NULL;
            if (c && c->kind == CONSTANT_GLOBAL)
                mention_global(m->program, c->index, m->globals);
        }
    }
}

bool *mentioned_globals(const struct program *p, uint32_t function)
{
    LAW(function < p->functions.count);
    struct mentioning m = {.program = p};
    m.globals = calloc(p->globals.count + 1, sizeof *m.globals);
    m.functions = calloc(p->functions.count + 1, sizeof *m.functions);
    see_function(&m, function);
    while (m.todo.count) {
        uint32_t next = VECTOR_POP(&m.todo);
        see_body(&m, &p->functions.data[next]);
    }
    if (m.any)
        memset(m.globals, true, p->globals.count * sizeof *m.globals);
    free(m.functions);
    VECTOR_RELEASE(&m.todo);
    return m.globals;
}
