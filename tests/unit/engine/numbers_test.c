/* engine: numbers that a program compares with, each once, none of code that is not there. */
#include "engine/numbers.h"
#include "base/failure.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void compared_constants_are_found_once(void **state)
{
    (void)state;
    static const char text[] = "program 64 entry @main\n"
                               "function @main() -> (i32) unit \"a.c\" {\n"
                               "b0 \"entry\":\n"
                               "  %0 = input i32 \"x\"\n"
                               "  %1 = icmp.slt i1 %0, i32 7\n"
                               "  %2 = icmp.eq i1 i32 7, %0\n"
                               "  %3 = add i32 %0, i32 9\n"
                               "  %4 = icmp.ne i1 %3, i32 -1\n"
                               "  branch %4 b1 b1\n"
                               "b1:\n"
                               "  return i32 3\n"
                               "}\n";
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p)
        fail_msg("%s", failure.message);
    compared_numbers found = {0};
    numbers_compared(p, &found);
    assert_int_equal(found.count, 2); /* 9 is added, 3 returned */
    assert_int_equal(found.data[0], 7);
    assert_int_equal(found.data[1], 0xffffffffu);
    VECTOR_RELEASE(&found);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(compared_constants_are_found_once)};
    return cmocka_run_group_tests_name("engine.numbers", tests, NULL, NULL);
}
