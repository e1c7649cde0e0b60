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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_go_to_the_front),
        cmocka_unit_test(not_further_than_what_it_is_made_of),
        cmocka_unit_test(the_rest_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
