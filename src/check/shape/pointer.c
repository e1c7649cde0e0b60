/* Pointers in the checker of shapes: comparisons, sums, as numbers.
 *
 * Pointers to different objects are different if both objects live and both offsets are
 * strictly inside; elements at the two ends of a list are different if there are at least
 * two. Everything else may be equal or not. Where a list may be empty it is unfolded first.
 */
#include "check/shape/shape_internal.h"

#include "base/failure.h"
#include "program/literal.h"

bool heap_focus(struct heap_checker *c, struct heap_state *s, struct heap_value v)
{
    if (v.kind != HEAP_POINTER || heap_at(s, v.object)->kind == SHAPE_REGION)
        return false;
    heap_unfold(c, s, v.object, v.target);
    return true;
}

static bool focus_empty(struct heap_checker *c, struct heap_state *s, struct heap_value v)
{
    if (v.kind != HEAP_POINTER || !heap_may_be_empty(heap_at(s, v.object)))
        return false;
    heap_split_empty(c, s, v.object);
    return true;
}

/* 0 <= offset < size, or <= size */
static struct term inside(struct heap_checker *c, const struct heap_state *s,
                          struct heap_value v, bool strictly)
{
    return term_2(c->base.terms, strictly ? TERM_BV_ULT : TERM_BV_ULE, v.term,
                  heap_at(s, v.object)->size);
}

static struct term either(struct heap_checker *c)
{
    return term_fresh(c->base.terms, sort_bool(c->base.terms), "either");
}

/* The second is not known to be an object's address. */
static struct term equal_to_number(struct heap_checker *c, struct heap_state *s,
                                   struct heap_value p, struct heap_value number)
{
    struct terms *ts = c->base.terms;
    if (p.kind == HEAP_FUNCTION)
        return heap_is_zero(c, number) ? term_bool(ts, false) : either(c);
    if (!heap_is_zero(c, number) || !heap_at(s, p.object)->alive)
        return either(c);
    return heap_shown(c, s, inside(c, s, p, false)) ? term_bool(ts, false) : either(c);
}

static bool may_share(struct heap_checker *c, const struct heap_object *x,
                      const struct heap_object *y)
{
    if (x->storage != SHAPE_GLOBAL || y->storage != SHAPE_GLOBAL)
        return false;
    return literal_may_share(c->base.program, x->index, y->index);
}

static struct term equal_objects(struct heap_checker *c, struct heap_state *s,
                                 struct heap_value p, struct heap_value q)
{
    struct terms *ts = c->base.terms;
    if (p.object == q.object && p.target == q.target)
        return term_eq(ts, p.term, q.term);
    const struct heap_object *x = heap_at(s, p.object), *y = heap_at(s, q.object);
    if (!x->alive || !y->alive || may_share(c, x, y))
        return either(c);
    if (!heap_shown(c, s, inside(c, s, p, true)) || !heap_shown(c, s, inside(c, s, q, true)))
        return either(c);
    return term_bool(ts, false);
}

static struct term equal(struct heap_checker *c, struct heap_state *s, struct heap_value p,
                         struct heap_value q)
{
    struct terms *ts = c->base.terms;
    if (p.kind == HEAP_NUMBER && q.kind == HEAP_NUMBER)
        return term_eq(ts, p.term, q.term);
    if (p.kind == HEAP_FUNCTION && q.kind == HEAP_FUNCTION)
        return term_bool(ts, p.object == q.object);
    if (p.kind == HEAP_POINTER && q.kind == HEAP_POINTER)
        return equal_objects(c, s, p, q);
    if (p.kind == HEAP_DANGLING || q.kind == HEAP_DANGLING)
        return either(c);
    if (q.kind == HEAP_NUMBER)
        return equal_to_number(c, s, p, q);
    if (p.kind == HEAP_NUMBER)
        return equal_to_number(c, s, q, p);
    return either(c);
}

/* Addresses are ordered as unsigned numbers; inside one object offsets tell. */
static struct term order(struct heap_checker *c, struct heap_state *s, enum compare k,
                         struct heap_value p, struct heap_value q)
{
    static const enum term_op ops[] = {
        [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
        [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
        [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
    };
    bool numbers = p.kind == HEAP_NUMBER && q.kind == HEAP_NUMBER;
    bool one = p.kind == HEAP_POINTER && q.kind == HEAP_POINTER && p.object == q.object &&
               p.target == q.target;
    bool by_offset = one && k >= COMPARE_ULT && k <= COMPARE_UGE &&
                     heap_shown(c, s, inside(c, s, p, false)) &&
                     heap_shown(c, s, inside(c, s, q, false));
    return numbers || by_offset ? term_2(c->base.terms, ops[k], p.term, q.term) : either(c);
}

/* The two ends of a list may be one element. */
static bool ends_may_meet(const struct heap_state *s, struct heap_value p,
                          struct heap_value q)
{
    if (p.kind != HEAP_POINTER || q.kind != HEAP_POINTER)
        return false;
    return p.object == q.object && p.target != q.target && heap_at(s, p.object)->least < 2;
}

enum heap_step heap_compare(struct heap_checker *c, struct heap_state *s, uint32_t id,
                            const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0), q = heap_operand(c, s, in, 1);
    if (focus_empty(c, s, p) || focus_empty(c, s, q))
        return HEAP_DONE;
    if (ends_may_meet(s, p, q)) {
        heap_focus(c, s, p);
        return HEAP_DONE;
    }
    struct term r;
    if (in->sub == COMPARE_EQ || in->sub == COMPARE_NE) {
        r = equal(c, s, p, q);
        if (in->sub == COMPARE_NE)
            r = term_not(c->base.terms, r);
    } else {
        r = order(c, s, in->sub, p, q);
    }
    heap_set(s, id, heap_number(check_flag(&c->base, r)));
    return HEAP_NEXT;
}

enum heap_step heap_pointer_add(struct heap_checker *c, struct heap_state *s, uint32_t id,
                                const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0), by = heap_operand(c, s, in, 1);
    if (!heap_is_zero(c, by)) {
        if (focus_empty(c, s, p))
            return HEAP_DONE;
        if (p.kind == HEAP_POINTER || p.kind == HEAP_NUMBER)
            p.term = term_2(c->base.terms, TERM_BV_ADD, p.term, by.term);
        if (p.kind == HEAP_FUNCTION) {
            heap_uncovered(c, s, "arithmetic with the address of a function");
            return heap_stop(s);
        }
    }
    heap_set(s, id, p);
    return HEAP_NEXT;
}

/* A region has a base, any number; other addresses are any number each time. */
enum heap_step heap_to_integer(struct heap_checker *c, struct heap_state *s, uint32_t id,
                               const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0);
    struct terms *ts = c->base.terms;
    struct type word = {TYPE_INT, c->base.view.width};
    if (focus_empty(c, s, p))
        return HEAP_DONE;
    if (p.kind == HEAP_POINTER && heap_at(s, p.object)->kind == SHAPE_REGION) {
        struct heap_object *o = heap_at(s, p.object);
        if (!term_is(o->base))
            o->base = heap_any(c, word).term;
        p.term = term_2(ts, TERM_BV_ADD, o->base, p.term);
    } else if (p.kind != HEAP_NUMBER) {
        p = heap_any(c, word);
    }
    heap_set(s, id, heap_number(term_resize(ts, p.term, in->type.width)));
    return HEAP_NEXT;
}
