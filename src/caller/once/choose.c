/* Which callees are verified once: those that are large or have loops, that are given nothing
 * but numbers, far memory, constants and locals, and of which it is known what they change
 * and return. */
#include "caller/once/once.h"

#include "base/text.h"

#include <string.h>

enum { MOST_SIZE = 1 << 20 };

/* --- how large --- */

static bool has_loop(const struct once *o, const struct function *f)
{
    struct dominators dominators;
    struct loop_forest loops;
    dominators_find(f, o->arena, &dominators);
    loops_find(f, &dominators, o->arena, &loops);
    return loops.count > 0;
}

/* Instructions with those of callees, at each call again. */
static uint32_t whole_size(const struct once *o, uint32_t function, uint32_t *known)
{
    const struct function *f = &o->program->functions.data[function];
    if (known[function])
        return known[function];
    if (o->calls.recursive[function])
        return known[function] = MOST_SIZE;
    uint64_t size = 1;
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX || i->op == OP_NOTE)
            continue;
        size++;
        struct value v = i->op == OP_CALL ? instruction_operand(f, i, 0) : VALUE_NONE;
        if (value_is_none(v) || !value_is_constant(v))
            continue;
        const struct constant *c = program_constant(o->program, v);
        if (c->kind == CONSTANT_FUNCTION && o->program->functions.data[c->index].has_body)
            size += whole_size(o, c->index, known);
    }
    if (has_loop(o, f))
        size += ONCE_LEAST_SIZE;
    return known[function] = size < MOST_SIZE ? (uint32_t)size : MOST_SIZE;
}

/* The sizes of functions, in a program of which nothing else is known. */
static uint32_t *find_sizes(const struct caller *c, struct arena *arena)
{
    struct once o = {.program = (struct program *)c->program, .arena = arena};
    uint32_t *sizes = ARENA_ARRAY(arena, uint32_t, c->program->functions.count);
    call_graph_find(c->program, arena, &o.calls);
    for (uint32_t f = 0; f < c->program->functions.count; f++)
        if (c->program->functions.data[f].has_body)
            whole_size(&o, f, sizes);
    return sizes;
}

uint32_t caller_whole_size(const struct caller *c)
{
    struct arena arena;
    arena_init(&arena);
    uint32_t size = find_sizes(c, &arena)[c->function];
    arena_release(&arena);
    return size;
}

bool caller_has_large_callees(const struct caller *c)
{
    struct arena arena;
    bool any = false;
    arena_init(&arena);
    const uint32_t *sizes = find_sizes(c, &arena);
    const bool *reached = caller_reached(c, &arena);
    for (uint32_t f = 0; f < c->program->functions.count; f++)
        any |= reached[f] && f != c->function && sizes[f] > ONCE_LEAST_SIZE;
    arena_release(&arena);
    return any;
}

/* --- what calls give --- */

static bool add_constant(struct once_param *p, struct value v)
{
    for (uint32_t i = 0; i < p->constant_count; i++)
        if (p->constants[i] == v.id)
            return true;
    if (p->constant_count == ONCE_MOST_CONSTANTS)
        return false;
    p->constants[p->constant_count++] = v.id;
    return true;
}

static void add_pointers(struct once_param *p, const struct pointer_offsets *found,
                         uint64_t offset)
{
    for (uint32_t n = 0; n < found->count; n++) {
        if (p->pointer_count == FAR_MOST_POINTERS) {
            p->more_pointers = true;
            return;
        }
        p->pointers[p->pointer_count++] = (int64_t)(found->data[n] - offset);
    }
}

/* A local whose content callees may take for what it is: pointers in it are far. */
static bool add_local(const struct once *o, const struct function *f, struct value v,
                      struct once_param *p)
{
    struct pointer_offsets pointers;
    uint64_t offset;
    uint32_t local = once_local(o->program, f, v, &offset);
    if (local == UINT32_MAX)
        return false;
    const struct instruction *i = &f->instructions.data[local];
    uint64_t size = once_local_size(o->program, f, i);
    if (!size || offset >= size || !once_local_pointers(o->program, i, &pointers))
        return false;
    if (pointers.count && o->keeps_pointers)
        return false;
    add_pointers(p, &pointers, offset);
    uint64_t room = size - offset;
    p->room = p->local && p->room < room ? p->room : room;
    return p->local = true;
}

