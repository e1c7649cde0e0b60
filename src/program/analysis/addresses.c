/* What becomes of addresses of globals, locals and heap objects: may they be written through,
 * may others get to know them?
 *
 * Addresses, and the numbers they are turned into, are followed through steps, choices,
 * parameters and results of functions, over the whole program until nothing changes; a
 * parameter that is returned is what the call gives. Whatever else is done with one (stored,
 * computed with, handed to a function without body) makes it known to anybody, who may write.
 * On ways where a value is the address of nothing it counts for none. */
#include "program/analysis/addresses.h"

#include "program/analysis/excluded.h"
#include "program/library.h"

#include "base/text.h"

enum {
    WRITTEN = 1,
    KNOWN = 2,
    RETURNED = 4 /* a parameter: the result is made of it */,
    NOBODY = -1
};

/* Where the address may be that of one of two globals, or of sets of them. */
struct either {
    int64_t a, b;
    uint32_t count; /* of globals */
};
enum { FIRST_SET = -2, MOST_IN_SET = 8 }; /* the origin FIRST_SET - n is set number n */

struct following {
    const struct program *program;
    struct arena arena;
    uint8_t *global; /* flags by global */
    VECTOR(struct either) sets;
    uint8_t **parameter; /* flags by function and parameter */
    bool *functions;     /* others may call it */
    int64_t *result;     /* by function: the global whose address it gives first, or NOBODY */
    struct dominators *ways; /* by function; found where they are needed */
    bool changed;
    /* of the function at work */
    const struct function *f;
    uint32_t function, block;
    /* flags by instruction: of the object that an ALLOCA or a call of malloc makes */
    uint8_t *made;
    /* by value: a global; after those, a parameter; after those, an instruction; or NOBODY */
    int64_t *origin;
};

static bool is_excluded(struct following *w, struct value v)
{
    struct dominators *ways = &w->ways[w->function];
    if (!ways->idom)
        dominators_find(w->f, &w->arena, ways);
    return excluded_in(w->program, w->f, ways, w->block, v);
}

static int64_t origin_of(struct following *w, struct value v)
{
    if (value_is_none(v))
        return NOBODY;
    if (!value_is_constant(v))
        return w->origin[v.id] != NOBODY && !is_excluded(w, v) ? w->origin[v.id] : NOBODY;
    const struct constant *c = program_constant(w->program, v);
    return c->kind == CONSTANT_GLOBAL ? (int64_t)c->index : NOBODY;
}

static const struct either *set_of(const struct following *w, int64_t origin)
{
    return origin <= FIRST_SET ? &w->sets.data[FIRST_SET - origin] : NULL;
}

