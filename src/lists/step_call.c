/* What calls do: allocations of nodes, invariants, and what annotations observe of a heap. */
#include "lists/step_internal.h"

#include <string.h>

struct call {
    struct run *r;
    struct state *s;
    uint32_t id;
    const struct instruction *in;
};

static struct lists_value argument(const struct call *c, uint32_t k)
{
    LAW(k + 1 < c->in->count);
    return step_operand(c->r, c->s, c->in, k + 1);
}

/* The pointers of an observation. */
static bool pointers(const struct call *c, unsigned count, struct slh_pointer out[2])
{
    LAW(count <= 2);
    for (unsigned k = 0; k < count; k++) {
        struct lists_value v = argument(c, k);
        if (v.kind != VALUE_POINTER || v.offset)
            return false;
        out[k] = v.pointer;
    }
    return true;
}

static int member_argument(const struct call *c)
{
    uint64_t offset;
    struct lists_value v = argument(c, 2);
    if (v.kind != VALUE_NUMBER || !term_const_u64(c->r->l->terms, v.number, &offset))
        return -1;
    for (unsigned m = 0; m < c->r->l->layout.count; m++)
        if (c->r->l->layout.members[m].offset == offset && c->r->l->layout.members[m].ordered)
            return (int)m;
    return -1;
}

/* Bounds are 64-bit numbers: those that the member's type does not have are moved to its
 * ends, and no value lies between bounds that it does not reach. */
static struct term within(const struct call *c, const struct slh_pointer p[2], unsigned m,
                          struct term least, struct term most)
{
    LAW(m < c->r->l->layout.count);
    LAW(term_width(c->r->l->terms, least) == 64 && term_width(c->r->l->terms, most) == 64);
    struct run *r = c->r;
    struct terms *t = r->l->terms;
    const struct layout_member *member = &r->l->layout.members[m];
    unsigned width = member->width;
    if (width == 64)
        return slh_within(r->slh, c->s->heap, p[0], p[1], r->fields[m], least, most);
    int64_t low = member->is_signed ? -(INT64_C(1) << (width - 1)) : 0;
    int64_t high = low + (int64_t)((UINT64_C(1) << width) - 1);
    struct term lowest = term_bv_signed(t, 64, low), highest = term_bv_signed(t, 64, high);
    struct term met = term_and(t, term_2(t, TERM_BV_SLE, least, highest),
                               term_2(t, TERM_BV_SLE, lowest, most));
    least = term_ite(t, term_2(t, TERM_BV_SLT, least, lowest), lowest, least);
    most = term_ite(t, term_2(t, TERM_BV_SLT, highest, most), highest, most);
    struct term inner =
        slh_within(r->slh, c->s->heap, p[0], p[1], r->fields[m],
                   term_extract(t, least, width - 1, 0), term_extract(t, most, width - 1, 0));
    return term_or(t, slh_alias(r->slh, p[0], p[1]), term_and(t, met, inner));
}

static struct lists_value observe_data(const struct call *c, const char *what)
{
    struct run *r = c->r;
    struct slh_pointer p[2];
    int m = member_argument(c);
    if (m < 0 || !pointers(c, 2, p))
        return value_unsupported();
    unsigned field = r->fields[m];
    if (!strcmp(what, "sorted"))
        return value_number(slh_sorted(r->slh, c->s->heap, p[0], p[1], field));
    if (!strcmp(what, "sum"))
        return value_number(slh_sum(r->slh, c->s->heap, p[0], p[1], field));
    struct lists_value least = argument(c, 3);
    struct lists_value most = argument(c, 4);
    if (least.kind != VALUE_NUMBER || most.kind != VALUE_NUMBER)
        return value_unsupported();
    return value_number(within(c, p, (unsigned)m, least.number, most.number));
}

static struct lists_value observe(const struct call *c, const char *what)
{
    struct run *r = c->r;
    struct slh_heap h = c->s->heap;
    struct slh_pointer p[2];
    if (!strcmp(what, "sorted") || !strcmp(what, "within") || !strcmp(what, "sum"))
        return observe_data(c, what);
    if (!strcmp(what, "circular"))
        return pointers(c, 1, p) ? value_number(slh_circular(r->slh, h, p[0]))
                                 : value_unsupported();
    if (!pointers(c, 2, p))
        return value_unsupported();
    if (!strcmp(what, "path_length"))
        return value_number(slh_length(r->slh, h, p[0], p[1]));
    if (!strcmp(what, "is_path"))
        return value_number(slh_is_path(r->slh, h, p[0], p[1]));
    if (!strcmp(what, "alive"))
        return value_number(run_alive(r, c->s, p[0], p[1]));
    if (!strcmp(what, "disjoint"))
        return value_number(slh_disjoint(r->slh, h, p[0], p[1]));
    return value_unsupported();
}

static void invariant_call(const struct call *c)
{
    struct run *r = c->r;
    struct lists_value v = argument(c, 0);
    if (v.kind != VALUE_NUMBER) {
        run_give_up(r, c->s, c->id, "an invariant about something that is not covered");
        return;
    }
    uint32_t cut = UINT32_MAX;
    for (uint32_t i = 0; i < r->l->cuts.list.count; i++)
        for (size_t k = 0; k < r->l->cuts.list.data[i].invariants.count; k++)
            if (r->l->cuts.list.data[i].invariants.data[k] == c->id)
                cut = i;
    bool inside = cut != UINT32_MAX && r->start != UINT32_MAX &&
                  loop_contains(&r->l->cuts.forest, r->l->cuts.list.data[cut].loop,
                                r->l->cuts.list.data[r->start].block);
    run_demand(r, c->s, c->id, v.number,
               (struct demand){inside ? LISTS_STEP : LISTS_BASE, LISTS_INADEQUATE_INVARIANT,
                               "the invariant holds"});
}

