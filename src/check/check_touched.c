/* Which globals a function that is checked alone may touch: those that it, the functions it
 * may call, and the initial values of such globals name. Others are like memory of the
 * caller's. */
#include "check/check_internal.h"

#include "base/failure.h"

struct touching {
    const struct program *program;
    bool *globals, *functions;
    VECTOR(uint32_t) todo_globals, todo_functions;
};

static void touch(struct touching *t, struct value v)
{
    if (value_is_none(v) || !value_is_constant(v))
        return;
    const struct constant *c = program_constant(t->program, v);
    if (c->kind == CONSTANT_GLOBAL && !t->globals[c->index]) {
        t->globals[c->index] = true;
        VECTOR_PUSH(&t->todo_globals, c->index);
    }
    if (c->kind == CONSTANT_FUNCTION && !t->functions[c->index]) {
        t->functions[c->index] = true;
        VECTOR_PUSH(&t->todo_functions, c->index);
    }
}

static void touch_function(struct touching *t, uint32_t function)
{
    LAW(function < t->program->functions.count);
    const struct function *f = &t->program->functions.data[function];
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_NOTE)
            continue;
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k))
                touch(t, instruction_operand(f, in, k));
    }
}

static void touch_global(struct touching *t, uint32_t global)
{
    LAW(global < t->program->globals.count);
    const struct global *g = &t->program->globals.data[global];
    for (uint32_t i = 0; i < g->relocation_count; i++)
        touch(t, g->relocations[i].value);
}

bool *check_touched_globals(struct checker *c, uint32_t entry)
{
    LAW(entry < c->program->functions.count);
    struct touching t = {.program = c->program};
    t.globals = ARENA_ARRAY(&c->arena, bool, c->program->globals.count + 1);
    t.functions = ARENA_ARRAY(&c->arena, bool, c->program->functions.count + 1);
    t.functions[entry] = true;
    VECTOR_PUSH(&t.todo_functions, entry);
    while (t.todo_functions.count || t.todo_globals.count)
        if (t.todo_functions.count)
            touch_function(&t, VECTOR_POP(&t.todo_functions));
        else
            touch_global(&t, VECTOR_POP(&t.todo_globals));
    VECTOR_RELEASE(&t.todo_functions);
    VECTOR_RELEASE(&t.todo_globals);
    return t.globals;
}
