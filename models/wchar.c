/* wchar.h and wctype.h: texts of wide characters, and their classes in the C locale. Copies
 * and searches are those of string.h with another element; conversions from and to bytes have
 * no model. */
#include "models.h"

typedef int wide; /* wchar_t on Linux, in both data models */

size_t wcslen(const wide *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}
size_t wcsnlen(const wide *text, size_t most)
{
    size_t n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

void __sooth_unsupported_copies_of_more_than_memory(void);
static size_t bytes_of(size_t n)
{
    if (n > SIZE_MAX / sizeof(wide))
        __sooth_unsupported_copies_of_more_than_memory();
    return n * sizeof(wide);
}

wide *wmemcpy(wide *restrict to, const wide *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, bytes_of(n));
}
wide *wmempcpy(wide *restrict to, const wide *restrict from, size_t n)
{
    __builtin_memcpy(to, from, bytes_of(n));
    return to + n;
}
wide *wmemmove(wide *to, const wide *from, size_t n)
{
    return __builtin_memmove(to, from, bytes_of(n));
}
wide *wmemset(wide *to, wide c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

wide *wcpcpy(wide *restrict to, const wide *restrict from)
{
    size_t n = 0;
    while ((to[n] = from[n]))
        n++;
    return to + n;
}
wide *wcscpy(wide *restrict to, const wide *restrict from)
{
    wcpcpy(to, from);
    return to;
}
wide *wcpncpy(wide *restrict to, const wide *restrict from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    size_t end = i;
    for (; i < n; i++)
        to[i] = 0;
    return to + end;
}
wide *wcsncpy(wide *restrict to, const wide *restrict from, size_t n)
{
    wcpncpy(to, from, n);
    return to;
}
wide *wcscat(wide *restrict to, const wide *restrict from)
{
    wcpcpy(to + wcslen(to), from);
    return to;
}
wide *wcsncat(wide *restrict to, const wide *restrict from, size_t n)
{
    wide *end = to + wcslen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}
wide *wcsdup(const wide *text)
{
    size_t bytes = (wcslen(text) + 1) * sizeof *text;
    wide *copy = malloc(bytes);
    return copy ? __builtin_memcpy(copy, text, bytes) : NULL;
}

/* glibc's own is -1, 0 or 1. */
static int magnitude(int any)
{
    return any && __sooth_any_variant() ? any : 0;
}
/* All n elements belong to what is compared, as with memcmp. */
static int compare(const wide *a, const wide *b, size_t n)
{
    size_t i = 0;
    if (!n)
        return 0;
    wide last_a = a[n - 1], last_b = b[n - 1];
    while (i < n - 1 && a[i] == b[i])
        i++;
    wide x = i < n - 1 ? a[i] : last_a, y = i < n - 1 ? b[i] : last_b;
    return (x > y) - (x < y);
}
int wmemcmp(const wide *a, const wide *b, size_t n)
{
    return of_sign(compare(a, b, n), magnitude(__sooth_any_magnitude()));
}
static int order(const wide *a, const wide *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    return i == n ? 0 : (a[i] > b[i]) - (a[i] < b[i]);
}
int wcscmp(const wide *a, const wide *b)
{
    return of_sign(order(a, b, (size_t)-1), magnitude(__sooth_any_magnitude()));
}
int wcsncmp(const wide *a, const wide *b, size_t n)
{
    return of_sign(order(a, b, n), magnitude(__sooth_any_magnitude()));
}

wide *wmemchr(const wide *in, wide c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (in[i] == c)
            return (wide *)in + i;
    return NULL;
}
wide *wcschr(const wide *text, wide c)
{
    while (*text != c)
        if (!*text++)
            return NULL;
    return (wide *)text;
}
wide *wcsrchr(const wide *text, wide c)
{
    const wide *last = NULL;
    for (;; text++) {
        if (*text == c)
            last = text;
        if (!*text)
            return (wide *)last;
    }
}
static int is_among(wide c, const wide *set)
{
    while (*set)
        if (*set++ == c)
            return 1;
    return 0;
}
size_t wcsspn(const wide *text, const wide *set)
{
    size_t n = 0;
    while (text[n] && is_among(text[n], set))
        n++;
    return n;
}
size_t wcscspn(const wide *text, const wide *set)
{
    size_t n = 0;
    while (text[n] && !is_among(text[n], set))
        n++;
    return n;
}
wide *wcspbrk(const wide *text, const wide *set)
{
    text += wcscspn(text, set);
    return *text ? (wide *)text : NULL;
}
wide *wcsstr(const wide *in, const wide *what)
{
    for (;; in++) {
        size_t i = 0;
        while (what[i] && in[i] == what[i])
            i++;
        if (!what[i])
            return (wide *)in;
        if (!*in)
            return NULL;
    }
}

/* Classes of ASCII. What a character beyond it belongs to is not modelled. */
void __sooth_unsupported_classes_of_wide_characters(void);
static int in_ascii(unsigned c)
{
    if (c > 127 && c != (unsigned)-1)
        __sooth_unsupported_classes_of_wide_characters();
    return c <= 127 ? (int)c : 0x100;
}
#define WIDE_PREDICATE(name, condition)                                                      \
    int name(unsigned given)                                                                 \
    {                                                                                        \
        int c = in_ascii(given);                                                             \
        return true_as(condition, __sooth_any_truth());                                      \
    }
#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define LETTER(c) (IN(c, 'A', 'Z') || IN(c, 'a', 'z'))
WIDE_PREDICATE(iswupper, IN(c, 'A', 'Z'))
WIDE_PREDICATE(iswlower, IN(c, 'a', 'z'))
WIDE_PREDICATE(iswalpha, LETTER(c))
WIDE_PREDICATE(iswdigit, IN(c, '0', '9'))
WIDE_PREDICATE(iswalnum, LETTER(c) || IN(c, '0', '9'))
WIDE_PREDICATE(iswxdigit, IN(c, '0', '9') || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
WIDE_PREDICATE(iswspace, is_space(c))
WIDE_PREDICATE(iswblank, c == ' ' || c == '\t')
WIDE_PREDICATE(iswprint, IN(c, ' ', '~'))
WIDE_PREDICATE(iswgraph, IN(c, '!', '~'))
WIDE_PREDICATE(iswcntrl, IN(c, 0, 31) || c == 127)
WIDE_PREDICATE(iswpunct, IN(c, '!', '~') && !LETTER(c) && !IN(c, '0', '9'))
unsigned towlower(unsigned c)
{
    int known = in_ascii(c);
    return IN(known, 'A', 'Z') ? c + ('a' - 'A') : c;
}
unsigned towupper(unsigned c)
{
    int known = in_ascii(c);
    return IN(known, 'a', 'z') ? c - ('a' - 'A') : c;
}
