/* Results that the standard leaves open: every value that it allows, and none that it does not. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#undef isdigit
#undef isalpha
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int puts_may_fail(void)
{
    CHECK(puts("a") != EOF);
    return 0;
}
static int puts_gives_more_than_one(void)
{
    CHECK(puts("a") < 2);
    return 0;
}
static int puts_is_at_least_eof(void)
{
    CHECK(puts("a") >= EOF);
    return 0;
}
static int printing_is_no_input(void)
{
    int sum = 0;
    for (int i = 0; i < 300; i++) {
        printf("%d\n", i);
        sum += i;
    }
    CHECK(sum == 44850);
    return 0;
}
static int printf_counts(void)
{
    int n = printf("a%db", 12);
    CHECK(n < 0 || n == 4);
    return 0;
}
static int number_fits_in_twelve(void)
{
    char text[12];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return 0;
}
static int number_needs_twelve(void)
{
    char text[11];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return 0;
}
static int putchar_may_fail(void)
{
    CHECK(putchar('a') == 'a');
    return 0;
}
static int fflush_may_fail(void)
{
    CHECK(fflush(stdout) == 0);
    return 0;
}
static int fwrite_writes_at_most_all(void)
{
    CHECK(fwrite("abcd", 2, 2, stdout) <= 2);
    return 0;
}
static int fwrite_may_write_less(void)
{
    CHECK(fwrite("abcd", 2, 2, stdout) == 2);
    return 0;
}
static int strcmp_magnitude(void)
{
    CHECK(strcmp("a", "b") == -1);
    return 0;
}
static int strcmp_large_magnitude(void)
{
    CHECK(strcmp("b", "a") < 1000);
    return 0;
}
static int strcmp_sign(void)
{
    CHECK(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("a", "a") == 0);
    return 0;
}
static int strcmp_sign_of_variable(void)
{
    int r = strcmp("a", "b");
    if (__VERIFIER_nondet_int()) r = strcmp("a", "c");
    CHECK(r < 0);
    return 0;
}
static int strncmp_magnitude(void)
{
    CHECK(strncmp("xb", "xa", 2) == 1);
    return 0;
}
static int strcasecmp_magnitude(void)
{
    CHECK(strcasecmp("Xb", "xA") == 1);
    return 0;
}
static int strcoll_sign(void)
{
    CHECK(strcoll("b", "a") > 0);
    return 0;
}
static int memcmp_magnitude(void)
{
    CHECK(memcmp("a", "c", 1) >= -2);
    return 0;
}
static int memcmp_sign(void)
{
    CHECK(memcmp("\200", "\1", 1) > 0);
    return 0;
}
static int memcmp_reads_all(void)
{
    char a[4] = "abc", b[8] = "xyz";
    return memcmp(a, b, 8) == 0;
}
static int memcmp_reads_no_more(void)
{
    char a[4] = "abc", b[8] = "xyz";
    return memcmp(a, b, 4) == 0;
}
static int memcmp_of_nothing(void)
{
    char a[1] = "", *end = a + 1;
    CHECK(memcmp(end, end, 0) == 0);
    return 0;
}
static int memchr_stops_at_a_match(void)
{
    char a[4] = "abc";
    CHECK(memchr(a, 'b', 100) == a + 1);
    return 0;
}
static int bcmp_has_no_sign(void)
{
    CHECK(bcmp("b", "a", 1) > 0);
    return 0;
}
static int isdigit_is_any_truth(void)
{
    CHECK(isdigit('1') == 1);
    return 0;
}
static int isalpha_may_be_negative(void)
{
    CHECK(isalpha('a') > 0);
    return 0;
}
static int isdigit_is_a_truth(void)
{
    char c = __VERIFIER_nondet_char();
    CHECK(!isdigit((unsigned char)c) == (c < '0' || c > '9'));
    return 0;
}
static int compare_numbers(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}
static int qsort_is_not_stable(void)
{
    int list[2][2] = {{1, 0}, {1, 1}};
    qsort(list, 2, sizeof list[0], compare_numbers);
    CHECK(list[0][1] == 0);
    return 0;
}
static int qsort_sorts(void)
{
    int list[3] = {3, 1, 2};
    qsort(list, 3, sizeof list[0], compare_numbers);
    CHECK(list[0] == 1 && list[1] == 2 && list[2] == 3);
    return 0;
}
static int bsearch_finds_any_match(void)
{
    int list[3] = {2, 2, 2}, key = 2;
    CHECK(bsearch(&key, list, 3, sizeof list[0], compare_numbers) == list + 1);
    return 0;
}
static int bsearch_finds_a_match(void)
{
    int list[4] = {1, 2, 2, 3}, key = 2;
    int *found = bsearch(&key, list, 4, sizeof list[0], compare_numbers);
    CHECK(found == list + 1 || found == list + 2);
    return 0;
}
static int same_seed_same_numbers(void)
{
    srand(7);
    int a = rand();
    srand(7);
    CHECK(a == rand());
    return 0;
}
static int seed_at_the_start(void)
{
    int a = rand();
    srand(1);
    CHECK(a == rand());
    return 0;
}
static int other_seed_other_numbers(void)
{
    srand(7);
    int a = rand();
    srand(8);
    CHECK(a == rand());
    return 0;
}
static int random_is_in_range(void)
{
    srand((unsigned)__VERIFIER_nondet_int());
    int dice = rand() % 6 + 1;
    CHECK(dice >= 1 && dice <= 6);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach false -DCASE=puts_may_fail */
