/* scanf: what is read is an input. Any number of leading conversions may succeed; the rest is left as it was.
 * A %s or %[ may read as many characters as its width allows, or any number when it has none. */
#include "stdio_internal.h"

unsigned char __VERIFIER_nondet_uchar(void);
long long __VERIFIER_nondet_longlong(void);
double __VERIFIER_nondet_double(void);

static void store_integer(void *to, int length)
{
    long long v = __VERIFIER_nondet_longlong();
    if (length == -2)
        *(signed char *)to = (signed char)v;
    else if (length == -1)
        *(short *)to = (short)v;
    else if (length == 1)
        *(long *)to = (long)v;
    else if (length == 2)
        *(long long *)to = v;
    else
        *(int *)to = (int)v;
}

static void store_float(void *to, int length)
{
    double v = __VERIFIER_nondet_double();
    if (length == 1)
        *(double *)to = v;
    else if (length == 3)
        *(long double *)to = v;
    else
        *(float *)to = (float)v;
}

static void store_text(char *to, long width, int is_text)
{
    long n = 0;
    for (; n < width; n++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (is_text && (c == 0 || isspace(c))) break;
        to[n] = (char)c;
    }
    if (is_text) {
        __VERIFIER_assume(n > 0);
        to[n] = 0;
    }
}

static const char *skip_set(const char *f) /* behind the ']' of a %[ */
{
    if (*f == '^') f++;
    if (*f == ']') f++;
    while (*f && *f != ']')
        f++;
    return f;
}

struct arguments {
    va_list list;
};

/* One conversion behind its '%'; *stored tells whether it takes an argument and counts. */
static const char *scan_one(const char *f, struct arguments *a, int *stored)
{
    int skip = *f == '*', length = 0;
    long width = 0;
    f += skip;
    for (; *f >= '0' && *f <= '9'; f++)
        width = width * 10 + (*f - '0');
    for (; *f == 'h'; f++)
        length--;
    for (; *f == 'l'; f++)
        length++;
    if (*f == 'j' || *f == 'q') length = 2, f++;
    if (*f == 'z' || *f == 't') length = 1, f++;
    if (*f == 'L') length = 3, f++;
    char kind = *f;
    if (kind == '[') f = skip_set(f + 1);
    *stored = kind != '%' && kind != 'n' && !skip;
    if (!*stored) {
        if (kind == 'n' && !skip) store_integer(va_arg(a->list, void *), length);
    } else if (kind == 's' || kind == '[') {
        store_text(va_arg(a->list, char *), width ? width : LONG_MAX, 1);
    } else if (kind == 'c') {
        store_text(va_arg(a->list, char *), width ? width : 1, 0);
    } else if (kind == 'f' || kind == 'e' || kind == 'g' || kind == 'a') {
        store_float(va_arg(a->list, void *), length);
    } else {
        store_integer(va_arg(a->list, void *), length);
    }
    return *f ? f + 1 : f;
}

static int scan(const char *f, va_list list)
{
    struct arguments a;
    int successes = __VERIFIER_nondet_int(), count = 0;
    __VERIFIER_assume(successes >= -1);
    va_copy(a.list, list);
    while (*f && count < successes) {
        int stored = 0;
        if (*f == '%')
            f = scan_one(f + 1, &a, &stored);
        else
            f++;
        count += stored;
    }
    va_end(a.list);
    return successes < 0 ? -1 : count;
}

int vfscanf(FILE *restrict file, const char *restrict format, va_list list)
{
    (void)file;
    return scan(format, list);
}
int vscanf(const char *restrict format, va_list list)
{
    return scan(format, list);
}

#define VARIADIC(name, parameter)                                                                            \
    int name(parameter const char *restrict format, ...)                                                     \
    {                                                                                                        \
        va_list list;                                                                                        \
        va_start(list, format);                                                                              \
        int n = scan(format, list);                                                                          \
        va_end(list);                                                                                        \
        return n;                                                                                            \
    }
#define NOTHING
#define A_FILE FILE *restrict file,
VARIADIC(scanf, NOTHING)
VARIADIC(fscanf, A_FILE)
VARIADIC(__isoc99_scanf, NOTHING)
VARIADIC(__isoc99_fscanf, A_FILE)
