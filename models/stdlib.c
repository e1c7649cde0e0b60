/* stdlib.h: memory, numbers, sorting, exit handlers. */
#include "models.h"

void *calloc(size_t count, size_t size)
{
    size_t n;
    if (__builtin_mul_overflow(count, size, &n)) return NULL;
    void *p = malloc(n);
    if (p) __builtin_memset(p, 0, n);
    return p;
}

__attribute__((weak)) void *realloc(void *old, size_t size) /* allocators of the program replace it everywhere */
{
    if (!old) return malloc(size);
    if (!__sooth_is_heap(old)) {
        free(old); /* the same error */
        return NULL;
    }
    if (!size) { /* as glibc does */
        free(old);
        return NULL;
    }
    size_t before = __sooth_object_size(old);
    void *p = malloc(size);
    if (!p) return NULL;
    __builtin_memcpy(p, old, before < size ? before : size);
    free(old);
    return p;
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t n;
    if (__builtin_mul_overflow(count, size, &n)) return NULL;
    return realloc(old, n);
}

int abs(int x)
{
    return x < 0 ? -x : x;
}
long labs(long x)
{
    return x < 0 ? -x : x;
}
long long llabs(long long x)
{
    return x < 0 ? -x : x;
}
intmax_t imaxabs(intmax_t x)
{
    return x < 0 ? -x : x;
}

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;
div_t div(int a, int b)
{
    return (div_t){a / b, a % b};
}
ldiv_t ldiv(long a, long b)
{
    return (ldiv_t){a / b, a % b};
}
lldiv_t lldiv(long long a, long long b)
{
    return (lldiv_t){a / b, a % b};
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

/* The digits of a number: its magnitude, up to `limit` (beyond: limit and *over); *end behind it, or at text
 * if there is none. */
static unsigned long long parse(const char *text, char **end, int base, int *negative, int *over)
{
    const char *p = text;
    while (isspace((unsigned char)*p))
        p++;
    *negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    int prefixed = p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit_of(p[2]) < 16;
    if ((base == 0 || base == 16) && prefixed) {
        p += 2;
        base = 16;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    unsigned long long value = 0;
    int any = 0;
    *over = 0;
    for (; digit_of(*p) < base; p++) {
        unsigned long long digit = (unsigned long long)digit_of(*p);
        any = 1;
        if (value > (ULLONG_MAX - digit) / (unsigned long long)base) *over = 1;
        value = value * (unsigned long long)base + digit;
    }
    if (end) *end = (char *)(any ? p : text);
    return value;
}

int *__errno_location(void);
#define OUT_OF_RANGE 34

static long long parse_signed(const char *text, char **end, int base, long long least, long long most)
{
    int negative, over;
    unsigned long long v = parse(text, end, base, &negative, &over);
    unsigned long long limit = (unsigned long long)most + (negative ? 1 : 0);
    if (over || v > limit) {
        *__errno_location() = OUT_OF_RANGE;
        return negative ? least : most;
    }
    return negative ? (v == limit ? least : -(long long)v) : (long long)v;
}

static unsigned long long parse_unsigned(const char *text, char **end, int base, unsigned long long most)
{
    int negative, over;
    unsigned long long v = parse(text, end, base, &negative, &over);
    if (over || v > most) {
        *__errno_location() = OUT_OF_RANGE;
        return most;
    }
    return negative ? (0 - v) & most : v;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)parse_signed(text, end, base, LONG_MIN, LONG_MAX);
}
long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return parse_signed(text, end, base, LLONG_MIN, LLONG_MAX);
}
unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)parse_unsigned(text, end, base, ULONG_MAX);
}
unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return parse_unsigned(text, end, base, ULLONG_MAX);
}
long __isoc23_strtol(const char *restrict t, char **restrict e, int b)
{
    return strtol(t, e, b);
}
long long __isoc23_strtoll(const char *restrict t, char **restrict e, int b)
{
    return strtoll(t, e, b);
}
unsigned long __isoc23_strtoul(const char *restrict t, char **restrict e, int b)
{
    return strtoul(t, e, b);
}
unsigned long long __isoc23_strtoull(const char *restrict t, char **restrict e, int b)
{
    return strtoull(t, e, b);
}
int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}
long atol(const char *text)
{
    return strtol(text, NULL, 10);
}
long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}

/* Insertion sort: stable, as glibc's merge sort is, so that the order of equal elements agrees. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *list = base;
    if (count < 2 || !size) return;
    char item[size];
    for (size_t i = 1; i < count; i++) {
        size_t at = i;
        while (at > 0 && compare(list + (at - 1) * size, list + i * size) > 0)
            at--;
        if (at == i) continue;
        __builtin_memcpy(item, list + i * size, size);
        __builtin_memmove(list + (at + 1) * size, list + at * size, (i - at) * size);
        __builtin_memcpy(list + at * size, item, size);
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *list = base;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, list + middle * size);
        if (order == 0) return (void *)(list + middle * size);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Any sequence: a program may not depend on it. */
int rand(void)
{
    int r = __VERIFIER_nondet_int();
    __VERIFIER_assume(r >= 0);
    return r;
}
void srand(unsigned seed)
{
    (void)seed;
}
long random(void)
{
    long r = __VERIFIER_nondet_long();
    __VERIFIER_assume(r >= 0 && r <= 2147483647);
    return r;
}
void srandom(unsigned seed)
{
    (void)seed;
}
