/* Numbers and words from a text that is there; positions in files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int sscanf_numbers(void)
{
    int a = 0, b = 0;
    CHECK(sscanf("12,-34", "%d,%d", &a, &b) == 2 && a == 12 && b == -34);
    return 0;
}
static int sscanf_numbers_wrong(void)
{
    int a = 0, b = 5;
    CHECK(sscanf("12;-34", "%d,%d", &a, &b) == 2);
    return 0;
}
static int sscanf_any_digit(void)
{
    char t[2] = {__VERIFIER_nondet_char(), 0};
    int a = -1;
    if (sscanf(t, "%d", &a) == 1) CHECK(a >= 0 && a <= 9);
    return 0;
}
static int sscanf_any_digit_wrong(void)
{
    char t[2] = {__VERIFIER_nondet_char(), 0};
    int a = -1;
    CHECK(sscanf(t, "%d", &a) == 1);
    return 0;
}
static int sscanf_octal(void)
{
    unsigned v = 0;
    CHECK(sscanf("0000644", "%o", &v) == 1 && v == 0644);
    return 0;
}
static int sscanf_octal_wrong(void)
{
    unsigned v = 0;
    CHECK(sscanf("8", "%o", &v) == 1);
    return 0;
}
static int sscanf_word(void)
{
    char w[4];
    CHECK(sscanf(" abcdef", "%3s", w) == 1 && !strcmp(w, "abc"));
    return 0;
}
static int sscanf_word_wrong(void)
{
    char w[4];
    return sscanf("abcdef", "%4s", w);
}
static int sscanf_end(void)
{
    int a = 3;
    CHECK(sscanf("  ", "%d", &a) == EOF && a == 3);
    return 0;
}
static int sscanf_end_wrong(void)
{
    int a = 3;
    CHECK(sscanf("x", "%d", &a) == EOF);
    return 0;
}
static int sscanf_count(void)
{
    int a = 0, n = 0;
    CHECK(sscanf(" 42 ", "%d%n", &a, &n) == 1 && n == 3);
    return 0;
}
static int sscanf_count_wrong(void)
{
    int a = 0, n = 0;
    CHECK(sscanf(" 42 ", "%d %n", &a, &n) == 1 && n == 3);
    return 0;
}
static int strtod_value(void)
{
    char *end;
    CHECK(strtod("-2.5e1x", &end) == -25.0 && *end == 'x');
    return 0;
}
static int strtod_value_wrong(void)
{
    char *end;
    CHECK(strtod("-2.5e1x", &end) == -25.0 && *end == 0);
    return 0;
}
static int strtod_nothing(void)
{
    const char *text = "  e5";
    char *end;
    CHECK(strtod(text, &end) == 0 && end == text);
    return 0;
}
static int strtod_long(void)
{
    CHECK(atof("0.10000000000000000555") >= 0);
    return 0;
}
static int strtod_long_unknown(void)
{
    CHECK(atof("0.10000000000000000555") == 0.1);
    return 0;
}
static int seek_to_the_end(void)
{
    FILE *f = fopen("x", "r");
    if (!f || fseek(f, 0, SEEK_END)) return 1;
    CHECK(ftell(f) >= -1 && !feof(f));
    return fclose(f);
}
static int seek_may_fail(void)
{
    FILE *f = fopen("x", "r");
    if (!f) return 1;
    CHECK(fseek(f, 0, SEEK_END) == 0);
    return fclose(f);
}
static int tell_is_any(void)
{
    FILE *f = fopen("x", "r");
    if (!f) return 1;
    CHECK(ftell(f) >= 0);
    return fclose(f);
}
int main(void)
{
    return CASE();
}
/* expect: reach true -DCASE=sscanf_numbers */
/* expect: reach false -DCASE=sscanf_numbers_wrong */
/* expect: reach true -DCASE=sscanf_any_digit */
/* expect: reach false -DCASE=sscanf_any_digit_wrong */
/* expect: reach true -DCASE=sscanf_octal */
/* expect: reach false -DCASE=sscanf_octal_wrong */
/* expect: reach true -DCASE=sscanf_word */
/* expect: memsafety true -DCASE=sscanf_word */
/* expect: memsafety false -DCASE=sscanf_word_wrong */
/* expect: reach true -DCASE=sscanf_end */
/* expect: reach false -DCASE=sscanf_end_wrong */
/* expect: reach true -DCASE=sscanf_count */
/* expect: reach false -DCASE=sscanf_count_wrong */
/* expect: reach true -DCASE=strtod_value */
/* expect: reach false -DCASE=strtod_value_wrong */
/* expect: reach true -DCASE=strtod_nothing */
/* expect: reach true -DCASE=strtod_long */
/* expect: reach not-true -DCASE=strtod_long_unknown --timeout 2 */
/* expect: reach unknown -DCASE=strtod_long_unknown --engine bmc */
/* says: depending on what a library function returns */
/* expect: reach true -DCASE=seek_to_the_end */
/* expect: reach not-true -DCASE=seek_may_fail */
/* expect: reach not-true -DCASE=tell_is_any */
