/* program: switch lowering and clean-up change the text as they should, and never use
 * undefined behaviour. */
#include "check_pass.h"

#define HEAD "program 64\nfunction @f(i32) -> (i32) {\nb0:\n  %0 = param i32\n"
#define F(body) HEAD body "}\n"

static void switch_becomes_comparisons(void **state)
{
    (void)state;
    check_pass(F("  switch %0 [i32 5 b1] [i32 1 b2] [i32 6 b1] [i32 9 b3] [i32 4 b1] [i32 -1 "
                 "b1] b3\n"
                 "b1:\n  return i32 10\n"
                 "b2:\n  jump b3\n"
                 "b3:\n  %5 = phi i32 [i32 0 b0] [i32 1 b2]\n  return %5\n"),
               program_lower_switches,
               F("  %6 = sub i32 %0, i32 4\n"
                 "  %7 = icmp.ule i1 %6, i32 2\n"
                 "  %8 = icmp.eq i1 %0, i32 -1\n"
                 "  %9 = or i1 %7, %8\n"
                 "  branch %9 b1 b4\n"
                 "b1:\n  return i32 10\n"
                 "b2:\n  jump b3\n"
                 "b3:\n  %5 = phi i32 [i32 0 b4] [i32 1 b2]\n  return %5\n"
                 "b4:\n  %11 = icmp.eq i1 %0, i32 1\n  branch %11 b2 b3\n"));
    check_pass(F("  switch %0 [i32 5 b1] b1\nb1:\n  %2 = phi i32 [%0 b0]\n  return %2\n"),
               program_lower_switches,
               F("  jump b1\nb1:\n  %2 = phi i32 [%0 b0]\n  return %2\n"));
}

static void all_values_of_a_narrow_switch(void **state)
{
    (void)state;
    check_pass(
        "program 64\nfunction @f(i2) -> () {\nb0:\n  %0 = param i2\n"
        "  switch %0 [i2 0 b1] [i2 1 b1] [i2 2 b1] [i2 3 b1] b2\nb1:\n  return\nb2:\n  "
        "return\n}\n",
        program_lower_switches,
        "program 64\nfunction @f(i2) -> () {\nb0:\n  %0 = param i2\n"
        "  %4 = sub i2 %0, i2 0\n  %5 = icmp.ule i1 %4, i2 -1\n  branch %5 b1 b2\nb1:\n  "
        "return\nb2:\n  return\n}\n");
}

