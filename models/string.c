/* string.h and strings.h: copying and comparing. */
#include "models.h"

int environment_errno;
int *__errno_location(void)
{
    return &environment_errno;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, n);
}
void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}
void *__mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    return mempcpy(to, from, n);
}
void *memmove(void *to, const void *from, size_t n)
{
    return __builtin_memmove(to, from, n);
}
void *memset(void *to, int byte, size_t n)
{
    return __builtin_memset(to, byte, n);
}
void bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}
void bcopy(const void *from, void *to, size_t n)
{
    __builtin_memmove(to, from, n);
}

/* All n characters belong to what is compared: the last ones must be there even where earlier
 * ones differ. */
int __sooth_compare(const unsigned char *x, const unsigned char *y, size_t n)
{
    size_t i = 0;
    if (!n)
        return 0;
    unsigned char last_x = x[n - 1], last_y = y[n - 1];
    while (i < n - 1 && x[i] == y[i])
        i++;
    unsigned char a = i < n - 1 ? x[i] : last_x, b = i < n - 1 ? y[i] : last_y;
    return a == b ? 0 : a < b ? -1 : 1;
}
int memcmp(const void *a, const void *b, size_t n)
{
    return of_sign(__sooth_compare(a, b, n), __sooth_any_magnitude());
}
int bcmp(const void *a, const void *b, size_t n) /* zero or not: not even a sign */
{
    return true_as(__sooth_compare(a, b, n), __sooth_any_truth());
}

void *memchr(const void *in, int byte, size_t n)
{
    const unsigned char *p = in;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)byte)
            return (void *)(p + i);
    return NULL;
}

void *rawmemchr(const void *in, int byte)
{
    const unsigned char *p = in;
    while (*p != (unsigned char)byte)
        p++;
    return (void *)p;
}

void *memrchr(const void *in, int byte, size_t n)
{
    const unsigned char *p = in;
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == (unsigned char)byte)
            return (void *)(p + i - 1);
    return NULL;
}

size_t strlen(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

size_t strnlen(const char *text, size_t most)
{
    size_t n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t i = 0;
    for (; from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}

char *__stpcpy(char *restrict to, const char *restrict from)
{
    return stpcpy(to, from);
}

char *strcpy(char *restrict to, const char *restrict from)
{
    stpcpy(to, from);
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t i = 0, end;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    end = i;
    for (; i < n; i++)
        to[i] = 0;
    return to + end;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t room)
{
    size_t length = strlen(from);
    for (size_t i = 0; i < room; i++) {
        to[i] = i + 1 < room ? from[i] : 0;
        if (!to[i])
            break;
    }
    return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t room)
{
    size_t before = 0;
    while (before < room && to[before])
        before++;
    return before + strlcpy(to + before, from, room - before);
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char)byte)
            return t + i + 1;
    }
    return NULL;
}

void explicit_bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}
void *memset_explicit(void *to, int byte, size_t n)
{
    return __builtin_memset(to, byte, n);
}

char *strcat(char *restrict to, const char *restrict from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

/* The order of two strings: -1, 0 or 1; the functions may return any value of that sign. */
static int order(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    return x == y ? 0 : x < y ? -1 : 1;
}
int strcmp(const char *a, const char *b)
{
    return of_sign(order(a, b), __sooth_any_magnitude());
}
int strcoll(const char *a, const char *b)
{
    return of_sign(order(a, b), __sooth_any_magnitude());
}

int __sooth_order(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    if (i == n)
        return 0;
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    return x == y ? 0 : x < y ? -1 : 1;
}
int strncmp(const char *a, const char *b, size_t n)
{
    return of_sign(__sooth_order(a, b, n), __sooth_any_magnitude());
}

int __sooth_order_of_letters(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y)
            return x < y ? -1 : 1;
        if (!x)
            return 0;
    }
    return 0;
}
int strncasecmp(const char *a, const char *b, size_t n)
{
    return of_sign(__sooth_order_of_letters(a, b, n), __sooth_any_magnitude());
}
int strcasecmp(const char *a, const char *b)
{
    return of_sign(__sooth_order_of_letters(a, b, SIZE_MAX), __sooth_any_magnitude());
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) /* in the C locale */
{
    size_t length = strlen(from);
    if (length < n)
        __builtin_memcpy(to, from, length + 1);
    else
        for (size_t i = 0; i < n; i++) /* what is there then is open */
            to[i] = (char)__VERIFIER_nondet_int();
    return length;
}
