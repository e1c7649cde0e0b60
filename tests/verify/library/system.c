/* Results that the system or an approximation decides: any value for proofs, but no error rests on one. Files and lines. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int sine_is_small(void)
{
    double x = __VERIFIER_nondet_int();
    CHECK(!(sin(x) > 2));
    return 0;
}
static int sine_of_zero(void)
{
    CHECK(sin(0.0) == 0);
    return 0;
}
static int sine_decides(void)
{
    CHECK(sin(1.0) < 0.9);
    return 0;
}
static int sine_decides_overflow(void)
{
    int n = 2147483647;
    return (int)sinf(1.0f) + n > 0;
}
static int sine_of_no_matter(void)
{
    int n = __VERIFIER_nondet_int();
    double x = pow(2, n) + exp(1);
    CHECK(n != 7);
    return x > 0;
}
static int logarithm_may_set_errno(void)
{
    errno = 0;
    double x = log(-1);
    CHECK(errno == 0);
    return x > 0;
}
static int process_is_positive(void)
{
    CHECK(getpid() > 0);
    return 0;
}
static int process_number(void)
{
    CHECK(getpid() != 4711);
    return 0;
}
static int broken_down_times_share(void)
{
    time_t now = 0, later = 100000000;
    struct tm *first = gmtime(&now);
    int year = first ? first->tm_year : 0;
    localtime(&later);
    CHECK(!first || first->tm_year == year);
    return 0;
}
static int month(void)
{
    time_t now = time(NULL);
    struct tm *t = localtime(&now);
    if (t) CHECK(t->tm_mon < 12 && t->tm_mday > 0);
    return 0;
}
static int month_decides(void)
{
    time_t now = 0;
    struct tm *t = gmtime(&now);
    CHECK(t->tm_mon != 5);
    return 0;
}
static int open_may_fail(void)
{
    FILE *f = fopen("a", "r");
    CHECK(f);
    return 0;
}
static int open_and_close(void)
{
    FILE *f = fopen("a", "w");
    if (!f) return 1;
    fputs("text", f);
    fprintf(f, "%d\n", 5);
    return fclose(f) != 0;
}
static int used_without_a_look(void)
{
    FILE *f = fopen("a", "w");
    fputc('x', f);
    return 0;
}
static int used_after_close(void)
{
    FILE *f = fopen("a", "w");
    if (!f) return 1;
    fclose(f);
    fputc('x', f);
    return 0;
}
static int name_without_end(void)
{
    char name[2] = {'a', 'b'};
    return fopen(name, "r") != NULL;
}
static int line_is_leaked(void)
{
    char *line = NULL;
    size_t room = 0;
    getline(&line, &room, stdin);
    return 0;
}
static int line_ends(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, stdin);
    if (n > 0 && n < 3) CHECK(line[n] == 0 && room > (size_t)n);
    return 0;
}
static int line_is_never_empty(void)
{
    char *line = NULL;
    size_t room = 0;
    CHECK(getline(&line, &room, stdin) != 2);
    return 0;
}
static int line_in_memory_that_is_not_from_malloc(void)
{
    char b[2], *line = b;
    size_t room = 0;
    getline(&line, &room, stdin);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach true -DCASE=sine_is_small */
/* expect: reach not-false -DCASE=sine_of_zero */
/* expect: reach not-false -DCASE=sine_of_zero --extern args */
/* expect: reach not-false -DCASE=sine_decides */
/* expect: overflow not-false -DCASE=sine_decides_overflow */
/* expect: reach false -DCASE=sine_of_no_matter */
/* expect: reach not-true -DCASE=logarithm_may_set_errno */
/* expect: reach true -DCASE=process_is_positive */
/* expect: reach unknown -DCASE=process_number */
/* expect: reach true -DCASE=month */
/* expect: reach not-false -DCASE=month_decides */
/* expect: reach false -DCASE=open_may_fail */
/* expect: memsafety true -DCASE=open_and_close */
/* expect: memsafety false -DCASE=used_without_a_look */
/* expect: memsafety not-true -DCASE=used_after_close */
/* expect: memsafety false -DCASE=name_without_end */
/* expect: memcleanup false -DCASE=line_is_leaked */
/* expect: reach not-false -DCASE=line_ends --timeout 2 */
/* expect: reach false -DCASE=line_is_never_empty */
/* expect: memsafety false -DCASE=line_in_memory_that_is_not_from_malloc */
/* expect: reach not-true -DCASE=broken_down_times_share */
