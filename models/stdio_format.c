/* printf's format: flags, width, precision, length, conversion. */
#include "stdio_internal.h"

void __sooth_sink_put(struct sink *s, char c)
{
    if (!s->buffer && s->stream < 3)
        __sooth_putchar(s->stream, (unsigned char)c);
    else if (s->buffer && s->room && s->count < s->room - 1)
        s->buffer[s->count] = c;
    s->count++;
}

static void put_many(struct sink *s, char c, long n)
{
    for (long i = 0; i < n; i++)
        __sooth_sink_put(s, c);
}

static void put_before(struct sink *s, const struct conversion *c, const char *prefix,
                       size_t prefix_length, long pad, size_t zeros)
{
    if (!c->left && !c->zero)
        put_many(s, ' ', pad);
    for (size_t i = 0; i < prefix_length; i++)
        __sooth_sink_put(s, prefix[i]);
    if (!c->left && c->zero)
        put_many(s, '0', pad);
    put_many(s, '0', (long)zeros);
}

void __sooth_put_padded(struct sink *s, const struct conversion *c, const char *prefix,
                        size_t prefix_length, const char *digits, size_t length, size_t zeros)
{
    long pad = (long)c->width - (long)(prefix_length + length + zeros);
    put_before(s, c, prefix, prefix_length, pad, zeros);
    for (size_t i = 0; i < length; i++)
        __sooth_sink_put(s, digits[i]);
    if (c->left)
        put_many(s, ' ', pad);
}

/* Digits of a number from the last one on, in places whose number does not depend on its
 * value: so do the loops. */
enum { PLACES = 22, PLACES_OF_INT = 11 };
struct number {
    unsigned long long value;
    unsigned base;
    /* the value has no more digits; PLACES_OF_INT: nor more bits than an unsigned */
    int places;
    char digit[PLACES];
};

/* By comparisons: that a number of so many bits has no more digits is plain then. Zero has
 * none. */
static int count_digits(const struct number *n)
{
    unsigned long long power = 1;
    int count = 0;
    for (int i = 1; i <= n->places; i++) {
        if (n->value >= power)
            count = i;
        if (power > ULLONG_MAX / n->base)
            break;
        power *= n->base;
    }
    return count;
}

static void find_digits(struct number *n, int upper)
{
    const char *names = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned long long wide = n->value;
    unsigned narrow = (unsigned)n->value;
    for (int at = n->places; at-- > 0;) {
        n->digit[at] =
            names[n->places == PLACES_OF_INT ? narrow % n->base : (unsigned)(wide % n->base)];
        if (n->places == PLACES_OF_INT)
            narrow /= n->base;
        else
            wide /= n->base;
    }
}

static void put_integer(struct sink *s, struct conversion *c, struct number *n, int negative,
                        int is_signed)
{
    int length = count_digits(n);
    find_digits(n, c->upper);
    int zeros = c->precision < 0        ? length == 0
                : c->precision > length ? c->precision - length
                                        : 0;
    const char *prefix = negative     ? "-"
                         : !is_signed ? ""
                         : c->plus    ? "+"
                         : c->space   ? " "
                                      : "";
    if (c->alternate && n->base == 8 && zeros == 0)
        zeros = 1;
    if (c->alternate && n->base == 16 && n->value)
        prefix = c->upper ? "0X" : "0x";
    if (c->precision >= 0)
        c->zero = 0;
    long pad = (long)c->width - (long)strlen(prefix) - length - zeros;
    put_before(s, c, prefix, strlen(prefix), pad, (size_t)zeros);
    for (int i = 0; i < n->places; i++)
        if (i >= n->places - length)
            __sooth_sink_put(s, n->digit[i]);
    if (c->left)
        put_many(s, ' ', pad);
}

void __sooth_unsupported_printf_of_wide_characters(void);
void __sooth_unsupported_conversion_of_printf(void);

enum length {
    LENGTH_INT,
    LENGTH_CHAR,
    LENGTH_SHORT,
    LENGTH_LONG,
    LENGTH_LONG_LONG,
    LENGTH_LONG_DOUBLE
};

struct arguments {
    va_list list;
};

static int places_of(enum length length)
{
    return length == LENGTH_LONG || length == LENGTH_LONG_LONG ? PLACES : PLACES_OF_INT;
}

static void put_signed(struct sink *s, struct conversion *c, struct arguments *a,
                       enum length length)
{
    long long v = length == LENGTH_LONG_LONG ? va_arg(a->list, long long)
                  : length == LENGTH_LONG    ? va_arg(a->list, long)
                                             : va_arg(a->list, int);
    if (length == LENGTH_CHAR)
        v = (signed char)v;
    if (length == LENGTH_SHORT)
        v = (short)v;
    struct number n = {v < 0 ? 0 - (unsigned long long)v : (unsigned long long)v, 10,
                       places_of(length)};
    put_integer(s, c, &n, v < 0, 1);
}

static void put_unsigned(struct sink *s, struct conversion *c, struct arguments *a,
                         enum length length, unsigned base)
{
    unsigned long long v = length == LENGTH_LONG_LONG ? va_arg(a->list, unsigned long long)
                           : length == LENGTH_LONG    ? va_arg(a->list, unsigned long)
                                                      : va_arg(a->list, unsigned);
    if (length == LENGTH_CHAR)
        v = (unsigned char)v;
    if (length == LENGTH_SHORT)
        v = (unsigned short)v;
    struct number n = {v, base, places_of(length)};
    put_integer(s, c, &n, 0, 0);
}

