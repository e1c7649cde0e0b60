/* Comparing and subtracting pointers. Live objects are disjoint; all else about addresses is
 * open. */
#include "engine/shapes/shapes.h"

#include "program/literal.h"

static bool is_null(struct shapes *s, struct graph_value v)
{
    uint64_t x;
    return v.kind == GRAPH_POINTER && !v.object && term_const_u64(s->terms, v.term, &x) &&
           x == 0;
}

/* Points to a byte of a live object, whatever else is there. */
static bool strictly_inside(struct shapes *s, const struct graph *g, struct graph_value v)
{
    const struct graph_object *o = g->objects[v.object];
    if (!o->alive || !o->least)
        return false;
    uint64_t at;
    if (term_const_u64(s->terms, v.term, &at) && o->bytes != UINT64_MAX)
        return at < o->bytes;
    return shapes_prove(s, g, term_2(s->terms, TERM_BV_ULT, v.term, o->size));
}

/* ... or to its end: then its address is not null and has not wrapped around. */
static bool is_within(struct shapes *s, const struct graph *g, struct graph_value v)
{
    if (v.kind == GRAPH_DANGLING)
        return true; /* what is not within is made wild, not dangling */
    uint64_t at;
    if (v.kind == GRAPH_FUNCTION)
        return term_const_u64(s->terms, v.term, &at) && !at;
    if (!graph_is_pointer(v))
        return false;
    const struct graph_object *o = g->objects[v.object];
    if (term_const_u64(s->terms, v.term, &at) && o->bytes != UINT64_MAX)
        return at <= o->bytes;
    return shapes_prove(s, g, term_2(s->terms, TERM_BV_ULE, v.term, o->size));
}

/* Literals may lie in one another. */
static bool may_share(struct shapes *s, const struct graph *g, struct graph_value a,
                      struct graph_value b)
{
    const struct graph_object *x = g->objects[a.object], *y = g->objects[b.object];
    if (x->storage != GRAPH_GLOBAL || y->storage != GRAPH_GLOBAL)
        return false;
    return literal_may_share(s->program, x->index, y->index);
}

static struct term open_answer(struct shapes *s)
{
    return term_fresh(s->terms, sort_bool(s->terms), "equal");
}

/* An address without object against something that has one. */
static struct term equal_number(struct shapes *s, const struct graph *g,
                                struct graph_value number, struct graph_value other)
{
    struct terms *ts = s->terms;
    if (!is_within(s, g, other))
        return open_answer(s);
    struct term zero = term_eq(ts, number.term, shapes_offset(s, 0));
    return term_and(ts, term_not(ts, zero), open_answer(s));
}

static struct term equal(struct shapes *s, struct graph *g, struct graph_value a,
                         struct graph_value b)
{
    struct terms *ts = s->terms;
    if (a.kind == GRAPH_POINTER && b.kind == GRAPH_POINTER) {
        if (!a.object && !b.object)
            return term_eq(ts, a.term, b.term);
        if (!a.object)
            return equal_number(s, g, a, b);
        if (!b.object)
            return equal_number(s, g, b, a);
        if (a.object == b.object && a.end == b.end)
            return term_eq(ts, a.term, b.term);
        if (may_share(s, g, a, b))
            return open_answer(s);
        if (strictly_inside(s, g, a) && strictly_inside(s, g, b))
            return term_bool(ts, false);
        return open_answer(s);
    }
    if (a.kind == GRAPH_FUNCTION && b.kind == GRAPH_FUNCTION && a.object == b.object)
        return term_eq(ts, a.term, b.term);
    if (is_null(s, a))
        return equal_number(s, g, a, b);
    if (is_null(s, b))
        return equal_number(s, g, b, a);
    return open_answer(s);
}

/* Whether two ends of one list are one node depends on its length. */
static bool needs_length(const struct graph *g, struct graph_value a, struct graph_value b)
{
    if (!graph_is_pointer(a) || !graph_is_pointer(b))
        return false;
    return a.object == b.object && a.end != b.end && g->objects[a.object]->least < 2;
}

static const enum term_op numbers[] = {
    [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
    [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
    [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
};
static struct term order(struct shapes *s, const struct graph *g, enum compare c,
                         struct graph_value a, struct graph_value b)
{
    bool both = a.kind == GRAPH_POINTER && b.kind == GRAPH_POINTER;
    if (both && !a.object && !b.object)
        return term_2(s->terms, numbers[c], a.term, b.term);
    bool is_signed = c >= COMPARE_SLT;
    if (both && !is_signed && a.object == b.object && a.end == b.end && is_within(s, g, a) &&
        is_within(s, g, b))
        return term_2(s->terms, numbers[c], a.term, b.term);
    return open_answer(s);
}

enum step_result shapes_compare(struct shapes *s, struct graph *g,
                                const struct instruction *in, uint32_t id)
{
    struct graph_value a = shapes_value(s, g, instruction_operand(g->frame->f, in, 0));
    struct graph_value b = shapes_value(s, g, instruction_operand(g->frame->f, in, 1));
    if (shapes_resolve(s, g, a) || shapes_resolve(s, g, b))
        return STEP_OVER;
    if (needs_length(g, a, b) && shapes_unfold(s, g, a))
        return STEP_OVER;
    struct term t;
    if (in->sub == COMPARE_EQ)
        t = equal(s, g, a, b);
    else if (in->sub == COMPARE_NE)
        t = term_not(s->terms, equal(s, g, a, b));
    else
        t = order(s, g, in->sub, a, b);
    g->frame->values[id] = graph_number(shapes_from_bool(s, t));
    return STEP_ON;
}

static bool pointer_behind(struct shapes *s, struct graph *g, const struct instruction *user,
                           uint32_t k, struct graph_value *out)
{
    struct value v = instruction_operand(g->frame->f, user, k);
    if (value_is_constant(v))
        return false;
    const struct instruction *in = &g->frame->f->instructions.data[v.id];
    if (in->op != OP_PTRTOINT || in->type.width != s->width || in->block != user->block)
        return false;
    *out = shapes_value(s, g, instruction_operand(g->frame->f, in, 0));
    return out->kind == GRAPH_POINTER;
}

/* p - q of pointers into one object is the difference of offsets, whatever the addresses are.
 */
enum step_result shapes_subtract(struct shapes *s, struct graph *g,
                                 const struct instruction *in, uint32_t id)
{
    struct graph_value operands[2], a, b, out;
    for (uint32_t k = 0; k < 2; k++)
        operands[k] = shapes_value(s, g, instruction_operand(g->frame->f, in, k));
    if (operands[0].kind != GRAPH_NUMBER || operands[1].kind != GRAPH_NUMBER) {
        shapes_give_up(s, g, "number of unknown origin");
        return STEP_OVER;
    }
    bool one = pointer_behind(s, g, in, 0, &a) && pointer_behind(s, g, in, 1, &b) &&
               a.object == b.object && a.end == b.end;
    if (one)
        out = graph_number(term_2(s->terms, TERM_BV_SUB, a.term, b.term));
    else
        shapes_pure(s, g, in, id, operands, &out);
    g->frame->values[id] = out;
    return STEP_ON;
}
