/* The map from floats to numbers keeps the order, and names of domains read back. */
#include "base/failure.h"
#include "base/text.h"
#include "domain/compose.h"
#include "term/float_number.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static __int128 number(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return float_number(64, bits);
}

static void map_keeps_order(void **state)
{
    (void)state;
    static const double values[] = {-INFINITY, -1.7e308, -2.5,      -1.0,      -0x1p-1074,
                                    -0.0,      0.0,      0x1p-1074, 0x1p-1022, 0.1,
                                    1.0,       2.5,      1.7e308,   INFINITY};
    size_t count = sizeof values / sizeof *values;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(values[i] <= values[k], number(values[i]) <= number(values[k]));
            assert_int_equal(values[i] == values[k], number(values[i]) == number(values[k]));
        }
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = float_bits(64, number(values[i]));
        double back;
        memcpy(&back, &bits, sizeof back);
        assert_true(back == values[i]);
    }
    assert_true(float_number_infinity(11, 53) == number(INFINITY));
    assert_true(float_number_infinity(8, 24) == float_number(32, 0x7f800000));
    assert_true(float_number(32, 0x80000000) == 0);
}

static void names_read_back(void **state)
{
    (void)state;
    static const char *const names[] = {"intervals",
                                        "octagons",
                                        "product(zones, floats)",
                                        "paths(intervals)",
                                        "branches(intervals, floats)",
                                        "product(paths(zones), floats)"};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct failure failure = {0};
        struct text text = {0};
        const struct domain *d = domain_parse(&arena, names[i], &failure);
        assert_non_null(d);
        domain_put_name(d, &text);
        assert_string_equal(text_of(&text), names[i]);
        text_release(&text);
    }
    arena_release(&arena);
}

static void wrong_names_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {
        "",
        "nothing",
        "product(",
        "product(intervals",
        "intervals)",
        "zones(intervals)",
        "paths()",
        "intervals, zones",
        "paths(paths(paths(paths(paths(paths(paths(paths(paths(zones)))))))))"};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct failure failure = {0};
        assert_null(domain_parse(&arena, names[i], &failure));
        assert_true(failure.message[0]);
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(map_keeps_order),
                                       cmocka_unit_test(names_read_back),
                                       cmocka_unit_test(wrong_names_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
