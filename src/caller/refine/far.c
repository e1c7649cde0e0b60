/* What a finding says where there is far memory: nothing but that more is far, or that
 * numbers there are smaller. */
#include "caller/refine/refine_internal.h"
#include "interp/interp.h"

enum { MOST_RUNGS = 3 };

static bool is_computed_from(const struct caller *c, uint32_t function, struct value v,
                             uint32_t number, int depth)
{
    const struct function *f = &c->program->functions.data[function];
    uint64_t found;
    if (value_is_constant(v) || value_is_none(v) || depth > 4)
        return false;
    if (map_get(&c->usage.number_of, (uint64_t)function << 32 | v.id, &found) &&
        found == number)
        return true;
    const struct instruction *i = &f->instructions.data[v.id];
    for (uint32_t k = 0; op_class(i->op) == CLASS_INTEGER && k < i->count; k++)
        if (is_computed_from(c, function, instruction_operand(f, i, k), number, depth + 1))
            return true;
    return false;
}

static bool is_compared_in(const struct caller *c, uint32_t function, uint32_t number)
{
    const struct function *f = &c->program->functions.data[function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op != OP_ICMP || i->sub == COMPARE_EQ || i->sub == COMPARE_NE)
            continue;
        if (is_computed_from(c, function, instruction_operand(f, i, 0), number, 0) ||
            is_computed_from(c, function, instruction_operand(f, i, 1), number, 0))
            return true;
    }
    return false;
}

/* An index of the buffer, or its fill level, is weighed against the number, or the number is
 * called a length. */
static bool may_be_size(const struct caller *c, const struct spot *s, const struct spot *n)
{
    if (caller_names_length(n->name) || s->use == USE_NONE)
        return true;
    return usage_weight(&c->usage, s->use, n->number) ||
           caller_is_weighed(c, s->use, n->number, IN_CALLEE);
}

/* A number beside the pointer that may be its size, since the function weighs it, itself or
 * in a callee; where callees are verified once, and the pointer lies in memory of callers,
 * only itself. */
static bool has_size_beside(const struct caller *c, const struct spot *s)
{
    bool nested = c->once && s->parent != SPOT_NONE && s->parent != SPOT_GLOBAL;
    for (size_t i = 0; i < c->spots.count; i++) {
        const struct spot *n = &c->spots.data[i];
        if (n->shape != SPOT_NUMBER || n->parent != s->parent || n->number == USE_NONE)
            continue;
        if (!may_be_size(c, s, n))
            continue;
        for (uint32_t f = 0; f < c->program->functions.count; f++)
            if ((!nested || f == c->function) && is_compared_in(c, f, n->number))
                return true;
    }
    return false;
}

bool caller_has_unknown_size(const struct caller *c, const struct spot *s)
{
    if (has_size_beside(c, s))
        return false;
    if (s->shape == SPOT_COUNTED)
        return !s->expression && !refine_is_checked(c, s);
    if (c->once && (s->shape == SPOT_END || s->shape == SPOT_INSIDE))
        return caller_has_unknown_size(c, &c->spots.data[s->length]);
    return s->shape == SPOT_ONE || s->shape == SPOT_ARRAY || s->shape == SPOT_ROOM ||
           s->shape == SPOT_SPAN || s->shape == SPOT_LIST ||
           (c->once && s->shape == SPOT_STRING);
}

static bool is_arithmetic(const struct refining *r)
{
    return r->view->error == INTERP_OVERFLOW || r->view->error == INTERP_SHIFT;
}

/* --- results of functions without body --- */

/* A null that came from some result through memory: those that nobody asks for null are
 * none. */
static bool keep_results(struct refining *r)
{
    bool kept = false;
    for (size_t i = 0; i < r->plan->externs.count; i++) {
        struct extern_result *e = &r->plan->externs.data[i];
        if (e->never_null || !caller_extern_gives_pointer(r->plan, e) ||
            refine_is_result_tested(r->plan, e->function))
            continue;
        kept = e->never_null = true;
    }
    if (kept)
        refine_note(r, "results that are never asked for null are not null", "");
    return kept;
}

/* The access is at an index, not at a constant distance. */
static bool is_indexed(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    struct value v = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    while (!value_is_constant(v) && !value_is_none(v) &&
           f->instructions.data[v.id].op == OP_PTRADD) {
        i = &f->instructions.data[v.id];
        if (!value_is_constant(instruction_operand(f, i, 1)))
            return true;
        v = instruction_operand(f, i, 0);
    }
    return false;
}

/* An element behind the object that was made for a result: there are several. */
static bool make_many(struct refining *r)
{
    if (r->view->error != INTERP_BOUNDS || r->view->offset < 0 || !is_indexed(r))
        return false;
    for (size_t i = 0; i < r->plan->externs.count; i++) {
        struct extern_result *e = &r->plan->externs.data[i];
        if (e->line != r->view->made.line || e->many ||
            r->view->offset % (int64_t)r->view->object_size)
            continue;
        e->many = true;
        refine_note(r, " returns several objects",
                    r->plan->program->functions.data[e->function].name);
        return true;
    }
    return false;
}

/* An index leaves memory that callers have not made. */
static bool enters_table(const struct refining *r)
{
    bool made = r->view->object_known && r->view->made.file == r->view->harness_file;
    return (r->view->error == INTERP_BOUNDS || r->view->error == INTERP_INVALID) && !made &&
           is_indexed(r);
}

bool refine_far(struct refining *r)
{
    LAW(r->plan->far);
    struct caller *p = r->plan;
    if (is_arithmetic(r) && p->far_rung < MOST_RUNGS) {
        p->far_rung++;
        return true;
    }
    if (r->view->error == INTERP_DIVISION && !p->far_divides)
        return p->far_divides = true;
    if (r->view->error == INTERP_NULL && keep_results(r))
        return true;
    if (enters_table(r) && !p->far_indexes)
        return p->far_indexes = true;
    if (!r->view->object_known || r->view->made.file != r->view->harness_file)
        return false;
    if (make_many(r))
        return true;
    const struct spot *s = refine_spot_at(p, r->view->made.line);
    if (!s || s->by_contract || !caller_has_unknown_size(p, s))
        return false;
    refine_note(r, " is not known in size", s->name);
    return caller_make_far(p, (uint32_t)(s - p->spots.data));
}
