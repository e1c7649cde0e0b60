/* Challenges of proofs: runs find what breaks one, and only that. */
#include "judge/challenge.h"
#include "base/failure.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

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

static bool breaks(const char *text, uint32_t violations, const char *proof,
                   bool malloc_may_fail)
{
    struct program *p = parse(text);
    struct challenge task = {p, violations, malloc_may_fail, proof, 2};
    struct challenge_result r;
    challenge_run(&task, &r);
    bool broken = r.broken;
    assert_true(r.runs > 0);
    if (broken)
        assert_true(r.replay.confirmed);
    challenge_result_release(&r);
    program_free(p);
    return broken;
}

#define REACH VIOLATION_BIT(VIOLATION_REACH)
#define COMPARED_WITH(input, number)                                                         \
    "program 64 entry @main\n"                                                               \
    "function @main() -> (i32) unit \"a.c\" {\n"                                             \
    "b0 \"entry\":\n"                                                                        \
    "  %0 = " input "\n"                                                                     \
    "  %1 = icmp.eq i1 %0, i32 " number "\n"                                                 \
    "  branch %1 b1 b2\n"                                                                    \
    "b1:\n"                                                                                  \
    "  check.assertion i1 0 \"reach_error\"\n"                                               \
    "  stop.error\n"                                                                         \
    "b2:\n"                                                                                  \
    "  return i32 0\n"                                                                       \
    "}\n"

static const char input_words[] = COMPARED_WITH("input i32 \"int\"", "123456789");

static void constants_of_the_program_are_tried(void **state)
{
    (void)state;
    assert_true(breaks(input_words, REACH, NULL, false));
}

static void boundaries_are_tried(void **state)
{
    (void)state;
    assert_true(breaks(COMPARED_WITH("input i32 \"int\"", "2147483648"), REACH, NULL, false));
    assert_true(breaks(COMPARED_WITH("input i32 \"int\"", "0"), REACH, NULL, false));
}

/* x xor 0x55555 is 123456789 xor 0x55555, which stands nowhere in the program */
static const char hidden[] = "program 64 entry @main\n"
                             "function @main() -> (i32) unit \"a.c\" {\n"
                             "b0 \"entry\":\n"
                             "  %0 = input i32 \"int\"\n"
                             "  %1 = xor i32 %0, i32 349525\n"
                             "  %2 = icmp.eq i1 %1, i32 123639872\n"
                             "  branch %2 b1 b2\n"
                             "b1:\n"
                             "  check.assertion i1 0 \"reach_error\"\n"
                             "  stop.error\n"
                             "b2:\n"
                             "  return i32 0\n"
                             "}\n";

static void bounds_of_the_proof_are_tried(void **state)
{
    (void)state;
    static const char proof[] = "certificate 1\n"
                                "loop 1 0 1\n"
                                "  bound signed 123456789 +phi:1\n"
                                "end\n";
    assert_true(breaks(hidden, REACH, proof, false));
    assert_false(breaks(hidden, REACH, "certificate 1\nend\n", false));
}

static void only_what_was_proved_counts(void **state)
{
    (void)state;
    assert_false(breaks(input_words, VIOLATION_BIT(VIOLATION_OVERFLOW), NULL, false));
}

static const char assumed[] = "program 64 entry @main\n"
                              "function @main() -> (i32) unit \"a.c\" {\n"
                              "b0 \"entry\":\n"
                              "  %0 = input i32 \"int\"\n"
                              "  %1 = icmp.ne i1 %0, i32 7\n"
                              "  assume %1\n"
                              "  %3 = icmp.eq i1 %0, i32 7\n"
                              "  branch %3 b1 b2\n"
                              "b1:\n"
                              "  check.assertion i1 0 \"reach_error\"\n"
                              "  stop.error\n"
                              "b2:\n"
                              "  return i32 0\n"
                              "}\n";

static void assumptions_are_followed(void **state)
{
    (void)state;
    assert_false(breaks(assumed, REACH, NULL, false));
}

static void what_a_function_without_body_gives_is_no_evidence(void **state)
{
    (void)state;
    assert_false(breaks(
        COMPARED_WITH("call i32 @other {1}", "1") "function @other() -> (i32) unit \"a.c\"\n",
        REACH, NULL, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_of_the_program_are_tried),
        cmocka_unit_test(boundaries_are_tried),
        cmocka_unit_test(bounds_of_the_proof_are_tried),
        cmocka_unit_test(only_what_was_proved_counts),
        cmocka_unit_test(assumptions_are_followed),
        cmocka_unit_test(what_a_function_without_body_gives_is_no_evidence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
