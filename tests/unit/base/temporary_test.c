/* Temporary files: made where TMPDIR says, gone when removed, with what is in them. */
#include "base/failure.h"
#include "base/temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static void files_end_as_asked_and_go(void **state)
{
    struct temporary a, b;
    (void)state;
    assert_true(temporary_file(&a, "test", ".bc", NULL));
    assert_true(temporary_file(&b, "test", ".bc", NULL));
    assert_string_not_equal(a.path, b.path);
    assert_string_equal(a.path + strlen(a.path) - 3, ".bc");
    assert_int_equal(access(a.path, R_OK | W_OK), 0);
    char path[TEMPORARY_ROOM];
    memcpy(path, a.path, sizeof path);
    temporary_remove(&a);
    temporary_remove(&b);
    assert_int_not_equal(access(path, F_OK), 0);
    temporary_remove(&a); /* nothing is left to remove */
}

static void folders_go_with_their_files(void **state)
{
    struct temporary t;
    char inside[TEMPORARY_ROOM + 8], path[TEMPORARY_ROOM];
    (void)state;
    assert_true(temporary_folder(&t, "test", NULL));
    snprintf(inside, sizeof inside, "%s/a.c", t.path);
    memcpy(path, t.path, sizeof path);
    FILE *f = fopen(inside, "w");
    assert_non_null(f);
    fclose(f);
    temporary_remove(&t);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void failures_say_where(void **state)
{
    struct temporary t;
    struct failure f = {0};
    (void)state;
    setenv("TMPDIR", "/nowhere", 1);
    assert_false(temporary_file(&t, "test", "", &f));
    assert_non_null(strstr(f.message, "/nowhere"));
    assert_int_equal(t.path[0], 0);
    assert_false(temporary_folder(&t, "test", NULL));
    unsetenv("TMPDIR");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_end_as_asked_and_go),
        cmocka_unit_test(folders_go_with_their_files),
        cmocka_unit_test(failures_say_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
