/* The printing parts of stdio.h. */
#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}
int main(void)
{
    char b[40];
    printf("%d %5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%x %X %#x %o %#o %u\n", 42, 42, 42, 42, 42, 42, 7, -7, 255, 255, 255, 8, 8, 4000000000u);
    printf("%hhd %hd %ld %lld %zu %jd %td\n", 300, 70000, -5L, LLONG_MIN, sizeof(int), (__INTMAX_TYPE__)-9, (__PTRDIFF_TYPE__)12);
    printf("%c%c %s %10s|%-10s|%.2s %% %*d %-*d|\n", 'o', 'k', "text", "right", "left", "cut", 4, 1, 4, 2);
    printf("%f %.2f %e %g %g %g %G %.0f %#.0f %10.3f|%-10.1f|%+.1e\n", 3.25, 2.675, 12345.678, 1e-5, 100000.0, 1e6, 1e-10, 2.5, 3.0,
           -1.5, 9.95, 0.0);
    printf("%g %f %e %.17g %.3Lf %Lg\n", DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 0.1, 1.0L / 3, 1e4000L);
    printf("%f %F %g %5.1f|%-6f|\n", 1 / 0.0, -1 / 0.0, 0.0 * 2, 99.95, 1 / 0.0);
    int count = 0;
    int n = printf("abc%n\n", &count);
    printf("%d %d\n", n, count);
    n = snprintf(b, 5, "%s-%d", "long", 12345);
    printf("%d %s\n", n, b);
    n = sprintf(b, "[%08.3f]", 3.14159);
    printf("%d %s %d\n", n, b, (int)strlen(b));
    printf("%d\n", say("%s %d %c %.1f %lld\n", "many", 1, 'x', 2.5, 1LL << 40));
    fputs("fputs\n", stdout);
    putchar('p');
    putc('c', stdout);
    fputc('\n', stdout);
    fprintf(stderr, "not compared\n");
    fwrite("bytes\n", 1, 6, stdout);
    printf("%s|%5s|%p\n", "", "", (void *)0);
    return puts("end") < 0;
}
