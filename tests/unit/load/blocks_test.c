/* Which statements get braces, and what becomes of text that is no C. */
#include "base/text.h"
#include "load/blocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define MARK "__asm__(\"" BLOCK_MARK "\");"

static void expect(const char *source, enum blocks_found want, const char *text)
{
    struct text out = {0};
    enum blocks_found found = blocks_write(source, strlen(source), &out);
    assert_int_equal(found, want);
    if (found != BLOCKS_UNCLEAR)
        assert_string_equal(text_of(&out), text);
    text_release(&out);
}

static void added(const char *source, const char *text)
{
    expect(source, BLOCKS_ADDED, text);
}

static void shown(const char *source)
{
    expect(source, BLOCKS_SHOWN, source);
}

static void test_statements(void **state)
{
    (void)state;
    added("void f(void) { do p = &(int){3}; while (0); }",
          "void f(void) { do{" MARK " p = &(int){3};} while (0); }");
    added("void f(void) { while (n) p = &(int){3}; }",
          "void f(void) { while (n){" MARK " p = &(int){3};} }");
    added("void f(void) { for (;;) p = &(int){3}; }",
          "void f(void) { for (;;){" MARK " p = &(int){3};} }");
    added("void f(void) { while (*(p = &(int){3})) n--; }",
          "void f(void) {{" MARK " while (*(p = &(int){3})) n--;} }");
    added("void f(void) { switch (1) case 1 ? 2 : 3: x: p = &(int){3}; }",
          "void f(void) {{" MARK
          " switch (({sooth_switch_0:;}),1) case 1 ? 2 : 3: x: p = &(int){3};} }");
    added("void f(void) { if (a) do p = &(int){3}; while (0); else b(); }",
          "void f(void) { if (a) do{" MARK " p = &(int){3};} while (0); else b(); }");
}

static void test_marks(void **state)
{
    (void)state;
    added("void f(void) { do { p = &(int){3}; } while (1); }",
          "void f(void) { do {" MARK " p = &(int){3}; } while (1); }");
    added("void f(void) { l: { x(); goto l; } struct { int a; } s = {1}; }",
          "void f(void) { l: {" MARK " x();{" MARK
          " goto l;} } struct { int a; } s = {1}; }");
    added("void f(void) { { __label__ l; l:; } }",
          "void f(void) { { __label__ l;" MARK " l:; } }");
    added("void f(void) { int n = 1'000; while (n) { n--; } }",
          "void f(void) { int n = 1'000; while (n) {" MARK " n--; } }");
    added("void f(void) { if (*&(int){3}) g(); else for (int *p = &(int){3};;) g(); }",
          "void f(void) {{" MARK " if (*&(int){3}) g(); else{" MARK
          " for (int *p = &(int){3};;) g();}} }");
    added("void f(void) { if (a) p = &(int){3}; }",
          "void f(void) { if (a){" MARK " p = &(int){3};} }");
}

static void test_shown(void **state)
{
    (void)state;
    shown("int *p = (int[]){1, 2}; struct s { int a : 3; union { int b; }; };");
    shown("void f(void) { if (a) g(); for (;;) g(); do g(); while (0); p = &(int){4}; }");
    shown("char *s = \"do p = &(int){3}; while (0);\", c = '\"'; int f(a) int a; { return "
          "')'; }");
}

/* A brace never stands on the line of a directive. */
static void test_directives(void **state)
{
    (void)state;
    added(
        "void f(void) { while (n)\n#pragma x (\n# 7 \"a.c\"\n p = &(int){3};\n# 9 \"a.c\"\n}",
        "void f(void) { while (n){" MARK
        "\n#pragma x (\n# 7 \"a.c\"\n p = &(int){3};}\n# 9 \"a.c\"\n}");
}

static void test_unclear(void **state)
{
    (void)state;
    expect("void f(void) { do p = (int){3}; }", BLOCKS_UNCLEAR, "");
    expect("void f(void) { (] }", BLOCKS_UNCLEAR, "");
    expect("void f(void) {", BLOCKS_UNCLEAR, "");
    expect("} int a;", BLOCKS_UNCLEAR, "");
    struct text deep = {0};
    for (unsigned i = 0; i < 100000; i++)
        text_put(&deep, "{");
    expect(text_of(&deep), BLOCKS_UNCLEAR, "");
    text_release(&deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statements), cmocka_unit_test(test_marks),
        cmocka_unit_test(test_shown),      cmocka_unit_test(test_directives),
        cmocka_unit_test(test_unclear),
    };
    return cmocka_run_group_tests_name("load.blocks", tests, NULL, NULL);
}
