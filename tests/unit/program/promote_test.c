/* program: promotion keeps C's meaning of uninitialised variables, and leaves alone what is
 * not a plain scalar. */
#include "check_pass.h"

#define HEAD "program 64\nvariable 0 \"y\"\n"

/* int y; if (c) y = 3; return y;   must not always return 3 */
static void uninitialised_is_one_unknown(void **state)
{
    (void)state;
    check_pass(HEAD "function @f(i1) -> (i32) {\nb0:\n"
                    "  %0 = param i1\n"
                    "  %1 = alloca ptr i64 4 {4} var 0\n"
                    "  branch %0 b1 b2\n"
                    "b1:\n"
                    "  store %1, i32 3 {4}\n"
                    "  jump b2\n"
                    "b2:\n"
                    "  %5 = load i32 %1 {4}\n"
                    "  %6 = load i32 %1 {4}\n"
                    "  %7 = sub i32 %5, %6\n"
                    "  return %7\n"
                    "}\n",
               program_promote,
               HEAD "function @f(i1) -> (i32) {\nb0:\n"
                    "  %0 = param i1\n"
                    "  %1 = input i32 var 0 \"uninitialised y\"\n"
                    "  branch %0 b1 b2\n"
                    "b1:\n"
                    "  note i32 3 var 0\n"
                    "  jump b2\n"
                    "b2:\n"
                    "  %9 = phi i32 [%1 b0] [i32 3 b1] var 0\n"
                    "  %7 = sub i32 %9, %9\n"
                    "  return %7\n"
                    "}\n");
}

/* while (c()) { int y; use(y); }   a new unknown in every iteration, made where the scope
 * begins */
static void birth_in_a_loop_is_new_each_time(void **state)
{
    (void)state;
    check_pass(HEAD "function @f() -> (i32) {\nb0:\n"
                    "  %0 = alloca ptr i64 4 {4} var 0\n"
                    "  jump b1\n"
                    "b1:\n"
                    "  lifestart %0\n"
                    "  %3 = load i32 %0 {4}\n"
                    "  %4 = input i1 \"c\"\n"
                    "  branch %4 b2 b3\n"
                    "b2:\n"
                    "  store %0, i32 1 {4}\n"
                    "  lifeend.now %0\n"
                    "  jump b1\n"
                    "b3:\n"
                    "  lifeend.now %0\n"
                    "  return %3\n"
                    "}\n",
               program_promote,
               HEAD "function @f() -> (i32) {\nb0:\n"
                    "  jump b1\n"
                    "b1:\n"
                    "  %2 = input i32 var 0 \"uninitialised y\"\n"
                    "  %4 = input i1 \"c\"\n"
                    "  branch %4 b2 b3\n"
                    "b2:\n"
                    "  note i32 1 var 0\n"
                    "  jump b1\n"
                    "b3:\n"
                    "  return %2\n"
                    "}\n");
}

/* A counter: one PHI at the header; the unknown of the declaration is never read and
 * vanishes. */
static void loop_counter_becomes_a_phi(void **state)
{
    (void)state;
    check_pass(HEAD "function @f(i32) -> (i32) {\nb0:\n"
                    "  %0 = param i32\n"
                    "  %1 = alloca ptr i64 4 {4} var 0\n"
                    "  %2 = alloca ptr i64 4 {4}\n"
                    "  store %2, %0 {4}\n"
                    "  store %1, i32 0 {4}\n"
                    "  jump b1\n"
                    "b1:\n"
                    "  %6 = load i32 %1 {4}\n"
                    "  %7 = load i32 %2 {4}\n"
                    "  %8 = icmp.slt i1 %6, %7\n"
                    "  branch %8 b2 b3\n"
                    "b2:\n"
                    "  %10 = load i32 %1 {4}\n"
                    "  %11 = add i32 %10, i32 1\n"
                    "  store %1, %11 {4}\n"
                    "  jump b1\n"
                    "b3:\n"
                    "  %14 = load i32 %1 {4}\n"
                    "  return %14\n"
                    "}\n",
               program_promote,
               HEAD "function @f(i32) -> (i32) {\nb0:\n"
                    "  %0 = param i32\n"
                    "  note i32 0 var 0\n"
                    "  jump b1\n"
                    "b1:\n"
                    "  %16 = phi i32 [i32 0 b0] [%11 b2] var 0\n"
                    "  %8 = icmp.slt i1 %16, %0\n"
                    "  branch %8 b2 b3\n"
                    "b2:\n"
                    "  %11 = add i32 %16, i32 1\n"
                    "  note %11 var 0\n"
                    "  jump b1\n"
                    "b3:\n"
                    "  return %16\n"
                    "}\n");
}

