/* memory: addresses. Equality, order and integers of pointers agree with each other, whatever
 * values they have. */
#include "world.h"

/* The condition holds for all values of its variables. */
static bool always(struct world *w, struct term condition)
{
    struct solver *s = solver_new(w->terms, NULL);
    for (size_t i = 0; i < w->memory.axioms.count; i++)
        solver_assert(s, w->memory.axioms.data[i]);
    solver_assert(s, term_not(w->terms, condition));
    enum answer a = solver_solve(s, &(struct solver_limits){.seconds = 20});
    solver_free(s);
    assert_int_not_equal(a, ANSWER_UNKNOWN);
    return a == ANSWER_UNSAT;
}

static struct term offset(struct world *w, const char *name)
{
    return term_var(w->terms, sort_bv(w->terms, 64), name);
}

static struct sym at(struct world *w, uint32_t o, struct term where)
{
    return sym_pointer(term_bv(w->terms, OBJECT_BITS, o), where);
}

static struct term equal_numbers(struct world *w, struct sym p, struct sym q)
{
    return term_eq(w->terms, pointer_integer(&w->memory, p), pointer_integer(&w->memory, q));
}

/* Two pointers are equal exactly where their numbers are, of one object or of two. */
static void equality_is_that_of_addresses(void **state)
{
    struct world *w = *state;
    uint32_t a = object(w, 10, 16), b = object(w, 20, 8);
    struct sym p = at(w, a, offset(w, "i")), q = at(w, a, offset(w, "j")),
               r = at(w, b, offset(w, "k"));
    assert_true(always(
        w, term_eq(w->terms, pointer_equal(&w->memory, p, q), equal_numbers(w, p, q))));
    assert_true(always(
        w, term_eq(w->terms, pointer_equal(&w->memory, p, r), equal_numbers(w, p, r))));
}

/* Bytes of two objects that live have different addresses; the end of one may be the start of
 * another. */
static void objects_do_not_overlap(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    uint32_t a = object(w, 10, 16), b = object(w, 20, 8);
    struct term i = offset(w, "i"), k = offset(w, "k");
    struct term inside = term_and(ts, term_2(ts, TERM_BV_ULT, i, term_bv(ts, 64, 16)),
                                  term_2(ts, TERM_BV_ULT, k, term_bv(ts, 64, 8)));
    struct term same = equal_numbers(w, at(w, a, i), at(w, b, k));
    assert_true(always(w, term_not(ts, term_and(ts, inside, same))));
    assert_false(always(w, term_not(ts, equal_numbers(w, sym_object(&w->memory, a, 16),
                                                      sym_object(&w->memory, b, 0)))));
}

static void no_byte_of_an_object_is_null(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    uint32_t a = object(w, 10, 16);
    struct term i = offset(w, "i");
    struct sym p = at(w, a, i);
    struct term inside = term_2(ts, TERM_BV_ULE, i, term_bv(ts, 64, 16));
    assert_true(
        always(w, term_not(ts, term_and(ts, inside, pointer_is_null(&w->memory, p)))));
    assert_false(
        always(w, term_not(ts, pointer_is_null(&w->memory, p)))); /* moved far enough it is */
    assert_true(always(w, pointer_is_null(&w->memory, sym_null(&w->memory))));
}

/* Order inside an object is that of unsigned addresses. */
static void near_pointers_are_ordered_as_their_offsets(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    uint32_t a = object(w, 10, 16);
    struct term i = offset(w, "i"), j = offset(w, "j");
    struct sym p = at(w, a, i), q = at(w, a, j);
    struct term near =
        term_and(ts, pointer_is_near(&w->memory, p), pointer_is_near(&w->memory, q));
    struct term below = term_2(ts, TERM_BV_ULT, pointer_integer(&w->memory, p),
                               pointer_integer(&w->memory, q));
    struct term ordered = term_eq(ts, below, term_2(ts, TERM_BV_SLT, i, j));
    assert_true(always(w, term_or(ts, term_not(ts, near), ordered)));
    assert_false(always(w, ordered));
    struct term fits = term_2(ts, TERM_BV_ULE, i, term_bv(ts, 64, 16));
    assert_true(always(w, term_or(ts, term_not(ts, fits), pointer_is_near(&w->memory, p))));
}

static void numbers_lead_back(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    uint32_t a = object(w, 10, 16);
    struct sym p = sym_object(&w->memory, a, 4);
    struct term mask = offset(w, "mask");
    struct term there = term_2(ts, TERM_BV_XOR, pointer_integer(&w->memory, p), mask);
    struct sym q = pointer_from_integer(&w->memory, term_2(ts, TERM_BV_XOR, there, mask));
    assert_true(always(w, pointer_equal(&w->memory, p, q)));
    assert_true(always(
        w, equal_numbers(w, pointer_add(&w->memory, p, mask),
                         pointer_from_integer(
                             &w->memory, term_2(ts, TERM_BV_ADD,
                                                pointer_integer(&w->memory, p), mask)))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equality_is_that_of_addresses, setup, teardown),
        cmocka_unit_test_setup_teardown(objects_do_not_overlap, setup, teardown),
        cmocka_unit_test_setup_teardown(no_byte_of_an_object_is_null, setup, teardown),
        cmocka_unit_test_setup_teardown(near_pointers_are_ordered_as_their_offsets, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(numbers_lead_back, setup, teardown),
    };
    return cmocka_run_group_tests_name("memory.pointer", tests, NULL, NULL);
}
