/* domain: equations modulo 2^width that points satisfy, against all equations with small
 * factors. */
#include "domain/template/affine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static uint64_t seed = 1;
static uint64_t draw(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 33;
}

enum { WIDTH = 4, VARIABLES = 3, SPAN = 1 << WIDTH, POINTS = 6 };

/* Every equation of all numbers of four bits that the points satisfy is a combination of
 * those found: whoever satisfies these satisfies it. */
static void is_complete(const struct affine *a, uint64_t points[][VARIABLES], unsigned count)
{
    struct affine_equation e = {0};
    uint64_t at[VARIABLES];
    for (unsigned code = 0; code < SPAN * SPAN * SPAN * SPAN; code += 1 + draw() % 7) {
        bool all = true;
        for (unsigned i = 0; i <= VARIABLES; i++)
            e.factor[i] = code >> i * WIDTH & (SPAN - 1);
        for (unsigned p = 0; p < count; p++)
            all &= affine_holds(a, &e, points[p]);
        for (unsigned try = 0; all && try < 40; try++) {
            bool meets = true;
            for (unsigned i = 0; i < VARIABLES; i++)
                at[i] = draw() % SPAN;
            for (unsigned i = 0; i < a->count; i++)
                meets &= affine_holds(a, &a->equation[i], at);
            if (meets)
                assert_true(affine_holds(a, &e, at));
        }
    }
}

static void random_points(void **state)
{
    (void)state;
    for (int round = 0; round < 150; round++) {
        struct affine a;
        uint64_t points[POINTS][VARIABLES];
        unsigned count = 1 + (unsigned)(draw() % POINTS);
        affine_init(&a, WIDTH, VARIABLES);
        for (unsigned p = 0; p < count; p++) {
            for (unsigned i = 0; i < VARIABLES; i++)
                points[p][i] = (draw() << draw() % 3) % SPAN;
            affine_add(&a, points[p]);
        }
        if (round % 2)
            affine_simplify(&a);
        for (unsigned i = 0; i < a.count; i++)
            for (unsigned p = 0; p < count; p++)
                assert_true(affine_holds(&a, &a.equation[i], points[p]));
        is_complete(&a, points, count);
    }
}

static void nothing_satisfies_an_empty_space(void **state)
{
    (void)state;
    struct affine a;
    uint64_t point[2] = {0, 0};
    affine_init(&a, 32, 2);
    bool all = true;
    for (unsigned i = 0; i < a.count; i++)
        all &= affine_holds(&a, &a.equation[i], point);
    assert_false(all);
}

/* p = 3 + 2*i, whatever wraps around. */
static void a_line_is_found(void **state)
{
    (void)state;
    struct affine a;
    affine_init(&a, 32, 2);
    for (uint64_t i = 0; i < 5; i++) {
        uint64_t point[2] = {(3 + 2 * i * 0x40000001u) & UINT32_MAX,
                             i * 0x40000001u & UINT32_MAX};
        affine_add(&a, point);
    }
    affine_simplify(&a);
    assert_int_equal(a.count, 1);
    assert_int_equal(a.equation[0].factor[0], 1);
    assert_int_equal(a.equation[0].factor[1], UINT32_MAX - 1);
    assert_int_equal(a.equation[0].factor[2], UINT32_MAX - 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_points),
                                       cmocka_unit_test(nothing_satisfies_an_empty_space),
                                       cmocka_unit_test(a_line_is_found)};
    return cmocka_run_group_tests_name("domain.affine", tests, NULL, NULL);
}
