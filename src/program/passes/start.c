/* Where a program starts: in main, or in a model (models/start.c) that makes the arguments
 * main looks at and the environment that getenv looks at, and calls it. */
#include "program/passes.h"

#include <stdio.h>
#include <string.h>

enum looked { LOOKED_AT_NOTHING, LOOKED_AT_COUNT, LOOKED_AT_ARGUMENTS };

static enum looked looked_at(const struct function *main)
{
    enum looked most = LOOKED_AT_NOTHING;
    for (uint32_t i = 0; i < main->instructions.count; i++) {
        const struct instruction *in = &main->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX || !function_uses(main, i))
            continue;
        if (in->type.kind == TYPE_POINTER)
            return LOOKED_AT_ARGUMENTS;
        most = LOOKED_AT_COUNT;
    }
    return most;
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
    enum looked looked = looked_at(main);
    bool environment = has_body(p, "getenv") || has_body(p, "secure_getenv");
    if (looked == LOOKED_AT_NOTHING && !environment)
        return;
    char name[64];
    snprintf(name, sizeof name, "__sooth_start_%s%u%s",
             looked == LOOKED_AT_COUNT && !environment ? "count_" : "", main->param_count,
             environment ? "_environment" : "");
    if (has_body(p, name))
        p->entry = program_find_function(p, name);
}
