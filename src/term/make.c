/* Making applications: check the sorts, fold constants, rewrite, and intern what is left. */
#include "term/float_fold.h"
#include "base/failure.h"
#include "term/term_internal.h"

struct term terms_apply(struct terms *terms, enum term_op op, struct sort sort,
                        const struct term *args, size_t count, const unsigned *parameters)
{
    return terms_intern(terms, op, sort, (const uint32_t *)args, count, count,
                        parameters ? parameters[0] : 0, parameters ? parameters[1] : 0);
}

static bool all_values(const struct terms *terms, const struct term *args, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!term_is_value(terms, args[i]))
            return false;
    return true;
}

static struct term simplify(struct terms *terms, const struct making *m)
{
    if (all_values(terms, m->args, m->count)) {
        struct term t = fold_constants(terms, m);
        if (term_is(t))
            return t;
    }
    switch (term_class(m->op)) {
    case TERM_CLASS_LOGIC:
        return rewrite_logic(terms, m);
    case TERM_CLASS_ORDER:
        return rewrite_order(terms, m);
    case TERM_CLASS_WORD:
        return rewrite_word(terms, m);
    case TERM_CLASS_OVERFLOW:
        return rewrite_overflow(terms, m);
    case TERM_CLASS_ARRAY:
        return m->op == TERM_ARRAY_CONST ? TERM_NONE : rewrite_array(terms, m);
    case TERM_CLASS_FLOAT:
    case TERM_CLASS_FLOAT_TEST:
        return float_rewrite(terms, m->op, m->args, m->count, m->sort);
    case TERM_CLASS_LEAF:
    case TERM_CLASS_APPLY:
        return TERM_NONE;
    }
    BUG("no class");
}

struct term term_make(struct terms *terms, enum term_op op, const struct term *args,
                      size_t count, const unsigned *parameters)
{
    LAW(op < TERM_OP_COUNT);
    LAW(args || !count);
    struct making m = {.op = op, .args = args, .count = count};
    if (parameters) {
        static const unsigned used[] = {
#define OP(name, smt, arity, parameters) parameters,
#include "term/op.def"
        };
        for (unsigned i = 0; i < used[op]; i++)
            m.parameters[i] = parameters[i];
    }
    m.sort = terms_result_sort(terms, op, args, count, m.parameters);
    if (m.sort.id == 0)
        BUG("wrong arguments for %s", terms_operator_name(op));
    struct term t = simplify(terms, &m);
    LAW(!term_is(t) || term_sort(terms, t).id == m.sort.id); /* rewriting keeps the sort */
    return term_is(t) ? t : terms_apply(terms, op, m.sort, args, count, m.parameters);
}

struct term term_call(struct terms *terms, const char *function, struct sort result,
                      const struct term *args, size_t count)
{
    LAW(count > 0);
    LAW(function && *function);
    return terms_intern(terms, TERM_CALL, result, (const uint32_t *)args, count, count,
                        terms_name(terms, function), 0);
}

struct term term_array_const(struct terms *terms, struct sort array, struct term element)
{
    CHECK_LAW(sort_element(terms, array).id == term_sort(terms, element).id);
    return terms_apply(terms, TERM_ARRAY_CONST, array, &element, 1, NULL);
}

struct term term_1(struct terms *terms, enum term_op op, struct term a)
{
    return term_make(terms, op, &a, 1, NULL);
}

struct term term_2(struct terms *terms, enum term_op op, struct term a, struct term b)
{
    return term_make(terms, op, (struct term[]){a, b}, 2, NULL);
}

struct term term_3(struct terms *terms, enum term_op op, struct term a, struct term b,
                   struct term c)
{
    return term_make(terms, op, (struct term[]){a, b, c}, 3, NULL);
}

struct term term_not(struct terms *terms, struct term a)
{
    return term_1(terms, TERM_NOT, a);
}
struct term term_and(struct terms *terms, struct term a, struct term b)
{
    return term_2(terms, TERM_AND, a, b);
}
struct term term_or(struct terms *terms, struct term a, struct term b)
{
    return term_2(terms, TERM_OR, a, b);
}

struct term term_and_n(struct terms *terms, const struct term *args, size_t count)
{
    if (count == 0)
        return term_bool(terms, true);
    return count == 1 ? args[0] : term_make(terms, TERM_AND, args, count, NULL);
}

struct term term_or_n(struct terms *terms, const struct term *args, size_t count)
{
    if (count == 0)
        return term_bool(terms, false);
    return count == 1 ? args[0] : term_make(terms, TERM_OR, args, count, NULL);
}

struct term term_implies(struct terms *terms, struct term a, struct term b)
{
    return term_2(terms, TERM_IMPLIES, a, b);
}

struct term term_ite(struct terms *terms, struct term c, struct term a, struct term b)
{
    LAW(term_sort(terms, a).id == term_sort(terms, b).id);
    return term_3(terms, TERM_ITE, c, a, b);
}

struct term term_eq(struct terms *terms, struct term a, struct term b)
{
    LAW(term_sort(terms, a).id == term_sort(terms, b).id);
    return term_2(terms, TERM_EQ, a, b);
}
struct term term_ne(struct terms *terms, struct term a, struct term b)
{
    return term_not(terms, term_eq(terms, a, b));
}

struct term term_extract(struct terms *terms, struct term t, unsigned high, unsigned low)
{
    LAW(low <= high && high < term_width(terms, t));
    return term_make(terms, TERM_BV_EXTRACT, &t, 1, (unsigned[]){high, low});
}

struct term term_zext(struct terms *terms, struct term t, unsigned width)
{
    unsigned own = term_width(terms, t);
    CHECK_LAW(width >= own);
    return width == own ? t
                        : term_make(terms, TERM_BV_ZEXT, &t, 1, (unsigned[]){width - own, 0});
}

struct term term_sext(struct terms *terms, struct term t, unsigned width)
{
    unsigned own = term_width(terms, t);
    CHECK_LAW(width >= own);
    return width == own ? t
                        : term_make(terms, TERM_BV_SEXT, &t, 1, (unsigned[]){width - own, 0});
}

struct term term_resize(struct terms *terms, struct term t, unsigned width)
{
    return width < term_width(terms, t) ? term_extract(terms, t, width - 1, 0)
                                        : term_zext(terms, t, width);
}

struct term term_concat(struct terms *terms, struct term high, struct term low)
{
    return term_2(terms, TERM_BV_CONCAT, high, low);
}

struct term term_select(struct terms *terms, struct term array, struct term index)
{
    LAW(sort_index(terms, term_sort(terms, array)).id == term_sort(terms, index).id);
    return term_2(terms, TERM_SELECT, array, index);
}

struct term term_store(struct terms *terms, struct term array, struct term index,
                       struct term value)
{
    LAW(sort_index(terms, term_sort(terms, array)).id == term_sort(terms, index).id);
    LAW(sort_element(terms, term_sort(terms, array)).id == term_sort(terms, value).id);
    return term_3(terms, TERM_STORE, array, index, value);
}