void step_clear(struct run *r, struct state *s, struct slh_pointer p)
{
    s->heap = slh_link(r->slh, s->heap, p, slh_null(r->slh));
    for (unsigned m = 0; m < r->l->layout.count; m++)
        s->heap = slh_put(r->slh, s->heap, p, r->fields[m],
                          term_bv(r->l->terms, r->l->layout.members[m].width, 0));
}

static void allocation(const struct call *c, uint64_t size, bool cleared)
{
    struct run *r = c->r;
    if (size != r->l->layout.size) {
        run_give_up(r, c->s, c->id, "an allocation that is not one node");
        return;
    }
    struct slh_pointer p = slh_fresh(r->slh, c->s->fresh++);
    LAW(c->s->fresh > 0);
    if (cleared)
        step_clear(r, c->s, p);
    else
        c->s->heap = slh_link(r->slh, c->s->heap, p, slh_junk(r->slh));
    if (r->l->frees)
        c->s->heap = slh_put(r->slh, c->s->heap, p, r->freed, term_bv(r->l->terms, 1, 0));
    if (r->l->options->malloc_may_fail)
        p = slh_if(r->slh, term_fresh(r->l->terms, sort_bool(r->l->terms), "fails"),
                   slh_null(r->slh), p);
    c->s->values[c->id] = value_pointer(p);
}

static void free_call(const struct call *c)
{
    struct run *r = c->r;
    struct terms *t = r->l->terms;
    struct lists_value v = argument(c, 0);
    if (v.kind != VALUE_POINTER || v.offset) {
        run_give_up(r, c->s, c->id, "free of something that is no node");
        return;
    }
    struct slh_pointer p = v.pointer;
    struct term proper = term_not(t, slh_alias(r->slh, p, slh_junk(r->slh)));
    if (r->l->junk == SLH_MAYBE_JUNK)
        run_demand(r, c->s, c->id, proper,
                   (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE,
                                   "the pointer that is freed is initialised"});
    struct term fine = term_or(t, slh_is_null(r->slh, p), node_is_alive(r, c->s, p));
    run_demand(
        r, c->s, c->id, fine,
        (struct demand){LISTS_MEMORY, LISTS_USE_AFTER_FREE, "the node is not freed twice"});
    c->s->heap = slh_put(r->slh, c->s->heap, p, r->freed, term_bv(t, 1, 1));
}

static uint64_t constant_argument(const struct call *c, uint32_t k)
{
    uint64_t n;
    struct lists_value v = argument(c, k);
    return v.kind == VALUE_NUMBER && term_const_u64(c->r->l->terms, v.number, &n) ? n : 0;
}

static enum builtin builtin_of(const struct call *c)
{
    const struct program *p = c->r->l->program;
    struct value v = instruction_operand(c->r->l->f, c->in, 0);
    if (!value_is_constant(v) || program_constant(p, v)->kind != CONSTANT_FUNCTION)
        return BUILTIN_NONE;
    return (enum builtin)p->functions.data[program_constant(p, v)->index].builtin;
}

/* Functions that end the run, or say what is assumed; false: it is none of those. */
static bool ending_call(const struct call *c)
{
    struct run *r = c->r;
    struct terms *t = r->l->terms;
    enum builtin b = builtin_of(c);
    struct term condition = term_bool(t, false);
    bool has_condition = b == BUILTIN_ASSUME || b == BUILTIN_ASSERT;
    bool demands = b == BUILTIN_ASSERT || b == BUILTIN_ERROR || b == BUILTIN_ASSERT_FAIL;
    if (!has_condition && !demands && b != BUILTIN_ABORT && b != BUILTIN_EXIT &&
        b != BUILTIN_QUIT)
        return false;
    struct lists_value v = has_condition ? argument(c, 0) : value_unsupported();
    if (has_condition && v.kind != VALUE_NUMBER) {
        run_give_up(r, c->s, c->id, "a condition that is not covered");
        return true;
    }
    if (has_condition) {
        struct term bits = value_bits(r, v.number);
        condition = term_ne(t, bits, term_bv(t, term_width(t, bits), 0));
    }
    if (demands)
        run_demand(
            r, c->s, c->id, condition,
            (struct demand){LISTS_USE, LISTS_ASSERTION_FAILURE, "the assertion holds"});
    else
        c->s->guard = term_and(t, c->s->guard, condition);
    return true;
}

void step_call(struct run *r, struct state *s, uint32_t id)
{
    struct call c = {r, s, id, step_instruction(r, id)};
    const char *name = call_name(r->l->program, r->l->f, c.in);
    s->values[id] = value_unsupported();
    if (ending_call(&c))
        return;
    if (!strcmp(name, "__sooth_invariant"))
        invariant_call(&c);
    else if (!strcmp(name, "__sooth_ranking"))
        return;
    else if (!strcmp(name, "__sooth_lists_any"))
        s->values[id] = value_pointer(slh_variable(
            r->slh, arena_format(r->arena, "any%u.%d", id, s->nexts++), SLH_PROPER));
    else if (!strncmp(name, "__sooth_", 8))
        s->values[id] = observe(&c, name + 8);
    else if (!strcmp(name, "malloc"))
        allocation(&c, constant_argument(&c, 0), false);
    else if (!strcmp(name, "calloc"))
        allocation(&c, constant_argument(&c, 0) * constant_argument(&c, 1), true);
    else if (!strcmp(name, "free"))
        free_call(&c);
    else
        run_give_up(r, s, id,
                    arena_format(r->arena, "call of %s",
                                 *name ? name : "a function through a pointer"));
}
