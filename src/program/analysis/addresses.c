/* What becomes of addresses of globals, locals and heap objects: may they be written through,
 * may others get to know them?
 *
 * Addresses are followed through steps, choices and the parameters of functions, over the
 * whole program until nothing changes; a parameter that is returned is what the call gives.
 * Whatever else is done with one (stored, turned into a number, handed to a function without
 * body) makes it known to anybody, who may write. */
#include "program/analysis/addresses.h"

#include "program/library.h"

#include "base/text.h"

enum {
    WRITTEN = 1,
    KNOWN = 2,
    RETURNED = 4 /* a parameter: the result is made of it */,
    NOBODY = -1
};

struct following {
    const struct program *program;
    struct arena arena;
    uint8_t *global;     /* flags by global */
    uint8_t **parameter; /* flags by function and parameter */
    bool changed;
    /* of the function at work */
    const struct function *f;
    uint32_t function;
    /* flags by instruction: of the object that an ALLOCA or a call of malloc makes */
    uint8_t *made;
    /* by value: a global; after those, a parameter; after those, an instruction; or NOBODY */
    int64_t *origin;
};

static int64_t origin_of(const struct following *w, struct value v)
{
    if (value_is_none(v))
        return NOBODY;
    if (!value_is_constant(v))
        return w->origin[v.id];
    const struct constant *c = program_constant(w->program, v);
    return c->kind == CONSTANT_GLOBAL ? (int64_t)c->index : NOBODY;
}

static void mark(struct following *w, struct value v, uint8_t flags)
{
    int64_t origin = origin_of(w, v);
    if (origin < 0)
        return;
    size_t number = (size_t)origin, globals = w->program->globals.count,
           parameters = w->f->param_count;
    uint8_t *at =
        &w->made[number >= globals + parameters ? number - globals - parameters : 0];
    if (number < globals)
        at = &w->global[number];
    else if (number < globals + parameters)
        at = &w->parameter[w->function][number - globals];
    if ((*at | flags) != *at)
        w->changed = true;
    *at |= flags;
}

/* A value that is one of two: where they come from different places, both are let go. */
static void meet(struct following *w, uint32_t id, struct value v)
{
    int64_t mine = w->origin[id], other = origin_of(w, v);
    if (other == NOBODY || mine == other)
        return;
    if (mine == NOBODY) {
        w->origin[id] = other;
        w->changed = true;
        return;
    }
    mark(w, (struct value){id}, WRITTEN | KNOWN);
    mark(w, v, WRITTEN | KNOWN);
}

static void follow_call(struct following *w, uint32_t id, const struct instruction *in)
{
    struct value callee = instruction_operand(w->f, in, 0);
    const struct constant *c =
        value_is_constant(callee) ? program_constant(w->program, callee) : NULL;
    bool direct = c && c->kind == CONSTANT_FUNCTION && !c->offset;
    const struct function *target = direct ? &w->program->functions.data[c->index] : NULL;
    if (target && target->builtin != BUILTIN_NONE)
        return; /* free and the like keep nothing */
    for (uint32_t k = 1; k < in->count; k++) {
        bool seen = target && target->has_body && k - 1 < target->param_count;
        uint8_t flags = seen ? w->parameter[c->index][k - 1] : WRITTEN | KNOWN;
        mark(w, instruction_operand(w->f, in, k), flags & (WRITTEN | KNOWN));
        if (flags & RETURNED)
            meet(w, id, instruction_operand(w->f, in, k));
    }
}

static void follow_return(struct following *w, const struct instruction *in)
{
    for (uint32_t k = 0; k < in->count; k++) {
        struct value v = instruction_operand(w->f, in, k);
        int64_t origin = origin_of(w, v), globals = (int64_t)w->program->globals.count;
        bool parameter = origin >= globals && origin < globals + (int64_t)w->f->param_count;
        mark(w, v, parameter ? RETURNED : WRITTEN | KNOWN);
    }
}

static void make(struct following *w, uint32_t id)
{
    w->origin[id] = (int64_t)(w->program->globals.count + w->f->param_count + id);
}

