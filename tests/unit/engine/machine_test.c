/* engine: a loop whose variable is chosen among several numbers is a state machine, one that
 * counts is not. */
#include "engine/pdr/machine.h"
#include "base/failure.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* The next state is one of four numbers, or what `otherwise` says. */
static bool is_machine(const char *otherwise)
{
    char text[1000];
    snprintf(text, sizeof text,
             "program 64 entry @main\n"
             "function @main() -> (i32) unit \"a.c\" {\n"
             "b0 \"entry\":\n"
             "  jump b1\n"
             "b1:\n"
             "  %%1 = phi i32 [i32 0 b0] [%%7 b1]\n"
             "  %%2 = icmp.eq i1 %%1, i32 3\n"
             "  %%3 = add i32 %%1, i32 1\n"
             "  %%4 = select i32 %%2, i32 10, %s\n"
             "  %%5 = select i32 %%2, i32 20, %%4\n"
             "  %%6 = select i32 %%2, i32 30, %%5\n"
             "  %%7 = select i32 %%2, i32 0, %%6\n"
             "  branch %%2 b2 b1\n"
             "b2:\n"
             "  return i32 3\n"
             "}\n",
             otherwise);
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p)
        fail_msg("%s", failure.message);
    bool found = machine_is(p);
    program_free(p);
    return found;
}

static void states_are_counted(void **state)
{
    (void)state;
    assert_true(is_machine("i32 3"));
    assert_false(is_machine("%3"));     /* a counter that is set back now and then */
    assert_false(is_machine("i32 10")); /* four numbers */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_are_counted)};
    return cmocka_run_group_tests_name("engine.machine", tests, NULL, NULL);
}
