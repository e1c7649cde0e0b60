/* Sums over arrays: a variable to which each round adds (or from which it takes) something
 * made of the element at its index.
 *
 * For an array A and a function g of one element let F(0) = 0 and F(n + 1) = F(n) + g(A[n]):
 * there is exactly one such F on the numbers of elements, so a function symbol for it and any
 * instances of these equations add nothing that is not true. The row says that the variable
 * is what it was at entry, plus or minus F of the index. Loops over the same array with the
 * same g share F. */
#include "domain/array/array_internal.h"

#include <stdio.h>

struct summing {
    struct term array, index; /* the read */
    unsigned reads, others;   /* distinct reads of arrays; variables besides */
    struct terms *terms;
    struct map seen;
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct summing *)context)->seen, t.id);
}

static void see(void *context, struct term t)
{
    struct summing *s = context;
    map_set(&s->seen, t.id, 1);
    if (term_op(s->terms, t) != TERM_SELECT)
        return;
    s->reads++;
    s->array = term_arg(s->terms, t, 0);
    s->index = term_arg(s->terms, t, 1);
}

static void see_variable(void *context, struct term t)
{
    (void)t;
    ((struct summing *)context)->others++;
}

/* Does the loop leave the array alone, and is it a variable of the formula, so that all who
 * name it mean the same? */
static bool is_rigid(struct array_looking *k, uint32_t loop, struct term array)
{
    if (term_op(k->terms, array) != TERM_VAR)
        return false;
    for (size_t i = 0; i < k->loops[loop].views.count; i++) {
        const struct array_view *v = &k->loops[loop].views.data[i];
        if (term_same(v->pre, array))
            return !v->changed;
    }
    return false;
}

static struct term sum_to(struct array_looking *k, const char *function, unsigned width,
                          struct term number)
{
    LAW(term_width(k->terms, number) == 64);
    return term_call(k->terms, function, sort_bv(k->terms, width), &number, 1);
}

/* The function for this array and g, with its equations at 0 and at the index. */
static const char *define(struct array_looking *k, const struct summing *s, struct term added)
{
    LAW(s->reads == 1 && term_op(k->terms, s->array) == TERM_VAR);
    struct terms *ts = k->terms;
    unsigned w = term_width(ts, added);
    struct map map = {0};
    struct sort element = sort_element(ts, term_sort(ts, s->array));
    char name[64];
    snprintf(name, sizeof name, "sum!element!%u", sort_width(ts, element));
    map_set(&map, term_select(ts, s->array, s->index).id, term_var(ts, element, name).id);
    struct term g = term_substitute(ts, added, &map);
    map_release(&map);
    struct summing rest = {.terms = ts};
    term_variables(ts, g, see_variable, &rest);
    if (rest.others != 1)
        return NULL; /* something besides the element */
    const char *function = arena_format(k->arena, "forall!sum!%u!%u", s->array.id, g.id);
    struct term number = term_zext(ts, s->index, 64), one = term_bv(ts, 64, 1);
    struct term first =
        term_eq(ts, sum_to(k, function, w, term_bv(ts, 64, 0)), term_bv(ts, w, 0));
    struct term here = sum_to(k, function, w, number);
    struct term next = sum_to(k, function, w, term_2(ts, TERM_BV_ADD, number, one));
    VECTOR_PUSH(&k->formula->memory.axioms, first);
    VECTOR_PUSH(&k->formula->memory.axioms,
                term_eq(ts, next, term_2(ts, TERM_BV_ADD, here, added)));
    return function;
}

bool array_sum(struct array_looking *k, uint32_t loop, size_t scalar, struct term *row)
{
    LAW(loop < k->model->loops.count);
    LAW(scalar < k->loops[loop].scalars.count);
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    const struct variable_view *x = &l->scalars.data[scalar];
    struct term added = term_2(ts, TERM_BV_SUB, x->post, x->pre);
    bool minus = term_op(ts, added) == TERM_BV_NEG;
    if (minus)
        added = term_arg(ts, added, 0);
    struct summing s = {.terms = ts};
    term_walk(ts, added, is_seen, see, &s);
    map_release(&s.seen);
    if (s.reads != 1 || !is_rigid(k, loop, s.array) ||
        sort_width(ts, term_sort(ts, s.index)) >= 64)
        return false;
    struct term border = array_generalise(k, loop, s.index, NULL),
                start = array_generalise(k, loop, x->entry, NULL);
    uint64_t begin;
    if (!term_is(border) || !term_is(start))
        return false;
    if (!term_const_u64(ts, array_at(k, loop, border, ROW_AT_ENTRY, k->index), &begin) ||
        begin)
        return false;
    const char *function = define(k, &s, added);
    if (!function)
        return false;
    struct term sum = sum_to(k, function, x->width, term_zext(ts, border, 64));
    *row = term_eq(ts, l->stands[scalar],
                   term_2(ts, minus ? TERM_BV_SUB : TERM_BV_ADD, start, sum));
    return true;
}