static bool is_malloc(const struct following *w, const struct instruction *in)
{
    struct value callee = instruction_operand(w->f, in, 0);
    const struct constant *c =
        value_is_constant(callee) ? program_constant(w->program, callee) : NULL;
    return c && c->kind == CONSTANT_FUNCTION &&
           w->program->functions.data[c->index].builtin == BUILTIN_MALLOC;
}

/* By operation: who takes part in what it gives, and what it does to what its operands lead
 * to. */
typedef void follower(struct following *, uint32_t id, const struct instruction *);

static void follow_parameter(struct following *w, uint32_t id, const struct instruction *in)
{
    w->origin[id] = (int64_t)(w->program->globals.count + in->extra);
}

static void follow_local(struct following *w, uint32_t id, const struct instruction *in)
{
    (void)in;
    make(w, id);
}

static void follow_harmless(struct following *w, uint32_t id, const struct instruction *in)
{
    (void)w, (void)id, (void)in;
}

static void follow_step(struct following *w, uint32_t id, const struct instruction *in)
{
    meet(w, id, instruction_operand(w->f, in, 0));
}

static void follow_phi(struct following *w, uint32_t id, const struct instruction *in)
{
    for (uint32_t k = 0; k < in->count; k += 2)
        meet(w, id, instruction_operand(w->f, in, k));
}

static void follow_select(struct following *w, uint32_t id, const struct instruction *in)
{
    meet(w, id, instruction_operand(w->f, in, 1));
    meet(w, id, instruction_operand(w->f, in, 2));
}

static void follow_transfer(struct following *w, uint32_t id, const struct instruction *in)
{
    (void)id;
    mark(w, instruction_operand(w->f, in, 0), WRITTEN);
}

static void follow_store(struct following *w, uint32_t id, const struct instruction *in)
{
    follow_transfer(w, id, in);
    mark(w, instruction_operand(w->f, in, 1), WRITTEN | KNOWN);
}

static void follow_result(struct following *w, uint32_t id, const struct instruction *in)
{
    (void)id;
    follow_return(w, in);
}

static void follow_any_call(struct following *w, uint32_t id, const struct instruction *in)
{
    follow_call(w, id, in);
    if (is_malloc(w, in))
        make(w, id);
}

/* Whatever else is done with an address: anybody may know it and write there. */
static void follow_other(struct following *w, const struct instruction *in)
{
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k))
            mark(w, instruction_operand(w->f, in, k), WRITTEN | KNOWN);
}

static void follow(struct following *w, uint32_t id)
{
    static follower *const followers[OP_COUNT] = {
        [OP_PARAM] = follow_parameter,  [OP_ALLOCA] = follow_local,
        [OP_LOAD] = follow_harmless,    [OP_ICMP] = follow_harmless,
        [OP_NOTE] = follow_harmless,    [OP_LIFESTART] = follow_harmless,
        [OP_LIFEEND] = follow_harmless, [OP_PTRADD] = follow_step,
        [OP_PHI] = follow_phi,          [OP_SELECT] = follow_select,
        [OP_STORE] = follow_store,      [OP_MEMSET] = follow_transfer,
        [OP_MEMCPY] = follow_transfer,  [OP_MEMMOVE] = follow_transfer,
        [OP_RETURN] = follow_result,    [OP_CALL] = follow_any_call,
    };
    const struct instruction *in = &w->f->instructions.data[id];
    if (followers[in->op])
        followers[in->op](w, id, in);
    else
        follow_other(w, in);
}

static void follow_function(struct following *w, uint32_t function, int64_t *origin,
                            uint8_t *made)
{
    w->function = function;
    w->f = &w->program->functions.data[function];
    w->origin = origin;
    w->made = made;
    for (uint32_t id = 0; id < w->f->instructions.count; id++)
        if (w->f->instructions.data[id].block != UINT32_MAX)
            follow(w, id);
}

/* What other globals point to from the start is known to whoever reads them. */
static void follow_initialisers(struct following *w)
{
    const struct program *p = w->program;
    for (size_t g = 0; g < p->globals.count; g++)
        for (uint32_t i = 0; i < p->globals.data[g].relocation_count; i++) {
            struct value v = p->globals.data[g].relocations[i].value;
            const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
            if (c && c->kind == CONSTANT_GLOBAL)
                w->global[c->index] |= WRITTEN | KNOWN;
        }
}

