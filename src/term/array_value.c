/* Array values: STOREs of constants over an ARRAY_CONST. Seen as a default and a map from
 * indices to elements (the outermost store of an index counts); when the map covers every
 * index the default means nothing. */
#include "term/limbs.h"
#include "base/failure.h"
#include "term/term_internal.h"

#include <stdlib.h>

struct contents {
    struct map elements; /* index id to element id */
    VECTOR(struct term) indices;
    struct term otherwise;
};

static void contents_read(struct contents *c, const struct terms *terms, struct term array)
{
    while (op_of(terms, array) == TERM_STORE) {
        struct term index = arg_of(terms, array, 1);
        if (!map_has(&c->elements, index.id)) {
            map_set(&c->elements, index.id, arg_of(terms, array, 2).id);
            VECTOR_PUSH(&c->indices, index);
        }
        array = arg_of(terms, array, 0);
    }
    CHECK_LAW(op_of(terms, array) == TERM_ARRAY_CONST);
    c->otherwise = arg_of(terms, array, 0);
}

static void contents_release(struct contents *c)
{
    map_release(&c->elements);
    VECTOR_RELEASE(&c->indices);
}

static struct term contents_at(const struct contents *c, struct term index)
{
    LAW(term_is(c->otherwise));
    return (struct term){(uint32_t)map_or(&c->elements, index.id, c->otherwise.id)};
}

/* Are these all indices of the sort? */
static bool covers(const struct terms *terms, struct sort array, size_t indices)
{
    struct sort sort = sort_index(terms, array);
    unsigned width = sort_kind(terms, sort) == SORT_BOOL ? 1 : sort_width(terms, sort);
    return width < 32 && indices >> width != 0;
}

static bool same_values(struct terms *terms, struct term a, struct term b)
{
    bool arrays = sort_kind(terms, term_sort(terms, a)) == SORT_ARRAY;
    return term_same(a, b) || (arrays && array_value_same(terms, a, b));
}

bool array_value_same(struct terms *terms, struct term a, struct term b)
{
    LAW(term_sort(terms, a).id == term_sort(terms, b).id);
    if (term_same(a, b))
        return true;
    struct contents x = {0}, y = {0};
    contents_read(&x, terms, a);
    contents_read(&y, terms, b);
    bool same = true;
    size_t in_both = 0;
    for (size_t i = 0; i < x.indices.count && same; i++) {
        struct term index = x.indices.data[i];
        in_both += map_has(&y.elements, index.id);
        same = same_values(terms, contents_at(&x, index), contents_at(&y, index));
    }
    for (size_t i = 0; i < y.indices.count && same; i++)
        same = same_values(terms, contents_at(&x, y.indices.data[i]),
                           contents_at(&y, y.indices.data[i]));
    if (same &&
        !covers(terms, term_sort(terms, a), x.indices.count + y.indices.count - in_both))
        same = same_values(terms, x.otherwise, y.otherwise);
    contents_release(&x);
    contents_release(&y);
    return same;
}

static int by_number(const void *a, const void *b, void *context)
{
    const struct terms *terms = context;
    struct term x = *(const struct term *)a, y = *(const struct term *)b;
    const uint32_t *x_limbs = limbs_of(terms, x), *y_limbs = limbs_of(terms, y);
    if (!x_limbs || !y_limbs)
        return (int)term_is_true(terms, x) - (int)term_is_true(terms, y);
    return limbs_compare(x_limbs, y_limbs, term_width(terms, x));
}

struct term array_value_normal(struct terms *terms, struct term array)
{
    LAW(term_is_value(terms, array));
    struct contents c = {0};
    contents_read(&c, terms, array);
    if (c.indices.count)
        qsort_r(c.indices.data, c.indices.count, sizeof *c.indices.data, by_number, terms);
    struct sort sort = term_sort(terms, array);
    if (covers(terms, sort, c.indices.count))
        c.otherwise = contents_at(&c, VECTOR_LAST(&c.indices));
    struct term t = term_array_const(terms, sort, c.otherwise);
    for (size_t i = 0; i < c.indices.count; i++) {
        struct term element = contents_at(&c, c.indices.data[i]);
        if (same_values(terms, element, c.otherwise))
            continue;
        t = terms_apply(terms, TERM_STORE, sort,
                        (struct term[]){t, c.indices.data[i], element}, 3, NULL);
    }
    LAW(term_is_value(terms, t));
    LAW(term_sort(terms, t).id == sort.id);
    contents_release(&c);
    return t;
}
