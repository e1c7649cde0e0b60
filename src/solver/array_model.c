/* Values of arrays in a model whose reads agree, and the check of array equalities against
 * them.
 *
 * A variable with a defining equality has the value of its definition; any other has the
 * elements its reads fix and a default, which is taken over from constant arrays it is equal
 * to. An equality that then does not hold as the model says gives a lemma at an index where
 * the sides differ, one at a fresh index if they should differ but do not. */
#include "solver/lemmas.h"

#include "base/failure.h"

/* Steps down writes and the chosen branches to a variable or a constant array; writes on the
 * way go to `writes`. */
struct spine {
    struct term base;
    VECTOR(struct term) writes;
};

static struct spine spine_of(struct lemmas *l, struct term array)
{
    struct spine s = {.base = array};
    for (;;) {
        enum term_op op = term_op(l->terms, s.base);
        if (op == TERM_STORE) {
            VECTOR_PUSH(&s.writes, s.base);
            s.base = term_arg(l->terms, s.base, 0);
        } else if (op == TERM_ITE) {
            bool yes =
                term_is_true(l->terms, lemmas_evaluate(l, term_arg(l->terms, s.base, 0)));
            s.base = term_arg(l->terms, s.base, yes ? 1 : 2);
        } else {
            return s;
        }
    }
}

static bool is_variable(const struct lemmas *l, struct term t)
{
    return term_op(l->terms, t) == TERM_VAR;
}

/* The value of an array term; its base variable must have one already. */
static struct term value_of(struct lemmas *l, struct term array)
{
    struct spine s = spine_of(l, array);
    struct term value;
    if (is_variable(l, s.base))
        value = (struct term){(uint32_t)map_or(&l->array_values, s.base.id, 0)};
    else
        value = term_array_const(l->terms, term_sort(l->terms, s.base),
                                 lemmas_evaluate(l, term_arg(l->terms, s.base, 0)));
    CHECK_LAW(term_is(value));
    for (size_t i = s.writes.count; i-- > 0;) {
        struct term write = s.writes.data[i];
        value = term_store(l->terms, value, lemmas_evaluate(l, term_arg(l->terms, write, 1)),
                           lemmas_evaluate(l, term_arg(l->terms, write, 2)));
    }
    VECTOR_RELEASE(&s.writes);
    return value;
}

static struct term base_of(struct lemmas *l, struct term array)
{
    struct spine s = spine_of(l, array);
    VECTOR_RELEASE(&s.writes);
    return s.base;
}

/* The array that defines the variable, or TERM_NONE. */
static struct term definition_of(const struct lemmas *l, struct term variable)
{
    uint64_t equality;
    if (!map_get(&l->definitions, variable.id, &equality))
        return TERM_NONE;
    struct term e = {(uint32_t)equality}, left = term_arg(l->terms, e, 0);
    return term_same(left, variable) ? term_arg(l->terms, e, 1) : left;
}

/* Definitions that lead back to themselves are dropped: one in each circle. */
static void break_circles(struct lemmas *l)
{
    struct map state = {0}; /* variable to the number of the walk that saw it */
    for (size_t i = 0; i < l->arrays.count; i++) {
        struct term v = l->arrays.data[i];
        while (is_variable(l, v) && !map_has(&state, v.id)) {
            map_set(&state, v.id, i);
            struct term definition = definition_of(l, v);
            if (!term_is(definition))
                break;
            struct term next = base_of(l, definition);
            if (map_or(&state, next.id, SIZE_MAX) == i)
                map_remove(&l->definitions, v.id);
            v = next;
        }
    }
    map_release(&state);
}

/* The base after following definitions as well. */
static struct term root_of(struct lemmas *l, struct term array)
{
    for (;;) {
        struct term base = base_of(l, array),
                    definition = is_variable(l, base) ? definition_of(l, base) : TERM_NONE;
        if (!term_is(definition))
            return base;
        array = definition;
    }
}

/* What stands at all indices that are not mentioned: of a root that is a constant array or
 * whose default was chosen. */
static struct term default_of(struct lemmas *l, const struct map *defaults, struct term root)
{
    if (is_variable(l, root))
        return (struct term){(uint32_t)map_or(defaults, root.id, 0)};
    return lemmas_evaluate(l, term_arg(l->terms, root, 0));
}

static void choose_defaults(struct lemmas *l, struct map *defaults)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < l->equalities.count; i++) {
            struct term e = l->equalities.data[i];
            if (!term_is_true(l->terms, lemmas_evaluate(l, e)))
                continue;
            struct term a = root_of(l, term_arg(l->terms, e, 0)),
                        b = root_of(l, term_arg(l->terms, e, 1));
            struct term x = default_of(l, defaults, a), y = default_of(l, defaults, b);
            if (term_is(x) == term_is(y))
                continue;
            map_set(defaults, term_is(x) ? b.id : a.id, term_is(x) ? x.id : y.id);
            changed = true;
        }
    }
}

static void value_variables_without_definition(struct lemmas *l)
{
    struct map defaults = {0};
    choose_defaults(l, &defaults);
    for (size_t i = 0; i < l->arrays.count; i++) {
        struct term v = l->arrays.data[i];
        struct sort sort = term_sort(l->terms, v);
        struct term element = default_of(l, &defaults, v);
        if (!term_is(element))
            element = term_default(l->terms, sort_element(l->terms, sort));
        map_set(&l->array_values, v.id, term_array_const(l->terms, sort, element).id);
    }
    for (size_t i = 0; i < l->entry_list.count; i++) {
        const struct array_entry *entry = &l->entry_list.data[i];
        struct term value = {(uint32_t)map_or(&l->array_values, entry->variable.id, 0)};
        value =
            term_store(l->terms, value, entry->index_value, lemmas_evaluate(l, entry->read));
        map_set(&l->array_values, entry->variable.id, value.id);
    }
    map_release(&defaults);
}

