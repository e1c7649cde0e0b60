/* stdlib.h: floats from text. Where the number ends is exact. Its value is exact for decimals
 * of at most fifteen digits with a small exponent, which one division or multiplication
 * rounds correctly; of others only sign and range are known (__sooth_result_...). The locale
 * is "C". */
#include "models.h"

double __sooth_result_double(void);
float __sooth_result_float(void);
long double __sooth_result_longdouble(void);

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}
static int is_hexadecimal(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/* The word is in small letters. */
static int begins_with(const char *text, const char *word)
{
    for (; *word; text++, word++)
        if ((*text | 32) != *word)
            return 0;
    return 1;
}

enum kind { NOTHING, DECIMAL, HEXADECIMAL, INFINITE, NOT_A_NUMBER };
struct number {
    enum kind kind;
    int negative;
    /* of the decimal, without leading zeros; more than 15: the value is not known */
    int digits;
    long long mantissa; /* up to that */
    long exponent;
    const char *end;
};

static const char *read_exponent(const char *p, char letter, long *out)
{
    const char *q = p + 1;
    if ((*p | 32) != letter)
        return p;
    int negative = *q == '-';
    if (*q == '-' || *q == '+')
        q++;
    if (!is_digit(*q))
        return p;
    long e = 0;
    for (; is_digit(*q); q++)
        if (e < 100000)
            e = e * 10 + (*q - '0');
    *out += negative ? -e : e;
    return q;
}

static void add_digit(struct number *n, char c, int fraction)
{
    if (n->digits || c != '0')
        n->digits++;
    if (n->digits <= 15) {
        n->mantissa = n->mantissa * 10 + (c - '0');
        n->exponent -= fraction;
    }
}

static void read_decimal(struct number *n, const char *p)
{
    int any = 0;
    for (; is_digit(*p); p++, any = 1)
        add_digit(n, *p, 0);
    if (*p == '.' && (any || is_digit(p[1])))
        for (p++; is_digit(*p); p++, any = 1)
            add_digit(n, *p, 1);
    if (!any)
        return;
    n->kind = DECIMAL;
    n->end = read_exponent(p, 'e', &n->exponent);
}

static void read_hexadecimal(struct number *n, const char *p)
{
    long ignored = 0;
    for (; is_hexadecimal(*p); p++) {
    }
    if (*p == '.')
        for (p++; is_hexadecimal(*p); p++) {
        }
    n->kind = HEXADECIMAL;
    n->end = read_exponent(p, 'p', &ignored);
}

/* NAN or NAN(characters). */
static const char *behind_nan(const char *p)
{
    const char *q = p;
    if (*q++ != '(')
        return p;
    while (is_digit(*q) || *q == '_' || ((*q | 32) >= 'a' && (*q | 32) <= 'z'))
        q++;
    return *q == ')' ? q + 1 : p;
}

static struct number read_number(const char *text)
{
    struct number n = {.end = text};
    const char *p = text;
    while (is_space((unsigned char)*p))
        p++;
    n.negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    int point = p[0] == '0' && (p[1] | 32) == 'x' && p[2] == '.';
    if (p[0] == '0' && (p[1] | 32) == 'x' && is_hexadecimal(point ? p[3] : p[2])) {
        read_hexadecimal(&n, p + 2);
    } else if (begins_with(p, "nan")) {
        n.kind = NOT_A_NUMBER;
        n.end = behind_nan(p + 3);
    } else if (begins_with(p, "inf")) {
        n.kind = INFINITE;
        n.end = begins_with(p + 3, "inity") ? p + 8 : p + 3;
    } else {
        read_decimal(&n, p);
    }
    return n;
}

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static int is_exact(const struct number *n)
{
    return n->kind == DECIMAL &&
           (n->mantissa == 0 || (n->digits <= 15 && n->exponent >= -22 && n->exponent <= 22));
}
static double exact_value(const struct number *n)
{
    double v = (double)n->mantissa;
    if (n->mantissa && n->exponent < 0)
        v /= powers[-n->exponent];
    if (n->mantissa && n->exponent > 0)
        v *= powers[n->exponent];
    return v;
}

/* errno may tell that the value is out of range. */
static void may_be_out_of_range(void)
{
    int *error = __errno_location(), out = -(__sooth_result_int() & 1);
    *error = (*error & ~out) | (ERROR_RANGE & out);
}

#define CONVERT(name, type, any, exact)                                                      \
    static type name##_value(const struct number *n)                                         \
    {                                                                                        \
        type v;                                                                              \
        if (n->kind == NOTHING)                                                              \
            return 0;                                                                        \
        if (n->kind == INFINITE)                                                             \
            v = (type)__builtin_inf();                                                       \
        else if (n->kind == NOT_A_NUMBER)                                                    \
            v = (type)__builtin_nan("");                                                     \
        else if (is_exact(n) && (exact || n->mantissa == 0))                                 \
            v = (type)exact_value(n);                                                        \
        else {                                                                               \
            v = any();                                                                       \
            __VERIFIER_assume(v >= 0);                                                       \
            may_be_out_of_range();                                                           \
        }                                                                                    \
        return n->negative ? -v : v;                                                         \
    }                                                                                        \
    type name(const char *restrict text, char **restrict end)                                \
    {                                                                                        \
        struct number n = read_number(text);                                                 \
        if (end)                                                                             \
            *end = (char *)n.end;                                                            \
        return name##_value(&n);                                                             \
    }
CONVERT(strtod, double, __sooth_result_double, 1)
/* Rounded twice, the value of a decimal of seven digits with a small exponent is still right
 * only where the first rounding is exact: whole numbers. */
CONVERT(strtof, float, __sooth_result_float, n->exponent == 0 && n->mantissa < 1 << 24)
CONVERT(strtold, long double, __sooth_result_longdouble, n->exponent == 0)

double atof(const char *text)
{
    return strtod(text, NULL);
}
