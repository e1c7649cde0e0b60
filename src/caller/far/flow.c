/* Which pointers may be far: from the calls that make such pointers, through arithmetic,
 * choices, parameters, results, and what is read from far memory. */
#include "caller/far/far.h"
#include "caller/once/once.h"

#include "base/text.h"

void flow_init(struct flow *w, struct arena *arena)
{
    const struct program *p = w->program;
    size_t count = p->functions.count;
    w->values = ARENA_ARRAY(arena, uint8_t *, count);
    w->params = ARENA_ARRAY(arena, uint8_t *, count);
    w->within = ARENA_ARRAY(arena, uint8_t *, count);
    w->counts = ARENA_ARRAY(arena, uint32_t, count);
    w->results = ARENA_ARRAY(arena, uint8_t, count);
    for (size_t i = 0; i < count; i++) {
        const struct function *f = &p->functions.data[i];
        w->values[i] = ARENA_ARRAY(arena, uint8_t, f->instructions.count + 1);
        w->counts[i] = (uint32_t)f->instructions.count;
        w->params[i] = ARENA_ARRAY(arena, uint8_t, f->param_count + 1);
        w->within[i] = ARENA_ARRAY(arena, uint8_t, f->param_count + 1);
    }
}

uint8_t flow_of(const struct flow *w, uint32_t function, struct value v)
{
    if (value_is_none(v))
        return 0;
    if (value_is_constant(v))
        return program_constant(w->program, v)->kind == CONSTANT_NULL ? 0 : FLOW_OTHER;
    LAW(v.id < w->counts[function]);
    return w->values[function][v.id];
}

static void join(struct flow *w, uint8_t *into, uint8_t flow)
{
    w->changed |= (*into | flow) != *into;
    *into |= flow;
}

static uint8_t flow_of_choice(const struct flow *w, uint32_t function,
                              const struct instruction *i, uint32_t first, uint32_t step)
{
    const struct function *f = &w->program->functions.data[function];
    uint8_t all = 0;
    for (uint32_t k = first; k < i->count; k += step)
        all |= flow_of(w, function, instruction_operand(f, i, k));
    return all;
}

/* UINT32_MAX: it is called through a pointer */
static uint32_t callee_of(const struct program *p, const struct function *f,
                          const struct instruction *i)
{
    struct value v = instruction_operand(f, i, 0);
    if (!value_is_constant(v))
        return UINT32_MAX;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_FUNCTION ? c->index : UINT32_MAX;
}

static uint8_t flow_of_call(struct flow *w, uint32_t function, const struct instruction *i)
{
    const struct function *f = &w->program->functions.data[function];
    uint32_t callee = callee_of(w->program, f, i);
    if (callee == UINT32_MAX)
        return FLOW_OTHER | FLOW_FAR;
    const struct function *to = &w->program->functions.data[callee];
    bool within = !text_starts(f->name, "sooth_");
    for (uint32_t k = 0; k + 1 < i->count && k < to->param_count; k++) {
        uint8_t given = flow_of(w, function, instruction_operand(f, i, k + 1));
        join(w, &w->params[callee][k], given);
        if (within)
            join(w, &w->within[callee][k], given);
    }
    if (text_starts(to->name, "sooth_far"))
        return FLOW_FAR;
    return to->has_body ? w->results[callee] : FLOW_OTHER;
}

/* Windows for pointers hold far ones, and those that were kept; other memory may, too. */
static uint8_t flow_of_load(const struct flow *w, uint8_t address)
{
    uint8_t kept = w->keeps && address ? FLOW_KEPT : 0;
    return address & FLOW_OWN ? FLOW_OTHER | FLOW_FAR | kept : address | kept;
}

/* What flows through an instruction, by its operation; others give no far pointer. */
typedef uint8_t flow_rule(struct flow *, uint32_t function, const struct instruction *);

static uint8_t flow_of_param(struct flow *w, uint32_t function, const struct instruction *i)
{
    bool anybody = w->program->functions.data[function].address_taken && w->calls_pointers;
    return w->params[function][i->extra] | (anybody ? FLOW_OTHER | FLOW_FAR : 0);
}

static uint8_t flow_of_phi(struct flow *w, uint32_t function, const struct instruction *i)
{
    return flow_of_choice(w, function, i, 0, 2);
}

static uint8_t flow_of_select(struct flow *w, uint32_t function, const struct instruction *i)
{
    return flow_of_choice(w, function, i, 1, 1);
}

static uint8_t flow_of_first(struct flow *w, uint32_t function, const struct instruction *i)
{
    return flow_of(w, function,
                   instruction_operand(&w->program->functions.data[function], i, 0));
}

