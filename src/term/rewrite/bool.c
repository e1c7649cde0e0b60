/* Rewriting of Boolean connectives and of if-then-else (of any sort). Every rule gives a term
 * with no more operators than were asked for. XOR becomes the negation of an equality,
 * IMPLIES a disjunction; arguments of AND and OR are sorted. Notation in the comments: ! is
 * NOT, = is EQ. */
#include "term/rewrite/rewrite_internal.h"

#include "base/failure.h"

#include <stdlib.h>

static bool is_not(const struct terms *terms, struct term t)
{
    return op_of(terms, t) == TERM_NOT;
}

static int by_id(const void *a, const void *b)
{
    uint32_t x = ((const struct term *)a)->id, y = ((const struct term *)b)->id;
    return x < y ? -1 : x > y;
}

static bool is_ascending(const struct term *list, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (list[i - 1].id >= list[i].id)
            return false;
    return true;
}

/* Sorts, drops duplicates and units; true if the list holds the absorbing constant or both x
 * and !x. */
static bool junction_clean(struct terms *terms, struct term *list, size_t *count,
                           struct term unit, struct term zero)
{
    if (*count == 2) {
        if (list[0].id > list[1].id) {
            struct term t = list[0];
            list[0] = list[1];
            list[1] = t;
        }
    } else {
        qsort(list, *count, sizeof *list, by_id);
    }
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (term_same(list[i], zero))
            return true;
        if (term_same(list[i], unit) || (kept && term_same(list[kept - 1], list[i])))
            continue;
        list[kept++] = list[i];
    }
    *count = kept;
    LAW(is_ascending(list, kept));
    for (size_t i = 0; i < kept; i++) {
        if (!is_not(terms, list[i]))
            continue;
        struct term inner = arg_of(terms, list[i], 0);
        if (bsearch(&inner, list, kept, sizeof *list, by_id))
            return true;
    }
    return false;
}

static struct term junction(struct terms *terms, const struct making *m)
{
    LAW(m->op == TERM_AND || m->op == TERM_OR);
    struct term small[8], *list = m->count <= 8 ? small : malloc(m->count * sizeof *list);
    if (!list)
        BUG("out of memory");
    size_t count = m->count;
    for (size_t i = 0; i < count; i++)
        list[i] = m->args[i];
    struct term unit = term_bool(terms, m->op == TERM_AND),
                zero = term_bool(terms, m->op != TERM_AND), t;
    if (junction_clean(terms, list, &count, unit, zero))
        t = zero;
    else if (count < 2)
        t = count == 0 ? unit : list[0];
    else
        t = terms_apply(terms, m->op, m->sort, list, count, NULL);
    if (list != small)
        free(list);
    return t;
}

/* (ite c a b) on Booleans with a constant branch, a branch that is c, or opposite branches.
 */
static struct term ite_bool(struct terms *terms, struct term c, struct term a, struct term b)
{
    LAW(sort_kind(terms, term_sort(terms, a)) == SORT_BOOL);
    if (term_is_true(terms, a) || term_same(a, c))
        return term_or(terms, c, b);
    if (term_is_false(terms, b) || term_same(b, c))
        return term_and(terms, c, a);
    if (term_is_false(terms, a))
        return term_and(terms, term_not(terms, c), b);
    if (term_is_true(terms, b))
        return term_or(terms, term_not(terms, c), a);
    if (term_same(a, term_not(terms, b)))
        return term_eq(terms, c, a);
    return TERM_NONE;
}

static struct term ite(struct terms *terms, const struct making *m)
{
    struct term c = m->args[0], a = m->args[1], b = m->args[2];
    if (term_is_true(terms, c) || term_same(a, b))
        return a;
    if (term_is_false(terms, c))
        return b;
    if (is_not(terms, c))
        return term_ite(terms, arg_of(terms, c, 0), b, a);
    if (op_of(terms, a) == TERM_ITE && term_same(arg_of(terms, a, 0), c))
        return term_ite(terms, c, arg_of(terms, a, 1), b);
    if (op_of(terms, b) == TERM_ITE && term_same(arg_of(terms, b, 0), c))
        return term_ite(terms, c, a, arg_of(terms, b, 2));
    return sort_kind(terms, m->sort) == SORT_BOOL ? ite_bool(terms, c, a, b) : TERM_NONE;
}

static struct term negation(struct terms *terms, const struct making *m)
{
    return is_not(terms, m->args[0]) ? arg_of(terms, m->args[0], 0) : TERM_NONE;
}

struct term rewrite_logic(struct terms *terms, const struct making *m)
{
    switch ((enum term_logic_op)m->op) {
    case TERM_NOT:
        return negation(terms, m);
    case TERM_AND:
    case TERM_OR:
        return junction(terms, m);
    case TERM_XOR:
        return term_not(terms, term_eq(terms, m->args[0], m->args[1]));
    case TERM_IMPLIES:
        return term_or(terms, term_not(terms, m->args[0]), m->args[1]);
    case TERM_ITE:
        return ite(terms, m);
    case TERM_EQ:
        return rewrite_equality(terms, m);
    }
    BUG("no such operator");
}
