/* An access outside of an object of the function's own: what callers say of the numbers that
 * its size, or the index, is computed from. */
#include "caller/refine/refine_internal.h"

#include <stdlib.h>

enum { MOST_CALLS_DEEP = 3, MOST_WAYS = 200 };
struct ways { /* the calls that lead to an allocation, innermost first */
    const struct refining *r;
    struct code_place places[MOST_CALLS_DEEP];
    uint32_t count;
    struct sources *out;
};

static bool may_call(const struct program *p, const struct function *f,
                     const struct instruction *i, uint32_t callee)
{
    if (i->op != OP_CALL || i->block == UINT32_MAX)
        return false;
    struct value v = instruction_operand(f, i, 0);
    if (!value_is_constant(v))
        return text_starts(p->functions.data[callee].name, "sooth_callback_");
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_FUNCTION && c->index == callee;
}

/* What the size is computed from in the allocating function, and in those that call it. */
static void follow_ways(struct ways *w, size_t depth)
{
    LAW(depth && depth <= MOST_CALLS_DEEP);
    const struct program *p = w->r->view->program;
    usage_sources(w->r->view->usage, p, w->places, depth, w->out);
    if (depth == MOST_CALLS_DEEP)
        return;
    for (uint32_t f = 0; f < p->functions.count; f++)
        for (uint32_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct function *caller = &p->functions.data[f];
            if (!may_call(p, caller, &caller->instructions.data[i],
                          w->places[depth - 1].function))
                continue;
            if (w->count++ >= MOST_WAYS)
                return;
            w->places[depth] = (struct code_place){f, i};
            follow_ways(w, depth + 1);
        }
}

/* Numbers of callers that the size of an object was computed from, by the call or
 * the declaration at that place. */
static void find_size_sources(const struct refining *r, struct sources *out)
{
    const struct replay_view *v = r->view;
    for (uint32_t f = 0; f < v->program->functions.count; f++)
        for (uint32_t i = 0; i < v->program->functions.data[f].instructions.count; i++) {
            const struct instruction *in =
                &v->program->functions.data[f].instructions.data[i];
            const struct place *at = instruction_place(v->program, in);
            bool here = at->line == v->made.line && at->file == v->made.file &&
                        at->column == v->made.column;
            bool makes = in->op == OP_CALL || in->op == OP_ALLOCA;
            if (!makes || in->block == UINT32_MAX || !here)
                continue;
            follow_ways(&(struct ways){.r = r, .places = {{f, i}}, .out = out}, 1);
        }
}

static bool is_size_source(const struct refining *r, const struct sources *of_size,
                           const struct spot *n)
{
    if (n->shape != SPOT_NUMBER || n->number == USE_NONE)
        return false;
    return n->number < r->view->usage->numbers.count && of_size->numbers[n->number];
}

/* The access is a copy or a fill: a number that it depends on is how many bytes, not where.
 */
static bool is_move(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    enum op op = (enum op)f->instructions.data[r->view->instruction].op;
    return op == OP_MEMCPY || op == OP_MEMMOVE || op == OP_MEMSET;
}

/* An object of the function's own has as many bytes as one number says, and another one says
 * how many of them are used: it is not larger, unless the function itself compares the two.
 */
static bool limit_by_size(struct refining *r, const struct sources *of_size)
{
    struct caller *p = r->plan;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        const struct spot *size = &p->spots.data[i];
        if (!is_size_source(r, of_size, size) || size->below != SPOT_NONE)
            continue;
        for (uint32_t k = 0; k < p->spots.count; k++) {
            struct spot *n = &p->spots.data[k];
            if (!refine_is_source(r, n) || is_size_source(r, of_size, n) || n->by_contract)
                continue;
            if (n->below != SPOT_NONE || n->parent != size->parent ||
                !refine_has_range_of_type(p, n) || !refine_may_limit(p, n, i))
                continue;
            bool fill = refine_is_fill(p, n, size);
            if (!fill && usage_are_compared(&p->usage, n->number, size->number))
                continue;
            n->below = i;
            n->or_equal = fill || is_move(r);
            refine_note(r,
                        arena_format(&p->arena, " is %s %s",
                                     n->or_equal ? "at most" : "below", size->name),
                        n->name);
            return true;
        }
    }
    return false;
}

/* The access goes through a pointer that the function moved before (`p = buffer + fill`), so
 * that no number is seen in it: what is weighed against the size is at most that. */
