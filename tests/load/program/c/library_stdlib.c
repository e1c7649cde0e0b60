/* stdlib.h: numbers from text, sorting, searching, exit handlers. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct word { const char *text; int rank; };
static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct word *)a)->text, ((const struct word *)b)->text);
}
static int by_parity(const void *a, const void *b) { return *(const int *)a % 2 - *(const int *)b % 2; }
static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static void show(const char *text, int base)
{
    char *end;
    errno = 0;
    long v = strtol(text, &end, base);
    printf("%d%s %d %d|", v == LONG_MAX ? -77 : v == LONG_MIN ? -78 : (int)v, end, (int)(end - text), errno == ERANGE);
}
static void first(void) { puts("first handler"); }
static void second(void) { puts("second handler"); }
int main(void)
{
    printf("%d %d %ld %lld\n", atoi("  -42x"), atoi("x"), atol("+17"), atoll("123456789012345"));
    show("0x1fg", 0), show("077", 0), show("z1", 36), show("99999999999999999999", 10), show("-99999999999999999999", 10);
    show("  12 ", 10), show("", 10), show("0x", 16), show("-0", 10);
    printf("\n%lu %llu %lu\n", strtoul("4000000000", NULL, 10), strtoull("18446744073709551615", NULL, 10), strtoul("101", NULL, 2));
    printf("%d %ld %lld\n", abs(-3), labs(-4L), llabs(5LL));
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
    struct word words[] = {{"pear", 1}, {"apple", 2}, {"fig", 3}, {"kiwi", 4}, {"banana", 5}};
    qsort(words, 5, sizeof words[0], by_text);
    for (int i = 0; i < 5; i++) printf("%s%d ", words[i].text, words[i].rank);
    int numbers[] = {5, 2, 9, 4, 7, 6, 1, 8, 3};
    qsort(numbers, 9, sizeof *numbers, by_parity); /* equal elements keep their order, as glibc's do */
    for (int i = 0; i < 9; i++) printf("%d", numbers[i]);
    qsort(numbers, 9, sizeof *numbers, by_number);
    int key = 7, absent = 10;
    int *found = bsearch(&key, numbers, 9, sizeof *numbers, by_number);
    printf(" %d %d\n", (int)(found - numbers), bsearch(&absent, numbers, 9, sizeof *numbers, by_number) == NULL);
    atexit(first);
    atexit(second);
    exit(3);
}
