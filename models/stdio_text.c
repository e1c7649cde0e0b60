/* sscanf: the text is there, so what is read is definite. Open are numbers that do not fit
 * (undefined: any value) and texts such as "1e+" and "0x", of which the standard reads a part
 * and fails where the C library may take the number before it, or zero for all of it. */
#include "stdio_internal.h"

double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
long double strtold(const char *text, char **end);
long long __VERIFIER_nondet_longlong(void);
void __sooth_unsupported_scanf_of_wide_characters(void);
void __sooth_unsupported_scanf_of_floats_with_a_width(void);
void __sooth_unsupported_conversion_of_scanf(void);

enum outcome { STORED, PASSED, MISMATCH, AT_END };
struct reading {
    const char *from, *at;
    va_list list;
};

static int digit_in(char c, int base)
{
    int digit = 99;
    if (c >= '0' && c <= '9')
        digit = c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f')
        digit = (c | 32) - 'a' + 10;
    return digit < base ? digit : -1;
}

static int base_of(char kind)
{
    if (kind == 'o')
        return 8;
    if (kind == 'x' || kind == 'X')
        return 16;
    return kind == 'i' ? 0 : 10;
}

/* Does what was read fit where it goes? A minus before an unsigned number is no matter. */
static int fits(unsigned long long magnitude, int negative, const struct scan *s)
{
    int bits = s->length < 0    ? 16 / -s->length
               : s->length == 0 ? 32
               : s->length == 1 ? 8 * (int)sizeof(long)
                                : 64;
    unsigned long long most = ULLONG_MAX >> (64 - bits);
    if (s->kind == 'd' || s->kind == 'i')
        most = (most >> 1) + (unsigned)negative;
    return magnitude <= most;
}

static enum outcome read_integer(struct reading *r, const struct scan *s)
{
    const char *p = r->at;
    long left = s->width ? s->width : LONG_MAX;
    int base = base_of(s->kind), negative = *p == '-', any = 0, large = 0;
    if (*p == '-' || *p == '+')
        p++, left--;
    if ((base == 0 || base == 16) && left > 1 && p[0] == '0' && (p[1] | 32) == 'x') {
        int digits = left > 2 && digit_in(p[2], 16) >= 0;
        if (!digits && __sooth_any_variant())
            return MISMATCH;
        if (digits || !__sooth_any_variant())
            p += 2, left -= 2, base = 16, any = !digits;
    }
    if (base == 0)
        base = *p == '0' ? 8 : 10;
    unsigned long long v = 0;
    for (; left > 0 && digit_in(*p, base) >= 0; p++, left--, any = 1) {
        unsigned digit = (unsigned)digit_in(*p, base);
        if (v > (ULLONG_MAX - digit) / (unsigned)base)
            large = 1;
        v = v * (unsigned)base + digit;
    }
    if (!any)
        return MISMATCH;
    r->at = p;
    if (s->skip)
        return PASSED;
    long long value = (long long)(negative ? 0 - v : v);
    if (large || !fits(v, negative, s))
        value = __VERIFIER_nondet_longlong();
    __sooth_store_integer(va_arg(r->list, void *), s->length, value);
    return STORED;
}

static enum outcome read_float(struct reading *r, const struct scan *s)
{
    char *end;
    double v = strtod(r->at, &end);
    if (s->width)
        __sooth_unsupported_scanf_of_floats_with_a_width();
    if (end == r->at)
        return MISMATCH;
    if (((*end | 32) == 'e' || (*end | 32) == 'p' || (*end | 32) == 'x') &&
        __sooth_any_choice())
        return MISMATCH;
    const char *text = r->at;
    r->at = end;
    if (s->skip)
        return PASSED;
    if (s->length == 1)
        *va_arg(r->list, double *) = v;
    else if (s->length == 3)
        *va_arg(r->list, long double *) = strtold(text, NULL);
    else
        *va_arg(r->list, float *) = strtof(text, NULL);
    return STORED;
}

