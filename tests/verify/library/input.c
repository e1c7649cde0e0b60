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
static int printf_counts_all(void) /* unless output fails, which refutes nothing */
{
    CHECK(printf("abc") == 3);
    return 0;
}
static int printf_counts_wrong(void)
{
    CHECK(printf("abc") != 3);
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
/* expect: reach true -DCASE=fgets_of_one */
/* expect: reach true -DCASE=fgets_reads_at_most */
/* expect: memsafety false -DCASE=fgets_too_long */
/* expect: reach false -DCASE=fgets_may_fail */
/* expect: reach true -DCASE=end_of_file_or_error */
/* expect: reach false -DCASE=end_is_not_always_end_of_file */
/* expect: reach true -DCASE=scanf_set */
/* expect: reach not-true -DCASE=scanf_set_inverted */
/* expect: reach false -DCASE=scanf_set_with_bracket */
/* expect: memsafety true -DCASE=scanf_text_fits */
/* expect: memsafety false -DCASE=scanf_text_too_long */
/* expect: reach true -DCASE=scanf_width */
/* expect: reach false -DCASE=scanf_width_is_used */
/* expect: reach false -DCASE=scanf_hexadecimal_width */
/* expect: reach false -DCASE=scanf_may_fail */
/* expect: reach true -DCASE=scanf_counts */
/* expect: reach false -DCASE=scanf_any_number */
/* expect: reach false -DCASE=sqrt_sets_errno */
/* expect: reach true -DCASE=sqrt_leaves_errno */
/* expect: reach false -DCASE=fmod_sets_errno */
/* expect: reach true -DCASE=strtol_sets_errno */
/* expect: reach true -DCASE=strtol_of_a_wrong_base */
/* expect: reach false -DCASE=lround_out_of_range */
/* expect: reach true -DCASE=lround_in_range */
/* expect: reach not-true -DCASE=strerror_is_any_text */
/* expect: memsafety not-true -DCASE=strerror_fits_no_small_buffer --timeout 2 */
/* expect: memsafety false(valid-deref) -DCASE=strerror_fits_no_small_buffer --engine bmc */
/* expect: reach not-false -DCASE=strerror_of_one_number */
/* expect: reach not-true -DCASE=strerror_of_two_numbers */
/* expect: reach true -DCASE=failing_malloc_sets_errno --malloc-may-fail */
/* expect: reach false -DCASE=failing_malloc_leaves_errno --malloc-may-fail */
/* expect: reach true -DCASE=failing_calloc_sets_errno */
/* expect: reach true -DCASE=malloc_that_succeeds_leaves_errno --malloc-may-fail */
/* expect: reach not-false -DCASE=failing_fopen_sets_errno */
/* expect: reach true -DCASE=end_of_file_comes_again */
/* expect: reach false -DCASE=error_may_not_come_again */
/* expect: reach false -DCASE=end_of_file_is_cleared */
/* expect: reach true -DCASE=scanf_counts_after_the_last */
/* expect: reach false -DCASE=scanf_may_not_reach_the_count */
/* expect: reach true -DCASE=scanf_counts_upwards */
/* expect: reach unknown -DCASE=printf_may_fail */
/* expect: reach unknown -DCASE=printf_counts_all */
/* expect: reach false -DCASE=printf_counts_wrong */
/* expect: reach true -DCASE=printf_counts */
/* expect: reach not-true -DCASE=qsort_compares_both_ways */
/* expect: reach true -DCASE=qsort_sorts */
/* expect: reach not-true -DCASE=strxfrm_without_room */
/* expect: reach true -DCASE=strxfrm_keeps_to_its_room */
