/* Reading: what comes in is any text, but no more than was asked for. Errors of mathematical functions set errno. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int fgets_of_one(void)
{
    char b[1] = {'x'};
    CHECK(fgets(b, 1, stdin) == b && b[0] == 0);
    return 0;
}
static int fgets_reads_at_most(void)
{
    char b[4];
    if (fgets(b, 4, stdin)) CHECK(strlen(b) <= 3);
    return 0;
}
static int fgets_too_long(void)
{
    char b[4];
    if (fgets(b, 5, stdin)) return 1;
    return 0;
}
static int fgets_may_fail(void)
{
    char b[4];
    CHECK(fgets(b, 4, stdin));
    return 0;
}
static int end_of_file_or_error(void)
{
    if (getchar() == EOF) CHECK(feof(stdin) || ferror(stdin));
    return 0;
}
static int end_is_not_always_end_of_file(void)
{
    if (getchar() == EOF) CHECK(feof(stdin));
    return 0;
}
static int scanf_set(void)
{
    char b[8];
    if (scanf("%7[a-c]", b) == 1) CHECK(b[0] >= 'a' && b[0] <= 'c');
    return 0;
}
static int scanf_set_inverted(void)
{
    char b[3];
    if (scanf("%2[^x]", b) == 1) CHECK(b[0] != 'x' && b[0] != 0 && strlen(b) <= 2);
    return 0;
}
static int scanf_set_with_bracket(void)
{
    char b[3];
    if (scanf("%2[]a]", b) == 1) CHECK(b[0] != ']');
    return 0;
}
static int scanf_text_fits(void)
{
    char b[4];
    return scanf("%3s", b);
}
static int scanf_text_too_long(void)
{
    char b[3];
    return scanf("%3s", b);
}
static int scanf_width(void)
{
    int n = 0;
    if (scanf("%2d", &n) == 1) CHECK(n >= -9 && n <= 99);
    return 0;
}
static int scanf_width_is_used(void)
{
    int n = 0;
    if (scanf("%2d", &n) == 1) CHECK(n != 99);
    return 0;
}
static int scanf_hexadecimal_width(void)
{
    unsigned n = 0;
    if (scanf("%2x", &n) == 1) CHECK(n != 255);
    return 0;
}
static int scanf_may_fail(void)
{
    int n = 5;
    scanf("%d", &n);
    CHECK(n != 5);
    return 0;
}
static int scanf_counts(void)
{
    int a, b, n = scanf("%d %d", &a, &b);
    CHECK(n >= -1 && n <= 2);
    return 0;
}
static int scanf_any_number(void)
{
    int n;
    if (scanf("%d", &n) != 1) return 0;
    CHECK(n != 12345);
    return 0;
}
static int sqrt_sets_errno(void)
{
    errno = 0;
    double x = sqrt(-1.0);
    CHECK(errno == 0);
    return x > 0;
}
static int sqrt_leaves_errno(void)
{
    errno = 0;
    double x = sqrt(4.0);
    CHECK(errno == 0 && x == 2);
    return 0;
}
static int fmod_sets_errno(void)
{
    errno = 0;
    double x = fmod(1, 0);
    CHECK(errno == 0);
    return x > 0;
}
static int strtol_sets_errno(void)
{
    errno = 0;
    long n = strtol("99999999999999999999", NULL, 10);
    CHECK(errno == ERANGE && n > 2000000000);
    return 0;
}
static int strtol_of_a_wrong_base(void)
{
    errno = 0;
    CHECK(strtol("12", NULL, 1) == 0 && errno == EINVAL);
    return 0;
}
static int lround_out_of_range(void)
{
    CHECK(lround(1e300) == 0);
    return 0;
}
static int lround_in_range(void)
{
    CHECK(lround(2.5) == 3 && lround(-2.5) == -3);
    return 0;
}
static int strerror_is_any_text(void)
{
    CHECK(strlen(strerror(2)) < 20);
    return 0;
}
static int strerror_fits_no_small_buffer(void)
{
    char b[16];
    strcpy(b, strerror(2));
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: fgets_of_one reach true */
/* expect: fgets_reads_at_most reach true */
/* expect: fgets_too_long memsafety false */
/* expect: fgets_may_fail reach false */
/* expect: end_of_file_or_error reach true */
/* expect: end_is_not_always_end_of_file reach false */
/* expect: scanf_set reach true */
/* expect: scanf_set_inverted reach not-true */
/* expect: scanf_set_with_bracket reach false */
/* expect: scanf_text_fits memsafety true */
/* expect: scanf_text_too_long memsafety false */
/* expect: scanf_width reach true */
/* expect: scanf_width_is_used reach false */
/* expect: scanf_hexadecimal_width reach false */
/* expect: scanf_may_fail reach false */
/* expect: scanf_counts reach true */
/* expect: scanf_any_number reach false */
/* expect: sqrt_sets_errno reach false */
/* expect: sqrt_leaves_errno reach true */
/* expect: fmod_sets_errno reach false */
/* expect: strtol_sets_errno reach true */
/* expect: strtol_of_a_wrong_base reach true */
/* expect: lround_out_of_range reach false */
/* expect: lround_in_range reach true */
/* expect: strerror_is_any_text reach false */
/* expect: strerror_fits_no_small_buffer memsafety false */