static uint8_t flow_from_memory(struct flow *w, uint32_t function,
                                const struct instruction *i)
{
    return flow_of_load(w, flow_of_first(w, function, i));
}

static uint8_t flow_of_any(struct flow *w, uint32_t function, const struct instruction *i)
{
    (void)w;
    (void)function;
    (void)i;
    return FLOW_OTHER | FLOW_FAR;
}

static flow_rule *const rules[OP_COUNT] = {
    [OP_PARAM] = flow_of_param,  [OP_PHI] = flow_of_phi,       [OP_SELECT] = flow_of_select,
    [OP_PTRADD] = flow_of_first, [OP_LOAD] = flow_from_memory, [OP_CALL] = flow_of_call,
    [OP_RESULT] = flow_of_any};

static uint8_t flow_of_instruction(struct flow *w, uint32_t function,
                                   const struct instruction *i)
{
    return rules[i->op] ? rules[i->op](w, function, i) : FLOW_OTHER;
}

/* Some function writes pointers to where it was read. */
static bool is_overwritten(const struct flow *w, const struct spot *s)
{
    if (s->parent == SPOT_NONE || s->parent == SPOT_GLOBAL)
        return false;
    uint32_t holder = w->plan->spots.data[s->parent].use;
    return holder != USE_NONE && caller_is_changed(w->plan, holder);
}

/* The plan says what it leads to. */
static bool is_planned(const struct flow *w, uint32_t function, uint32_t id)
{
    uint64_t use;
    if (!map_get(&w->usage->use_of, (uint64_t)function << 32 | id, &use))
        return false;
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->use == use && s->shape >= SPOT_ONE)
            return s->shape != SPOT_FAR && s->shape != SPOT_GONE && !is_overwritten(w, s);
    }
    return false;
}

/* What a plan says of it is of the first call only: other calls, and recursive ones, may hand
 * over a far pointer. */
static uint8_t flow_of_planned(struct flow *w, uint32_t function, const struct instruction *i)
{
    uint8_t from =
        i->op == OP_PARAM ? w->within[function][i->extra] : flow_of_first(w, function, i);
    return FLOW_OTHER | (from & (FLOW_FAR | FLOW_KEPT));
}

/* Pointers in a local are copied. */
static bool copies_pointers(const struct flow *w, uint32_t function,
                            const struct instruction *copy)
{
    const struct function *f = &w->program->functions.data[function];
    struct pointer_offsets found;
    uint64_t ignored;
    uint32_t local = once_local(w->program, f, instruction_operand(f, copy, 1), &ignored);
    return flow_of(w, function, instruction_operand(f, copy, 0)) & (FLOW_FAR | FLOW_KEPT) &&
           local != UINT32_MAX &&
           once_local_pointers(w->program, &f->instructions.data[local], &found) &&
           found.count;
}

bool flow_keeps(const struct flow *w, uint32_t function, const struct instruction *store)
{
    const struct function *f = &w->program->functions.data[function];
    if (store->op == OP_MEMCPY || store->op == OP_MEMMOVE)
        return copies_pointers(w, function, store);
    if (store->op != OP_STORE || store->block == UINT32_MAX)
        return false;
    struct value v = instruction_operand(f, store, 1);
    if (value_type(w->program, f, v).kind != TYPE_POINTER ||
        !(flow_of(w, function, instruction_operand(f, store, 0)) & (FLOW_FAR | FLOW_KEPT)))
        return false;
    if (!value_is_constant(v))
        return flow_of(w, function, v) & FLOW_OWN;
    const struct constant *c = program_constant(w->program, v);
    return c->kind == CONSTANT_GLOBAL && !w->program->globals.data[c->index].read_only;
}

static void visit(struct flow *w, uint32_t function)
{
    const struct function *f = &w->program->functions.data[function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX)
            continue;
        uint8_t flow = flow_of_instruction(w, function, i);
        if ((i->op == OP_PARAM || i->op == OP_LOAD) && is_planned(w, function, k))
            flow = flow_of_planned(w, function, i);
        if (i->type.kind == TYPE_POINTER)
            join(w, &w->values[function][k], flow);
        if (i->op == OP_RETURN && i->count)
            join(w, &w->results[function],
                 flow_of(w, function, instruction_operand(f, i, 0)));
    }
}

static bool calls_pointer(const struct function *f)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op == OP_CALL && i->block != UINT32_MAX &&
            !value_is_constant(instruction_operand(f, i, 0)))
            return true;
    }
    return false;
}