static void follow_all(struct following *w, uint8_t **made)
{
    size_t count = w->program->functions.count;
    int64_t **origins = ARENA_ARRAY(&w->arena, int64_t *, count + 1);
    w->parameter = ARENA_ARRAY(&w->arena, uint8_t *, count + 1);
    for (size_t f = 0; f < count; f++) {
        const struct function *fn = &w->program->functions.data[f];
        w->parameter[f] = ARENA_ARRAY(&w->arena, uint8_t, fn->param_count + 1);
        origins[f] = ARENA_ARRAY(&w->arena, int64_t, fn->instructions.count + 1);
        made[f] = ARENA_ARRAY(&w->arena, uint8_t, fn->instructions.count + 1);
        for (size_t i = 0; i < fn->instructions.count; i++)
            origins[f][i] = NOBODY;
    }
    do {
        w->changed = false;
        for (uint32_t f = 0; f < count; f++)
            follow_function(w, f, origins[f], made[f]);
    } while (w->changed);
}

/* Variables of the models keep what they begin with, besides those that stand for what the
 * program and its environment did before (models/models.h). */
static bool of_past(const struct global *g)
{
    return library_unit(g->unit) && text_starts(g->name, "environment_");
}
static bool of_models(const struct global *g)
{
    return library_unit(g->unit) && !of_past(g);
}

static void tell_globals(const struct following *w, struct global_facts *out)
{
    for (size_t i = 0; i < w->program->globals.count; i++) {
        const struct global *g = &w->program->globals.data[i];
        bool own = g->internal && !g->external && !(w->global[i] & KNOWN);
        out[i].hidden = own || of_models(g);
        out[i].fixed =
            g->read_only || of_models(g) || (own && !(w->global[i] & WRITTEN) && !of_past(g));
    }
}

static void tell_objects(const struct program *p, uint8_t *const *made, struct arena *arena,
                         struct address_facts *out)
{
    for (size_t f = 0; f < p->functions.count; f++) {
        const struct function *fn = &p->functions.data[f];
        out->known[f] = ARENA_ARRAY(arena, bool, fn->instructions.count + 1);
        for (size_t i = 0; i < fn->instructions.count; i++) {
            out->known[f][i] = made[f][i] & KNOWN;
            out->heap_known |= out->known[f][i] && fn->instructions.data[i].op == OP_CALL;
        }
    }
}

static void know_function(const struct program *p, struct value v, bool *known)
{
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (c && c->kind == CONSTANT_FUNCTION)
        known[c->index] = true;
}

static void know_functions_of(const struct program *p, const struct function *f, bool *known)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_ICMP || in->op == OP_NOTE)
            continue;
        for (uint32_t k = in->op == OP_CALL ? 1 : 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k))
                know_function(p, instruction_operand(f, in, k), known);
    }
}

static void tell_functions(const struct program *p, bool *known)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        known[i] |= !p->functions.data[i].internal;
        know_functions_of(p, &p->functions.data[i], known);
    }
    for (size_t g = 0; g < p->globals.count; g++)
        for (uint32_t i = 0; i < p->globals.data[g].relocation_count; i++)
            know_function(p, p->globals.data[g].relocations[i].value, known);
}

struct address_facts *addresses_find(const struct program *p, struct arena *arena)
{
    struct following w = {.program = p};
    struct address_facts *out = ARENA_NEW(arena, struct address_facts);
    arena_init(&w.arena);
    w.global = ARENA_ARRAY(&w.arena, uint8_t, p->globals.count + 1);
    uint8_t **made = ARENA_ARRAY(&w.arena, uint8_t *, p->functions.count + 1);
    follow_initialisers(&w);
    follow_all(&w, made);
    out->globals = ARENA_ARRAY(arena, struct global_facts, p->globals.count + 1);
    out->known = ARENA_ARRAY(arena, bool *, p->functions.count + 1);
    tell_globals(&w, out->globals);
    tell_objects(p, made, arena, out);
    out->functions = ARENA_ARRAY(arena, bool, p->functions.count + 1);
    tell_functions(p, out->functions);
    arena_release(&w.arena);
    return out;
}
