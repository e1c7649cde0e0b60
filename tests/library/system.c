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
/* expect: sine_is_small reach true */
/* expect: sine_of_zero reach not-false */
/* expect: sine_of_zero reach not-false --extern args */
/* expect: sine_decides reach not-false */
/* expect: sine_decides_overflow overflow not-false */
/* expect: sine_of_no_matter reach false */
/* expect: logarithm_may_set_errno reach not-true */
/* expect: process_is_positive reach true */
/* expect: process_number reach not-false */
/* expect: process_number reach not-true */
/* expect: month reach true */
/* expect: month_decides reach not-false */
/* expect: open_may_fail reach false */
/* expect: open_and_close memsafety true */
/* expect: used_without_a_look memsafety false */
/* expect: used_after_close memsafety not-true */
/* expect: name_without_end memsafety false */
/* expect: line_is_leaked memcleanup false */
/* expect: line_ends reach not-false */
/* expect: line_is_never_empty reach false */
/* expect: line_in_memory_that_is_not_from_malloc memsafety false */
/* expect: broken_down_times_share reach not-true */
