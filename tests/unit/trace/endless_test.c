/* endless: a run that repeats a state is found and others are not; memory, undefined bits,
 * pointers and calls count. */
#include "trace/endless.h"
#include "base/failure.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static void observe(void *context, const struct interp *t, uint32_t function,
                    uint32_t instruction)
{
    endless_saw(context, t, function, instruction);
}

/* Runs main for at most 5,000 steps. */
static struct endless watch(const char *text, struct interp_result *r)
{
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p || !program_check(p, &failure))
        fail_msg("%s", failure.message);
    struct interp *t = interp_new(p);
    struct endless e;
    endless_init(&e, p, ENDLESS_REPEATS, 0, 0);
    struct interp_options o = {
        .observe = observe, .observe_heads = true, .context = &e, .reuse_addresses = true};
    o.stop = &e.found;
    o.step_limit = 5000;
    interp_run(t, &o, r);
    interp_free(t);
    endless_release(&e);
    program_free(p);
    return e;
}

static bool repeats(const char *text)
{
    struct interp_result r;
    struct endless e = watch(text, &r);
    assert_int_equal(r.end, INTERP_LIMIT);
    return e.found && !e.calls;
}

#define LOOP(first, body)                                                                    \
    "program 64 entry @main\nglobal $g size 4 align 4 bytes 00000000\nfunction @main() -> "  \
    "(i32) {\nb0:\n" first "  jump b1\nb1:\n" body "  jump b1\n}\n"

static void counters(void **state)
{
    (void)state;
    assert_true(repeats(LOOP("", "")));
    assert_true(
        repeats(LOOP("", "  %0 = phi i8 [i8 0 b0] [%1 b1]\n  %1 = add i8 %0, i8 3\n")));
    assert_false(
        repeats(LOOP("", "  %0 = phi i32 [i32 0 b0] [%1 b1]\n  %1 = add i32 %0, i32 3\n")));
}

static void memory(void **state)
{
    (void)state;
    assert_true(
        repeats(LOOP("", "  %0 = load i32 $g\n  %1 = xor i32 %0, i32 5\n  store $g, %1\n")));
    assert_false(
        repeats(LOOP("", "  %0 = load i32 $g\n  %1 = add i32 %0, i32 5\n  store $g, %1\n")));
}

static void calls(void **state)
{
    (void)state;
    struct interp_result r;
#define CALLS(next)                                                                          \
    "program 64 entry @main\nfunction @main() -> (i32) {\nb0:\n  %0 = call i32 @f, i32 7 "   \
    "{1}\n  return %0\n}\n"                                                                  \
    "function @f(i32) -> (i32) {\nb0:\n  %0 = param i32\n" next                              \
    "  %2 = call i32 @f, %1 {1}\n  return %2\n}\n"
    struct endless e = watch(CALLS("  %1 = xor i32 %0, i32 9\n"), &r);
    assert_true(e.found && e.calls);
    e = watch(CALLS("  %1 = add i32 %0, i32 9\n"), &r);
    assert_false(e.found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters),
        cmocka_unit_test(memory),
        cmocka_unit_test(calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
