/* Calls of functions that are verified once: what the call must keep to, and what stands for
 * it. */
#include "caller/once/once.h"

#include "base/text.h"

/* --- what a call must keep to --- */

static bool is_listed(const struct once_param *p, struct value v)
{
    for (uint32_t i = 0; i < p->constant_count; i++)
        if (p->constants[i] == v.id)
            return true;
    return false;
}

int once_result_rung(const struct once *o, const struct once_function *c, struct type t)
{
    const struct once_callee *callee = &o->plan->callees.data[c->number];
    return t.kind == TYPE_INT && t.width >= 32 && !callee->wide_result ? callee->rung : 0;
}

void once_put_must(struct once_place *e, struct value good, uint32_t number)
{
    struct value wide = once_put(e, OP_ZEXT, type_int(32), 0, good, VALUE_NONE);
    struct type word = type_int(e->program->pointer_width);
    once_put_call(e, "sooth_once_must", type_void(), wide,
                  constant_int(e->program, word, number));
}

/* The address of a local whose life may be over before the function returns. */
static bool may_have_ended(const struct program *p, uint32_t function, struct value v)
{
    const struct function *f = &p->functions.data[function];
    uint64_t ignored;
    uint32_t local = once_local(p, f, v, &ignored);
    for (uint32_t k = 0; local != UINT32_MAX && k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX)
            continue;
        if (i->op == OP_STACKRESTORE ||
            (i->op == OP_LIFEEND &&
             once_local(p, f, instruction_operand(f, i, 0), &ignored) == local))
            return true;
    }
    return false;
}

static void put_condition(const struct once *o, struct once_place *e, uint32_t callee,
                          uint32_t k, struct value v)
{
    const struct once_function *c = &o->functions[callee];
    const struct function *to = &o->program->functions.data[callee];
    struct type t = to->params[k];
    int rung = o->plan->callees.data[c->number].rung;
    if (is_listed(&c->params[k], v))
        return;
    if (t.kind == TYPE_POINTER && may_have_ended(e->program, e->function, v))
        once_put_call(
            e, "sooth_once_must_live", type_void(), v,
            constant_int(o->program, type_int(o->program->pointer_width), c->number));
    if (t.kind == TYPE_POINTER && c->params[k].far && !c->params[k].tested)
        once_put_call(
            e, "sooth_once_must_lead", type_void(), v,
            constant_int(o->program, type_int(o->program->pointer_width), c->number));
    if (t.kind == TYPE_INT && t.width >= 32 && rung)
        once_put_must(e, once_put_in_range(e, t, v, rung), c->number);
}

/* --- what it may have changed --- */

/* A pointer there is what it was, or a far one. */
static void put_pointer(struct once_place *e, struct value at, struct value old)
{
    struct type pointer = type_pointer(e->program);
    struct value none = VALUE_NONE;
    struct value new = once_put_call(e, "sooth_far_or_null", pointer, none, none);
    once_put_store(e, at, once_put_select(e, old, new));
}

static void put_local(const struct once *o, struct once_place *e, uint32_t local,
                      bool pointers)
{
    const struct function *f = &o->program->functions.data[e->function];
    const struct instruction i = f->instructions.data[local];
    struct type word = type_int(o->program->pointer_width),
                pointer = type_pointer(o->program);
    struct pointer_offsets found;
    struct value at[FAR_MOST_POINTERS], old[FAR_MOST_POINTERS], none = VALUE_NONE;
    struct value size = instruction_operand(f, &i, 0);
    once_local_pointers(o->program, &i, &found);
    for (uint32_t k = 0; k < found.count; k++) {
        struct value by = constant_int(o->program, word, found.data[k]);
        at[k] = once_put(e, OP_PTRADD, pointer, 0, (struct value){local}, by);
        old[k] = once_put(e, OP_LOAD, pointer, 0, at[k], none);
    }
    once_put_call(e, "sooth_far_fill", type_void(), (struct value){local}, size);
    for (uint32_t k = 0; k < found.count; k++) {
        if (pointers)
            put_pointer(e, at[k], old[k]);
        else
            once_put_store(e, at[k], old[k]);
    }
}

