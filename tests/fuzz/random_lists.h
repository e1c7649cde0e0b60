/* Random SLH formulae, and all heaps of a few nodes. */
#ifndef TESTS_FUZZ_RANDOM_LISTS_H
#define TESTS_FUZZ_RANDOM_LISTS_H
#include "lists/slh/slh_internal.h"
#include "lists/slh/solve.h"
#include "random_terms.h"

#include <string.h>

enum { LISTS_POINTERS = 3, LISTS_MADE = 12, LISTS_NODES = 5 };

struct lists {
    struct slh *s;
    struct terms *terms;
    struct slh_pointer variables[LISTS_POINTERS];
    unsigned variable_count;
    struct slh_pointer pointers[LISTS_MADE];
    unsigned pointer_count;
    struct slh_heap heaps[LISTS_MADE];
    unsigned heap_count;
    bool with_data;
    unsigned field;
    struct term number; /* a free variable of 64 bits */
    bool uses_number;
};

static struct slh_pointer lists_pointer(const struct lists *l)
{
    return l->pointers[random_below(l->pointer_count)];
}

static struct slh_heap lists_heap(const struct lists *l)
{
    return l->heaps[random_below(l->heap_count)];
}

static void lists_add_pointer(struct lists *l, struct slh_pointer p)
{
    if (l->pointer_count < LISTS_MADE)
        l->pointers[l->pointer_count++] = p;
}

static void lists_add_heap(struct lists *l, struct slh_heap h)
{
    if (l->heap_count < LISTS_MADE)
        l->heaps[l->heap_count++] = h;
}

static struct term lists_length(struct lists *l)
{
    if (!random_below(5))
        return term_bv(l->terms, 64, random_below(4));
    if (!random_below(12)) {
        l->uses_number = true;
        return l->number;
    }
    return slh_length(l->s, lists_heap(l), lists_pointer(l), lists_pointer(l));
}

static struct term lists_data_atom(const struct lists *l)
{
    struct slh_heap h = lists_heap(l);
    struct slh_pointer p = lists_pointer(l);
    struct slh_pointer q = random_below(2) ? slh_null(l->s) : lists_pointer(l);
    struct term least = term_bv(l->terms, 2, random_below(4));
    struct term most = random_below(2) ? term_bv(l->terms, 2, random_below(4))
                                       : slh_value(l->s, h, q, l->field);
    switch (random_below(4)) {
    case 0:
        return slh_sorted(l->s, h, p, q, l->field);
    case 1:
        return slh_within(l->s, h, p, q, l->field, least, most);
    case 2:
        return term_eq(l->terms, slh_sum(l->s, h, p, q, l->field),
                       term_bv_signed(l->terms, 64, (int)random_below(7) - 3));
    default:
        return term_2(l->terms, TERM_BV_SLT, slh_value(l->s, h, p, l->field), most);
    }
}

static struct term lists_arithmetic(struct lists *l)
{
    struct terms *t = l->terms;
    struct term a = lists_length(l);
    struct term b = lists_length(l);
    if (random_below(2))
        b = term_2(t, TERM_BV_ADD, b, lists_length(l));
    if (!random_below(6))
        b = term_2(t, TERM_BV_MUL, b, term_bv(t, 64, 2));
    switch (random_below(3)) {
    case 0:
        return term_eq(t, a, b);
    case 1:
        return term_2(t, TERM_BV_ULT, a, b);
    default:
        return term_2(t, TERM_BV_SLE, a, b);
    }
}

static struct term lists_atom(struct lists *l)
{
    struct slh_heap h = lists_heap(l);
    struct slh_pointer p = lists_pointer(l);
    struct slh_pointer q = lists_pointer(l);
    if (l->with_data && random_below(2))
        return lists_data_atom(l);
    switch (random_below(7)) {
    case 0:
        return slh_alias(l->s, p, q);
    case 1:
        return slh_is_path(l->s, h, p, q);
    case 2:
        return slh_circular(l->s, h, p);
    case 3:
        return slh_disjoint(l->s, h, p, q);
    case 4:
        return slh_is_null(l->s, p);
    default:
        return lists_arithmetic(l);
    }
}

static struct term lists_formula(struct lists *l, unsigned depth)
{
    struct terms *t = l->terms;
    if (!depth)
        return random_below(2) ? lists_atom(l) : term_not(t, lists_atom(l));
    struct term a = lists_formula(l, depth - 1);
    struct term b = lists_formula(l, random_below(depth));
    return random_below(3) ? term_and(t, a, b) : term_or(t, a, b);
}