static bool add_argument(const struct once *o, uint32_t function, struct value v,
                         struct once_param *p)
{
    const struct function *f = &o->program->functions.data[function];
    if (value_is_constant(v) && add_constant(p, v))
        return true;
    if (value_type(o->program, f, v).kind != TYPE_POINTER)
        return p->far = true;
    uint8_t flow = flow_of(o->flow, function, v);
    if (!value_is_constant(v) && !(flow & FLOW_OWN))
        return p->far = true;
    return !value_is_constant(v) && add_local(o, f, v, p);
}

/* Two arguments that may lead to one local are no separate objects. */
static bool shares_local(const struct once *o, const struct function *f,
                         const struct instruction *i)
{
    for (uint32_t a = 1; a < i->count; a++)
        for (uint32_t b = a + 1; b < i->count; b++) {
            uint64_t ignored;
            uint32_t one = once_local(o->program, f, instruction_operand(f, i, a), &ignored);
            if (one != UINT32_MAX &&
                one == once_local(o->program, f, instruction_operand(f, i, b), &ignored))
                return true;
        }
    return false;
}

static void add_site(struct once *o, uint32_t function, const struct instruction *i,
                     uint32_t callee)
{
    const struct function *f = &o->program->functions.data[function];
    const struct function *to = &o->program->functions.data[callee];
    struct once_function *c = &o->functions[callee];
    c->sites++;
    if (i->count != 1 + to->param_count || !call_matches(o->program, f, i, to) ||
        shares_local(o, f, i)) {
        c->good = false;
        return;
    }
    for (uint32_t k = 1; c->good && k < i->count; k++)
        c->good = add_argument(o, function, instruction_operand(f, i, k), &c->params[k - 1]);
}

static void add_sites(struct once *o, uint32_t function)
{
    const struct function *f = &o->program->functions.data[function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX || i->op != OP_CALL)
            continue;
        struct value v = instruction_operand(f, i, 0);
        const struct constant *c =
            value_is_constant(v) ? program_constant(o->program, v) : NULL;
        if (c && c->kind == CONSTANT_FUNCTION && o->functions[c->index].good)
            add_site(o, function, i, c->index);
    }
}

/* --- what it does --- */

static bool may_be_once(const struct once *o, uint32_t function, uint32_t *sizes)
{
    const struct function *f = &o->program->functions.data[function];
    if (!o->reached[function] || !f->has_body || f->variadic || f->no_return ||
        f->result_count > 1 || f->param_count > ONCE_MOST_PARAMS ||
        text_starts(f->name, "sooth_"))
        return false;
    /* its own calls stand for what it returns: that it returns is not shown so */
    if (o->plan->ends_matter && o->calls.recursive[function])
        return false;
    for (uint32_t k = 0; f->promises && k < f->param_count; k++)
        if (f->promises[k].own)
            return false;
    bool pointer = f->result_count && f->results[0].kind == TYPE_POINTER;
    if (pointer && o->flow->results[function] & FLOW_OWN)
        return false;
    return whole_size(o, function, sizes) > ONCE_LEAST_SIZE;
}

bool once_has_pointers(const struct program *p, const struct global *g)
{
    struct pointer_offsets found = {.count = 0};
    if (g->variable == UINT32_MAX || g->relocation_count)
        return true;
    far_find_pointers(p, p->variables.data[g->variable].ctype, 0, &found);
    return found.count > 0;
}

/* A variable that some call hands over is changed through its parameter. */
static bool changes_given(const struct once *o, uint32_t function,
                          const struct once_effects *e)
{
    const struct once_function *c = &o->functions[function];
    for (uint32_t k = 0; k < o->program->functions.data[function].param_count; k++) {
        if (!e->all_params && !(e->params >> k & 1))
            continue;
        for (uint32_t n = 0; n < c->params[k].constant_count; n++) {
            const struct constant *given =
                program_constant(o->program, (struct value){c->params[k].constants[n]});
            if (given->kind == CONSTANT_GLOBAL &&
                !o->program->globals.data[given->index].read_only)
                return true;
        }
    }
    return false;
}

