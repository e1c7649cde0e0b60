/* What is said of divisions holds of all of them, and is enough for what lists need. */
#include "lists/division.h"

#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { WIDTH = 5 };

static struct term variable(struct terms *t, const char *name)
{
    return term_var(t, sort_bv(t, WIDTH), name);
}

static enum answer ask(struct terms *t, struct term formula)
{
    struct solver *s = solver_new(t, NULL);
    solver_assert(s, formula);
    enum answer answer = solver_solve_under(s, NULL, 0, NULL);
    solver_free(s);
    return answer;
}

/* The formula with divisions where variables stand for them. */
static struct term with_divisions(const struct divisions *d, struct term formula)
{
    struct map back = {0};
    for (size_t i = 0; i < d->list.count; i++) {
        const struct division *a = &d->list.data[i];
        struct term value = term_2(d->terms, a->op, a->dividend, a->divisor);
        map_set(&back, a->result.id, value.id);
    }
    struct term whole = term_substitute(d->terms, formula, &back);
    map_release(&back);
    return whole;
}

static void lemmas_hold_of(enum term_op op)
{
    struct terms *t = terms_new();
    struct divisions d;
    divisions_init(&d, t);
    struct term x = variable(t, "x"), y = variable(t, "y"), n = variable(t, "n");
    struct term sum = term_2(t, TERM_BV_ADD, x, y);
    divisions_replace(&d, term_2(t, op, sum, n));
    divisions_replace(&d, term_2(t, op, x, n));
    divisions_replace(&d, term_2(t, op, y, x));
    assert_int_equal(d.list.count, 3);
    struct term lemmas = with_divisions(&d, divisions_lemmas(&d));
    assert_int_equal(ask(t, term_not(t, lemmas)), ANSWER_UNSAT);
    divisions_release(&d);
    terms_free(t);
}

static void lemmas_hold(void **state)
{
    (void)state;
    lemmas_hold_of(TERM_BV_UDIV);
    lemmas_hold_of(TERM_BV_UREM);
    lemmas_hold_of(TERM_BV_SDIV);
    lemmas_hold_of(TERM_BV_SREM);
}

/* x + n has the remainder of x; x + 1 does not, for n > 1. */
static void lemmas_tell_remainders(void **state)
{
    (void)state;
    struct terms *t = terms_new();
    struct divisions d;
    divisions_init(&d, t);
    struct term x = term_zext(t, term_extract(t, variable(t, "x"), 2, 0), WIDTH);
    struct term n = term_zext(t, term_extract(t, variable(t, "n"), 2, 0), WIDTH);
    struct term one = term_bv(t, WIDTH, 1);
    struct term rest = term_2(t, TERM_BV_SREM, x, n);
    struct term after = term_2(t, TERM_BV_SREM, term_2(t, TERM_BV_ADD, x, n), n);
    struct term next = term_2(t, TERM_BV_SREM, term_2(t, TERM_BV_ADD, x, one), n);
    struct term large = term_2(t, TERM_BV_ULT, one, n);
    struct term differ = term_not(t, term_eq(t, rest, after));
    struct term same = term_eq(t, rest, next);
    differ = divisions_replace(&d, term_and(t, large, differ));
    same = divisions_replace(&d, term_and(t, large, same));
    struct term lemmas = divisions_lemmas(&d);
    assert_int_equal(ask(t, term_and(t, lemmas, differ)), ANSWER_UNSAT);
    assert_int_equal(ask(t, term_and(t, lemmas, same)), ANSWER_UNSAT);
    assert_int_equal(ask(t, term_and(t, lemmas, term_not(t, same))), ANSWER_SAT);
    divisions_release(&d);
    terms_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lemmas_hold),
        cmocka_unit_test(lemmas_tell_remainders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