static bool limit_fill(struct refining *r, const struct sources *of_size)
{
    struct caller *p = r->plan;
    for (uint32_t i = 0; i < p->spots.count; i++)
        for (uint32_t k = 0; k < p->spots.count; k++) {
            const struct spot *size = &p->spots.data[i];
            struct spot *n = &p->spots.data[k];
            if (!is_size_source(r, of_size, size) || size->below != SPOT_NONE ||
                n->shape != SPOT_NUMBER || n->below != SPOT_NONE || n->by_contract)
                continue;
            if (is_size_source(r, of_size, n) || !refine_is_fill(p, n, size) ||
                !refine_may_limit(p, n, i))
                continue;
            n->below = i;
            n->or_equal = true;
            refine_note(r, arena_format(&p->arena, " is at most %s", size->name), n->name);
            return true;
        }
    return false;
}

/* An object of the function's own is too small, maybe since its size wrapped around: a number
 * of callers is not that large. */
static bool narrow_size(struct refining *r, const struct sources *of_size)
{
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (!is_size_source(r, of_size, n) || n->by_contract)
            continue;
        uint64_t width = r->plan->program->ctypes.data[n->ctype].bytes * 8;
        if (width < 16)
            continue;
        bool narrower =
            !n->has_range && refine_narrow(r->plan, n, 0, (__int128)1 << (width - 2));
        if (!narrower && !refine_narrow(r->plan, n, 0, ((__int128)1 << (width / 2 - 1)) - 1))
            continue;
        refine_note(r, " is in a range", n->name);
        changed = true;
    }
    return changed;
}

/* An object of no bytes: what its size is computed from is not 0, unless the function itself
 * lets 0 pass, knowing of negative ones. */
static bool ask_for_bytes(struct refining *r, const struct sources *of_size)
{
    bool changed = false;
    for (size_t i = 0; !r->view->object_size && i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (!is_size_source(r, of_size, n) || n->by_contract)
            continue;
        const struct number *of = &r->plan->usage.numbers.data[n->number];
        if (of->has_least && of->least <= 0)
            continue;
        if (!refine_narrow(r->plan, n, 1, (__int128)1 << 64))
            continue;
        refine_note(r, " is at least 1", n->name);
        changed = true;
    }
    return changed;
}

/* `depends`: on how many numbers of callers the object's size depends. */
bool refine_limit_size(struct refining *r, uint32_t *depends)
{
    struct sources of_size = {.numbers =
                                  calloc(r->view->usage->numbers.count + 1, sizeof(bool))};
    find_size_sources(r, &of_size);
    for (size_t i = 0; i < r->plan->spots.count; i++)
        *depends += is_size_source(r, &of_size, &r->plan->spots.data[i]);
    bool changed = limit_by_size(r, &of_size) || limit_fill(r, &of_size) ||
                   narrow_size(r, &of_size) || ask_for_bytes(r, &of_size);
    free(of_size.numbers);
    return changed;
}

/* A `char` that is an index of a table for some of its values. */
static bool is_small_index(const struct refining *r, const struct spot *n)
{
    uint64_t count = r->view->bytes ? r->view->object_size / r->view->bytes : 0;
    return r->plan->program->ctypes.data[n->ctype].kind == CTYPE_CHAR && count && count < 128;
}

static bool make_smaller(struct refining *r, struct spot *n)
{
    if (!is_small_index(r, n))
        return refine_narrow_more(r->plan, n);
    __int128 most = (__int128)(r->view->object_size / r->view->bytes) - 1;
    return !refine_is_let_pass(r, n, most) && refine_narrow(r->plan, n, 0, most);
}

/* Numbers that an index of a callee is computed from are smaller, unless the function itself
 * tests them. */
bool refine_limit_inputs(struct refining *r)
{
    bool changed = false;
    if (refine_cuts_index(r))
        return false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (!refine_is_source(r, n) || n->by_contract)
            continue;
        if (!refine_has_range_of_type(r->plan, n) && !is_small_index(r, n))
            continue;
        const struct number *of = &r->plan->usage.numbers.data[n->number];
        if (of->has_limit || of->has_least || n->below != SPOT_NONE)
            continue;
        if (!n->fresh && !make_smaller(r, n))
            continue;
        n->fresh = true;
        refine_note(r, " is in a range", n->name);
        changed = true;
    }
    return changed;
}