/* %s and %[: at least one character. */
static enum outcome read_text(struct reading *r, const struct scan *s)
{
    long most = s->width ? s->width : LONG_MAX, n = 0;
    char *to = s->skip ? NULL : va_arg(r->list, char *);
    for (; n < most && r->at[n]; n++) {
        unsigned char c = (unsigned char)r->at[n];
        if (s->kind == '[' ? !__sooth_in_set(s->set, c) : is_space(c))
            break;
        if (to)
            to[n] = (char)c;
    }
    if (!n)
        return MISMATCH;
    if (to)
        to[n] = 0;
    r->at += n;
    return to ? STORED : PASSED;
}

static enum outcome read_characters(struct reading *r, const struct scan *s)
{
    long count = s->width ? s->width : 1;
    char *to = s->skip ? NULL : va_arg(r->list, char *);
    for (long n = 0; n < count; n++, r->at++) {
        if (!*r->at && (n == 0 || __sooth_any_choice()))
            return n && __sooth_any_choice() ? MISMATCH : AT_END;
        if (!*r->at)
            break; /* some libraries are content with fewer */
        if (to)
            to[n] = *r->at;
    }
    return to ? STORED : PASSED;
}

static enum outcome convert(struct reading *r, const struct scan *s)
{
    if (s->kind == 'n') {
        if (!s->skip)
            __sooth_store_integer(va_arg(r->list, void *), s->length, r->at - r->from);
        return PASSED;
    }
    if (s->kind != 'c' && s->kind != '[')
        while (is_space((unsigned char)*r->at))
            r->at++;
    if (!*r->at)
        return AT_END;
    switch (s->kind) {
    case '%':
        return *r->at++ == '%' ? PASSED : MISMATCH;
    case 's':
    case '[':
        if (s->length)
            __sooth_unsupported_scanf_of_wide_characters();
        return read_text(r, s);
    case 'c':
        if (s->length)
            __sooth_unsupported_scanf_of_wide_characters();
        return read_characters(r, s);
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return read_integer(r, s);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return read_float(r, s);
    default: /* %p, %m, %C, %S, numbered arguments */
        __sooth_unsupported_conversion_of_scanf();
        return MISMATCH;
    }
}

int vsscanf(const char *restrict text, const char *restrict f, va_list list)
{
    struct reading r = {.from = text, .at = text};
    int count = 0, converted = 0;
    enum outcome outcome = PASSED;
    va_copy(r.list, list);
    while (*f && outcome <= PASSED) {
        if (is_space((unsigned char)*f)) {
            while (is_space((unsigned char)*r.at))
                r.at++;
            f++;
        } else if (*f == '%') {
            struct scan s;
            f = __sooth_read_conversion(f + 1, &s);
            outcome = convert(&r, &s);
            count += outcome == STORED;
            converted |= outcome <= PASSED && s.kind != 'n' && s.kind != '%';
        } else {
            outcome = *r.at == *f ? PASSED : *r.at ? MISMATCH : AT_END;
            r.at++;
            f++;
        }
    }
    va_end(r.list);
    touch_errno_of_scanf();
    if (outcome == AT_END && !count && (!converted || __sooth_any_choice()))
        return -1; /* glibc: in any case */
    return count;
}

#define VARIADIC(name)                                                                       \
    int name(const char *restrict text, const char *restrict format, ...)                    \
    {                                                                                        \
        va_list list;                                                                        \
        va_start(list, format);                                                              \
        int count = vsscanf(text, format, list);                                             \
        va_end(list);                                                                        \
        return count;                                                                        \
    }
VARIADIC(sscanf)
VARIADIC(__isoc99_sscanf)
VARIADIC(__isoc23_sscanf)
int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list list)
{
    return vsscanf(text, format, list);
}
int __isoc23_vsscanf(const char *restrict text, const char *restrict format, va_list list)
{
    return vsscanf(text, format, list);
}
