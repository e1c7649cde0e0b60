/* string.h and strings.h: searching, and copies on the heap. */
#include "models.h"

/* string.c: -1, 0 or 1 */
int __sooth_compare(const unsigned char *x, const unsigned char *y, size_t n);
int __sooth_order(const char *a, const char *b, size_t n);
int __sooth_order_of_letters(const char *a, const char *b, size_t n);
size_t strnlen(const char *text, size_t most);

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
        if (*text == (char)c)
            found = (char *)text;
        if (!*text)
            return found;
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
        if (!__sooth_order(text, part, n))
            return (char *)text;
        if (!*text)
            return NULL;
    }
}

char *strcasestr(const char *text, const char *part)
{
    size_t n = strlen(part);
    for (;; text++) {
        if (!__sooth_order_of_letters(text, part, n))
            return (char *)text;
        if (!*text)
            return NULL;
    }
}

void *memmem(const void *in, size_t size, const void *part, size_t n)
{
    const unsigned char *p = in;
    if (!n)
        return (void *)in;
    for (size_t i = 0; i < size && n <= size - i; i++)
        if (!__sooth_compare(p + i, part, n))
            return (void *)(p + i);
    return NULL;
}

char *strtok_r(char *restrict text, const char *restrict set, char **restrict state)
{
    if (!text)
        text = *state; /* null where no text was given before: an error */
    text += strspn(text, set);
    if (!*text) {
        *state = text;
        return NULL;
    }
    char *end = text + strcspn(text, set);
    if (*end)
        *end++ = 0;
    *state = end;
    return text;
}

static char *environment_strtok;

char *strtok(char *restrict text, const char *restrict set)
{
    return strtok_r(text, set, &environment_strtok);
}

char *strsep(char **restrict state, const char *restrict set)
{
    char *start = *state;
    if (!start)
        return NULL;
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
    if (!copy)
        return NULL;
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
char *__strndup(const char *text, size_t most)
{
    return strndup(text, most);
}
char *__strtok_r(char *restrict text, const char *restrict set, char **restrict state)
{
    return strtok_r(text, set, state);
}
