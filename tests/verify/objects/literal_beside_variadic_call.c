#include <stdarg.h>
static int seen;
static void say(int kind, ...)
{
    va_list list;
    va_start(list, kind);
    seen += va_arg(list, int);
    va_end(list);
}
static int take(const unsigned long *values, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        n += values[i] > 3;
    return n;
}
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), kept = 0;
    switch (n) {
    case 1: {
        kept = take((unsigned long[]){1}, 1);
        break;
    }
    case 2: {
        int again = 0;
        if (kept) {
            say(1, 7);
            return 1;
        }
        kept = take((unsigned long[]){(unsigned long)n + again}, 1);
        if (kept) say(2, 9);
        break;
    }
    }
    return kept;
}
/* expect: memsafety true */
/* expect: overflow true */
