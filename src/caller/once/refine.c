/* What a finding says where callees are verified once: their numbers are narrower, or they
 * are verified at each call again. */
#include "caller/once/once.h"
#include "caller/refine/refine_internal.h"
#include "interp/interp.h"

#include "base/text.h"

static const struct function *function_at(const struct replay_view *v, size_t k)
{
    return &v->program->functions.data[v->stack[k].function];
}

static struct once_callee *find_callee(struct caller *c, const struct function *f)
{
    for (size_t i = 0; i < c->callees.count; i++)
        if (c->callees.data[i].line == f->place.line &&
            text_same(c->callees.data[i].name, f->name))
            return &c->callees.data[i];
    return NULL;
}

/* A call that does not keep to what its callee was verified for. */
static struct once_callee *broken_callee(struct caller *c, const struct replay_view *v)
{
    /* the number is the last thing that the call hands over */
    if (v->depth < 2 || !text_starts(function_at(v, 0)->name, "sooth_once_must"))
        return NULL;
    const struct function *f = function_at(v, 1);
    const struct instruction *i = &f->instructions.data[v->stack[1].instruction];
    if (i->op != OP_CALL || i->count < 3)
        return NULL;
    struct value k = instruction_operand(f, i, 2);
    LAW(value_is_constant(k));
    uint64_t number = constant_low_bits(program_constant(v->program, k));
    return number < c->callees.count ? &c->callees.data[number] : NULL;
}

/* The callee that was called once; null: the finding is in the function itself. */
static struct once_callee *callee_of_run(struct caller *c, const struct replay_view *v)
{
    for (size_t k = 1; k < v->depth; k++)
        if (text_same(function_at(v, k)->name, "sooth_once"))
            return find_callee(c, function_at(v, k - 1));
    return NULL;
}

static bool is_arithmetic(const struct replay_view *v)
{
    return v->error == INTERP_OVERFLOW || v->error == INTERP_SHIFT ||
           v->error == INTERP_DIVISION;
}

/* Numbers of all of them are narrower, as far as calls keep to that; else those in far memory
 * are. */
static bool narrow(struct caller *c, const struct once_callee *callee,
                   const struct replay_view *v)
{
    int rung = callee->rung + 1;
    bool narrower = rung <= callee->most_rung;
    if (!is_arithmetic(v) || (!narrower && c->far_rung >= ONCE_MOST_RUNGS))
        return false;
    if (!narrower || c->far_rung < rung)
        c->far_rung++;
    c->once_rung = narrower && c->once_rung < rung ? rung : c->once_rung;
    for (size_t i = 0; i < c->callees.count; i++) {
        struct once_callee *other = &c->callees.data[i];
        int most = c->once_rung < other->most_rung ? c->once_rung : other->most_rung;
        other->rung = other->rung < most ? most : other->rung;
    }
    return true;
}

/* A call, or the end of its own run, does not keep to its numbers. */
static bool widen(struct once_callee *callee, bool at_end)
{
    if (at_end && !callee->wide_result)
        return callee->wide_result = true;
    if (!callee->rung)
        return !callee->inlined && (callee->inlined = true);
    callee->rung--;
    callee->most_rung = callee->rung;
    return true;
}

bool once_is_about_callee(struct caller *c, const struct replay_view *v)
{
    return c->once && (broken_callee(c, v) || callee_of_run(c, v));
}

/* Those that the function calls directly. */
static bool inline_called(struct caller *c, const struct function *f)
{
    bool any = false;
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX || i->op != OP_CALL)
            continue;
        struct value v = instruction_operand(f, i, 0);
        const struct constant *to =
            value_is_constant(v) ? program_constant(c->program, v) : NULL;
        if (!to || to->kind != CONSTANT_FUNCTION)
            continue;
        struct once_callee *callee = find_callee(c, &c->program->functions.data[to->index]);
        if (!callee || callee->inlined)
            continue;
        any = callee->inlined = true;
    }
    return any;
}

/* The same of a function in the program with the harness. */
static bool inline_called_by(struct caller *c, const struct function *f)
{
    for (uint32_t n = 0; n < c->program->functions.count; n++)
        if (c->program->functions.data[n].place.line == f->place.line &&
            text_same(c->program->functions.data[n].name, f->name))
            return inline_called(c, &c->program->functions.data[n]);
    return false;
}

bool once_refine(struct caller *c, const struct replay_view *v)
{
    LAW(c->once);
    struct once_callee *broken = broken_callee(c, v), *callee = callee_of_run(c, v);
    if (broken && text_starts(function_at(v, 0)->name, "sooth_once_must_l")) /* lead, live */
        return !broken->inlined && (broken->inlined = true);
    if (broken)
        return widen(broken, text_same(function_at(v, 1)->name, "sooth_once"));
    if (callee && v->error == INTERP_DIVISION && !c->far_divides)
        return c->far_divides = true;
    if (callee && narrow(c, callee, v))
        return true;
    if (callee && !callee->inlined)
        return callee->inlined = true;
    for (size_t k = 0; k < v->depth; k++) /* innermost first */
        if (inline_called_by(c, function_at(v, k)))
            return true;
    return false;
}
