/* Pointers to functions and globals that differ from node to node, in the checker of shapes:
 * a cell holds a number that tells which. What is read is split on, so that no operation ever
 * sees such a value. */
#include "check/shape/shape_internal.h"

#include "program/statics.h"

static bool value_at(struct heap_checker *c, struct heap_state *s, uint64_t number,
                     struct heap_value *out)
{
    struct static_thing t;
    if (!statics_at(c->base.program, number, &t))
        return false;
    switch (t.kind) {
    case STATIC_NULL:
        *out = heap_null(c);
        return true;
    case STATIC_FUNCTION:
        *out = (struct heap_value){.kind = HEAP_FUNCTION, .object = t.index};
        return true;
    case STATIC_GLOBAL:
        *out = heap_pointer(c, heap_global(c, s, t.index), SHAPE_AT_NODE, 0);
        return true;
    }
    return false;
}

/* Functions have no offset in this checker; that of a pointer to a global must be 0. */
bool heap_static_number(struct heap_checker *c, const struct heap_state *s,
                        struct heap_value v, struct term *out)
{
    uint64_t at;
    uint32_t number;
    struct static_thing t = {STATIC_NULL, 0};
    if (v.kind == HEAP_STATIC)
        return *out = v.term, true;
    if (v.kind == HEAP_FUNCTION) {
        t = (struct static_thing){STATIC_FUNCTION, v.object};
    } else if (v.kind == HEAP_POINTER) {
        if (v.target != SHAPE_AT_NODE || heap_at(s, v.object)->storage != SHAPE_GLOBAL)
            return false;
        if (!term_const_u64(c->base.terms, v.term, &at) || at)
            return false;
        t = (struct static_thing){STATIC_GLOBAL, heap_at(s, v.object)->index};
    } else if (!heap_is_zero(c, v) ||
               term_width(c->base.terms, v.term) != c->base.view.width) {
        return false;
    }
    if (!statics_number(c->base.program, t, &number))
        return false;
    *out = term_bv(c->base.terms, STATIC_BITS, number);
    return true;
}

/* A state for each thing that it can be; that there is no other is shown. */
void heap_split_static(struct heap_checker *c, struct heap_state *s, uint32_t object,
                       size_t cell)
{
    LAW(cell < heap_at(s, object)->cells.count);
    LAW(heap_at(s, object)->cells.data[cell].value.kind == HEAP_STATIC);
    struct terms *ts = c->base.terms;
    struct term number = heap_at(s, object)->cells.data[cell].value.term,
                any = term_bool(ts, false);
    uint32_t count = statics_count(c->base.program);
    for (uint32_t i = 0; i < count; i++) {
        struct term is = term_eq(ts, number, term_bv(ts, STATIC_BITS, i));
        if (term_is_false(ts, is) || !heap_possible(c, s, is))
            continue;
        struct heap_state *one = heap_copy(s);
        struct heap_value v;
        any = term_or(ts, any, is);
        heap_assume(c, one, is);
        if (!value_at(c, one, i, &v))
            heap_uncovered(c, s, "a pointer to nothing that there is");
        heap_at(one, object)->cells.data[cell].value = v;
        VECTOR_PUSH(&c->waiting, one);
    }
    if (!heap_shown(c, s, any))
        heap_uncovered(c, s, "a pointer to a function or global that is not there");
    heap_free(s);
}
