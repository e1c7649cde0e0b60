/* program: the text form reads back as printed, garbage is refused without harm, the checker
 * refuses broken programs. */
#include "check_pass.h"

static const char everything[] =
    "program 32 entry @main\n"
    "file 1 \"a b.c\"\n"
    "file 2 \"q\\22\\5c.h\"\n"
    "ctype 1 signed \"int\" bytes 4\n"
    "ctype 2 struct \"struct s\" bytes 8 member \"x\" 1 0 32 member \"y\" 1 32 3\n"
    "ctype 3 array \"int[4]\" bytes 16 element 1 count 4\n"
    "ctype 4 enum \"enum e\" bytes 4 enumerator \"A\" -1 enumerator \"B\" 7\n"
    "variable 0 \"x\" ctype 1 in @main !1:3:7\n"
    "variable 1 \"g\" ctype 2\n"
    "global $g size 8 align 4 var 1 bytes 0102030400000000 at 4 @helper#2\n"
    "global $h#1 size 4 align 4 internal readonly unit \"a b.c\" at 0 $g+4\n"
    "global $h#2 size 4 align 4 external thread\n"
    "function @main(i32, ptr) -> (i32) ctype 1 !1:2:1 {\n"
    "b0 \"entry\":\n"
    "  %0 = param i32 var 0\n"
    "  %1 = param ptr {1}\n"
    "  %2 = alloca ptr i32 4 {4} var 0 !1:3:7\n"
    "  lifestart %2\n"
    "  store %2, i32 -5 {4} volatile\n"
    "  %5 = load i32 %2 {4} volatile atomic !1:4:0\n"
    "  %6 = add i32 %5, i32 2147483647 nsw\n"
    "  %7 = icmp.slt i1 %6, %0\n"
    "  %8 = zext i128 %0\n"
    "  %9 = xor i128 %8, i128 0x80000000000000000000000000000001\n"
    "  %10 = fadd f64 f64 0x3ff0000000000000, undef f64\n"
    "  %11 = ptradd ptr $h#2+4, i32 -4\n"
    "  %12 = call i32 @\"odd name\", %6, null {2}\n"
    "  %13 = result i64 %12 {1}\n"
    "  %14 = input i8 \"nondet \\0a char\"\n"
    "  note %14 var 0\n"
    "  check.overflow %7 \"x + y\"\n"
    "  memset %11, %14, i32 16\n"
    "  switch %0 [i32 1 b1] [i32 -2 b2] b2\n"
    "b1:\n"
    "  branch %7 b2 b3\n"
    "b2 \"x y\":\n"
    "  %21 = phi i32 [%0 b0] [i32 7 b1]\n"
    "  %22 = icmp.eq i1 block @main 3, %1\n"
    "  return %21\n"
    "b3:\n"
    "  stop.exit %6\n"
    "}\n"
    "function @helper#1() -> () unit \"a b.c\" internal\n"
    "function @helper#2() -> () variadic noreturn\n"
    "function @\"odd name\"(i32, ptr) -> (i32, i64)\n";

static void text_reads_back(void **state)
{
    (void)state;
    struct program *p = parse_good(everything);
    struct text out = {0};
    program_print(p, &out);
    assert_string_equal(text_of(&out), everything);
    assert_true(p->functions.data[2].address_taken);
    assert_false(p->functions.data[1].address_taken);
    assert_false(p->functions.data[3].address_taken);
    text_release(&out);
    program_free(p);
}

/* Every prefix and many mutations either parse or fail; what parses can be checked, and if
 * good, cleaned and printed. */
static void try_text(const char *text)
{
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p) {
        assert_int_equal(failure.kind, FAILURE_INPUT);
        return;
    }
    if (program_check(p, &failure)) {
        program_lower_switches(p);
        program_promote(p);
        program_clean(p);
        check_good(p);
        struct text out = {0};
        program_print(p, &out);
        struct program *again = program_parse(text_of(&out), &failure);
        assert_non_null(again);
        program_free(again);
        text_release(&out);
    }
    program_free(p);
}

static void garbage_does_no_harm(void **state)
{
    (void)state;
    size_t n = sizeof everything - 1;
    char *copy = malloc(n + 1);
    for (size_t k = 0; k < n; k++) {
        memcpy(copy, everything, k);
        copy[k] = 0;
        try_text(copy);
    }
    srand(5);
    for (int round = 0; round < 20000; round++) {
        memcpy(copy, everything, n + 1);
        for (int k = rand() % 4; k >= 0; k--) {
            size_t at = (size_t)rand() % n, from = (size_t)rand() % n,
                   run = 1 + (size_t)rand() % 6;
            if (rand() % 2)
                copy[at] = " %b0123456789@$\"\n\\-ifx{}[]#:"[rand() % 29];
            else if (at + run < n && from + run < n)
                memmove(copy + at, copy + from, run);
        }
        try_text(copy);
    }
    free(copy);
}

