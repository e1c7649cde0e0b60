/* Rewriting of reads and writes: a read passes writes at indices known to differ; a write
 * hides an earlier one at the same index. Reads through an if-then-else or an unknown index
 * are left to the lemmas of the solver. */
#include "term/limbs.h"
#include "term/term_internal.h"

/* t as base + constant (null: plus zero). */
static struct term split_offset(const struct terms *terms, struct term t,
                                const uint32_t **constant)
{
    *constant = NULL;
    if (op_of(terms, t) != TERM_BV_ADD)
        return t;
    *constant = limbs_of(terms, arg_of(terms, t, 1));
    return *constant ? arg_of(terms, t, 0) : t;
}

bool terms_distinct(const struct terms *terms, struct term a, struct term b)
{
    if (term_same(a, b))
        return false;
    bool array = sort_kind(terms, term_sort(terms, a)) == SORT_ARRAY;
    if (term_is_const(terms, a) && term_is_const(terms, b) && !array)
        return true;
    const uint32_t *x, *y;
    if (!term_same(split_offset(terms, a, &x), split_offset(terms, b, &y)))
        return false;
    unsigned width = term_width(terms, a);
    if (!x || !y)
        return (x && !limbs_is_zero(x, width)) || (y && !limbs_is_zero(y, width));
    return !limbs_same(x, y, width);
}

static struct term read(struct terms *terms, const struct making *m)
{
    struct term array = m->args[0], index = m->args[1];
    for (; op_of(terms, array) == TERM_STORE; array = arg_of(terms, array, 0)) {
        struct term written = arg_of(terms, array, 1);
        if (term_same(written, index))
            return arg_of(terms, array, 2);
        if (!terms_distinct(terms, written, index))
            break;
    }
    if (op_of(terms, array) == TERM_ARRAY_CONST)
        return arg_of(terms, array, 0);
    if (term_same(array, m->args[0]))
        return TERM_NONE;
    return terms_apply(terms, TERM_SELECT, m->sort, (struct term[]){array, index}, 2, NULL);
}

static struct term write(struct terms *terms, const struct making *m)
{
    struct term array = m->args[0], index = m->args[1], value = m->args[2];
    if (op_of(terms, value) == TERM_SELECT && term_same(arg_of(terms, value, 0), array) &&
        term_same(arg_of(terms, value, 1), index))
        return array;
    if (op_of(terms, array) == TERM_ARRAY_CONST && term_same(arg_of(terms, array, 0), value))
        return array;
    if (op_of(terms, array) == TERM_STORE && term_same(arg_of(terms, array, 1), index))
        return term_store(terms, arg_of(terms, array, 0), index, value);
    return TERM_NONE;
}

struct term rewrite_array(struct terms *terms, const struct making *m)
{
    return m->op == TERM_SELECT ? read(terms, m) : write(terms, m);
}
