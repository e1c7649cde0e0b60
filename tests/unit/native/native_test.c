/* witness: reading sanitizer reports, values as text, the sandbox. */
#include "native/native.h"
#include "native/sandbox.h"
#include "trace/steps.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

#include <cmocka.h>

static bool ends_in_a_c(void *context, const char *path)
{
    (void)context;
    return text_ends(path, "a.c");
}

static void expect_report(const char *text, enum violation kind, uint32_t line)
{
    struct native_report r;
    const char *at = text;
    assert_true(native_next_report(&at, &r, ends_in_a_c, NULL));
    assert_int_equal(r.kind, kind);
    assert_int_equal(r.line, line);
    assert_false(native_next_report(&at, &r, ends_in_a_c, NULL));
}

static void reads_reports(void **state)
{
    (void)state;
    expect_report("/x/a.c:3:94: runtime error: signed integer overflow: 5 + 2147483647 "
                  "cannot be represented in type 'int'\n",
                  VIOLATION_OVERFLOW, 3);
    expect_report("a.c:7:3: runtime error: shift exponent 40 is too large\n", VIOLATION_SHIFT,
                  7);
    expect_report("a.c:7:3: runtime error: division by zero\n", VIOLATION_DIVISION, 7);
    expect_report("sooth-replay: error at /x/a.c:12\n", VIOLATION_REACH, 12);
    expect_report("=====\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address "
                  "0x1\nWRITE of size 4\n"
                  "    #0 0x1 in __interceptor_strcpy ../lib/asan.cpp:69\n    #1 0x2 in main "
                  "/x/a.c:30\n    #2 0x3 in _start\n\n",
                  VIOLATION_DEREF, 30);
    expect_report("==1==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread "
                  "T0:\n    #0 0x1 in free x.cpp:1\n"
                  "    #1 0x2 in main /x/a.c:31:5\n\n",
                  VIOLATION_FREE, 31);
    expect_report("==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 3 "
                  "byte(s)\n    #0 0x1 in malloc x.cpp:1\n"
                  "    #1 0x2 in main /x/a.c:4\n\n",
                  VIOLATION_MEMTRACK, 4);
    struct native_report r;
    const char *at = "hello\nno report here: 3\n";
    assert_false(native_next_report(&at, &r, ends_in_a_c, NULL));
}

static void values_have_their_type(void **state)
{
    (void)state;
    struct program *p = program_new(64);
    struct ctype unsigned_char = {.kind = CTYPE_CHAR, .name = "unsigned char", .bytes = 1};
    VECTOR_PUSH(&p->ctypes, unsigned_char);
    uint32_t ctype = (uint32_t)p->ctypes.count - 1;
    struct arena a;
    arena_init(&a);
    assert_string_equal(
        value_text(&a, p, NULL, type_int(8), ctype, (struct interp_value){255, 0}), "255");
    assert_string_equal(
        value_text(&a, p, NULL, type_int(8), 0, (struct interp_value){255, 0}), "-1");
    assert_string_equal(
        value_text(&a, p, NULL, type_int(64), 0, (struct interp_value){UINT64_MAX, 0}), "-1");
    assert_string_equal(value_text(&a, p, NULL, type_int(1), 0, (struct interp_value){1, 0}),
                        "1");
    assert_string_equal(value_text(&a, p, NULL, type_float(64), 0,
                                   (struct interp_value){0x3ff8000000000000, 0}),
                        "1.5");
    assert_string_equal(
        value_text(&a, p, NULL, type_pointer(p), 0, (struct interp_value){0, 0}), "null");
    arena_release(&a);
    program_free(p);
}

static enum sandbox_end run_shell(const char *script, enum sandbox_trust trust,
                                  double seconds, struct sandbox_result *r)
{
    const char *arguments[] = {"/bin/sh", "-c", script, NULL};
    struct sandbox_command c = {.arguments = arguments, .trust = trust, .seconds = seconds};
    sandbox_run(&c, r);
    return r->end;
}

static void sandbox_tells_ends(void **state)
{
    (void)state;
    struct sandbox_result r;
    assert_int_equal(run_shell("echo words >&2; exit 3", SANDBOX_UNTRUSTED, 10, &r),
                     SANDBOX_EXITED);
    assert_int_equal(r.code, 3);
    assert_string_equal(text_of(&r.errors), "words\n");
    sandbox_result_release(&r);
    assert_int_equal(run_shell("kill -SEGV $$", SANDBOX_UNTRUSTED, 10, &r),
                     SANDBOX_SIGNALLED);
    assert_int_equal(r.code, SIGSEGV);
    sandbox_result_release(&r);
    assert_int_equal(run_shell("sleep 30 & sleep 30", SANDBOX_UNTRUSTED, 0.3, &r),
                     SANDBOX_TIMEOUT);
    sandbox_result_release(&r);
    const char *missing[] = {"/no/such/program", NULL};
    struct sandbox_command c = {.arguments = missing, .trust = SANDBOX_TOOL, .seconds = 5};
    sandbox_run(&c, &r);
    assert_int_equal(r.end, SANDBOX_NOT_STARTED);
    sandbox_result_release(&r);
}

static void sandbox_limits_files(void **state)
{
    (void)state;
    struct sandbox_result r;
    run_shell("yes | head -c 3000000 >&2", SANDBOX_UNTRUSTED, 10,
              &r); /* ends at the limit of a file's size */
    assert_true(r.errors.count <= 1 << 20);
    sandbox_result_release(&r);
    run_shell("ls /proc/self/fd | wc -l >&2", SANDBOX_UNTRUSTED, 10,
              &r); /* 0, 1, 2 and that of ls */
    assert_true(atoi(text_of(&r.errors)) <= 4);
    sandbox_result_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_reports),
        cmocka_unit_test(values_have_their_type),
        cmocka_unit_test(sandbox_tells_ends),
        cmocka_unit_test(sandbox_limits_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
