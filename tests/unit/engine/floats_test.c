/* engine: float inputs near the constants that a program compares with. */
#include "engine/floats.h"
#include "base/failure.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Compares with 2.5 twice and with -1.0; 7.0 is only added. */
static const char text[] = "program 64 entry @main\n"
                           "function @main() -> (i32) unit \"a.c\" {\n"
                           "b0 \"entry\":\n"
                           "  %0 = input f64 \"x\"\n"
                           "  %1 = fcmp.olt i1 %0, f64 0x4004000000000000\n"
                           "  %2 = fcmp.ogt i1 %0, f64 0x4004000000000000\n"
                           "  %3 = fadd f64 %0, f64 0x401c000000000000\n"
                           "  %4 = fcmp.oge i1 %3, f64 0xbff0000000000000\n"
                           "  branch %4 b1 b1\n"
                           "b1:\n"
                           "  return i32 3\n"
                           "}\n";

static struct program *parsed(void)
{
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p)
        fail_msg("%s", failure.message);
    return p;
}

static void compared_floats_rise(void **state)
{
    (void)state;
    struct program *p = parsed();
    compared_floats found = {0};
    floats_compared(p, &found);
    assert_int_equal(found.count, 2);
    assert_true(found.data[0] == -1.0 && found.data[1] == 2.5);
    assert_true(floats_are_inputs(p));
    VECTOR_RELEASE(&found);
    program_free(p);
}

/* Of many draws some hit each constant, both its neighbours, and much lies between. */
static void draws_lie_near(uint32_t width)
{
    double constants[] = {-1.0, 2.5};
    compared_floats floats = {.data = constants, .count = 2};
    unsigned equal = 0, between = 0;
    uint64_t seed = 1;
    for (int i = 0; i < 1000; i++) {
        uint64_t random[3];
        for (int k = 0; k < 3; k++)
            random[k] = (seed = seed * 6364136223846793005u + 1442695040888963407u) >> 8;
        uint64_t bits = floats_draw(&floats, width, random);
        double number;
        float narrow;
        memcpy(&number, &bits, sizeof number);
        memcpy(&narrow, &bits, sizeof narrow);
        if (width == 32)
            number = (double)narrow;
        equal += number == -1.0 || number == 2.5;
        between += number > -1.0 && number < 2.5;
    }
    assert_true(equal > 50);
    assert_true(between > 200);
}
static void draws_are_of_the_width(void **state)
{
    (void)state;
    draws_lie_near(32);
    draws_lie_near(64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(compared_floats_rise),
                                       cmocka_unit_test(draws_are_of_the_width)};
    return cmocka_run_group_tests_name("engine.floats", tests, NULL, NULL);
}
