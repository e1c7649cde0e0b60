/* term: ranges of terms where comparisons hold. Executor and checker both leave out what lies
 * outside of them, so that a range that is too small would make a wrong proof that is
 * certified. */
#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

enum { LITERALS = 3, ROUNDS = 3000, POINTS = 60, DEEPEST = 4 };
static struct terms *terms;
static struct term literals[LITERALS];
static uint64_t point[2]; /* values of the two variables */
static uint64_t seed = 88172645463325252u;

static unsigned below(unsigned n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 11) % n);
}

static struct term variable(unsigned k)
{
    return term_var(terms, sort_bv(terms, 8), k ? "y" : "x");
}

static struct term value(void *context, struct term v)
{
    (void)context;
    return term_bv(terms, 8, point[term_same(v, variable(1))]);
}

static uint64_t number(struct term t)
{
    uint64_t n = 0;
    assert_true(term_const_u64(terms, term_evaluate(terms, t, value, NULL), &n));
    return n;
}

static uint64_t most(void *context, struct term t)
{
    uint64_t least = UINT64_MAX;
    (void)context;
    for (unsigned i = 0; i < LITERALS; i++) {
        uint64_t one = term_most_by(terms, literals[i], t);
        if (one < least)
            least = one;
    }
    return least;
}

/* Of a shift: mostly a small one, so that not everything becomes 0. */
static struct term amount(struct term b, unsigned width)
{
    struct term any = term_resize(terms, b, width);
    if (!below(3))
        return any;
    return below(2) ? term_bv(terms, width, below(10))
                    : term_2(terms, TERM_BV_UREM, any, term_bv(terms, width, 3));
}

static struct term expression(unsigned depth)
{
    if (!depth || !below(5))
        return below(4) ? variable(below(2)) : term_bv(terms, 8, below(256));
    struct term a = expression(depth - 1), b = expression(depth - 1);
    unsigned w = term_width(terms, a);
    switch (below(9)) {
    case 0:
        return w < 20 ? term_zext(terms, a, w + 1 + below(8)) : a;
    case 1:
        return w < 20 ? term_sext(terms, a, w + 1 + below(8)) : a;
    case 2:
        return w > 1 ? term_extract(terms, a, w - 1 - below(w / 2), below(w / 2)) : a;
    case 3:
        return w + term_width(terms, b) <= 32 ? term_concat(terms, a, b) : a;
    case 4:
        return term_2(terms, TERM_BV_MUL, a, term_resize(terms, b, w));
    case 5:
        return term_2(terms, TERM_BV_SUB, a, term_resize(terms, b, w));
    case 6:
        return term_2(terms, TERM_BV_SHL, a, amount(b, w));
    case 7:
        return term_2(terms, TERM_BV_LSHR, a, amount(b, w));
    default:
        return term_2(terms, TERM_BV_ADD, a, term_resize(terms, b, w));
    }
}

/* About a variable or a part of the expression, either way round, perhaps denied. */
static struct term comparison(struct term whole)
{
    struct term t = below(2) ? variable(below(2)) : whole;
    while (below(2) && term_count(terms, t))
        t = term_arg(terms, t, 0);
    struct term bound = term_bv(terms, term_width(terms, t), below(1u << (below(2) ? 4 : 8)));
    enum term_op op = below(2) ? TERM_BV_ULT : TERM_BV_ULE;
    struct term literal =
        below(2) ? term_2(terms, op, t, bound) : term_2(terms, op, bound, t);
    return below(2) ? term_not(terms, literal) : literal;
}

static bool all_hold(void)
{
    for (unsigned i = 0; i < LITERALS; i++)
        if (!term_is_true(terms, term_evaluate(terms, literals[i], value, NULL)))
            return false;
    return true;
}

static void values_lie_inside(void **state)
{
    (void)state;
    unsigned tried = 0, told = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct term t = expression(DEEPEST);
        for (unsigned i = 0; i < LITERALS; i++)
            literals[i] = comparison(t);
        struct term_range r = term_range(terms, t, most, NULL);
        told += r.least > 0 || r.most < (UINT64_C(1) << term_width(terms, t)) - 1;
        for (unsigned i = 0; i < POINTS; i++) {
            point[0] = below(2) ? below(256) : below(17);
            point[1] = below(2) ? below(256) : below(17);
            if (!all_hold())
                continue;
            uint64_t n = number(t);
            assert_true(r.least <= n && n <= r.most);
            tried++;
        }
    }
    assert_true(tried > ROUNDS && told > ROUNDS / 4);
}

static int64_t as_signed(uint64_t n, unsigned width)
{
    return n >> (width - 1) ? (int64_t)(n - (UINT64_C(1) << width)) : (int64_t)n;
}

