/* A glance at the program: is it one with heap structures? */
#include "engine/shapes/suits.h"

#include "program/library.h"

struct glance {
    bool makes, links, repeats;
};

/* A pointer is stored through something that was computed: nodes may be linked. */
static bool links_nodes(const struct program *p, const struct function *f,
                        const struct instruction *in)
{
    if (in->op != OP_STORE)
        return false;
    struct value to = instruction_operand(f, in, 0), what = instruction_operand(f, in, 1);
    if (value_type(p, f, what).kind != TYPE_POINTER || value_is_constant(to))
        return false;
    return f->instructions.data[to.id].op != OP_ALLOCA;
}

static bool calls_builtin(const struct program *p, const struct function *f,
                          const struct instruction *in, enum builtin b)
{
    if (in->op != OP_CALL)
        return false;
    struct value callee = instruction_operand(f, in, 0);
    if (!value_is_constant(callee))
        return false;
    const struct constant *c = program_constant(p, callee);
    return c->kind == CONSTANT_FUNCTION && p->functions.data[c->index].builtin == b;
}

static void look_at(const struct program *p, const struct function *f, struct glance *g)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        g->makes |= calls_builtin(p, f, in, BUILTIN_MALLOC);
        g->links |= links_nodes(p, f, in);
    }
    for (uint32_t b = 1; b < f->blocks.count && !g->repeats; b++)
        g->repeats = block_is_head(f, b);
}

static struct glance glance_at(const struct engine_task *task)
{
    struct glance g = {0};
    if (task->entry != task->program->entry)
        return g;
    for (size_t i = 0; i < task->program->functions.count; i++)
        if (task->program->functions.data[i].has_body)
            look_at(task->program, &task->program->functions.data[i], &g);
    if (!g.repeats)
        g.repeats = program_recurs(task->program);
    return g;
}

bool shapes_suits(const struct engine_task *task)
{
    struct glance g = glance_at(task);
    return g.makes && g.links && g.repeats;
}

bool shapes_joins(const struct engine_task *task)
{
    struct glance g = glance_at(task);
    return g.makes && g.repeats;
}
