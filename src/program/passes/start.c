/* Where a program starts: in main, or in a model (models/start.c) that makes the arguments
 * main looks at and the environment that getenv looks at, and calls it. */
#include "program/passes.h"

#include <stdio.h>
#include <string.h>

static bool is_used(const struct function *f, uint32_t id)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_NOTE)
            continue;
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k) &&
                instruction_operand(f, in, k).id == id)
                return true;
    }
    return false;
}

static bool looks_at_arguments(const struct function *main)
{
    for (uint32_t i = 0; i < main->instructions.count; i++) {
        const struct instruction *in = &main->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX || in->type.kind != TYPE_POINTER)
            continue;
        if (is_used(main, i))
            return true;
    }
    return false;
}

static bool has_body(const struct program *p, const char *name)
{
    uint32_t f = program_find_function(p, name);
    return f != UINT32_MAX && p->functions.data[f].has_body;
}

void program_find_start(struct program *p)
{
    if (p->entry == UINT32_MAX)
        return;
    const struct function *main = &p->functions.data[p->entry];
    bool arguments = looks_at_arguments(main),
         environment = has_body(p, "getenv") || has_body(p, "secure_getenv");
    char name[64];
    snprintf(name, sizeof name, "__sooth_start_%u%s", main->param_count,
             environment ? "_environment" : "");
    if ((arguments || environment) && has_body(p, name))
        p->entry = program_find_function(p, name);
}