/* Whether the exact result of the overflow predicate's operation fits, of up to 32 bits. */
static bool fits(enum term_op op, struct term a, struct term b)
{
    unsigned w = term_width(terms, a);
    uint64_t x = number(a), y = number(b);
    int64_t s = as_signed(x, w), t = as_signed(y, w), half = INT64_C(1) << (w - 1);
    int64_t sum = op == TERM_BV_SADDO ? s + t : op == TERM_BV_SSUBO ? s - t : s * t;
    if (op == TERM_BV_UADDO || op == TERM_BV_UMULO)
        return (op == TERM_BV_UADDO ? x + y : x * y) >> w == 0;
    return sum >= -half && sum < half;
}

static void what_is_said_never_to_overflow_does_not(void **state)
{
    (void)state;
    static const enum term_op ops[] = {TERM_BV_SADDO, TERM_BV_SSUBO, TERM_BV_SMULO,
                                       TERM_BV_UADDO, TERM_BV_UMULO};
    unsigned told = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct term a = expression(DEEPEST), b = expression(DEEPEST);
        if (term_width(terms, a) > 32)
            continue;
        b = term_resize(terms, b, term_width(terms, a));
        if (!below(3))
            b = term_ite(terms, term_2(terms, TERM_BV_ULT, a, b), a, b);
        enum term_op op = ops[below(5)];
        if (!term_is_false(terms, term_2(terms, op, a, b)))
            continue;
        told++;
        for (unsigned i = 0; i < POINTS; i++) {
            point[0] = below(4) ? below(256) : 128;
            point[1] = below(4) ? below(256) : 127 + below(2);
            assert_true(fits(op, a, b));
        }
    }
    assert_true(told > ROUNDS / 10);
}

static void products_of_twice_the_width_fit(void **state)
{
    (void)state;
    struct term x = variable(0), y = variable(1), z = term_sext(terms, x, 16);
    struct term both = term_2(terms, TERM_BV_MUL, z, term_sext(terms, y, 16));
    assert_true(
        term_is_false(terms, term_2(terms, TERM_BV_SMULO, z, term_sext(terms, y, 16))));
    assert_true(term_is_false(terms, term_2(terms, TERM_BV_SADDO, both, z)));
    assert_true(term_is_false(terms, term_2(terms, TERM_BV_UMULO, term_zext(terms, x, 16),
                                            term_zext(terms, y, 16))));
    z = term_sext(terms, x, 15);
    assert_false(
        term_is_false(terms, term_2(terms, TERM_BV_SMULO, z, term_sext(terms, y, 15))));
    assert_false(term_is_false(terms, term_2(terms, TERM_BV_SADDO, both, both)));
}

static void path_bounds_an_index(void **state)
{
    (void)state;
    struct term i = variable(0), wide = term_zext(terms, i, 32),
                truth = term_bool(terms, true);
    struct term at = term_2(terms, TERM_BV_ADD, term_bv(terms, 32, 80),
                            term_2(terms, TERM_BV_MUL, term_bv(terms, 32, 12), wide));
    literals[1] = literals[2] = truth;
    literals[0] = term_2(terms, TERM_BV_ULT, i, term_bv(terms, 8, 7));
    struct term_range r = term_range(terms, at, most, NULL);
    assert_int_equal(r.least, 80);
    assert_int_equal(r.most, 80 + 12 * 6);
    literals[0] = term_not(terms, term_2(terms, TERM_BV_ULT, term_bv(terms, 8, 9), i));
    assert_int_equal(term_range(terms, at, most, NULL).most, 80 + 12 * 9);
}

static void shifts_keep_bounds(void **state)
{
    (void)state;
    struct term i = variable(0), wide = term_zext(terms, i, 32);
    struct term by = term_zext(terms, variable(1), 32);
    literals[0] = term_2(terms, TERM_BV_ULT, i, term_bv(terms, 8, 7));
    literals[1] = term_2(terms, TERM_BV_ULT, variable(1), term_bv(terms, 8, 4));
    literals[2] = term_bool(terms, true);
    struct term up = term_2(terms, TERM_BV_SHL, wide, term_bv(terms, 32, 3));
    assert_int_equal(term_range(terms, up, most, NULL).most, 6 << 3);
    up = term_2(terms, TERM_BV_SHL, wide, by);
    assert_int_equal(term_range(terms, up, most, NULL).most, 6 << 3);
    struct term down = term_2(terms, TERM_BV_LSHR, term_bv(terms, 32, 1000), by);
    struct term_range r = term_range(terms, down, most, NULL);
    assert_int_equal(r.least, 1000 >> 3);
    assert_int_equal(r.most, 1000);
    literals[1] = term_bool(terms, true); /* shifts by any amount: bits may be lost */
    assert_int_equal(term_range(terms, up, most, NULL).most, UINT32_MAX);
    assert_int_equal(term_range(terms, down, most, NULL).least, 0);
}

static int setup(void **state)
{
    (void)state;
    terms = terms_new();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    terms_free(terms);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_lie_inside), cmocka_unit_test(path_bounds_an_index),
        cmocka_unit_test(shifts_keep_bounds),
        cmocka_unit_test(what_is_said_never_to_overflow_does_not),
        cmocka_unit_test(products_of_twice_the_width_fit)};
    return cmocka_run_group_tests_name("term.range", tests, setup, teardown);
}