static void constants_fold(void **state)
{
    (void)state;
    static const struct {
        const char *instruction, *value;
    } cases[] = {
        {"add i32 i32 2147483647, i32 1", "i32 -2147483648"},
        {"sub i32 i32 1, i32 2", "i32 -1"},
        {"mul i32 i32 65536, i32 65537", "i32 65536"},
        {"sdiv i32 i32 -7, i32 2", "i32 -3"},
        {"srem i32 i32 -7, i32 2", "i32 -1"},
        {"udiv i32 i32 -1, i32 16", "i32 268435455"},
        {"urem i32 i32 -1, i32 16", "i32 15"},
        {"shl i32 i32 3, i32 31", "i32 -2147483648"},
        {"lshr i32 i32 -1, i32 31", "i32 1"},
        {"ashr i32 i32 -8, i32 1", "i32 -4"},
        {"sext i32 i8 -1", "i32 -1"},
        {"zext i32 i8 -1", "i32 255"},
        {"trunc i32 i64 4294967297", "i32 1"},
        {"select i32 i1 1, %0, i32 4", "%0"},
        {"select i32 i1 0, %0, i32 4", "i32 4"},
        {"add i32 %0, i32 0", "%0"},
        {"and i32 %0, i32 -1", "%0"},
        {"mul i32 %0, i32 1", "%0"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct text before = {0}, after = {0};
        text_put(&before, HEAD);
        text_add(&before, "  %%1 = %s\n  return %%1\n}\n", cases[k].instruction);
        text_put(&after, HEAD);
        text_add(&after, "  return %s\n}\n", cases[k].value);
        check_pass(text_of(&before), program_clean, text_of(&after));
        text_release(&before);
        text_release(&after);
    }
}

static void undefined_behaviour_stays(void **state)
{
    (void)state;
    static const char *const same[] = {
        F("  %1 = udiv i32 i32 1, i32 0\n  return i32 0\n"),
        F("  %1 = srem i32 %0, %0\n  return i32 0\n"),
        F("  %1 = sdiv i32 i32 -2147483648, i32 -1\n  return %1\n"),
        F("  %1 = shl i32 i32 1, i32 32\n  return %1\n"),
        F("  %1 = load i32 null {4}\n  return i32 0\n"),
        F("  store null, i32 1 {4}\n  return i32 0\n"),
        F("  check.overflow i1 1\n  check.division i1 0\n  return i32 0\n"),
        F("  %1 = input i32 \"x\"\n  return i32 0\n"),
        F("  %1 = add i32 undef i32, i32 0\n  %2 = sub i32 %1, %1\n  return %2\n"),
        F("  %1 = icmp.eq i1 undef i32, undef i32\n  %2 = select i32 %1, undef i32, undef "
          "i32\n  return "
          "%2\n"),
        F("  branch undef i1 b1 b2\nb1:\n  return i32 1\nb2:\n  return i32 2\n"),
        F("  %1 = icmp.eq i1 %0, i32 0\n  branch %1 b1 b2\nb1:\n  jump b2\nb2:\n"
          "  %4 = phi i32 [undef i32 b0] [undef i32 b1]\n  %5 = mul i32 %4, %4\n  return "
          "%5\n"),
        F("  %1 = icmp.eq i1 %0, i32 0\n  branch %1 b1 b2\nb1:\n  jump b2\nb2:\n"
          "  %4 = phi i32 [undef i32 b0] [%0 b1]\n  return %4\n"),
        F("  jump b1\nb1:\n  jump b1\n"),
    };
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        check_pass(same[k], program_clean, same[k]);
}

static void unused_and_unreachable_go(void **state)
{
    (void)state;
    check_pass(
        F("  %1 = add i32 %0, i32 1\n  %2 = mul i32 %1, %1\n  %3 = udiv i32 %2, i32 3\n"
          "  %4 = input i32 \"uninitialised x\"\n  branch i1 0 b1 b2\n"
          "b1:\n  jump b3\n"
          "b2:\n  jump b3\n"
          "b3:\n  %8 = phi i32 [%1 b1] [%0 b2]\n  return %8\n"),
        program_clean, F("  return %0\n"));
    /* PHIs that only feed each other */
    check_pass(
        F("  jump b1\nb1:\n  %2 = phi i32 [%0 b0] [%3 b1]\n  %3 = add i32 %2, i32 1\n"
          "  %4 = input i1 \"c\"\n  branch %4 b1 b2\nb2:\n  return %0\n"),
        program_clean,
        F("  jump b1\nb1:\n  %2 = input i1 \"c\"\n  branch %2 b1 b2\nb2:\n  return %0\n"));
    /* a note is a use */
    check_pass(
        "program 64\nvariable 0 \"v\"\nfunction @f(i32) -> () {\nb0:\n  %0 = param i32\n"
        "  %1 = add i32 %0, i32 1\n  note %1 var 0\n  return\n}\n",
        program_clean,
        "program 64\nvariable 0 \"v\"\nfunction @f(i32) -> () {\nb0:\n  %0 = param i32\n"
        "  %1 = add i32 %0, i32 1\n  note %1 var 0\n  return\n}\n");
}

static void detours_of_truth_values(void **state)
{
    (void)state;
    check_pass(
        F("  %1 = icmp.slt i1 %0, i32 3\n  %2 = zext i32 %1\n  %3 = icmp.ne i1 %2, i32 0\n"
          "  %4 = zext i8 %3\n  %5 = trunc i1 %4\n  %6 = zext i32 %5\n  %7 = icmp.eq i1 %6, "
          "i32 0\n"
          "  branch %7 b1 b2\nb1:\n  return i32 1\nb2:\n  return i32 2\n"),
        program_clean,
        F("  %1 = icmp.slt i1 %0, i32 3\n  %2 = xor i1 %1, i1 1\n  branch %2 b1 b2\n"
          "b1:\n  return i32 1\nb2:\n  return i32 2\n"));
}

static void pointers_into_globals_fold(void **state)
{
    (void)state;
    check_pass("program 64\nglobal $g size 8 align 8\nfunction @f() -> (ptr) {\nb0:\n"
               "  %0 = ptradd ptr $g+8, i64 -12\n  return %0\n}\n",
               program_clean,
               "program 64\nglobal $g size 8 align 8\nfunction @f() -> (ptr) {\nb0:\n  "
               "return $g-4\n}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switch_becomes_comparisons),
        cmocka_unit_test(all_values_of_a_narrow_switch),
        cmocka_unit_test(constants_fold),
        cmocka_unit_test(undefined_behaviour_stays),
        cmocka_unit_test(unused_and_unreachable_go),
        cmocka_unit_test(detours_of_truth_values),
        cmocka_unit_test(pointers_into_globals_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