/* An alloca inside a loop is a fresh object each time: the value of the last iteration is not
 * seen. */
static void alloca_in_a_loop_is_fresh(void **state)
{
    (void)state;
    check_pass(HEAD "function @f() -> (i32) {\nb0:\n"
                    "  jump b1\n"
                    "b1:\n"
                    "  %1 = alloca ptr i64 4 {4} var 0\n"
                    "  %2 = load i32 %1 {4}\n"
                    "  store %1, i32 7 {4}\n"
                    "  %4 = icmp.eq i1 %2, i32 7\n"
                    "  branch %4 b1 b2\n"
                    "b2:\n"
                    "  return %2\n"
                    "}\n",
               program_promote,
               HEAD "function @f() -> (i32) {\nb0:\n"
                    "  jump b1\n"
                    "b1:\n"
                    "  %1 = input i32 var 0 \"uninitialised y\"\n"
                    "  note i32 7 var 0\n"
                    "  %4 = icmp.eq i1 %1, i32 7\n"
                    "  branch %4 b1 b2\n"
                    "b2:\n"
                    "  return %1\n"
                    "}\n");
}

/* Swapped variables in a loop: the stored values are loads that are themselves replaced. */
static void swap_in_a_loop(void **state)
{
    (void)state;
    check_pass("program 64\nfunction @f(i1) -> (i32) {\nb0:\n"
               "  %0 = param i1\n"
               "  %1 = alloca ptr i64 4 {4}\n"
               "  %2 = alloca ptr i64 4 {4}\n"
               "  store %1, i32 1 {4}\n"
               "  store %2, i32 2 {4}\n"
               "  jump b1\n"
               "b1:\n"
               "  %6 = load i32 %1 {4}\n"
               "  %7 = load i32 %2 {4}\n"
               "  store %1, %7 {4}\n"
               "  store %2, %6 {4}\n"
               "  branch %0 b1 b2\n"
               "b2:\n"
               "  %11 = load i32 %1 {4}\n"
               "  return %11\n"
               "}\n",
               program_promote,
               "program 64\nfunction @f(i1) -> (i32) {\nb0:\n"
               "  %0 = param i1\n"
               "  jump b1\n"
               "b1:\n"
               "  %14 = phi i32 [i32 2 b0] [%13 b1]\n"
               "  %13 = phi i32 [i32 1 b0] [%14 b1]\n"
               "  branch %0 b1 b2\n"
               "b2:\n"
               "  return %14\n"
               "}\n");
}

#define UNTOUCHED(body)                                                                      \
    do {                                                                                     \
        const char *text =                                                                   \
            "program 64\nfunction @f(ptr) -> (i32) {\nb0:\n  %0 = param ptr\n" body "}\n";   \
        check_pass(text, program_promote, text);                                             \
    } while (0)