static void find_least(struct flow *w)
{
    w->calls_pointers = false;
    for (uint32_t f = 0; f < w->program->functions.count; f++)
        w->calls_pointers |= w->reached[f] && w->program->functions.data[f].has_body &&
                             calls_pointer(&w->program->functions.data[f]);
    do {
        w->changed = false;
        for (uint32_t f = 0; f < w->program->functions.count; f++)
            if (w->reached[f] && w->program->functions.data[f].has_body)
                visit(w, f);
    } while (w->changed);
}

/* --- what far memory keeps --- */

typedef bool flow_test(const struct flow *, uint32_t function, const struct instruction *);

static bool any_instruction(const struct flow *w, flow_test *is)
{
    for (uint32_t f = 0; f < w->program->functions.count; f++) {
        const struct function *of = &w->program->functions.data[f];
        if (!w->reached[f] || !of->has_body || text_starts(of->name, "sooth_"))
            continue;
        for (uint32_t k = 0; k < of->instructions.count; k++)
            if (of->instructions.data[k].block != UINT32_MAX &&
                is(w, f, &of->instructions.data[k]))
                return true;
    }
    return false;
}

static bool is_free(const struct program *p, const struct function *f,
                    const struct instruction *i)
{
    uint32_t callee = i->op == OP_CALL ? callee_of(p, f, i) : UINT32_MAX;
    return callee != UINT32_MAX && i->count > 1 &&
           p->functions.data[callee].builtin == BUILTIN_FREE;
}

/* Through an address that may have been kept something is written, or freed. */
static bool changes_kept(const struct flow *w, uint32_t function, const struct instruction *i)
{
    const struct function *f = &w->program->functions.data[function];
    bool writes =
        i->op == OP_STORE || i->op == OP_MEMCPY || i->op == OP_MEMMOVE || i->op == OP_MEMSET;
    if (!writes && !is_free(w->program, f, i))
        return false;
    return flow_of(w, function, instruction_operand(f, i, writes ? 0 : 1)) & FLOW_KEPT;
}

static bool reads_kept(const struct flow *w, uint32_t function, const struct instruction *i)
{
    const struct function *f = &w->program->functions.data[function];
    return i->op == OP_LOAD && flow_of(w, function, instruction_operand(f, i, 0)) & FLOW_KEPT;
}

static bool ends_here(const struct function *f, uint32_t local)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block != UINT32_MAX &&
            (i->op == OP_STACKRESTORE ||
             (i->op == OP_LIFEEND && instruction_operand(f, i, 0).id == local)))
            return true;
    }
    return false;
}

/* It keeps the address of a local that is gone before the function returns. */
static bool keeps_mortal(const struct flow *w, uint32_t function, const struct instruction *i)
{
    const struct function *f = &w->program->functions.data[function];
    if (i->op != OP_STORE || !flow_keeps(w, function, i))
        return false;
    struct value v = instruction_operand(f, i, 1);
    while (!value_is_constant(v) && f->instructions.data[v.id].op == OP_PTRADD)
        v = instruction_operand(f, &f->instructions.data[v.id], 0);
    return !value_is_constant(v) && f->instructions.data[v.id].op == OP_ALLOCA &&
           (function != w->plan->function || ends_here(f, v.id));
}

static bool frees_own(const struct flow *w, uint32_t function, const struct instruction *i)
{
    const struct function *f = &w->program->functions.data[function];
    return is_free(w->program, f, i) &&
           flow_of(w, function, instruction_operand(f, i, 1)) & FLOW_OTHER;
}

static void forget(struct flow *w)
{
    for (uint32_t f = 0; f < w->program->functions.count; f++) {
        uint32_t params = w->program->functions.data[f].param_count;
        for (uint32_t k = 0; k < w->counts[f]; k++)
            w->values[f][k] = 0;
        for (uint32_t k = 0; k < params; k++)
            w->params[f][k] = w->within[f][k] = 0;
        w->results[f] = 0;
    }
}

/* What is only read may be anything anyway, so that kept addresses matter where something is
 * done to what they lead to, or where that may be gone. */
void flow_find(struct flow *w)
{
    w->keeps = false;
    find_least(w);
    if (!any_instruction(w, flow_keeps))
        return;
    w->keeps = true;
    find_least(w);
    if (any_instruction(w, changes_kept) ||
        (any_instruction(w, reads_kept) &&
         (any_instruction(w, keeps_mortal) || any_instruction(w, frees_own))))
        return;
    w->keeps = false;
    forget(w);
    find_least(w);
}
