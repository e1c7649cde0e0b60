/* Records: members beside arrays are pinned in memory, so that an access to an element of the
 * array leaves them alone; and what the path says of indices. */
#include "formula/exec_internal.h"
#include "program/analysis/record.h"

enum { MOST_LITERALS = 64 };

void exec_pin_members(struct exec *e, uint32_t object, uint32_t ctype)
{
    LAW(object < e->memory->objects.count);
    LAW(ctype < e->program->ctypes.count);
    struct record_parts parts;
    if (!record_parts(e->program, ctype, &parts))
        return;
    for (uint32_t i = 0; i < parts.count; i++)
        memory_pin(
            e->memory, object,
            (struct pin){parts.part[i].at, parts.part[i].bytes, parts.part[i].pointer});
}

void exec_pin_globals(struct exec *e)
{
    for (uint32_t i = 0; i < e->program->globals.count; i++) {
        const struct global *g = &e->program->globals.data[i];
        if (g->read_only || g->variable == UINT32_MAX)
            continue;
        exec_pin_members(e, memory_global(e->memory, i),
                         e->program->variables.data[g->variable].ctype);
    }
}

uint64_t exec_most(void *context, struct term t)
{
    const struct exec *e = context;
    uint64_t most = UINT64_MAX;
    unsigned left = MOST_LITERALS;
    for (const struct guard *g = e->guard; g && left; g = g->up, left--) {
        uint64_t one = term_most_by(e->terms, g->literal, t);
        if (one < most)
            most = one;
    }
    return most;
}