static void lists_transform(struct lists *l)
{
    struct slh_heap h = lists_heap(l);
    struct slh_pointer p = lists_pointer(l);
    struct term always = term_bool(l->terms, true);
    switch (random_below(l->with_data ? 7 : 6)) {
    case 0:
    case 1:
        lists_add_pointer(l, slh_next(l->s, always, h, p, SLH_OWN_SLOT));
        break;
    case 2: {
        struct slh_pointer fresh = slh_fresh(l->s, SLH_OWN_SLOT);
        lists_add_pointer(l, fresh);
        lists_add_heap(l, slh_link(l->s, h, fresh, random_below(4) ? slh_null(l->s) : p));
        break;
    }
    case 3:
        lists_add_pointer(l, slh_if(l->s, lists_atom(l), p, lists_pointer(l)));
        break;
    case 4:
    case 5:
        lists_add_heap(l, slh_link(l->s, h, p, lists_pointer(l)));
        break;
    case 6:
        lists_add_heap(l,
                       slh_put(l->s, h, p, l->field, term_bv(l->terms, 2, random_below(4))));
        break;
    }
    if (!random_below(6))
        lists_add_heap(l, slh_heap_if(l->s, lists_atom(l), lists_heap(l), lists_heap(l)));
}

static void lists_begin(struct lists *l, struct terms *terms, unsigned variables,
                        bool with_data)
{
    static const char *const names[LISTS_POINTERS] = {"x", "y", "z"};
    memset(l, 0, sizeof *l);
    l->s = slh_new(terms);
    l->terms = terms;
    l->variable_count = variables;
    l->with_data = with_data;
    if (with_data)
        l->field = slh_field(l->s, 2, random_below(2) ? SLH_SIGNED : SLH_UNSIGNED);
    l->number = term_fresh(terms, sort_bv(terms, 64), "n");
    lists_add_pointer(l, slh_null(l->s));
    for (unsigned i = 0; i < variables; i++) {
        l->variables[i] = slh_variable(l->s, names[i], SLH_PROPER);
        lists_add_pointer(l, l->variables[i]);
    }
    lists_add_heap(l, slh_base(l->s, SLH_PROPER));
    for (unsigned n = random_below(5); n > 0; n--)
        lists_transform(l);
}

/* --- all heaps in which every node is reached from a variable, each once up to renaming ---
 */

struct lists_search {
    const struct lists *l;
    struct term formula;
    uint32_t next[LISTS_NODES + 1], start[LISTS_POINTERS], count, most;
    struct slh_model model; /* of that many nodes */
    bool found;
    uint64_t tried;
};

static void lists_try_data(struct lists_search *r, uint32_t node)
{
    if (r->found)
        return;
    if (node <= r->count && r->l->with_data) {
        for (uint64_t v = 0; v < 4 && !r->found; v++) {
            r->model.data[r->l->field][node] = v;
            lists_try_data(r, node + 1);
        }
        return;
    }
    r->tried++;
    r->found = slh_model_holds(r->l->s, &r->model, r->formula);
}

static void lists_try(struct lists_search *r, struct term number)
{
    slh_model_init(&r->model, r->l->s, r->count);
    for (uint32_t i = 1; i <= r->count; i++)
        r->model.next[i] = r->next[i];
    for (unsigned v = 0; v < r->l->variable_count; v++)
        map_set(&r->model.pointers, r->l->variables[v].id, r->start[v]);
    map_set(&r->model.numbers, r->l->number.id, number.id);
    lists_try_data(r, 1);
    slh_model_release(&r->model);
}

static void lists_numbers(struct lists_search *r)
{
    for (uint64_t n = 0; n < (r->l->uses_number ? 8 : 1) && !r->found; n++)
        lists_try(r, term_bv(r->l->terms, 64, n == 7 ? (uint64_t)SLH_INFINITE : n));
}

/* Decides the edges of node and of those after it, then the variables from v on: an edge
 * leads to null, a node that there is, or a new one. */
static void lists_grow(struct lists_search *r, uint32_t node, unsigned v)
{
    if (r->found)
        return;
    uint32_t *slot = NULL;
    if (node <= r->count)
        slot = &r->next[node];
    else if (v < r->l->variable_count)
        slot = &r->start[v];
    if (!slot) {
        lists_numbers(r);
        return;
    }
    bool edge = node <= r->count;
    for (uint32_t to = 0; to <= r->count + 1 && to <= r->most && !r->found; to++) {
        uint32_t before = r->count;
        if (to > r->count)
            r->count = to;
        *slot = to;
        lists_grow(r, edge ? node + 1 : node, edge ? v : v + 1);
        r->count = before;
    }
}

/* Whether a heap of at most that many nodes (and the number from 0 to 6, or infinite) makes
 * the formula hold. */
static bool lists_brute_force(const struct lists *l, struct term formula, uint32_t most)
{
    struct lists_search r = {.l = l, .formula = formula, .most = most};
    lists_grow(&r, 1, 0);
    return r.found;
}

#endif
