/* Indices that begin again, in the checker of shapes: where a ring buffer's index is
 * computed, as (i + 1) % n, it is where a row of words has a boundary, or it is not, and the
 * graphs tell of both apart. Both cases together are all states, so that any split is sound.
 */
#include "check/shape/shape_internal.h"

struct wrapping {
    struct heap_checker *c;
    const struct heap_state *s;
    struct term at, stride;
    struct term split; /* none: nothing was found */
};

/* A number that is neither linear nor known. */
static void see_value(struct wrapping *w, const struct heap_value *v)
{
    struct terms *ts = w->c->base.terms;
    unsigned wide = w->c->base.view.width;
    if (term_is(w->split) || v->kind != HEAP_NUMBER || !term_is(v->term) ||
        sort_kind(ts, term_sort(ts, v->term)) != SORT_BV || term_is_const(ts, v->term))
        return;
    enum term_op op = term_op(ts, v->term);
    unsigned width = term_width(ts, v->term);
    bool linear = op == TERM_VAR || op == TERM_BV_ADD || op == TERM_BV_SUB;
    if (linear || width < 8 || width > wide)
        return;
    struct term offset = term_2(ts, TERM_BV_MUL, term_zext(ts, v->term, wide), w->stride);
    struct term is = term_eq(ts, offset, w->at);
    if (heap_possible(w->c, w->s, is) && heap_possible(w->c, w->s, term_not(ts, is)))
        w->split = is;
}

static void see_all(struct wrapping *w)
{
    for (size_t i = 0; i < w->s->frames.count; i++) {
        const struct heap_frame *f = &w->s->frames.data[i];
        for (size_t k = 0; k < f->values.count; k++)
            see_value(w, &f->values.data[k]);
    }
    for (uint32_t i = 1; i < w->s->objects.count; i++) {
        const struct heap_object *o = heap_at(w->s, i);
        bool variable = o->present && o->kind == SHAPE_REGION && o->storage != SHAPE_HEAP;
        for (size_t k = 0; variable && k < o->cells.count; k++)
            see_value(w, &o->cells.data[k].value);
    }
}

static void look_at_row(struct wrapping *w, uint32_t region)
{
    const struct heap_object *o = heap_at(w->s, region);
    w->stride = heap_word(w->c, o->stride);
    for (uint32_t i = 1; i < o->cells.count && !term_is(w->split); i++) {
        w->at = heap_part_start(w->c, w->s, region, i);
        if (!term_is_const(w->c->base.terms, w->at))
            see_all(w);
    }
}

bool heap_split_wrapped(struct heap_checker *c, struct heap_state *s)
{
    struct wrapping w = {.c = c, .s = s, .split = TERM_NONE};
    for (uint32_t i = 1; i < s->objects.count && !term_is(w.split); i++) {
        const struct heap_object *o = heap_at(s, i);
        if (o->present && o->parted && o->alive && !o->owner)
            look_at_row(&w, i);
    }
    if (!term_is(w.split))
        return false;
    struct heap_state *other = heap_copy(s);
    heap_assume(c, s, w.split);
    heap_assume(c, other, term_not(c->base.terms, w.split));
    VECTOR_PUSH(&c->waiting, other);
    VECTOR_PUSH(&c->waiting, s);
    return true;
}