/* Variables with a definition, each after the one its definition stands on. */
static void value_variables_with_definition(struct lemmas *l)
{
    struct map done = {0};
    VECTOR(struct term) stack = {0};
    for (size_t i = 0; i < l->arrays.count; i++) {
        struct term v = l->arrays.data[i];
        while (is_variable(l, v) && term_is(definition_of(l, v)) && !map_has(&done, v.id)) {
            map_set(&done, v.id, 1);
            VECTOR_PUSH(&stack, v);
            v = base_of(l, definition_of(l, v));
        }
        while (stack.count) {
            v = VECTOR_POP(&stack);
            map_set(&l->array_values, v.id, value_of(l, definition_of(l, v)).id);
        }
    }
    VECTOR_RELEASE(&stack);
    map_release(&done);
}

/* --- equalities --- */

/* Some index term of that value, or the value itself. */
static struct term index_with_value(struct lemmas *l, struct term value)
{
    for (size_t i = 0; i < l->reads.count; i++) {
        struct term index = term_arg(l->terms, l->reads.data[i], 1);
        if (term_same(lemmas_evaluate(l, index), value))
            return index;
    }
    for (size_t i = 0; i < l->stores.count; i++) {
        struct term index = term_arg(l->terms, l->stores.data[i], 1);
        if (term_same(lemmas_evaluate(l, index), value))
            return index;
    }
    return value;
}

static void lemma_equal_at(struct lemmas *l, struct term e, struct term index)
{
    struct term a = term_select(l->terms, term_arg(l->terms, e, 0), index);
    struct term b = term_select(l->terms, term_arg(l->terms, e, 1), index);
    l->clause.count = 0;
    VECTOR_PUSH(&l->clause, term_not(l->terms, e));
    VECTOR_PUSH(&l->clause, term_eq(l->terms, a, b));
    lemmas_add(l);
}

static void lemma_differ(struct lemmas *l, struct term e)
{
    struct term a = term_arg(l->terms, e, 0), b = term_arg(l->terms, e, 1);
    struct term witness =
        term_fresh(l->terms, sort_index(l->terms, term_sort(l->terms, a)), "differ");
    l->clause.count = 0;
    VECTOR_PUSH(&l->clause, e);
    VECTOR_PUSH(&l->clause, term_ne(l->terms, term_select(l->terms, a, witness),
                                    term_select(l->terms, b, witness)));
    lemmas_add(l);
}

/* Lemmas where `side` is written and the values a and b of the equality's sides differ; notes
 * all written indices. */
static void equal_where_written(struct lemmas *l, struct term e, struct term side,
                                struct term a, struct term b, struct map *written)
{
    for (; term_op(l->terms, side) == TERM_STORE; side = term_arg(l->terms, side, 0)) {
        struct term index = term_arg(l->terms, side, 1);
        if (map_has(written, index.id))
            continue;
        map_set(written, index.id, 1);
        if (!term_same(term_select(l->terms, a, index), term_select(l->terms, b, index)))
            lemma_equal_at(l, e, index_with_value(l, index));
    }
}

/* The sides agree wherever they are written, so their defaults differ: take an index nobody
 * mentions, and say it for all equalities that hold, since any of them may be what links the
 * two defaults. */
static void equal_elsewhere(struct lemmas *l, struct term e, const struct map *written)
{
    struct sort sort = term_sort(l->terms, term_arg(l->terms, e, 0)),
                index_sort = sort_index(l->terms, sort);
    struct term index = TERM_NONE;
    for (uint64_t n = 0; !term_is(index) || map_has(written, index.id); n++)
        index = sort_kind(l->terms, index_sort) == SORT_BOOL
                    ? term_bool(l->terms, n != 0)
                    : term_bv(l->terms, sort_width(l->terms, index_sort), n);
    size_t count = l->equalities.count;
    for (size_t i = 0; i < count; i++) {
        struct term other = l->equalities.data[i];
        if (term_sort(l->terms, term_arg(l->terms, other, 0)).id != sort.id)
            continue;
        if (term_is_true(l->terms, lemmas_evaluate(l, other)))
            lemma_equal_at(l, other, index);
    }
}

static void check_equality(struct lemmas *l, struct term e)
{
    struct term a = value_of(l, term_arg(l->terms, e, 0)),
                b = value_of(l, term_arg(l->terms, e, 1));
    bool wanted = term_is_true(l->terms, lemmas_evaluate(l, e)),
         same = term_is_true(l->terms, term_eq(l->terms, a, b));
    if (wanted == same)
        return;
    if (!wanted) {
        lemma_differ(l, e);
        return;
    }
    struct map written = {0};
    size_t before = l->added;
    equal_where_written(l, e, a, a, b, &written);
    equal_where_written(l, e, b, a, b, &written);
    if (l->added == before)
        equal_elsewhere(l, e, &written);
    map_release(&written);
}

void array_model_check(struct lemmas *l)
{
    break_circles(l);
    value_variables_without_definition(l);
    value_variables_with_definition(l);
    size_t count = l->equalities.count;
    for (size_t i = 0; i < count && l->added == 0; i++)
        check_equality(l, l->equalities.data[i]);
}
