/* Values in the entailment of the checker of shapes: the given one is among those that the
 * wanted one stands for. */
#include "check/shape/entail/match.h"

static bool match_self(struct matching *m, struct context *x, struct heap_value w,
                       struct heap_value g)
{
    const struct context *at = match_owner(x, w.object);
    if (!at)
        return match_fails(m, "self outside of an element");
    enum shape_target target = at->generic ? SHAPE_AT_SELF : SHAPE_AT_NODE;
    if (g.kind != HEAP_POINTER || g.object != at->item || g.target != target)
        return match_fails(m, "a pointer that does not lead to its own element");
    return match_offset(m, x, w.term, g.term);
}

static bool match_maybe(struct matching *m, struct context *x, struct context *at,
                        struct heap_value w, struct heap_value g)
{
    uint64_t known;
    const struct heap_object *o = heap_at(m->wanted, w.object);
    bool node = g.kind == HEAP_POINTER && g.target == SHAPE_AT_NODE &&
                heap_at(m->given, g.object)->kind != SHAPE_TREE;
    bool global = node && heap_at(m->given, g.object)->storage == SHAPE_GLOBAL;
    if (node && !(global && o->has_other))
        return match_region(m, at, w.object, g.object) && match_offset(m, x, w.term, g.term);
    if (o->has_other ? !match_value(m, at, o->otherwise, g) : !heap_is_zero(m->c, g))
        return match_fails(m, "a pointer to something else");
    if (map_get(&at->objects, w.object, &known))
        return known ? match_fails(m, "an object that is there") : true;
    map_set(&at->objects, w.object, 0);
    return match_when(m, at, o, term_bv(m->c->base.terms, 1, 0));
}

static bool match_pointer(struct matching *m, struct context *x, struct heap_value w,
                          struct heap_value g)
{
    if (w.target == SHAPE_AT_SELF)
        return match_self(m, x, w, g);
    const struct heap_object *o = heap_at(m->wanted, w.object);
    struct context *at = match_owner(x, o->owner);
    if (!at)
        return match_fails(m, "an owned object outside of its element");
    switch (o->kind) {
    case SHAPE_REGION:
        if (g.kind != HEAP_POINTER || g.target != SHAPE_AT_NODE)
            return match_fails(m, "a pointer to something else");
        return match_region(m, at, w.object, g.object) && match_offset(m, x, w.term, g.term);
    case SHAPE_MAYBE:
        return match_maybe(m, x, at, w, g);
    case SHAPE_LIST:
        VECTOR_PUSH(&at->pairs, ((struct match_pair){w.object, w.target, w.term, g}));
        return true;
    case SHAPE_TREE:
        return match_tree(m, x, at, w, g);
    case SHAPE_CELL:
    case SHAPE_CELLS:
        break;
    }
    return match_fails(m, "a pointer to a part of a region");
}

static bool match_static(struct matching *m, struct context *x, struct heap_value w,
                         struct heap_value g)
{
    struct term number;
    if (!heap_static_number(m->c, m->given, g, &number))
        return match_fails(m, "a pointer to no function or global");
    return match_term(m, x, w.term, number);
}

/* The bits of a float that is a constant and a number: what a union's other member reads. */
static bool bits_of_constant(struct matching *m, struct term wanted, struct term given,
                             struct term *out)
{
    struct terms *ts = m->c->base.terms;
    uint64_t x;
    if (sort_kind(ts, term_sort(ts, wanted)) != SORT_BV || term_width(ts, wanted) != 64 ||
        sort_kind(ts, term_sort(ts, given)) != SORT_FLOAT || !term_is_const(ts, given) ||
        term_sort(ts, given).id != view_float_sort(&m->c->base.view, 64).id)
        return false;
    *out =
        datum_to_bits(&m->c->base.view, (struct datum){.kind = DATUM_FLOAT, .a = given}, 64);
    if (!term_const_u64(ts, *out, &x))
        return false;
    return (x & 0x7fffffffffffffff) <= 0x7ff0000000000000; /* not NaN, which has many */
}

bool match_value(struct matching *m, struct context *x, struct heap_value w,
                 struct heap_value g)
{
    struct term bits;
    switch (w.kind) {
    case HEAP_NONE:
    case HEAP_UNKNOWN:
        return true;
    case HEAP_NUMBER:
        if (g.kind == HEAP_NONE)
            return match_fails(m, "a value that is not known");
        if (g.kind == HEAP_NUMBER && match_same_sort(m, w.term, g.term))
            return match_term(m, x, w.term, g.term);
        if (g.kind == HEAP_NUMBER && bits_of_constant(m, w.term, g.term, &bits))
            return match_term(m, x, w.term, bits);
        return match_term(m, x, w.term, match_unknown(m, w.term)); /* whatever its bits are */
    case HEAP_DANGLING:
        if (g.kind == HEAP_DANGLING)
            return true;
        if (g.kind != HEAP_POINTER || !heap_at(m->given, g.object)->ended)
            return match_fails(m, "a pointer that is not dangling");
        return true;
    case HEAP_FUNCTION:
        return (g.kind == HEAP_FUNCTION && g.object == w.object) ||
               match_fails(m, "another function");
    case HEAP_STATIC:
        return match_static(m, x, w, g);
    case HEAP_POINTER:
        return match_pointer(m, x, w, g);
    }
    return false;
}
