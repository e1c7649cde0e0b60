/* Whether what a harness does depends on variables that nobody has set yet: if not, it is a
 * program of its own. */
#include "caller/caller_internal.h"

#include "base/text.h"

#include <stdlib.h>

struct closing {
    const struct program *program;
    bool *functions, *globals; /* seen */
    bool open;
};

static void see_function(struct closing *, uint32_t function);

static void see_constant(struct closing *c, struct value v)
{
    if (!value_is_constant(v) || c->open)
        return;
    const struct constant *k = program_constant(c->program, v);
    if (k->kind == CONSTANT_FUNCTION || k->kind == CONSTANT_BLOCK)
        see_function(c, k->index);
    if (k->kind != CONSTANT_GLOBAL || c->globals[k->index])
        return;
    const struct global *g = &c->program->globals.data[k->index];
    c->globals[k->index] = true;
    bool own = text_starts(g->name, "sooth_room_") || text_starts(g->name, "sooth_end_") ||
               text_starts(g->name, "sooth_far_") || text_starts(g->name, "sooth_window_");
    if (!own && (!g->read_only || g->external))
        c->open = true;
    for (uint32_t i = 0; i < g->relocation_count; i++)
        see_constant(c, g->relocations[i].value);
}

static void see_function(struct closing *c, uint32_t function)
{
    const struct function *f = &c->program->functions.data[function];
    if (c->functions[function] || c->open)
        return;
    c->functions[function] = true;
    if (!f->has_body && f->builtin == BUILTIN_NONE)
        c->open = true;
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        for (uint32_t n = 0; i->block != UINT32_MAX && n < i->count; n++)
            if (!instruction_operand_is_block(i, n))
                see_constant(c, instruction_operand(f, i, n));
    }
}

bool caller_is_closed(const struct program *p, uint32_t harness)
{
    LAW(harness < p->functions.count);
    struct closing c = {.program = p,
                        .functions = calloc(p->functions.count + 1, sizeof(bool)),
                        .globals = calloc(p->globals.count + 1, sizeof(bool))};
    see_function(&c, harness);
    free(c.functions);
    free(c.globals);
    return !c.open;
}
