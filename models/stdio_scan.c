/* scanf: what is read is an input. Any number of leading directives may be met; the rest is
 * left as it was. What a conversion stores is what some text of at most its width means:
 * characters of the set of a %[, digits that fit. Of the text between two of them only this
 * is kept: the first character of the second is one that the first left. */
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
    if (!s->width || s->width > 11)
        return v; /* from 12 on 0x... has more values */
    long long most = largest(s->kind, s->width),
              least = s->width > 1 ? -largest(s->kind, s->width - 1) : 0;
    __VERIFIER_assume(v >= least && v <= most);
    return v;
}

static void store_float(void *to, const struct scan *s)
{
    if (s->width)
        __sooth_unsupported_scanf_of_floats_with_a_width();
    if (s->length == 1)
        *(double *)to = __VERIFIER_nondet_double();
    else if (s->length == 3)
        *(long double *)to = __VERIFIER_nondet_longdouble();
    else
        *(float *)to = (float)__VERIFIER_nondet_double();
}

/* Whether the character is of the set: with a `-` between two characters as a range, as glibc
 * has it. */
int __sooth_in_set(const char *set, unsigned char c)
{
    int inverted = *set == '^', found = 0, first = 1;
    set += inverted;
    for (; *set && (first || *set != ']'); set++, first = 0) {
        unsigned char low = (unsigned char)set[0];
        if (set[1] == '-' && set[2] && set[2] != ']') {
            if (c >= low && c <= (unsigned char)set[2])
                found = 1;
            set += 2;
        } else if (c == low) {
            found = 1;
        }
    }
    return found != inverted;
}

/* A read that meets the end or an error. */
static void miss(FILE *file)
{
    if (__sooth_any_choice())
        file->error = 1;
    else
        file->end = 1;
}
/* Reading up to what does not belong: that is a character, the end or an error. Returns
 * whether it is no error. */
static int look_behind(FILE *file)
{
    if (!__sooth_any_choice())
        return 1;
    miss(file);
    return __sooth_is_at_end(file);
}

/* Whether the character can be the first that a directive left; kind 0: any can. */
static int may_follow(const struct scan *before, unsigned char c)
{
    switch (before->kind) {
    case ' ':
        return !is_space(c);
    case 's':
        return is_space(c);
    case '[':
        return !__sooth_in_set(before->set, c);
    case 'd':
    case 'u':
        return c < '0' || c > '9';
    default:
        return 1;
    }
}

/* A text of at least one character; its end is the width, or a character that does not
 * belong. */
static void store_text(char *to, const struct scan *s, const struct scan *before)
{
    long most = s->width ? s->width : LONG_MAX, n = 0;
    for (; n < most; n++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        int belongs = s->kind == '[' ? __sooth_in_set(s->set, c) : !is_space(c);
        if (!belongs)
            break;
        if (n == 0 && s->kind == '[')
            __VERIFIER_assume(may_follow(before, c));
        to[n] = (char)c;
    }
    __VERIFIER_assume(n > 0);
    to[n] = 0;
}

static void store_some(char *to, long count, const struct scan *before)
{
    for (long n = 0; n < count; n++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (n == 0)
            __VERIFIER_assume(may_follow(before, c));
        to[n] = (char)c;
    }
}
/* Some libraries are content with fewer where the file ends. */
static void store_characters(char *to, long count, const struct scan *before, FILE *file)
{
    long met = count > 1 ? __VERIFIER_nondet_long() : count;
    __VERIFIER_assume(1 <= met && met <= count);
    store_some(to, met, before);
    if (met < count)
        miss(file);
}
/* Others are not, but have stored them. */
static void store_too_few(char *to, long count, const struct scan *before)
{
    long met = __VERIFIER_nondet_long();
    __VERIFIER_assume(0 <= met && met < count);
    store_some(to, met, before);
}

static const char *behind_set(const char *f) /* at the ']' of a %[ */
{
    if (*f == '^')
        f++;
    if (*f == ']')
        f++;
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
    if (*f == 'j' || *f == 'q')
        s->length = 2, f++;
    if (*f == 'z' || *f == 't')
        s->length = 1, f++;
    if (*f == 'L')
        s->length = 3, f++;
    s->kind = *f;
    s->set = f + 1;
    if (s->kind == '[')
        f = behind_set(f + 1);
    return *f ? f + 1 : f;
}

struct arguments {
    va_list list;
};

