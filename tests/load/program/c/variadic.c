/* Variadic calls: integers, floats, pointers, small and large structs, copies of the list, more arguments than registers. */
#include <stdarg.h>

struct small { int a, b; };
struct large { long a; double b; char c[9]; };

static long sum(int n, ...)
{
    va_list l, again;
    long t = 0;
    va_start(l, n);
    va_copy(again, l);
    for (int i = 0; i < n; i++) t += va_arg(l, int);
    for (int i = 0; i < n; i++) t += 1000 * va_arg(again, int);
    va_end(again);
    va_end(l);
    return t;
}

static double take(va_list l, const char *format)
{
    double t = 0;
    for (; *format; format++) {
        if (*format == 'i') t += va_arg(l, int);
        if (*format == 'l') t += (double)va_arg(l, long long);
        if (*format == 'd') t += va_arg(l, double);
        if (*format == 'D') t += (double)va_arg(l, long double);
        if (*format == 'p') t += *va_arg(l, int *);
        if (*format == 's') {
            struct small s = va_arg(l, struct small);
            t += s.a * 10 + s.b;
        }
        if (*format == 'S') {
            struct large s = va_arg(l, struct large);
            t += (double)s.a + s.b + s.c[8];
        }
    }
    return t;
}

static double mix(const char *format, ...)
{
    va_list l;
    va_start(l, format);
    double t = take(l, format);
    va_end(l);
    return t;
}

int main(void)
{
    int seven = 7;
    struct small s = {4, 2};
    struct large g = {100, 0.5, {0, 0, 0, 0, 0, 0, 0, 0, 9}};
    if (sum(0) != 0) return __LINE__;
    if (sum(3, 1, 2, 3) != 6006) return __LINE__;
    if (sum(9, 1, 1, 1, 1, 1, 1, 1, 1, 1) != 9009) return __LINE__;
    if (mix("idp", -1, 2.5, &seven) != 8.5) return __LINE__;
    if (mix("sS", s, g) != 42 + 109.5) return __LINE__;
    if (mix("iDsiSl", 1, 2.25L, s, 3, g, 1LL << 40) != 1 + 2.25 + 42 + 3 + 109.5 + 1099511627776.0) return __LINE__;
    if (mix("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) != 55) return __LINE__;
    double (*through)(const char *, ...) = mix;
    if (through("ii", 20, 22) != 42) return __LINE__;
    return 0;
}
/* exit: 0 */
