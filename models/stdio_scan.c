/* scanf: what is read is an input. Any number of leading conversions may succeed; the rest is left as it was.
 * What a conversion stores is what some text of at most its width means: characters of the set of a %[, digits
 * that fit. */
#include "stdio_internal.h"

unsigned char __VERIFIER_nondet_uchar(void);
long long __VERIFIER_nondet_longlong(void);
double __VERIFIER_nondet_double(void);
long double __VERIFIER_nondet_longdouble(void);
void __sooth_unsupported_scanf_of_wide_characters(void);
void __sooth_unsupported_scanf_of_floats_with_a_width(void);
void __sooth_unsupported_conversion_of_scanf(void);

void __sooth_store_integer(void *to, int length, long long v)
{
    if (length == -2)
        *(signed char *)to = (signed char)v;
    else if (length == -1)
        *(short *)to = (short)v;
    else if (length == 1)
        *(long *)to = (long)v;
    else if (length == 2 || length == 3)
        *(long long *)to = v;
    else
        *(int *)to = (int)v;
}

/* No text of so many characters means more; %i reads hexadecimal after two of them. */
static long long largest(char kind, long width)
{
    long long most = 1;
    for (long i = 0; i < width; i++)
        most *= kind == 'x' || kind == 'X' || kind == 'p' ? 16 : kind == 'o' ? 8 : 10;
    return most - 1;
}

static long long scan_integer(const struct scan *s)
{
    long long v = __VERIFIER_nondet_longlong();
    if (!s->width || s->width > 11) return v; /* from 12 on 0x... has more values */
    long long most = largest(s->kind, s->width), least = s->width > 1 ? -largest(s->kind, s->width - 1) : 0;
    __VERIFIER_assume(v >= least && v <= most);
    return v;
}

static void store_float(void *to, const struct scan *s)
{
    if (s->width) __sooth_unsupported_scanf_of_floats_with_a_width();
    if (s->length == 1)
        *(double *)to = __VERIFIER_nondet_double();
    else if (s->length == 3)
        *(long double *)to = __VERIFIER_nondet_longdouble();
    else
        *(float *)to = (float)__VERIFIER_nondet_double();
}

/* Whether the character is of the set: with a `-` between two characters as a range, as glibc has it. */
int __sooth_in_set(const char *set, unsigned char c)
{
    int inverted = *set == '^', found = 0, first = 1;
    set += inverted;
    for (; *set && (first || *set != ']'); set++, first = 0) {
        unsigned char low = (unsigned char)set[0];
        if (set[1] == '-' && set[2] && set[2] != ']') {
            if (c >= low && c <= (unsigned char)set[2]) found = 1;
            set += 2;
        } else if (c == low) {
            found = 1;
        }
    }
    return found != inverted;
}

/* A text of at least one character; its end is the width, or a character that does not belong. */
static void store_text(char *to, const struct scan *s)
{
    long most = s->width ? s->width : LONG_MAX, n = 0;
    for (; n < most; n++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        int belongs = s->kind == '[' ? __sooth_in_set(s->set, c) : !is_space(c);
        if (!belongs) break;
        to[n] = (char)c;
    }
    __VERIFIER_assume(n > 0);
    to[n] = 0;
}

/* Some libraries are content with fewer where the file ends. */
static void store_characters(char *to, long count)
{
    long met = count > 1 ? __VERIFIER_nondet_long() : count;
    __VERIFIER_assume(1 <= met && met <= count);
    for (long n = 0; n < met; n++)
        to[n] = (char)__VERIFIER_nondet_uchar();
}

static const char *behind_set(const char *f) /* at the ']' of a %[ */
{
    if (*f == '^') f++;
    if (*f == ']') f++;
    while (*f && *f != ']')
        f++;
    return f;
}