static void store(const struct scan *s, struct arguments *a, const struct scan *before,
                  FILE *file)
{
    switch (s->kind) {
    case 's':
    case '[':
        if (s->length)
            __sooth_unsupported_scanf_of_wide_characters();
        store_text(va_arg(a->list, char *), s, before);
        return;
    case 'c':
        if (s->length)
            __sooth_unsupported_scanf_of_wide_characters();
        store_characters(va_arg(a->list, char *), s->width ? s->width : 1, before, file);
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

/* MISMATCH: a character that does not belong; NOTHING_LEFT: the end or an error where the
 * first one is wanted. */
enum outcome { MET, MISMATCH, NOTHING_LEFT };

/* Any text begins a %s or a %c, but too few characters for a %c may be either. Of numbers a
 * sign may have been read. */
static enum outcome fail(const struct scan *s, FILE *file)
{
    int one = s->kind == 's' || (s->kind == 'c' && s->width <= 1);
    if (one || __sooth_any_choice()) {
        miss(file);
        return NOTHING_LEFT;
    }
    if (s->kind == 'c')
        miss(file);
    else if (s->kind != '%' && s->kind != '[')
        look_behind(file);
    return MISMATCH;
}

/* What a directive leaves: %c and single characters stop without a look at the next. */
static void leave(const struct scan *s, FILE *file, struct scan *before)
{
    *before = *s;
    if (s->width)
        before->kind = 0;
    if (s->kind != '%' && (s->kind != 'c' || (s->skip && s->width > 1)))
        look_behind(file);
}

/* One directive that wants characters. */
static enum outcome meet(const struct scan *s, struct arguments *a, struct scan *before,
                         FILE *file)
{
    int stores = s->kind != '%' && !s->skip;
    if (__sooth_is_at_end(file))
        return NOTHING_LEFT;
    if (__sooth_any_choice()) {
        if (stores && s->kind == 'c' && s->width > 1) {
            if (s->length)
                __sooth_unsupported_scanf_of_wide_characters();
            store_too_few(va_arg(a->list, char *), s->width, before);
        }
        return fail(s, file);
    }
    if (stores)
        store(s, a, before, file);
    leave(s, file, before);
    return MET;
}

/* White space: whether it can be skipped shows at the next directive that wants a character;
 * before %n and at the end of the format it is decided here. Libraries may fail at a %n after
 * an error. */
static enum outcome skip_blanks(FILE *file, struct scan *before)
{
    if (before->kind != ' ' || __sooth_is_at_end(file) || look_behind(file))
        return MET;
    before->kind = 0;
    return __sooth_any_choice() ? NOTHING_LEFT : MET;
}

/* Directives are met in order up to the first that fails. */
static int scan(FILE *file, const char *f, va_list list)
{
    struct arguments a;
    struct scan before = {0};
    enum outcome outcome = MET;
    int count = 0, converted = 0, least = 0;
    must_be_open(file);
    if (file->pushed)
        __sooth_unsupported_scanf_of_what_was_put_back();
    va_copy(a.list, list);
    while (*f && outcome == MET) {
        struct scan s = {.kind = '%'};
        if (is_space((unsigned char)*f)) {
            before = (struct scan){.kind = ' '};
            f++;
            continue;
        }
        if (*f++ == '%')
            f = __sooth_read_conversion(f, &s);
        if (s.kind == 'n') {
            outcome = skip_blanks(file, &before);
            if (!s.skip && outcome == MET)
                store_count(&s, &a, &least);
            continue;
        }
        outcome = meet(&s, &a, &before, file);
        if (outcome != MET)
            break;
        count += s.kind != '%' && !s.skip;
        converted |= s.kind != '%';
        if (least < INT_MAX)
            least++;
    }
    if (outcome == MET)
        skip_blanks(file, &before);
    va_end(a.list);
    touch_errno_of_scanf();
    if (outcome == NOTHING_LEFT && !count && (!converted || __sooth_any_choice()))
        return -1; /* glibc: in any case */
    return count;
}

int vfscanf(FILE *restrict file, const char *restrict format, va_list list)
{
    return scan(file, format, list);
}
int vscanf(const char *restrict format, va_list list)
{
    return scan(stdin, format, list);
}

#define VARIADIC(name, parameter, file)                                                      \
    int name(parameter const char *restrict format, ...)                                     \
    {                                                                                        \
        va_list list;                                                                        \
        va_start(list, format);                                                              \
        int n = scan(file, format, list);                                                    \
        va_end(list);                                                                        \
        return n;                                                                            \
    }
#define NOTHING
#define A_FILE FILE *restrict file,
VARIADIC(scanf, NOTHING, stdin)
VARIADIC(fscanf, A_FILE, file)
VARIADIC(__isoc99_scanf, NOTHING, stdin)
VARIADIC(__isoc99_fscanf, A_FILE, file)
VARIADIC(__isoc23_scanf, NOTHING, stdin)
VARIADIC(__isoc23_fscanf, A_FILE, file)