static void mark_origin(struct following *w, int64_t origin, uint8_t flags)
{
    const struct either *set = set_of(w, origin);
    if (set) {
        struct either both = *set;
        mark_origin(w, both.a, flags);
        mark_origin(w, both.b, flags);
    }
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

static void mark(struct following *w, struct value v, uint8_t flags)
{
    mark_origin(w, origin_of(w, v), flags);
}

static bool is_in(const struct following *w, int64_t global, int64_t set)
{
    const struct either *e = set_of(w, set);
    return e ? is_in(w, global, e->a) || is_in(w, global, e->b) : set == global;
}

static uint32_t count_in(const struct following *w, int64_t origin)
{
    const struct either *e = set_of(w, origin);
    return e ? e->count : 1;
}

/* All globals of one are among those of the other. */
static bool is_part(const struct following *w, int64_t part, int64_t set)
{
    const struct either *e = set_of(w, part);
    return e ? is_part(w, e->a, set) && is_part(w, e->b, set) : is_in(w, part, set);
}

/* Both as one set; false: that would be too many. */
static bool unite(struct following *w, int64_t *mine, int64_t other)
{
    if (is_part(w, other, *mine))
        return true;
    if (is_part(w, *mine, other)) {
        *mine = other;
        w->changed = true;
        return true;
    }
    uint32_t count = count_in(w, *mine) + count_in(w, other);
    if (count > MOST_IN_SET)
        return false;
    struct either both = {*mine, other, count};
    VECTOR_PUSH(&w->sets, both);
    *mine = FIRST_SET - (int64_t)(w->sets.count - 1);
    w->changed = true;
    return true;
}

/* A value that is one of two: a set, if they are few globals; others that come from different
 * places are let go. */
static void meet_origin(struct following *w, int64_t *mine, int64_t other)
{
    int64_t globals = (int64_t)w->program->globals.count;
    if (other == NOBODY || *mine == other)
        return;
    if (*mine == NOBODY) {
        *mine = other;
        w->changed = true;
        return;
    }
    if (*mine < globals && other < globals && unite(w, mine, other))
        return;
    mark_origin(w, *mine, WRITTEN | KNOWN);
    mark_origin(w, other, WRITTEN | KNOWN);
}

static void meet(struct following *w, uint32_t id, struct value v)
{
    meet_origin(w, &w->origin[id], origin_of(w, v));
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
    if (target)
        meet_origin(w, &w->origin[id], w->result[c->index]);
}

/* The first result of a function that others do not call is followed where it is called. */
static void give(struct following *w, uint32_t k, struct value v)
{
    int64_t origin = origin_of(w, v), globals = (int64_t)w->program->globals.count;
    bool parameter = origin >= globals && origin < globals + (int64_t)w->f->param_count;
    if (parameter)
        mark_origin(w, origin, RETURNED);
    else if (k == 0 && origin < globals && !w->functions[w->function])
        meet_origin(w, &w->result[w->function], origin);
    else
        mark_origin(w, origin, WRITTEN | KNOWN);
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

/* What is added may be an address that became a number. */
static void follow_address(struct following *w, uint32_t id, const struct instruction *in)
{
    meet(w, id, instruction_operand(w->f, in, 0));
    meet(w, id, instruction_operand(w->f, in, 1));
}

static void follow_phi(struct following *w, uint32_t id, const struct instruction *in)
{
    for (uint32_t k = 0; k < in->count; k += 2) {
        w->block = instruction_operand(w->f, in, k + 1).id;
        meet(w, id, instruction_operand(w->f, in, k));
    }
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

/* A store, or many of one byte. */
static void follow_store(struct following *w, uint32_t id, const struct instruction *in)
{
    follow_transfer(w, id, in);
    mark(w, instruction_operand(w->f, in, 1), WRITTEN | KNOWN);
}

static void follow_result(struct following *w, uint32_t id, const struct instruction *in)
{
    (void)id;
    for (uint32_t k = 0; k < in->count; k++)
        give(w, k, instruction_operand(w->f, in, k));
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
        [OP_LIFEEND] = follow_harmless, [OP_PTRTOINT] = follow_step,
        [OP_INTTOPTR] = follow_step,    [OP_TRUNC] = follow_step,
        [OP_ZEXT] = follow_step,        [OP_PTRADD] = follow_address,
        [OP_PHI] = follow_phi,          [OP_SELECT] = follow_select,
        [OP_STORE] = follow_store,      [OP_MEMSET] = follow_store,
        [OP_MEMCPY] = follow_transfer,  [OP_MEMMOVE] = follow_transfer,
        [OP_RETURN] = follow_result,    [OP_CALL] = follow_any_call,
    };
    const struct instruction *in = &w->f->instructions.data[id];
    w->block = in->block;
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
    w->result = ARENA_ARRAY(&w->arena, int64_t, count + 1);
    w->ways = ARENA_ARRAY(&w->arena, struct dominators, count + 1);
    for (size_t f = 0; f < count; f++) {
        const struct function *fn = &w->program->functions.data[f];
        w->result[f] = NOBODY;
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
        uint8_t flags = w->global[i];
        bool own = g->internal && !g->external && !(flags & KNOWN);
        out[i].hidden = own || of_models(g);
        out[i].fixed =
            g->read_only || of_models(g) || (own && !(flags & WRITTEN) && !of_past(g));
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
    out->functions = ARENA_ARRAY(arena, bool, p->functions.count + 1);
    tell_functions(p, out->functions);
    w.functions = out->functions;
    follow_initialisers(&w);
    follow_all(&w, made);
    out->globals = ARENA_ARRAY(arena, struct global_facts, p->globals.count + 1);
    out->known = ARENA_ARRAY(arena, bool *, p->functions.count + 1);
    tell_globals(&w, out->globals);
    tell_objects(p, made, arena, out);
    VECTOR_RELEASE(&w.sets);
    arena_release(&w.arena);
    return out;
}
