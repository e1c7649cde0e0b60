/* program: what is compared in a loop and the same in each round goes to its front, and
 * nothing else does. */
#include "check_pass.h"

#define HEAD                                                                                 \
    "program 64\nfunction @f(i16, i32, ptr) -> () {\nb0:\n  %0 = param i16\n  %1 = param "   \
    "i32 {1}\n  %2 = param ptr {2}\n"

static void lengths_go_to_the_front(void **state)
{
    (void)state;
    check_pass(HEAD "  jump b1\n"
                    "b1:\n  %4 = phi i32 [i32 0 b0] [%8 b2]\n  %5 = sext i32 %0\n  %6 = "
                    "icmp.slt i1 %4, %5\n  branch %6 b2 b3\n"
                    "b2:\n  %8 = add i32 %4, i32 1\n  jump b1\n"
                    "b3:\n  return\n}\n",
               program_hoist,
               HEAD "  %3 = sext i32 %0\n  jump b1\n"
                    "b1:\n  %5 = phi i32 [i32 0 b0] [%8 b2]\n  %6 = icmp.slt i1 %5, %3\n  "
                    "branch %6 b2 b3\n"
                    "b2:\n  %8 = add i32 %5, i32 1\n  jump b1\n"
                    "b3:\n  return\n}\n");
}

/* The inner loop's length depends on the outer loop's counter: it goes to the front of the
 * inner one only. */
static void not_further_than_what_it_is_made_of(void **state)
{
    (void)state;
    check_pass(HEAD "  jump b1\n"
                    "b1:\n  %4 = phi i32 [i32 0 b0] [%12 b4]\n  %5 = icmp.slt i1 %4, %1\n  "
                    "branch %5 b2 b5\n"
                    "b2:\n  jump b3\n"
                    "b3:\n  %8 = phi i32 [i32 0 b2] [%11 b3]\n  %9 = sub i32 %4, i32 1\n  "
                    "%10 = icmp.slt i1 %8, %9\n"
                    "  %11 = add i32 %8, i32 1\n  branch %10 b3 b4\n"
                    "b4:\n  %12 = add i32 %4, i32 1\n  jump b1\n"
                    "b5:\n  return\n}\n",
               program_hoist,
               HEAD "  jump b1\n"
                    "b1:\n  %4 = phi i32 [i32 0 b0] [%13 b4]\n  %5 = icmp.slt i1 %4, %1\n  "
                    "branch %5 b2 b5\n"
                    "b2:\n  %7 = sub i32 %4, i32 1\n  jump b3\n"
                    "b3:\n  %9 = phi i32 [i32 0 b2] [%11 b3]\n  %10 = icmp.slt i1 %9, %7\n"
                    "  %11 = add i32 %9, i32 1\n  branch %10 b3 b4\n"
                    "b4:\n  %13 = add i32 %4, i32 1\n  jump b1\n"
                    "b5:\n  return\n}\n");
}

/* Addresses, what memory holds, what may be an error, and undefined values, which differ from
 * round to round. */
#define STAYS                                                                                \
    HEAD "  jump b1\n"                                                                       \
         "b1:\n  %4 = phi i32 [i32 0 b0] [%14 b2]\n  %5 = load i32 %2 {4}\n  %6 = sub i32 "  \
         "%5, i32 1\n"                                                                       \
         "  %7 = sdiv i32 %1, i32 3\n  %8 = add i32 undef i32, i32 1\n  %9 = icmp.slt i1 "   \
         "%6, %7\n"                                                                          \
         "  %10 = icmp.eq i1 %8, %4\n  branch %9 b2 b3\n"                                    \
         "b2:\n  %12 = sext i64 %1\n  %13 = ptradd ptr %2, %12\n  %14 = add i32 %4, i32 "    \
         "1\n  store %13, %14 {4}\n"                                                         \
         "  branch %10 b1 b3\n"                                                              \
         "b3:\n  return\n}\n"
static void the_rest_stays(void **state)
{
    (void)state;
    check_pass(STAYS, program_hoist, STAYS);
}

/* A loop over a global length: what its round does besides, and how the loop is entered. */
#define LOADS(entry, ways, flags, thing)                                                     \
    "program 64\nglobal $n size 2 align 2\nglobal $m size 2 align 2\nfunction @g() -> ()\n"  \
    "function @f(ptr, i1) -> () {\nb0:\n  %0 = param ptr\n  %1 = param i1 {1}\n"             \
    "  %2 = alloca ptr i64 8 {8}\n" entry "b3:\n  %10 = phi i32 " ways                       \
    " [%15 b4]\n  %11 = load i16 $n {2}" flags                                               \
    "\n  %12 = sext i32 %11\n  %13 = icmp.slt i1 %10, %12\n  branch %13 b4 b5\nb4:\n"        \
    "  %15 = add i32 %10, i32 1\n" thing "  jump b3\nb5:\n  return\n}\n"
#define STRAIGHT(entry, flags, thing)                                                        \
    LOADS(entry "  jump b1\nb1:\n  jump b2\nb2:\n  jump b3\n", "[i32 0 b2]", flags, thing)
#define TWO_WAYS                                                                             \
    LOADS("  branch %1 b1 b2\nb1:\n  store $n, i16 7 {2}\n  jump b3\nb2:\n  jump b3\n",      \
          "[i32 0 b1] [i32 0 b2]", "", "")

static bool is_moved(const char *text)
{
    struct program *p = parse_good(text);
    struct text out = {0};
    program_hoist(p);
    check_good(p);
    program_print(p, &out);
    const char *load = strstr(text_of(&out), "= load"), *loop = strstr(text_of(&out), "phi");
    assert_true(load && loop);
    bool moved = load < loop;
    text_release(&out);
    program_free(p);
    return moved;
}

static void loads_of_globals_go_with_what_is_made_of_them(void **state)
{
    (void)state;
    assert_true(is_moved(STRAIGHT("", "", "")));
    assert_true(is_moved(STRAIGHT("", "", "  store $m, i16 1 {2}\n")));
    assert_true(is_moved(STRAIGHT("", "", "  store %2, i16 1 {2}\n")));
    assert_true(is_moved(STRAIGHT("  store $n, i16 7 {2}\n", "", "")));
}

static void loads_of_what_may_change_stay(void **state)
{
    (void)state;
    assert_false(is_moved(STRAIGHT("", "", "  store $n, i16 1 {2}\n")));
    assert_false(is_moved(STRAIGHT("", "", "  store %0, i16 1 {2}\n")));
    assert_false(is_moved(STRAIGHT("", "", "  memset %0, i8 1, i64 2\n")));
    assert_false(is_moved(STRAIGHT("", "", "  call @g\n")));
    assert_false(is_moved(STRAIGHT("", " volatile", "")));
    assert_false(is_moved(TWO_WAYS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_go_to_the_front),
        cmocka_unit_test(not_further_than_what_it_is_made_of),
        cmocka_unit_test(the_rest_stays),
        cmocka_unit_test(loads_of_globals_go_with_what_is_made_of_them),
        cmocka_unit_test(loads_of_what_may_change_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