/* One conversion after its '%'; returns where it ends. */
const char *__sooth_read_conversion(const char *f, struct scan *s)
{
    *s = (struct scan){.skip = *f == '*'};
    f += s->skip;
    for (; *f >= '0' && *f <= '9'; f++)
        s->width = s->width * 10 + (*f - '0');
    for (; *f == 'h'; f++)
        s->length--;
    for (; *f == 'l'; f++)
        s->length++;
    if (*f == 'j' || *f == 'q') s->length = 2, f++;
    if (*f == 'z' || *f == 't') s->length = 1, f++;
    if (*f == 'L') s->length = 3, f++;
    s->kind = *f;
    s->set = f + 1;
    if (s->kind == '[') f = behind_set(f + 1);
    return *f ? f + 1 : f;
}

struct arguments {
    va_list list;
};

static void store(const struct scan *s, struct arguments *a)
{
    switch (s->kind) {
    case 's':
    case '[':
        if (s->length) __sooth_unsupported_scanf_of_wide_characters();
        store_text(va_arg(a->list, char *), s);
        return;
    case 'c':
        if (s->length) __sooth_unsupported_scanf_of_wide_characters();
        store_characters(va_arg(a->list, char *), s->width ? s->width : 1);
        return;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        store_float(va_arg(a->list, void *), s);
        return;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        __sooth_store_integer(va_arg(a->list, void *), s->length, scan_integer(s));
        return;
    default: /* %p, %m, %C, %S, numbered arguments */
        __sooth_unsupported_conversion_of_scanf();
    }
}

/* %n: how many characters were read so far, at least `least` of them. */
static void store_count(const struct scan *s, struct arguments *a, int *least)
{
    int n = __sooth_result_int(); /* it depends on what was read */
    __VERIFIER_assume(n >= *least);
    *least = n;
    __sooth_store_integer(va_arg(a->list, void *), s->length, n);
}

void __sooth_unsupported_scanf_of_what_was_put_back(void);

/* Directives are met in order up to the first that fails. Of those after the last conversion that stores, white
 * space and %n do not fail, the rest may. */
static int scan(FILE *file, const char *f, va_list list)
{
    struct arguments a;
    int reads = 0; /* some directive wants a character */
    must_be_open(file);
    if (file->pushed) __sooth_unsupported_scanf_of_what_was_put_back();
    int successes = __VERIFIER_nondet_int(), count = 0, least = 0;
    __VERIFIER_assume(successes >= -1);
    va_copy(a.list, list);
    while (*f) {
        struct scan s = {.kind = '%'};
        if (is_space((unsigned char)*f)) {
            f++;
            continue;
        }
        if (*f++ == '%') f = __sooth_read_conversion(f, &s);
        if (s.kind == 'n') {
            if (!s.skip) store_count(&s, &a, &least);
            continue;
        }
        int stores = s.kind != '%' && !s.skip;
        reads = 1;
        if (count >= successes && (stores || __sooth_any_choice())) break;
        if (stores) {
            store(&s, &a);
            count++;
        }
        if (least < INT_MAX) least++;
    }
    va_end(a.list);
    touch_errno_of_scanf();
    if (!reads) return 0;
    int failed = successes < 0 && __sooth_any_choice();
    if (failed) file->error = 1;
    if (!failed && (successes < 0 || __sooth_any_choice())) file->end = 1;
    return successes < 0 ? -1 : count;
}

int vfscanf(FILE *restrict file, const char *restrict format, va_list list)
{
    return scan(file, format, list);
}
int vscanf(const char *restrict format, va_list list)
{
    return scan(stdin, format, list);
}

#define VARIADIC(name, parameter, file)                                                                      \
    int name(parameter const char *restrict format, ...)                                                     \
    {                                                                                                        \
        va_list list;                                                                                        \
        va_start(list, format);                                                                              \
        int n = scan(file, format, list);                                                                    \
        va_end(list);                                                                                        \
        return n;                                                                                            \
    }
#define NOTHING
#define A_FILE FILE *restrict file,
VARIADIC(scanf, NOTHING, stdin)
VARIADIC(fscanf, A_FILE, file)
VARIADIC(__isoc99_scanf, NOTHING, stdin)
VARIADIC(__isoc99_fscanf, A_FILE, file)
VARIADIC(__isoc23_scanf, NOTHING, stdin)
VARIADIC(__isoc23_fscanf, A_FILE, file)
