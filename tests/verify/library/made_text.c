/* Texts in memory from malloc: asprintf and its kin. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int holds_the_text(void)
{
    char *text;
    int n = asprintf(&text, "%d-%s", 12, "ab");
    CHECK(n == 5 && !strcmp(text, "12-ab"));
    free(text);
    return 0;
}
static int holds_another_text(void)
{
    char *text;
    int n = asprintf(&text, "%d-%s", __VERIFIER_nondet_int() & 15, "ab");
    CHECK(n == 5);
    free(text);
    return 0;
}
static int written_behind_its_end(void)
{
    char *text;
    int n = asprintf(&text, "%s", "abc");
    text[n + 1] = 0;
    free(text);
    return 0;
}
static int never_freed(void)
{
    char *text;
    return asprintf(&text, "%s", "abc");
}
static int may_fail(void)
{
    char *text;
    int n = asprintf(&text, "%s", "abc");
    if (n < 0) return 1;
    CHECK(text[2] == 'c');
    free(text);
    return 0;
}
static int used_though_it_may_fail(void)
{
    char *text = NULL;
    asprintf(&text, "%s", "abc");
    CHECK(text[2] == 'c');
    free(text);
    return 0;
}
static int make(char **to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vasprintf(to, format, list);
    va_end(list);
    return n;
}
static int of_a_list(void)
{
    char *text;
    CHECK(make(&text, "%c%c", 'x', 'y') == 2 && text[1] == 'y' && !text[2]);
    free(text);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach true -DCASE=holds_the_text */
/* expect: memcleanup true -DCASE=holds_the_text */
/* expect: reach false -DCASE=holds_another_text */
/* expect: memsafety false -DCASE=written_behind_its_end */
/* expect: memcleanup false -DCASE=never_freed */
/* expect: memsafety true -DCASE=may_fail --malloc-may-fail */
/* expect: memsafety false -DCASE=used_though_it_may_fail --malloc-may-fail */
/* expect: reach true -DCASE=of_a_list */