static void others_stay_in_memory(void **state)
{
    (void)state;
    /* the address is stored */
    UNTOUCHED("  %1 = alloca ptr i64 4 {4}\n  store %0, %1 {8}\n  %3 = load i32 %1 {4}\n  "
              "return %3\n");
    /* the address is passed on */
    UNTOUCHED(
        "  %1 = alloca ptr i64 4 {4}\n  call %0, %1\n  %3 = load i32 %1 {4}\n  return %3\n");
    /* two types */
    UNTOUCHED("  %1 = alloca ptr i64 4 {4}\n  store %1, f32 0x00000000 {4}\n  %3 = load i32 "
              "%1 {4}\n  return %3\n");
    /* beyond the end */
    UNTOUCHED("  %1 = alloca ptr i64 2 {4}\n  %2 = load i32 %1 {2}\n  return %2\n");
    /* volatile */
    UNTOUCHED("  %1 = alloca ptr i64 4 {4}\n  %2 = load i32 %1 {4} volatile\n  return %2\n");
    /* offset */
    UNTOUCHED("  %1 = alloca ptr i64 4 {4}\n  %2 = ptradd ptr %1, i64 0\n  %3 = load i32 %2 "
              "{4}\n  return %3\n");
    /* compared */
    UNTOUCHED("  %1 = alloca ptr i64 4 {4}\n  %2 = icmp.eq i1 %1, %0\n  %3 = load i32 %1 "
              "{4}\n  return %3\n");
    /* claims more alignment than the object has */
    UNTOUCHED("  %1 = alloca ptr i64 4 {1}\n  %2 = load i32 %1 {4}\n  return %2\n");
}

/* struct { int x; char *p; } s = {0}; s.x = 1; return s.x + *&s.x;   and its neighbours that
 * cannot be split
 */
static void structs_are_split(void **state)
{
    (void)state;
#define STRUCT                                                                               \
    "program 64\nctype 1 struct \"struct s\" bytes 16 member \"x\" 0 0 32\nvariable 0 "      \
    "\"s\" ctype 1\n"
    check_pass(STRUCT "function @f() -> (i32, ptr) {\nb0:\n"
                      "  %0 = alloca ptr i64 16 {8} var 0\n"
                      "  lifestart %0\n"
                      "  memset %0, i8 0, i64 16\n"
                      "  store %0, i32 1 {4}\n"
                      "  %4 = ptradd ptr %0, i64 12\n"
                      "  %5 = ptradd ptr %4, i64 -4\n"
                      "  %6 = load ptr %5 {8}\n"
                      "  %7 = load i32 %0 {4}\n"
                      "  return %7, %6\n"
                      "}\n",
               program_split_aggregates,
               STRUCT "variable 1 \"s.x\"\nvariable 2 \"s+8\"\n"
                      "function @f() -> (i32, ptr) {\nb0:\n"
                      "  %0 = alloca ptr i64 4 {8} var 1\n"
                      "  %1 = alloca ptr i64 8 {8} var 2\n"
                      "  lifestart %0\n"
                      "  lifestart %1\n"
                      "  store %0, i32 0\n"
                      "  store %1, null\n"
                      "  store %0, i32 1 {4}\n"
                      "  %7 = load ptr %1 {8}\n"
                      "  %8 = load i32 %0 {4}\n"
                      "  return %8, %7\n"
                      "}\n");
    static const char *const same[] = {
        /* overlap */
        "  %0 = alloca ptr i64 8 {4}\n  %1 = ptradd ptr %0, i64 2\n  store %1, i16 1 {2}\n  "
        "%3 = load i32 %0 "
        "{4}\n",
        /* outside */
        "  %0 = alloca ptr i64 8 {4}\n  %1 = ptradd ptr %0, i64 8\n  %2 = load i32 %1 {4}\n",
        "  %0 = alloca ptr i64 8 {4}\n  %1 = ptradd ptr %0, i64 -4\n  %2 = load i32 %1 {4}\n",
        /* part of the object is set */
        "  %0 = alloca ptr i64 8 {4}\n  memset %0, i8 0, i64 4\n  %2 = load i32 %0 {4}\n",
        /* the bytes of a pointer are set to something */
        "  %0 = alloca ptr i64 8 {8}\n  memset %0, i8 1, i64 8\n  %2 = load ptr %0 {8}\n",
        /* an unknown offset */
        "  %0 = alloca ptr i64 8 {4}\n  %1 = input i64 \"i\"\n  %2 = ptradd ptr %0, %1\n  %3 "
        "= load i32 %2 "
        "{4}\n",
        /* the address of a field escapes */
        "  %0 = alloca ptr i64 8 {8}\n  %1 = ptradd ptr %0, i64 4\n  store %0, %1 {8}\n",
    };
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        struct text t = {0};
        text_put(&t, "program 64\nfunction @f() -> () {\nb0:\n");
        text_put(&t, same[k]);
        text_put(&t, "  return\n}\n");
        check_pass(text_of(&t), program_split_aggregates, text_of(&t));
        text_release(&t);
    }
}

