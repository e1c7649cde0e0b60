/* Globals of the program that a finding depends on: a number is in a range, or else all
 * globals hold their initial values. */
#include "caller/refine/refine_internal.h"
#include "interp/interp.h"

#include <string.h>

enum refinement refine_globals(struct refining *r)
{
    if (r->plan->initial_globals)
        return REFINE_OPEN;
    r->plan->initial_globals = true;
    refine_note(r, "globals hold their initial values", "");
    return REFINED;
}

/* The harness, which follows the function's file, can name it. */
static bool is_visible(const struct refining *r, const struct global *g)
{
    const struct program *p = r->view->program;
    if (g->variable == UINT32_MAX || p->variables.data[g->variable].function != UINT32_MAX)
        return false;
    if (g->within || !text_same(g->unit, p->functions.data[r->view->usage->function].unit))
        return false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        const struct spot *s = &r->plan->spots.data[i];
        if (s->parent == SPOT_NONE && !strcmp(s->name, g->name))
            return false;
    }
    return true;
}

static bool has_sign_or_not(const struct ctype *t)
{
    return t->kind == CTYPE_SIGNED || t->kind == CTYPE_UNSIGNED;
}

/* The type of the plan's program that has the name of one in the program with the harness. */
static uint32_t same_ctype(const struct caller *p, const struct ctype *t)
{
    for (uint32_t i = 1; i < p->program->ctypes.count; i++) {
        const struct ctype *own = &p->program->ctypes.data[i];
        if (own->kind == t->kind && own->bytes == t->bytes && !strcmp(own->name, t->name))
            return i;
    }
    return 0;
}

/* The spot of the global, which is made where there is none; null if nothing can be said of
 * it. */
static struct spot *spot_of(struct refining *r, const struct global *g)
{
    struct caller *p = r->plan;
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].parent == SPOT_GLOBAL && !strcmp(p->spots.data[i].name, g->name))
            return &p->spots.data[i];
    if (!is_visible(r, g))
        return NULL;
    const struct program *program = r->view->program;
    const struct ctype *t = &program->ctypes.data[program->variables.data[g->variable].ctype];
    uint32_t ctype = has_sign_or_not(t) ? same_ctype(p, t) : 0;
    if (!ctype)
        return NULL;
    struct spot s = {.shape = SPOT_NUMBER,
                     .name = arena_text(&p->arena, g->name),
                     .ctype = ctype,
                     .parent = SPOT_GLOBAL,
                     .use = USE_NONE,
                     .number = USE_NONE,
                     .length = SPOT_NONE,
                     .below = SPOT_NONE,
                     .beside = SPOT_NONE};
    VECTOR_PUSH(&p->spots, s);
    return &VECTOR_LAST(&p->spots);
}

static bool is_computed_from(const struct refining *r, const struct function *f,
                             struct value v, uint32_t global)
{
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        const struct instruction *i = &f->instructions.data[v.id];
        if (!i->count || i->op == OP_PHI || i->op == OP_CALL)
            return false;
        v = instruction_operand(f, i, 0);
        if (i->op != OP_LOAD || !value_is_constant(v))
            continue;
        const struct constant *c = program_constant(r->view->program, v);
        return c->kind == CONSTANT_GLOBAL && c->index == global;
    }
    return false;
}

static bool is_positive(const struct refining *r, struct value v)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(r->view->program, v);
    if (c->kind != CONSTANT_BITS || c->type.width > 64)
        return false;
    uint64_t bits = constant_low_bits(c);
    return bits && !(bits >> (c->type.width - 1) & 1);
}

/* The function itself asks how large the global is; `below`: whether it is negative. */
static bool is_tested(const struct refining *r, uint32_t global, bool below)
{
    const struct function *f = &r->view->program->functions.data[r->view->usage->function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op != OP_ICMP || i->sub == COMPARE_EQ || i->sub == COMPARE_NE)
            continue;
        for (uint32_t side = 0; side < 2; side++) {
            struct value other = instruction_operand(f, i, 1 - side);
            if (below && is_positive(r, other))
                continue;
            if (is_computed_from(r, f, instruction_operand(f, i, side), global))
                return true;
        }
    }
    return false;
}

/* Nothing but its upper limit is tested, and it is negative: counters and positions that
 * start at 0 are not. */
static bool is_only_negative(const struct refining *r, uint64_t count)
{
    return count && r->view->offset < 0 && !is_tested(r, r->sources.global - 1, true);
}

enum refinement refine_global_number(struct refining *r, uint64_t count)
{
    if (!r->sources.global || r->plan->initial_globals)
        return REFINE_REAL;
    bool negative = is_only_negative(r, count);
    if (count && !negative && is_tested(r, r->sources.global - 1, false))
        return REFINE_REAL;
    const struct global *g = &r->view->program->globals.data[r->sources.global - 1];
    if (g->within)
        return REFINE_OPEN; /* what it holds is left by earlier calls, not by callers */
    struct spot *s = spot_of(r, g);
    __int128 most = negative ? (__int128)1 << 64 : (__int128)count - 1;
    bool narrower = s && (s->fresh || (count ? refine_narrow(r->plan, s, 0, most)
                                             : refine_narrow_more(r->plan, s)));
    if (!narrower)
        return refine_globals(r);
    s->fresh = true;
    refine_note(r, count ? " is an index" : " is in a range", s->name);
    return REFINED;
}

/* A global that is not constant, which the pointer leads into. */
static bool is_of_global(const struct refining *r, const struct function *f, struct value v,
                         int depth)
{
    if (value_is_constant(v)) {
        const struct constant *c = program_constant(r->view->program, v);
        return c->kind == CONSTANT_GLOBAL &&
               !r->view->program->globals.data[c->index].read_only;
    }
    const struct instruction *i = &f->instructions.data[v.id];
    if (depth > 4)
        return false;
    if (i->op == OP_PTRADD)
        return is_of_global(r, f, instruction_operand(f, i, 0), depth + 1);
    for (uint32_t k = 0; i->op == OP_PHI && k < i->count; k += 2)
        if (is_of_global(r, f, instruction_operand(f, i, k), depth + 1))
            return true;
    return false;
}

static bool is_zero(const struct program *p, struct value v)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_NULL || (c->kind == CONSTANT_BITS && !constant_low_bits(c));
}

/* What is read there is compared with 0. */
static bool ends_with_zero(const struct refining *r, const struct function *f, uint32_t load)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op != OP_ICMP || i->block == UINT32_MAX)
            continue;
        struct value a = instruction_operand(f, i, 0), b = instruction_operand(f, i, 1);
        if ((a.id == load && is_zero(r->view->program, b)) ||
            (b.id == load && is_zero(r->view->program, a)))
            return true;
    }
    return false;
}

bool refine_walk_over_global(struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    if (r->view->error != INTERP_BOUNDS || i->op != OP_LOAD || r->plan->initial_globals)
        return false;
    return ends_with_zero(r, f, r->view->instruction) &&
           is_of_global(r, f, instruction_operand(f, i, 0), 0) &&
           refine_globals(r) == REFINED;
}