static void put_text(struct sink *s, struct conversion *c, const char *text)
{
    size_t n = 0;
    if (!text)
        text = c->precision < 0 || c->precision >= 6 ? "(null)" : ""; /* as glibc does */
    while ((c->precision < 0 || n < (size_t)c->precision) && text[n])
        n++;
    c->zero = 0;
    __sooth_put_padded(s, c, "", 0, text, n, 0);
}

static void put_pointer(struct sink *s, struct conversion *c, void *pointer)
{
    if (!pointer) {
        c->precision = -1;
        put_text(s, c, "(nil)");
        return;
    }
    c->alternate = 1;
    struct number n = {(unsigned long long)(uintptr_t)pointer, 16, PLACES};
    put_integer(s, c, &n, 0, 0);
}

static void store_count(const struct sink *s, struct arguments *a, enum length length)
{
    if (length == LENGTH_LONG_LONG)
        *va_arg(a->list, long long *) = (long long)s->count;
    else if (length == LENGTH_LONG)
        *va_arg(a->list, long *) = (long)s->count;
    else if (length == LENGTH_SHORT)
        *va_arg(a->list, short *) = (short)s->count;
    else if (length == LENGTH_CHAR)
        *va_arg(a->list, signed char *) = (signed char)s->count;
    else
        *va_arg(a->list, int *) = (int)s->count;
}

static const char *read_flags(const char *f, struct conversion *c)
{
    for (;; f++) {
        if (*f == '-')
            c->left = 1;
        else if (*f == '+')
            c->plus = 1;
        else if (*f == ' ')
            c->space = 1;
        else if (*f == '#')
            c->alternate = 1;
        else if (*f == '0')
            c->zero = 1;
        else
            return f;
    }
}

static const char *read_number(const char *f, int *out, struct arguments *a)
{
    if (*f == '*') {
        *out = va_arg(a->list, int);
        return f + 1;
    }
    *out = 0;
    for (; *f >= '0' && *f <= '9'; f++)
        *out = *out * 10 + (*f - '0');
    return f;
}

static const char *read_length(const char *f, enum length *out)
{
    *out = LENGTH_INT;
    switch (*f) {
    case 'h':
        *out = f[1] == 'h' ? LENGTH_CHAR : LENGTH_SHORT;
        return f + (f[1] == 'h' ? 2 : 1);
    case 'l':
        *out = f[1] == 'l' ? LENGTH_LONG_LONG : LENGTH_LONG;
        return f + (f[1] == 'l' ? 2 : 1);
    case 'j':
    case 'q':
        *out = LENGTH_LONG_LONG;
        return f + 1;
    case 'z':
    case 't':
        *out = sizeof(size_t) == sizeof(long) ? LENGTH_LONG : LENGTH_INT;
        return f + 1;
    case 'L':
        *out = LENGTH_LONG_DOUBLE;
        return f + 1;
    default:
        return f;
    }
}

static const char *put_conversion(struct sink *s, const char *f, struct arguments *a)
{
    struct conversion c = {.precision = -1};
    enum length length;
    f = read_flags(f, &c);
    f = read_number(f, &c.width, a);
    if (c.width < 0) {
        c.left = 1;
        c.width = -c.width;
    }
    if (*f == '.') {
        f = read_number(f + 1, &c.precision, a);
        if (c.precision < 0)
            c.precision = -1;
    }
    f = read_length(f, &length);
    switch (*f) {
    case 'd':
    case 'i':
        put_signed(s, &c, a, length);
        break;
    case 'u':
        put_unsigned(s, &c, a, length, 10);
        break;
    case 'o':
        put_unsigned(s, &c, a, length, 8);
        break;
    case 'X':
        c.upper = 1; /* fall through */
    case 'x':
        put_unsigned(s, &c, a, length, 16);
        break;
    case 'c': {
        if (length == LENGTH_LONG)
            __sooth_unsupported_printf_of_wide_characters();
        char character = (char)va_arg(a->list, int);
        c.zero = 0;
        __sooth_put_padded(s, &c, "", 0, &character, 1, 0);
        break;
    }
    case 's':
        if (length == LENGTH_LONG)
            __sooth_unsupported_printf_of_wide_characters();
        put_text(s, &c, va_arg(a->list, const char *));
        break;
    case 'p':
        put_pointer(s, &c, va_arg(a->list, void *));
        break;
    case 'n':
        store_count(s, a, length);
        break;
    case 'F':
    case 'E':
    case 'G':
    case 'A':
        c.upper = 1; /* fall through */
    case 'f':
    case 'e':
    case 'g':
    case 'a':
        __sooth_put_float(s, &c,
                          length == LENGTH_LONG_DOUBLE ? va_arg(a->list, long double)
                                                       : va_arg(a->list, double),
                          *f | 32);
        break;
    case 0:
        return f;
    case '%':
        __sooth_sink_put(s, '%');
        break;
    default: /* %m, %C, %S, numbered arguments */
        __sooth_unsupported_conversion_of_printf();
        break;
    }
    return f + 1;
}

int __sooth_format(struct sink *s, const char *f, va_list list)
{
    struct arguments a;
    va_copy(a.list, list);
    while (*f) {
        if (*f == '%')
            f = put_conversion(s, f + 1, &a);
        else
            __sooth_sink_put(s, *f++);
    }
    va_end(a.list);
    return (int)s->count;
}
