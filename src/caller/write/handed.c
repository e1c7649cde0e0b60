/* Which calls hand a function of the program over: what has no body may call it, so that
 * nothing that calls nothing stands for it. */
#include "caller/caller_internal.h"

#include "base/text.h"
#include "program/passes.h"

enum { MOST_STEPS = 5 };

/* One of the program, not of the harness. */
static bool is_function(const struct program *p, struct value v)
{
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!c || c->kind != CONSTANT_FUNCTION)
        return false;
    const struct function *f = &p->functions.data[c->index];
    return f->has_body && !text_starts(f->name, "sooth_");
}

/* A table with functions in it. */
static bool is_table(const struct program *p, struct value v)
{
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!c || c->kind != CONSTANT_GLOBAL)
        return false;
    const struct global *g = &p->globals.data[c->index];
    for (uint32_t k = 0; k < g->relocation_count; k++)
        if (is_function(p, g->relocations[k].value))
            return true;
    return false;
}

static struct value root_of(const struct function *f, struct value v)
{
    while (!value_is_constant(v) && f->instructions.data[v.id].op == OP_PTRADD)
        v = instruction_operand(f, &f->instructions.data[v.id], 0);
    return v;
}

static bool leads_to_function(const struct program *, uint32_t function, struct value,
                              int steps);

/* What the function puts into memory to which that value leads. */
static bool memory_has_function(const struct program *p, uint32_t function, uint32_t memory,
                                int steps)
{
    const struct function *f = &p->functions.data[function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        bool copies = i->op == OP_MEMCPY || i->op == OP_MEMMOVE;
        if (i->block == UINT32_MAX || (i->op != OP_STORE && !copies) ||
            root_of(f, instruction_operand(f, i, 0)).id != memory)
            continue;
        if (leads_to_function(p, function, instruction_operand(f, i, 1), steps + 1))
            return true;
    }
    return false;
}

/* Some function puts one into the variable, or it was there from the start. */
static bool variable_has_function(const struct program *p, struct value v, int steps)
{
    bool found = is_table(p, v);
    if (steps > MOST_STEPS || program_constant(p, v)->kind != CONSTANT_GLOBAL)
        return found;
    for (uint32_t n = 0; !found && n < p->functions.count; n++) {
        const struct function *f = &p->functions.data[n];
        for (uint32_t k = 0; !found && k < f->instructions.count; k++) {
            const struct instruction *i = &f->instructions.data[k];
            if (i->op != OP_STORE || i->block == UINT32_MAX)
                continue;
            struct value to = root_of(f, instruction_operand(f, i, 0));
            const struct constant *c = value_is_constant(to) ? program_constant(p, to) : NULL;
            found = c && c->kind == CONSTANT_GLOBAL &&
                    c->index == program_constant(p, v)->index &&
                    leads_to_function(p, n, instruction_operand(f, i, 1), steps + 1);
        }
    }
    return found;
}

/* What calls of the function hand over for the parameter. */
static bool param_is_function(const struct program *p, uint32_t function, uint32_t param,
                              int steps)
{
    for (uint32_t n = 0; n < p->functions.count; n++) {
        const struct function *f = &p->functions.data[n];
        for (uint32_t k = 0; k < f->instructions.count; k++) {
            const struct instruction *i = &f->instructions.data[k];
            if (i->op != OP_CALL || i->block == UINT32_MAX || i->count < param + 2)
                continue;
            struct value to = instruction_operand(f, i, 0);
            if (is_function(p, to) && program_constant(p, to)->index == function &&
                leads_to_function(p, n, instruction_operand(f, i, param + 1), steps + 1))
                return true;
        }
    }
    return false;
}

static bool leads_to_function(const struct program *p, uint32_t function, struct value v,
                              int steps)
{
    const struct function *f = &p->functions.data[function];
    v = root_of(f, v);
    if (value_is_constant(v))
        return is_function(p, v) || variable_has_function(p, v, steps);
    if (steps > MOST_STEPS)
        return false;
    const struct instruction *i = &f->instructions.data[v.id];
    if (memory_has_function(p, function, v.id, steps))
        return true;
    if (i->op == OP_PARAM)
        return param_is_function(p, function, i->extra, steps);
    if (i->op == OP_LOAD) {
        struct value from = root_of(f, instruction_operand(f, i, 0));
        return value_is_constant(from) ? variable_has_function(p, from, steps)
                                       : memory_has_function(p, function, from.id, steps);
    }
    bool chooses = i->op == OP_PHI || i->op == OP_SELECT;
    for (uint32_t k = i->op == OP_SELECT; chooses && k < i->count; k++)
        if (!instruction_operand_is_block(i, k) &&
            leads_to_function(p, function, instruction_operand(f, i, k), steps + 1))
            return true;
    return false;
}

bool caller_hands_function(const struct program *p, uint32_t function,
                           const struct instruction *call)
{
    const struct function *f = &p->functions.data[function];
    LAW(call->op == OP_CALL);
    for (uint32_t k = 1; k < call->count; k++)
        if (value_type(p, f, instruction_operand(f, call, k)).kind == TYPE_POINTER &&
            leads_to_function(p, function, instruction_operand(f, call, k), 0))
            return true;
    return false;
}

/* --- functions of callers --- */

/* The function of the harness that stands for one of callers may be meant. */
static bool calls_stand_in(const struct program *p, const struct function *f,
                           const struct instruction *call)
{
    for (uint32_t n = 0; n < p->functions.count; n++) {
        const struct function *to = &p->functions.data[n];
        if (to->has_body && text_starts(to->name, "sooth_callback_") &&
            call_matches(p, f, call, to))
            return true;
    }
    return false;
}

static bool mark_block(struct program *p, uint32_t function, uint32_t block)
{
    bool any = false;
    for (size_t at = 0;
         at < p->functions.data[function].blocks.data[block].instructions.count; at++) {
        struct function *f = &p->functions.data[function];
        const struct instruction *i =
            &f->instructions.data[f->blocks.data[block].instructions.data[at]];
        if (i->op != OP_CALL || value_is_constant(instruction_operand(f, i, 0)) ||
            !calls_stand_in(p, f, i) || !caller_hands_function(p, function, i))
            continue;
        struct instruction mark = instruction_make(OP_UNSUPPORTED, type_void());
        mark.text = "a function of callers that may call what it is given";
        mark.place = i->place;
        function_insert(f, block, at++, mark, NULL, 0);
        any = true;
    }
    return any;
}

bool caller_mark_handed(const struct caller *c, struct program *p)
{
    bool any = false;
    for (uint32_t n = 0; c->quiet_callbacks && n < p->functions.count; n++)
        for (uint32_t b = 0; b < p->functions.data[n].blocks.count; b++)
            any |= mark_block(p, n, b);
    return any;
}