/* expect: reach false -DCASE=puts_gives_more_than_one */
/* expect: reach true -DCASE=puts_is_at_least_eof */
/* expect: reach true -DCASE=printing_is_no_input LP64 */
/* expect: reach true -DCASE=printf_counts */
/* expect: reach false -DCASE=putchar_may_fail */
/* expect: reach false -DCASE=fflush_may_fail */
/* expect: reach true -DCASE=fwrite_writes_at_most_all */
/* expect: reach false -DCASE=fwrite_may_write_less */
/* expect: reach false -DCASE=strcmp_magnitude */
/* expect: reach false -DCASE=strcmp_large_magnitude */
/* expect: reach true -DCASE=strcmp_sign */
/* expect: reach true -DCASE=strcmp_sign_of_variable */
/* expect: reach false -DCASE=strncmp_magnitude */
/* expect: reach false -DCASE=strcasecmp_magnitude */
/* expect: reach true -DCASE=strcoll_sign */
/* expect: reach false -DCASE=memcmp_magnitude */
/* expect: reach true -DCASE=memcmp_sign */
/* expect: memsafety false -DCASE=memcmp_reads_all */
/* expect: memsafety true -DCASE=memcmp_reads_no_more */
/* expect: reach true -DCASE=memcmp_of_nothing */
/* expect: memsafety true -DCASE=memcmp_of_nothing */
/* expect: memsafety true -DCASE=memchr_stops_at_a_match */
/* expect: reach false -DCASE=bcmp_has_no_sign */
/* expect: reach false -DCASE=isdigit_is_any_truth */
/* expect: reach false -DCASE=isalpha_may_be_negative */
/* expect: reach true -DCASE=isdigit_is_a_truth */
/* expect: reach false -DCASE=qsort_is_not_stable */
/* expect: reach true -DCASE=qsort_sorts */
/* expect: reach false -DCASE=bsearch_finds_any_match */
/* expect: reach true -DCASE=bsearch_finds_a_match */
/* expect: reach unknown -DCASE=same_seed_same_numbers */
/* expect: reach unknown -DCASE=seed_at_the_start */
/* expect: reach false -DCASE=other_seed_other_numbers */
/* expect: reach true -DCASE=random_is_in_range */
/* expect: memsafety true -DCASE=number_fits_in_twelve LP64 --engine bmc */
/* expect: memsafety false -DCASE=number_needs_twelve LP64 --engine bmc */