static bool meets_pointer(const struct once *o, const struct once_param *p,
                          const struct once_bytes *b)
{
    int64_t width = o->program->pointer_width / 8;
    for (uint32_t n = 0; n < p->pointer_count; n++)
        if (p->pointers[n] < b->from + (int64_t)b->size && b->from < p->pointers[n] + width)
            return true;
    return p->more_pointers;
}

/* Numbers may be written where a local that some call hands over has a pointer. */
static bool breaks_pointers(const struct once *o, uint32_t function,
                            const struct once_effects *e)
{
    const struct once_function *c = &o->functions[function];
    for (uint32_t k = 0; k < o->program->functions.data[function].param_count; k++) {
        bool changed = e->all_params || e->params >> k & 1;
        if (changed && e->any_bytes &&
            (c->params[k].pointer_count || c->params[k].more_pointers))
            return true;
    }
    for (uint32_t n = 0; n < e->byte_count; n++)
        if (meets_pointer(o, &c->params[e->bytes[n].param], &e->bytes[n]))
            return true;
    return false;
}

static bool has_good_effects(const struct once *o, uint32_t function)
{
    struct once_effects *e = ARENA_NEW(o->arena, struct once_effects);
    once_find_effects(o, function, e);
    o->functions[function].effects = e;
    if (e->unknown || changes_given(o, function, e) || breaks_pointers(o, function, e))
        return false;
    for (uint32_t g = 0; g < o->program->globals.count; g++)
        if (e->globals[g] && once_has_pointers(o->program, &o->program->globals.data[g]))
            return false;
    return true;
}

static uint32_t number_of(struct caller *c, const struct function *f)
{
    for (uint32_t i = 0; i < c->callees.count; i++)
        if (c->callees.data[i].line == f->place.line &&
            text_same(c->callees.data[i].name, f->name))
            return i;
    struct once_callee new = {.name = arena_text(&c->arena, f->name),
                              .line = f->place.line,
                              .rung = c->once_rung,
                              .most_rung = ONCE_MOST_RUNGS};
    VECTOR_PUSH(&c->callees, new);
    return (uint32_t)c->callees.count - 1;
}

/* Which parameters it asks for null, before anything is put into the program. */
static void find_tests(const struct once *o, uint32_t function)
{
    const struct function *f = &o->program->functions.data[function];
    for (uint32_t k = 0; k < f->param_count; k++)
        o->functions[function].params[k].tested = true;
    for (uint32_t i = 0; i < f->instructions.count; i++)
        if (f->instructions.data[i].op == OP_PARAM)
            o->functions[function].params[f->instructions.data[i].extra].tested =
                far_is_tested(f, i);
}

void once_choose(struct once *o)
{
    size_t count = o->program->functions.count;
    uint32_t *sizes = ARENA_ARRAY(o->arena, uint32_t, count);
    o->functions = ARENA_ARRAY(o->arena, struct once_function, count);
    for (uint32_t f = 0; f < count; f++)
        o->functions[f].good = may_be_once(o, f, sizes);
    for (uint32_t f = 0; f < count; f++)
        if (o->reached[f] && !text_starts(o->program->functions.data[f].name, "sooth_"))
            add_sites(o, f);
    for (uint32_t f = 0; f < count; f++) {
        struct once_function *c = &o->functions[f];
        c->good = c->good && c->sites && has_good_effects(o, f);
        if (!c->good)
            continue;
        c->number = number_of(o->plan, &o->program->functions.data[f]);
        c->good = !o->plan->callees.data[c->number].inlined;
        o->plan->callees.data[c->number].replaced = c->good;
        c->has_range = once_result_range(o->program, f, &c->least, &c->most);
        find_tests(o, f);
        c->may_be_null = once_may_return_null(o, f);
    }
}
