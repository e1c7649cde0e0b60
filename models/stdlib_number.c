/* stdlib.h: numbers from text. */
#include "models.h"

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

/* The digits of a number: its magnitude, up to `limit` (beyond: limit and *over); *end past
 * it, or at text if there is none. */
static unsigned long long parse(const char *text, char **end, int base, int *negative,
                                int *over, int binary)
{
    const char *p = text;
    *negative = *over = 0;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = ERROR_INVALID;
        if (end && __sooth_any_variant())
            *end = (char *)text;
        return 0;
    }
    while (is_space((unsigned char)*p))
        p++;
    *negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    int prefixed = p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit_of(p[2]) < 16;
    int in_binary =
        binary && p[0] == '0' && (p[1] == 'b' || p[1] == 'B') && digit_of(p[2]) < 2;
    if ((base == 0 || base == 16) && prefixed) {
        p += 2;
        base = 16;
    } else if ((base == 0 || base == 2) && in_binary) {
        p += 2;
        base = 2;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    unsigned long long value = 0;
    int any = 0;
    for (; digit_of(*p) < base; p++) {
        unsigned long long digit = (unsigned long long)digit_of(*p);
        any = 1;
        if (value > (ULLONG_MAX - digit) / (unsigned long long)base)
            *over = 1;
        value = value * (unsigned long long)base + digit;
    }
    if (end)
        *end = (char *)(any ? p : text);
    if (!any && __sooth_any_variant())
        *__errno_location() = ERROR_INVALID;
    return value;
}

static long long parse_signed(const char *text, char **end, int base, long long least,
                              long long most, int binary)
{
    int negative, over;
    unsigned long long v = parse(text, end, base, &negative, &over, binary);
    unsigned long long limit = (unsigned long long)most + (negative ? 1 : 0);
    if (over || v > limit) {
        *__errno_location() = ERROR_RANGE;
        return negative ? least : most;
    }
    return negative ? (v == limit ? least : -(long long)v) : (long long)v;
}

static unsigned long long parse_unsigned(const char *text, char **end, int base,
                                         unsigned long long most, int binary)
{
    int negative, over;
    unsigned long long v = parse(text, end, base, &negative, &over, binary);
    if (over || v > most) {
        *__errno_location() = ERROR_RANGE;
        return most;
    }
    return negative ? (0 - v) & most : v;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)parse_signed(text, end, base, LONG_MIN, LONG_MAX, 0);
}
long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return parse_signed(text, end, base, LLONG_MIN, LLONG_MAX, 0);
}
unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)parse_unsigned(text, end, base, ULONG_MAX, 0);
}
unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return parse_unsigned(text, end, base, ULLONG_MAX, 0);
}
long __isoc23_strtol(const char *restrict t, char **restrict e, int b)
{
    return (long)parse_signed(t, e, b, LONG_MIN, LONG_MAX, 1);
}
long long __isoc23_strtoll(const char *restrict t, char **restrict e, int b)
{
    return parse_signed(t, e, b, LLONG_MIN, LLONG_MAX, 1);
}
unsigned long __isoc23_strtoul(const char *restrict t, char **restrict e, int b)
{
    return (unsigned long)parse_unsigned(t, e, b, ULONG_MAX, 1);
}
unsigned long long __isoc23_strtoull(const char *restrict t, char **restrict e, int b)
{
    return parse_unsigned(t, e, b, ULLONG_MAX, 1);
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
intmax_t strtoimax(const char *restrict text, char **restrict end, int base)
{
    return parse_signed(text, end, base, INTMAX_MIN, INTMAX_MAX, 0);
}
uintmax_t strtoumax(const char *restrict text, char **restrict end, int base)
{
    return parse_unsigned(text, end, base, UINTMAX_MAX, 0);
}
intmax_t __isoc23_strtoimax(const char *restrict text, char **restrict end, int base)
{
    return parse_signed(text, end, base, INTMAX_MIN, INTMAX_MAX, 1);
}
uintmax_t __isoc23_strtoumax(const char *restrict text, char **restrict end, int base)
{
    return parse_unsigned(text, end, base, UINTMAX_MAX, 1);
}