/* Two headers of one loop, entered from both sides. */
static void irreducible_loop(void **state)
{
    (void)state;
    struct program *p = parse_good("program 64\nfunction @f(i1) -> (i32) {\nb0:\n"
                                   "  %0 = param i1\n"
                                   "  %1 = alloca ptr i64 4 {4}\n"
                                   "  store %1, i32 1 {4}\n"
                                   "  branch %0 b1 b2\n"
                                   "b1:\n"
                                   "  %4 = load i32 %1 {4}\n"
                                   "  %5 = add i32 %4, i32 1\n"
                                   "  store %1, %5 {4}\n"
                                   "  jump b2\n"
                                   "b2:\n"
                                   "  branch %0 b1 b3\n"
                                   "b3:\n"
                                   "  %9 = load i32 %1 {4}\n"
                                   "  return %9\n"
                                   "}\n");
    program_promote(p);
    check_good(p);
    for (size_t k = 0; k < p->functions.data[0].instructions.count; k++)
        if (p->functions.data[0].instructions.data[k].block != UINT32_MAX)
            assert_int_not_equal(p->functions.data[0].instructions.data[k].op, OP_LOAD);
    program_free(p);
}

/* Time grows with the size: many variables, many blocks, deep nests of jumps, none on the C
 * stack. */
static void large_functions_are_quick(void **state)
{
    (void)state;
    enum { SIZE = 20000 };
    struct text t = {0};
    text_put(&t, "program 64\nfunction @f(i1) -> (i32) {\nb0:\n  %0 = param i1\n");
    for (int k = 1; k <= 20; k++)
        text_add(&t, "  %%%d = alloca ptr i64 4 {4}\n  store %%%d, i32 %d {4}\n", k, k, k);
    text_put(&t, "  jump b1\n");
    for (int k = 1; k <= SIZE;
         k++) /* each block may go back to any header: SIZE nested loops */
        text_add(&t,
                 "b%d:\n  %%%d = load i32 %%%d {4}\n  store %%%d, %%%d {4}\n  branch %%0 b%d "
                 "b%d\n",
                 k, 100 + k, 1 + k % 20, 1 + (k + 7) % 20, 100 + k,
                 k < SIZE / 2 || k == SIZE ? k + 1 : SIZE - k, k + 1);
    text_add(&t, "b%d:\n  %%50 = load i32 %%1 {4}\n  return %%50\n}\n", SIZE + 1);
    struct program *p = parse_good(text_of(&t));
    program_promote(p);
    program_clean(p);
    check_good(p);
    program_free(p);
    text_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uninitialised_is_one_unknown),
        cmocka_unit_test(birth_in_a_loop_is_new_each_time),
        cmocka_unit_test(loop_counter_becomes_a_phi),
        cmocka_unit_test(alloca_in_a_loop_is_fresh),
        cmocka_unit_test(swap_in_a_loop),
        cmocka_unit_test(others_stay_in_memory),
        cmocka_unit_test(structs_are_split),
        cmocka_unit_test(irreducible_loop),
        cmocka_unit_test(large_functions_are_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
