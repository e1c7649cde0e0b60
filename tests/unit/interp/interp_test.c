/* interp: integer operations of every width against their definition, parallel PHIs, choices,
 * limits, observers, fresh memory. */
#include "interp/interp.h"
#include "base/failure.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef unsigned __int128 wide;

static struct program *parse(const char *text)
{
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p)
        fail_msg("%s", failure.message);
    if (!program_check(p, &failure))
        fail_msg("%s", failure.message);
    return p;
}

static uint64_t seed = 88172645463325252u;
static uint64_t random_word(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static wide mask_of(unsigned width)
{
    return width == 128 ? ~(wide)0 : ((wide)1 << width) - 1;
}
static __int128 as_signed(wide v, unsigned width)
{
    return (__int128)(v << (128 - width)) >> (128 - width);
}

static wide interesting(unsigned width)
{
    wide v = (wide)random_word() << 64 | random_word();
    switch (random_word() % 5) {
    case 0:
        v = random_word() % 4;
        break;
    case 1:
        v = -(wide)(random_word() % 4);
        break;
    case 2:
        v = (wide)1 << (width - 1);
        break;
    default:
        break;
    }
    return v & mask_of(width);
}

static wide defined(const char *op, wide a, wide b, unsigned width)
{
    __int128 x = as_signed(a, width), y = as_signed(b, width);
    if (!strcmp(op, "add"))
        return a + b;
    if (!strcmp(op, "sub"))
        return a - b;
    if (!strcmp(op, "mul"))
        return a * b;
    if (!strcmp(op, "udiv"))
        return a / b;
    if (!strcmp(op, "urem"))
        return a % b;
    if (!strcmp(op, "sdiv"))
        return y == -1 ? -a : (wide)(x / y);
    if (!strcmp(op, "srem"))
        return y == -1 ? 0 : (wide)(x % y);
    if (!strcmp(op, "and"))
        return a & b;
    if (!strcmp(op, "or"))
        return a | b;
    if (!strcmp(op, "xor"))
        return a ^ b;
    if (!strcmp(op, "shl"))
        return a << (unsigned)b;
    if (!strcmp(op, "lshr"))
        return a >> (unsigned)b;
    if (!strcmp(op, "ashr"))
        return (wide)(x >> (unsigned)b);
    if (!strcmp(op, "icmp.eq"))
        return a == b;
    if (!strcmp(op, "icmp.ult"))
        return a < b;
    if (!strcmp(op, "icmp.uge"))
        return a >= b;
    if (!strcmp(op, "icmp.slt"))
        return x < y;
    if (!strcmp(op, "icmp.sge"))
        return x >= y;
    fail_msg("%s", op);
    return 0;
}

static void operation_of(const char *op, unsigned width)
{
    char text[400];
    unsigned result = strncmp(op, "icmp", 4) ? width : 1;
    snprintf(text, sizeof text,
             "program 64\nfunction @f(i%u, i%u) -> (i%u) {\nb0:\n  %%0 = param i%u\n  %%1 = "
             "param i%u {1}\n  %%2 = %s i%u %%0, %%1\n  "
             "return %%2\n}\n",
             width, width, result, width, width, op, result);
    struct program *p = parse(text);
    struct interp *t = interp_new(p);
    struct interp_options options = {0};
    for (int k = 0; k < 60; k++) {
        wide a = interesting(width), b = interesting(width);
        if (op[0] == 's' && op[1] == 'h')
            b = random_word() % width;
        if (!strcmp(op, "lshr") || !strcmp(op, "ashr"))
            b = random_word() % width;
        if (!b && (strstr(op, "div") || strstr(op, "rem")))
            b = 1;
        if (width < 8)
            b &= mask_of(width);
        struct interp_value arguments[2] = {{(uint64_t)a, (uint64_t)(a >> 64)},
                                            {(uint64_t)b, (uint64_t)(b >> 64)}},
                            r = {0, 0};
        struct interp_result result_of;
        interp_call(t, &options, 0, arguments, &r, &result_of);
        assert_int_equal(result_of.end, INTERP_FINISHED);
        wide want = defined(op, a, b, width) & mask_of(result);
        if (r.low != (uint64_t)want || (result > 64 && r.high != (uint64_t)(want >> 64)))
            fail_msg("%s of %u bits", op, width);
    }
    interp_free(t);
    program_free(p);
}

static void integers_of_every_width(void **state)
{
    (void)state;
    static const char *const ops[] = {
        "add",  "sub",     "mul",      "udiv",     "urem",     "sdiv",
        "srem", "and",     "or",       "xor",      "shl",      "lshr",
        "ashr", "icmp.eq", "icmp.ult", "icmp.uge", "icmp.slt", "icmp.sge"};
    static const unsigned widths[] = {1, 3, 8, 13, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128};
    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
            operation_of(ops[o], widths[w]);
}

static const char fibonacci[] =
    "program 64\n"
    "function @f(i32) -> (i32) {\n"
    "b0:\n  %0 = param i32\n  jump b1\n"
    "b1:\n  %2 = phi i32 [i32 0 b0] [%8 b2]\n  %3 = phi i32 [i32 1 b0] [%4 b2]\n"
    "  %4 = phi i32 [i32 1 b0] [%7 b2]\n  %5 = icmp.slt i1 %2, %0\n  branch %5 b2 b3\n"
    "b2:\n  %7 = add i32 %3, %4\n  %8 = add i32 %2, i32 1\n  jump b1\n"
    "b3:\n  return %3\n}\n";

static void phis_move_in_parallel(void **state)
{
    (void)state;
    struct program *p = parse(fibonacci);
    struct interp *t = interp_new(p);
    struct interp_options options = {0};
    struct interp_result result;
    struct interp_value n = {10, 0}, r;
    interp_call(t, &options, 0, &n, &r, &result);
    assert_int_equal(r.low, 89);
    n.low = 30;
    interp_call(t, &options, 0, &n, &r, &result);
    assert_int_equal(r.low, 1346269);
    options.step_limit = 50;
    interp_call(t, &options, 0, &n, &r, &result);
    assert_int_equal(result.end, INTERP_LIMIT);
    interp_free(t);
    program_free(p);
}

static const char with_choices[] =
    "program 64 entry @main\n"
    "global $count size 4 align 4\n"
    "function @main() -> (i32) {\n"
    "b0:\n  %0 = call ptr @malloc, i64 4 {1}\n  %1 = icmp.eq i1 %0, null\n  branch %1 b1 b2\n"
    "b1:\n  return i32 9\n"
    "b2:\n  %4 = input i32 \"first\"\n  store %0, %4 {4}\n  %6 = call i32 @other, i32 3 {1}\n"
    "  %7 = load i32 $count {4}\n  %8 = add i32 %7, i32 1\n  store $count, %8 {4}\n"
    "  %10 = load i32 %0 {4}\n  %11 = add i32 %10, %6\n  %12 = mul i32 %11, %8\n  return "
    "%12\n}\n"
    "function @malloc(i64) -> (ptr)\n"
    "function @other(i32) -> (i32)\n";

struct answers {
    uint64_t malloc_fails;
    int asked[4];
    int observed, depth;
    enum interp_answer answer;
};

static enum interp_answer answer(void *context, const struct interp_choice *c,
                                 struct interp_value *out)
{
    struct answers *a = context;
    a->asked[c->kind]++;
    if (c->kind == INTERP_CHOICE_MALLOC)
        out->low = a->malloc_fails;
    if (c->kind == INTERP_CHOICE_INPUT)
        out->low = 5;
    if (c->kind == INTERP_CHOICE_EXTERNAL)
        out->low = 2;
    return c->kind == INTERP_CHOICE_INPUT ? a->answer : INTERP_ANSWERED;
}

static void observe(void *context, const struct interp *t, uint32_t function,
                    uint32_t instruction)
{
    struct answers *a = context;
    (void)function;
    (void)instruction;
    a->observed++;
    a->depth = (int)interp_depth(t);
}

static void choices_are_asked_in_order(void **state)
{
    (void)state;
    struct program *p = parse(with_choices);
    struct interp *t = interp_new(p);
    struct answers a = {0};
    struct interp_options options = {.choose = answer,
                                     .context = &a,
                                     .malloc_may_fail = true,
                                     .external = INTERP_EXTERNAL_CHOOSE};
    struct interp_result result;
    for (int k = 0; k < 2; k++) { /* the global is fresh each time */
        interp_run(t, &options, &result);
        assert_int_equal(result.end, INTERP_FINISHED);
        assert_int_equal(result.status, 7);
    }
    assert_int_equal(a.asked[INTERP_CHOICE_INPUT], 2);
    assert_int_equal(a.asked[INTERP_CHOICE_MALLOC], 2);
    options.observe = observe;
    interp_run(t, &options, &result);
    assert_int_equal(result.status, 7);
    assert_int_equal(a.observed, 13);
    assert_int_equal(a.depth, 1);
    options.observe = NULL;
    a.malloc_fails = 1;
    interp_run(t, &options, &result);
    assert_int_equal(result.status, 9);
    a.malloc_fails = 0;
    a.answer = INTERP_STOP;
    interp_run(t, &options, &result);
    assert_int_equal(result.end, INTERP_CHOICES_OVER);
    a.answer = INTERP_ANSWERED;
    options.external = INTERP_EXTERNAL_UNSUPPORTED;
    interp_run(t, &options, &result);
    assert_int_equal(result.end, INTERP_UNSUPPORTED);
    options.external = INTERP_EXTERNAL_CHOOSE;
    options.errors = INTERP_BIT(INTERP_LEAK);
    interp_run(t, &options, &result);
    assert_int_equal(result.end, INTERP_ERROR);
    assert_int_equal(result.error, INTERP_LEAK);
    interp_free(t);
    program_free(p);
}

static void recursion_is_limited(void **state)
{
    (void)state;
    struct program *p = parse("program 64 entry @main\nfunction @main() -> (i32) {\nb0:\n  "
                              "%0 = call i32 @main {1}\n  return %0\n}\n");
    struct interp *t = interp_new(p);
    struct interp_options options = {.depth_limit = 5000};
    struct interp_result result;
    interp_run(t, &options, &result);
    assert_int_equal(result.end, INTERP_LIMIT);
    assert_int_equal(result.stack_count, 5000);
    interp_free(t);
    program_free(p);
}

static void errors_not_looked_for_end_as_undefined(void **state)
{
    (void)state;
    struct program *p = parse(
        "program 64 entry @main\nglobal $a size 4 align 4\nfunction @main() -> (i32) {\nb0:\n"
        "  %0 = ptradd ptr $a, i64 2\n  %1 = load i32 %0 {4}\n  return %1\n}\n");
    struct interp *t = interp_new(p);
    struct interp_options options = {0};
    struct interp_result result;
    interp_run(t, &options, &result);
    assert_int_equal(result.end, INTERP_UNDEFINED);
    assert_int_equal(result.error, INTERP_BOUNDS);
    options.errors = INTERP_MEMORY_ERRORS;
    interp_run(t, &options, &result);
    assert_int_equal(result.end, INTERP_ERROR);
    assert_string_equal(result.message, "read 4 bytes at offset 2 of `a` (4 bytes, global)");
    interp_free(t);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_of_every_width),
        cmocka_unit_test(phis_move_in_parallel),
        cmocka_unit_test(choices_are_asked_in_order),
        cmocka_unit_test(recursion_is_limited),
        cmocka_unit_test(errors_not_looked_for_end_as_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
