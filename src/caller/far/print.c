/* Functions that print have large models: what they write where is seldom what matters. With
 * far memory they write anything to all the room that they are given. */
#include "caller/far/far.h"

#include "program/library.h"

#include <string.h>

static const struct {
    const char *name, *stand_in;
    uint32_t parameters; /* that the stand-in takes: the first ones */
} printers[] = {
    {"printf", "sooth_far_print", 0},     {"fprintf", "sooth_far_print", 0},
    {"vprintf", "sooth_far_print", 0},    {"vfprintf", "sooth_far_print", 0},
    {"dprintf", "sooth_far_print", 0},    {"snprintf", "sooth_far_format", 2},
    {"vsnprintf", "sooth_far_format", 2},
};

static const char *stand_in(const struct program *p, const struct function *f,
                            const struct instruction *i, uint32_t *parameters)
{
    struct value v = i->op == OP_CALL ? instruction_operand(f, i, 0) : VALUE_NONE;
    const struct constant *c =
        !value_is_none(v) && value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!c || c->kind != CONSTANT_FUNCTION)
        return NULL;
    const struct function *callee = &p->functions.data[c->index];
    for (size_t k = 0; k < sizeof printers / sizeof *printers; k++) {
        *parameters = printers[k].parameters;
        if (!strcmp(callee->name, printers[k].name) && library_unit(callee->unit) &&
            i->count > *parameters)
            return printers[k].stand_in;
    }
    return NULL;
}

void far_mark_printers(struct caller *c, struct program *p, uint32_t function)
{
    struct function *f = &p->functions.data[function];
    for (uint32_t k = 0; !library_unit(f->unit) && k < f->instructions.count; k++) {
        struct instruction *i = &f->instructions.data[k];
        uint32_t parameters;
        if (i->block == UINT32_MAX)
            continue;
        const char *name = stand_in(p, f, i, &parameters);
        if (!name)
            continue;
        f->operands.data[i->operand] = constant_function(p, far_function(p, name), 0).id;
        i->count = 1 + parameters;
        c->far_prints = true;
    }
}
