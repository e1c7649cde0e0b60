/* What native runs do and models once ruled out, as tests/fuzz/models finds it. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern char *secure_getenv(const char *);
#define NEVER(condition)                                                                                     \
    if (condition) reach_error()

static int optopt_is_set_without_error(void)
{
    char *words[] = {"p", "-a", 0};
    NEVER(getopt(2, words, "a") == 'a' && optopt == 0);
    return 0;
}
static int optopt_tells_the_letter(void)
{
    char *words[] = {"p", "-x", 0};
    opterr = 0;
    NEVER(getopt(2, words, "a") != '?' || optopt != 'x');
    return 0;
}
static int odd_alignment(void)
{
    NEVER(aligned_alloc(24, 48) != NULL);
    return 0;
}
static int environment_of_others(void)
{
    NEVER(getenv("A") && !secure_getenv("A"));
    return 0;
}
static int zone_of_gmtime(void)
{
    time_t moment = 0;
    struct tm *t = gmtime(&moment);
    NEVER(t && t->tm_zone[0] == 'G');
    return 0;
}
static int strftime_without_room(void)
{
    struct tm t = {.tm_mday = 1};
    char text[4] = "xxx";
    NEVER(!strftime(text, 3, "%Y-%m", &t) && text[1] != 'x');
    return 0;
}
static int counted_comparisons;
static int count(const void *x, const void *y)
{
    counted_comparisons++;
    return *(const int *)x - *(const int *)y;
}
static int qsort_compares_more(void)
{
    int list[4] = {1, 2, 3, 4};
    qsort(list, 4, sizeof *list, count);
    NEVER(counted_comparisons > 5);
    return 0;
}
static int bsearch_compares_more(void)
{
    int list[4] = {1, 2, 3, 4}, key = 1;
    bsearch(&key, list, 4, sizeof *list, count);
    NEVER(counted_comparisons == 4);
    return 0;
}
static int meet(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    NEVER(a + b == 4 && a != b);
    return (a > b) - (a < b);
}
static int qsort_compares_any_two(void)
{
    int list[3] = {1, 2, 3};
    qsort(list, 3, sizeof *list, meet);
    return 0;
}
static int scanf_of_fewer_characters(void)
{
    char text[4] = "xyz";
    NEVER(sscanf("a", "%2c", text) == 1 && text[1] == 'y');
    return 0;
}
static int scanf_of_the_last_characters(void)
{
    char text[4] = "xyz";
    NEVER(sscanf("ab", "%2c", text) != 1 || text[0] != 'a' || text[1] != 'b' || text[2] != 'z');
    return 0;
}
static int scanf_of_a_file_that_ends(void)
{
    char text[4] = "xyz";
    NEVER(scanf("%3c", text) == 1 && text[2] == 'z' && text[0] == 'q');
    return 0;
}
static int scanf_of_twelve_places(void)
{
    long long v = 0;
    NEVER(scanf("%12lli", &v) == 1 && v == 0xffffffffff);
    return 0;
}
static int scanf_sets_errno(void)
{
    int v;
    errno = 0;
    sscanf("99999999999999999999", "%d", &v);
    NEVER(errno == ERANGE);
    return 0;
}
static int scanf_of_what_does_not_fit(void)
{
    int v;
    NEVER(sscanf("99999999999", "%d", &v) == 1 && v == -1);
    return 0;
}
static int scanf_of_what_fits(void)
{
    int v;
    unsigned char small[2] = {0, 9};
    NEVER(sscanf("-2147483648", "%d", &v) != 1 || v != -2147483647 - 1);
    NEVER(sscanf("-1", "%u", &v) != 1 || v != -1);
    NEVER(sscanf("255", "%hhu", small) != 1 || small[0] != 255 || small[1] != 9);
    return 0;
}
static int scanf_of_a_prefix_alone(void)
{
    int v = 7, end = 0;
    NEVER(sscanf("0x", "%i%n", &v, &end) == 1 && v == 0 && end == 2);
    return 0;
}
static int scanf_clears_errno(void)
{
    int v;
    errno = 5;
    sscanf("", "%d", &v);
    NEVER(errno == 0);
    return 0;
}
static int null_and_a_precision(void)
{
    char text[8];
    char *volatile nothing = NULL;
    NEVER(snprintf(text, sizeof text, "%.3s", nothing) == 0);
    return 0;
}
static int strtol_of_no_number(void)
{
    errno = 0;
    strtol("x", NULL, 10);
    NEVER(errno == EINVAL);
    return 0;
}
static int seek_from_nowhere(void)
{
    errno = 0;
    NEVER(fseek(stdin, 0, 7) == 0 || errno == 0);
    return 0;
}
static int rewind_of_a_pipe(void)
{
    if (getchar() != EOF || !feof(stdin)) return 0;
    errno = 0;
    rewind(stdin);
    NEVER(errno && !feof(stdin));
    return 0;
}
static int flags_of_a_signal(void)
{
    struct sigaction action;
    signal(SIGINT, SIG_IGN);
    sigaction(SIGINT, NULL, &action);
    NEVER(action.sa_flags == SA_RESTART);
    return 0;
}
static int signals_of_the_library(void)
{
    NEVER(signal(32, SIG_IGN) == SIG_ERR);
    return 0;
}
static int odd_address_of_the_environment(void)
{
    char *text = getenv("A");
    NEVER(text && (uintptr_t)text % 2 == 1);
    return 0;
}
static int strerror_sets_errno(void)
{
    errno = 0;
    strerror(-5);
    NEVER(errno != 0);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach false -DCASE=optopt_is_set_without_error LP64 */
/* expect: reach true -DCASE=optopt_tells_the_letter LP64 */
/* expect: reach false -DCASE=odd_alignment LP64 */
/* expect: reach false -DCASE=environment_of_others LP64 */
/* expect: reach not-true -DCASE=zone_of_gmtime LP64 */
/* expect: reach not-true -DCASE=strftime_without_room LP64 --engine bmc */
/* expect: reach unsupported -DCASE=qsort_compares_more LP64 */
/* expect: reach unsupported -DCASE=bsearch_compares_more LP64 */
/* expect: reach false -DCASE=qsort_compares_any_two LP64 */
/* expect: reach false -DCASE=scanf_of_fewer_characters */
/* expect: reach true -DCASE=scanf_of_the_last_characters LP64 */
/* expect: reach false -DCASE=scanf_of_a_file_that_ends LP64 */
/* expect: reach false -DCASE=scanf_of_twelve_places LP64 */
/* expect: reach false -DCASE=scanf_sets_errno LP64 */
/* expect: reach false -DCASE=scanf_of_what_does_not_fit LP64 */
/* expect: reach true -DCASE=scanf_of_what_fits LP64 */
/* expect: reach false -DCASE=scanf_of_a_prefix_alone LP64 */
/* expect: reach false -DCASE=scanf_clears_errno LP64 */
/* expect: reach false -DCASE=null_and_a_precision LP64 */
/* expect: reach unknown -DCASE=strtol_of_no_number LP64 */
/* expect: reach true -DCASE=seek_from_nowhere LP64 */
/* expect: reach false -DCASE=rewind_of_a_pipe LP64 */
/* expect: reach false -DCASE=flags_of_a_signal LP64 */
/* expect: reach false -DCASE=signals_of_the_library LP64 */
/* expect: reach false -DCASE=odd_address_of_the_environment LP64 */
/* expect: reach false -DCASE=strerror_sets_errno LP64 */
