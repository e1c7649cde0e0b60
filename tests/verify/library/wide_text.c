/* Texts of wide characters, and what the C library of this machine never does although the standard lets it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int copies(void)
{
    wchar_t to[6] = L"zzzzz", *end = wcpcpy(to, L"ab");
    CHECK(end == to + 2 && wcslen(to) == 2 && to[3] == L'z');
    wcscat(to, L"cde");
    CHECK(!wcscmp(to, L"abcde"));
    wcsncpy(to, L"x", 3);
    CHECK(to[0] == L'x' && !to[1] && !to[2] && to[3] == L'd');
    CHECK(wmemset(to, 7, 2)[1] == 7 && wmemchr(to, 7, 6) == to);
    return 0;
}
static int searches(void)
{
    const wchar_t *text = L"abcab";
    CHECK(wcschr(text, L'b') == text + 1 && wcsrchr(text, L'b') == text + 4 && !wcschr(text, L'x'));
    CHECK(wcsstr(text, L"ca") == text + 2 && !wcsstr(text, L"cb"));
    CHECK(wcsspn(text, L"ba") == 2 && wcscspn(text, L"c") == 2 && wcspbrk(text, L"xc") == text + 2);
    CHECK(iswalpha(L'q') && !iswdigit(L'q') && towupper(L'q') == L'Q' && !iswspace(WEOF));
    return 0;
}
static int sign_only(void)
{
    int order = wcscmp(L"a", L"c");
    CHECK(order == WRONG);
    return 0;
}
static int one_too_many(void)
{
    wchar_t to[3];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > WRONG) return 0;
    wmemset(to, 1, (size_t)n);
    return 0;
}
static int class_beyond_ascii(void) { return iswalpha(0xe9); }
static int bytes_to_wide(void)
{
    wchar_t to[4];
    CHECK(mbstowcs(to, "abc", 4) == 3);
    return 0;
}
static int no_digits(void)
{
    errno = 0;
    strtol("x", NULL, 10);
    CHECK(errno == WRONG);
    return 0;
}
static int prefix_alone(void)
{
    int n = -1;
    CHECK(sscanf("0x", "%i", &n) == WRONG);
    return 0;
}
int main(void) { return CASE(); }
/* expect: reach true -DCASE=copies -DWRONG=0 */
/* expect: memsafety true -DCASE=copies -DWRONG=0 */
/* expect: reach true -DCASE=searches -DWRONG=0 */
/* expect: reach unknown -DCASE=sign_only -DWRONG=-1 */
/* expect: reach false -DCASE=sign_only -DWRONG=1 */
/* expect: memsafety true -DCASE=one_too_many -DWRONG=3 */
/* expect: memsafety false(valid-deref) -DCASE=one_too_many -DWRONG=4 */
/* expect: reach unsupported -DCASE=class_beyond_ascii -DWRONG=0 */
/* expect: reach unsupported -DCASE=bytes_to_wide -DWRONG=0 */
/* expect: reach unknown -DCASE=no_digits -DWRONG=0 */
/* expect: reach false -DCASE=no_digits -DWRONG=ERANGE */
/* expect: reach unknown LP64 --timeout 2 -DCASE=prefix_alone -DWRONG=1 */
/* expect: reach false -DCASE=prefix_alone -DWRONG=2 */
