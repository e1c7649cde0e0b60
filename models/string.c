/* string.h and strings.h. */
#include "models.h"

int errno_storage;
int *__errno_location(void)
{
    return &errno_storage;
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

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}
int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

void *memchr(const void *in, int byte, size_t n)
{
    const unsigned char *p = in;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)byte) return (void *)(p + i);
    return NULL;
}

void *memrchr(const void *in, int byte, size_t n)
{
    const unsigned char *p = in;
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == (unsigned char)byte) return (void *)(p + i - 1);
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

int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    return x == y ? 0 : x < y ? -1 : 1;
}
int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    if (i == n) return 0;
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    return x == y ? 0 : x < y ? -1 : 1;
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y) return x < y ? -1 : 1;
        if (!x) return 0;
    }
    return 0;
}
int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, SIZE_MAX);
}

char *strchrnul(const char *text, int c)
{
    while (*text && *text != (char)c)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int c)
{
    char *p = strchrnul(text, c);
    return *p == (char)c ? p : NULL;
}
char *index(const char *text, int c)
{
    return strchr(text, c);
}

char *strrchr(const char *text, int c)
{
    char *found = NULL;
    for (;; text++) {
        if (*text == (char)c) found = (char *)text;
        if (!*text) return found;
    }
}
char *rindex(const char *text, int c)
{
    return strrchr(text, c);
}

size_t strspn(const char *text, const char *set)
{
    size_t n = 0;
    while (text[n] && strchr(set, text[n]))
        n++;
    return n;
}

size_t strcspn(const char *text, const char *set)
{
    size_t n = 0;
    while (text[n] && !strchr(set, text[n]))
        n++;
    return n;
}

char *strpbrk(const char *text, const char *set)
{
    text += strcspn(text, set);
    return *text ? (char *)text : NULL;
}

char *strstr(const char *text, const char *part)
{
    size_t n = strlen(part);
    for (;; text++) {
        if (!strncmp(text, part, n)) return (char *)text;
        if (!*text) return NULL;
    }
}

char *strtok_r(char *restrict text, const char *restrict set, char **restrict state)
{
    if (!text) text = *state;
    if (!text) return NULL;
    text += strspn(text, set);
    if (!*text) {
        *state = text;
        return NULL;
    }
    char *end = text + strcspn(text, set);
    if (*end) *end++ = 0;
    *state = end;
    return text;
}

char *strtok(char *restrict text, const char *restrict set)
{
    static char *state;
    return strtok_r(text, set, &state);
}

char *strsep(char **restrict state, const char *restrict set)
{
    char *start = *state;
    if (!start) return NULL;
    char *end = start + strcspn(start, set);
    if (*end) {
        *end = 0;
        *state = end + 1;
    } else {
        *state = NULL;
    }
    return start;
}

char *strndup(const char *text, size_t most)
{
    size_t n = strnlen(text, most);
    char *copy = malloc(n + 1);
    if (!copy) return NULL;
    __builtin_memcpy(copy, text, n);
    copy[n] = 0;
    return copy;
}

char *strdup(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    return copy ? __builtin_memcpy(copy, text, n) : NULL;
}
char *__strdup(const char *text)
{
    return strdup(text);
}