static void put_globals(const struct once *o, struct once_place *e,
                        const struct once_effects *f)
{
    struct type word = type_int(o->program->pointer_width);
    for (uint32_t g = 0; g < o->program->globals.count; g++)
        if (f->globals[g] && !o->program->globals.data[g].read_only)
            once_put_call(e, "sooth_far_fill", type_void(), constant_global(o->program, g, 0),
                          constant_int(o->program, word, o->program->globals.data[g].size));
}

static void put_effects(const struct once *o, struct once_place *e, uint32_t callee,
                        struct instruction call)
{
    const struct once_effects *effects = o->functions[callee].effects;
    put_globals(o, e, effects);
    for (uint32_t k = 1; k < call.count; k++) {
        const struct function *f = &o->program->functions.data[e->function];
        uint64_t offset;
        uint32_t local = once_local(o->program, f, instruction_operand(f, &call, k), &offset);
        bool changed = effects->all_params || effects->params >> (k - 1) & 1;
        if (local != UINT32_MAX && changed)
            put_local(o, e, local, effects->pointers);
    }
}

/* --- what it returns --- */

static void put_range(const struct once *o, struct once_place *e,
                      const struct once_function *c, uint32_t call, struct type t)
{
    struct value result = {call}, none = VALUE_NONE;
    int rung = once_result_rung(o, c, t);
    if (rung)
        once_put(e, OP_ASSUME, type_void(), 0, once_put_in_range(e, t, result, rung), none);
    if (!c->has_range || t.kind != TYPE_INT)
        return;
    struct value low = constant_int(e->program, t, 0 - (uint64_t)c->least);
    struct value moved = once_put(e, OP_ADD, t, 0, (struct value){call}, low);
    struct value most = constant_int(e->program, t, (uint64_t)c->most - (uint64_t)c->least);
    struct value good = once_put(e, OP_ICMP, type_int(1), COMPARE_ULE, moved, most);
    once_put(e, OP_ASSUME, type_void(), 0, good, VALUE_NONE);
}

static void replace_call(const struct once *o, struct once_place *e, uint32_t call,
                         uint32_t callee)
{
    const struct function *f = &o->program->functions.data[e->function];
    struct instruction i = f->instructions.data[call];
    const struct once_function *c = &o->functions[callee];
    e->place = i.place;
    for (uint32_t k = 1; k < i.count; k++) {
        f = &o->program->functions.data[e->function];
        put_condition(o, e, callee, k - 1, instruction_operand(f, &i, k));
    }
    e->at++; /* behind the call */
    put_effects(o, e, callee, i);
    far_put_result(o->program, e->function, call,
                   c->may_be_null ? "sooth_far_or_null" : "sooth_far",
                   "what a function that is verified once returns");
    put_range(o, e, c, call, i.type);
    e->at--;
}

static uint32_t callee_of(const struct once *o, const struct function *f,
                          const struct instruction *i)
{
    struct value v = i->op == OP_CALL ? instruction_operand(f, i, 0) : VALUE_NONE;
    const struct constant *c =
        !value_is_none(v) && value_is_constant(v) ? program_constant(o->program, v) : NULL;
    bool good = c && c->kind == CONSTANT_FUNCTION && o->functions[c->index].good;
    return good ? c->index : UINT32_MAX;
}

static void replace_in(const struct once *o, uint32_t function)
{
    struct once_place e = {.program = o->program, .function = function};
    for (e.block = 0; e.block < o->program->functions.data[function].blocks.count; e.block++)
        for (e.at = 0;
             e.at <
             o->program->functions.data[function].blocks.data[e.block].instructions.count;
             e.at++) {
            const struct function *f = &o->program->functions.data[function];
            uint32_t id = f->blocks.data[e.block].instructions.data[e.at];
            uint32_t callee = callee_of(o, f, &f->instructions.data[id]);
            if (callee != UINT32_MAX)
                replace_call(o, &e, id, callee);
        }
}

void once_replace_calls(struct once *o)
{
    for (uint32_t f = 0; f < o->program->functions.count; f++)
        if (o->reached[f] && o->program->functions.data[f].has_body &&
            !text_starts(o->program->functions.data[f].name, "sooth_"))
            replace_in(o, f);
}