#define BODY(text)                                                                           \
    "program 64\nfunction @f(i32) -> (i32) {\nb0:\n  %0 = param i32\n" text "}\n"

static void checker_refuses(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {BODY("  %1 = add i32 %2, %0\n  %2 = add i32 %0, %0\n  return %1\n"),
         "does not dominate"},
        {BODY("  %1 = add i32 %0, i64 1\n  return %1\n"), "types differ"},
        {BODY("  %1 = add i64 %0, %0\n  return %0\n"), "result type"},
        {BODY("  return %0\n  return %0\n"), "terminator inside"},
        {BODY("  %1 = add i32 %0, %0\n"), "end in a terminator"},
        {BODY("  return\n"), "number of results"},
        {BODY("  return i64 1\n"), "type of a result"},
        {BODY("  jump b7\n"), "does not exist"},
        {BODY("  jump b0\n"), "entry has predecessors"},
        {BODY("b1:\n  return %0\n"), "terminator"},
        {"program 64\nfunction @f() -> () {\n}\n", "a body needs a block"},
        {BODY("  return %9\n"), "does not exist"},
        {BODY("  branch %0 b1 b1\nb1:\n  return %0\n"), "needs an i1"},
        {BODY("  jump b1\nb1:\n  %1 = phi i32\n  return %0\n"), "one pair for each"},
        {BODY("  jump b1\nb1:\n  %1 = phi i32 [%0 b1]\n  return %0\n"), "no predecessor"},
        {BODY("  jump b1\nb1:\n  %1 = phi i32 [%0 b0] [%0 b0]\n  return %0\n"),
         "one pair for each"},
        {BODY("  jump b1\nb1:\n  %1 = add i32 %0, %0\n  %2 = phi i32 [%0 b0]\n  return %0\n"),
         "front"},
        {BODY("  branch i1 1 b1 b2\nb1:\n  %1 = add i32 %0, %0\n  jump b3\nb2:\n  jump "
              "b3\nb3:\n"
              "  %2 = phi i32 [%0 b1] [%1 b2]\n  return %2\n"),
         "dominate its edge"},
        {BODY("  branch i1 1 b1 b2\nb1:\n  %1 = add i32 %0, %0\n  jump b3\nb2:\n  jump "
              "b3\nb3:\n  return "
              "%1\n"),
         "does not dominate"},
        {BODY("  %1 = param i64 {1}\n  return %0\n"), "no such parameter"},
        {BODY("  %1 = result i32 %0 {1}\n  return %0\n"), "needs a call"},
        {BODY("  note %0 var 3\n  return %0\n"), "variable"},
        {BODY("  %1 = trunc i64 %0\n  return %0\n"), "conversion"},
        {BODY("  store %0, i32 1\n  return %0\n"), "pointer"},
        {BODY("  stop.exit\n"), "number of operands"},
        {"program 64\nglobal $g size 7 align 1 at 0 $g\n", "outside"},
        {"program 64\nglobal $g size 8 align 1 at 0 i64 3\n", "no pointer"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct failure failure = {0};
        struct program *p = program_parse(cases[k].text, &failure);
        if (!p)
            fail_msg("case %zu: %s", k, failure.message);
        if (program_check(p, &failure))
            fail_msg("case %zu was accepted", k);
        if (!strstr(failure.message, cases[k].why))
            fail_msg("case %zu: %s", k, failure.message);
        program_free(p);
    }
}

static void stale_predecessors_are_refused(void **state)
{
    (void)state;
    struct program *p = parse_good(BODY("  jump b1\nb1:\n  return %0\n"));
    VECTOR_CLEAR(&p->functions.data[0].blocks.data[1].predecessors);
    assert_false(program_check(p, NULL));
    program_link(p);
    assert_true(program_check(p, NULL));
    p->functions.data[0].operands.data[0] = 12345;
    assert_false(program_check(p, NULL));
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_reads_back),
        cmocka_unit_test(checker_refuses),
        cmocka_unit_test(stale_predecessors_are_refused),
        cmocka_unit_test(garbage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
