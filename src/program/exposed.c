/* Globals whose address may be known to code outside of the program.
 *
 * The address of an internal global is known only if some instruction stores it, turns it into a number or
 * hands it to a function that is not known, or if another global holds it. What is done with an address is
 * followed through arithmetic, PHIs, calls of functions with a body and their results, over all functions at
 * once until nothing changes. A function verified alone may be called by anybody with such an address. */
#include "program/passes.h"

struct exposure {
    const struct program *program;
    struct arena arena;
    bool **leaks;   /* by function and instruction: the value, if it is an address, gets known */
    bool *returned; /* by function: what it returns gets known */
    bool *globals;
    bool changed;
};

static void set(struct exposure *x, bool *flag)
{
    if (*flag) return;
    *flag = true;
    x->changed = true;
}

/* The PARAM of an index, UINT32_MAX: it is not used. */
static uint32_t parameter(const struct function *f, uint32_t index)
{
    const struct block *entry = &f->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[entry->instructions.data[i]];
        if (in->op == OP_PARAM && in->extra == index) return entry->instructions.data[i];
    }
    return UINT32_MAX;
}

static const struct function *callee_of(const struct exposure *x, const struct function *f,
                                        const struct instruction *call, uint32_t *index)
{
    struct value callee = instruction_operand(f, call, 0);
    if (!value_is_constant(callee)) return NULL;
    const struct constant *c = program_constant(x->program, callee);
    if (c->kind != CONSTANT_FUNCTION || c->offset) return NULL;
    *index = c->index;
    return &x->program->functions.data[c->index];
}

static bool argument_leaks(struct exposure *x, const struct function *f, const struct instruction *call,
                           uint32_t k)
{
    uint32_t target;
    const struct function *g = callee_of(x, f, call, &target);
    if (!k) return false;
    if (!g || (!g->has_body && g->builtin == BUILTIN_NONE)) return true;
    if (!g->has_body) return false;
    if (k > g->param_count || (g->variadic && k >= g->param_count)) return true;
    uint32_t param = parameter(g, k - 1);
    return param != UINT32_MAX && x->leaks[target][param];
}

static bool operand_leaks(struct exposure *x, uint32_t function, uint32_t id, uint32_t k)
{
    const struct function *f = &x->program->functions.data[function];
    const struct instruction *i = &f->instructions.data[id];
    switch ((int)i->op) {
    case OP_LOAD:
    case OP_ICMP:
    case OP_MEMCPY:
    case OP_MEMMOVE:
    case OP_MEMSET:
    case OP_LIFESTART:
    case OP_LIFEEND:
    case OP_NOTE:
        return false;
    case OP_STORE:
        return k != 0;
    case OP_PTRADD:
    case OP_SELECT:
    case OP_PHI:
        return x->leaks[function][id];
    case OP_CALL:
        return argument_leaks(x, f, i, k);
    case OP_RETURN:
        return x->returned[function];
    default:
        return true;
    }
}

static void see_operand(struct exposure *x, uint32_t function, uint32_t id, uint32_t k)
{
    const struct function *f = &x->program->functions.data[function];
    const struct instruction *i = &f->instructions.data[id];
    struct value v = instruction_operand(f, i, k);
    if (instruction_operand_is_block(i, k) || value_is_none(v)) return;
    bool global = value_is_constant(v) && program_constant(x->program, v)->kind == CONSTANT_GLOBAL;
    if ((value_is_constant(v) && !global) || !operand_leaks(x, function, id, k)) return;
    if (global)
        set(x, &x->globals[program_constant(x->program, v)->index]);
    else
        set(x, &x->leaks[function][v.id]);
}

static void see_function(struct exposure *x, uint32_t function)
{
    const struct function *f = &x->program->functions.data[function];
    for (uint32_t id = (uint32_t)f->instructions.count; id-- > 0;) {
        const struct instruction *i = &f->instructions.data[id];
        uint32_t target;
        if (i->block == UINT32_MAX) continue;
        for (uint32_t k = 0; k < i->count; k++)
            see_operand(x, function, id, k);
        if (i->op == OP_CALL && x->leaks[function][id] && callee_of(x, f, i, &target))
            set(x, &x->returned[target]);
        if (i->op == OP_RESULT && x->leaks[function][id])
            set(x, &x->leaks[function][instruction_operand(f, i, 0).id]);
    }
}

static void see_initialisers(struct exposure *x)
{
    for (size_t g = 0; g < x->program->globals.count; g++) {
        const struct global *global = &x->program->globals.data[g];
        if (!global->internal) x->globals[g] = true;
        for (uint32_t r = 0; r < global->relocation_count; r++) {
            const struct constant *c = program_constant(x->program, global->relocations[r].value);
            if (c->kind == CONSTANT_GLOBAL) x->globals[c->index] = true;
        }
    }
}

void program_exposed_globals(const struct program *p, uint32_t entry, bool *out)
{
    struct exposure x = {.program = p, .globals = out};
    arena_init(&x.arena);
    x.leaks = ARENA_ARRAY(&x.arena, bool *, p->functions.count + 1);
    x.returned = ARENA_ARRAY(&x.arena, bool, p->functions.count + 1);
    for (size_t f = 0; f < p->functions.count; f++) {
        x.leaks[f] = ARENA_ARRAY(&x.arena, bool, p->functions.data[f].instructions.count + 1);
        x.returned[f] = f == entry || p->functions.data[f].address_taken || !p->functions.data[f].internal;
    }
    for (size_t g = 0; g < p->globals.count; g++)
        out[g] = false;
    see_initialisers(&x);
    for (x.changed = true; x.changed;) {
        x.changed = false;
        for (uint32_t f = 0; f < p->functions.count; f++)
            see_function(&x, f);
    }
    arena_release(&x.arena);
}
