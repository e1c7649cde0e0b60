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
static int strerror_of_one_number(void)
{
    char first = *strerror(2);
    CHECK(first == *strerror(2));
    return 0;
}
static int strerror_of_two_numbers(void)
{
    CHECK(strerror(1) == strerror(2));
    return 0;
}
static int strerror_fits_no_small_buffer(void)
{
    char b[16];
    strcpy(b, strerror(2));
    return 0;
}
static int failing_malloc_sets_errno(void)
{
    errno = 0;
    void *p = malloc(10);
    if (!p) CHECK(errno == ENOMEM);
    free(p);
    return 0;
}
static int failing_malloc_leaves_errno(void)
{
    errno = 0;
    void *p = malloc(10);
    if (!p) CHECK(errno == 0);
    free(p);
    return 0;
}
static int failing_calloc_sets_errno(void)
{
    errno = 0;
    if (!calloc((size_t)-1, 2)) CHECK(errno == ENOMEM);
    return 0;
}
static int malloc_that_succeeds_leaves_errno(void)
{
    errno = 7;
    void *p = malloc(10);
    if (p) CHECK(errno == 7);
    free(p);
    return 0;
}
static int failing_fopen_sets_errno(void)
{
    errno = 0;
    FILE *f = fopen("a", "r");
    if (!f) CHECK(errno != 0);
    return 0;
}
static int end_of_file_comes_again(void)
{
    if (getchar() == EOF && feof(stdin)) CHECK(getchar() == EOF);
    return 0;
}
static int error_may_not_come_again(void)
{
    if (getchar() == EOF) CHECK(getchar() == EOF);
    return 0;
}
static int end_of_file_is_cleared(void)
{
    if (getchar() != EOF || !feof(stdin)) return 0;
    clearerr(stdin);
    CHECK(getchar() == EOF);
    return 0;
}
static int scanf_counts_after_the_last(void)
{
    int x = 0, n = -1;
    if (scanf("%d%n", &x, &n) == 1) CHECK(n >= 1);
    return 0;
}
static int scanf_may_not_reach_the_count(void)
{
    int x = 0, n = -1;
    if (scanf("%d;%n", &x, &n) == 1) CHECK(n >= 1);
    return 0;
}
static int scanf_counts_upwards(void)
{
    int x = 0, m = -1, n = -1;
    if (scanf("%n%d%n", &m, &x, &n) == 1) CHECK(m < n || m == 2147483647);
    return 0;
}
static int printf_may_fail(void)
{
    CHECK(printf("a") >= 0);
    return 0;
}
static int printf_counts(void)
{
    int n = printf("abc");
    CHECK(n < 0 || n == 3);
    return 0;
}
static int up(const void *a, const void *b)
{
    CHECK(a < b);
    return (*(int *)a > *(int *)b) - (*(int *)a < *(int *)b);
}
static int qsort_compares_both_ways(void)
{
    int list[3] = {3, 1, 2};
    qsort(list, 3, sizeof *list, up);
    return 0;
}
static int plain(const void *a, const void *b)
{
    return (*(int *)a > *(int *)b) - (*(int *)a < *(int *)b);
}
static int qsort_sorts(void)
{
    int list[3] = {3, 1, 2};
    qsort(list, 3, sizeof *list, plain);
    CHECK(list[0] == 1 && list[1] == 2 && list[2] == 3);
    return 0;
}
static int strxfrm_without_room(void)
{
    char b[3] = "zz";
    strxfrm(b, "abc", 2);
    CHECK(b[0] == 'z');
    return 0;
}
static int strxfrm_keeps_to_its_room(void)
{
    char b[4] = "zzz";
    strxfrm(b, "abc", 2);
    CHECK(b[2] == 'z');
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
/* expect: strerror_is_any_text reach not-true */
/* expect: strerror_fits_no_small_buffer memsafety not-true */
/* expect: strerror_of_one_number reach not-false */
/* expect: strerror_of_two_numbers reach not-true */
/* expect: failing_malloc_sets_errno reach true --malloc-may-fail */
/* expect: failing_malloc_leaves_errno reach false --malloc-may-fail */
/* expect: failing_calloc_sets_errno reach true */
/* expect: malloc_that_succeeds_leaves_errno reach true --malloc-may-fail */
/* expect: failing_fopen_sets_errno reach not-false */
/* expect: end_of_file_comes_again reach true */
/* expect: error_may_not_come_again reach false */
/* expect: end_of_file_is_cleared reach false */
/* expect: scanf_counts_after_the_last reach true */
/* expect: scanf_may_not_reach_the_count reach false */
/* expect: scanf_counts_upwards reach true */
/* expect: printf_may_fail reach not-true */
/* expect: printf_counts reach true */
/* expect: qsort_compares_both_ways reach not-true */
/* expect: qsort_sorts reach true */
/* expect: strxfrm_without_room reach not-true */
/* expect: strxfrm_keeps_to_its_room reach true */
