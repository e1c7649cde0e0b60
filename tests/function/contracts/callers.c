/* The callers' side: main of CASE n meets what its callees require if n is even; n + 1 is one change away. */
#include "sooth.h"

int last(const int *a, int n) sooth_requires(n > 0 && valid(a, n)) { return a[n - 1]; }
unsigned long length(const char *s) sooth_requires(string(s))
{
    unsigned long n = 0;
    while (s[n]) n++;
    return n;
}
void copy(char *to, const char *from, int n) sooth_requires(n >= 0 && valid(to, n) && readable(from, n) && separate(to, from))
{
    for (int i = 0; i < n; i++) to[i] = from[i];
}
int quotient(int a, int b) sooth_requires(b > 0) { return a / b; }
int half(int a) sooth_requires(a % 2 == 0) sooth_ensures(result * 2 == a) { return a / 2; }
int half_of_any(int a) sooth_ensures(result * 2 == a) { return a / 2; }
int outer(int a) sooth_requires(a > 0) { return quotient(100, a); }
int sloppy(int a) sooth_requires(a >= 0) { return quotient(100, a); }
extern int next_byte(int handle);
extern void fill(int *to, int *beside) sooth_requires(valid(to, 1) && valid(beside, 1)) sooth_assigns(to);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3] = {1, 2, 3};
    char text[4] = "abc", open[3] = {'a', 'b', 'c'}, target[4];
    int x = __VERIFIER_nondet_int();
    (void)a, (void)text, (void)open, (void)target, (void)x;
#if CASE == 0
    return last(a, 3);
#elif CASE == 1
    return last(a, 4);
#elif CASE == 2
    return last(a + 1, 2);
#elif CASE == 3
    return last(a + 2, 2);
#elif CASE == 4
    return (int)length(text);
#elif CASE == 5
    return (int)length(open);
#elif CASE == 6
    copy(target, text, 4);
#elif CASE == 7
    copy(text, text + 1, 3);
#elif CASE == 8
    if (x > 0) return quotient(10, x);
#elif CASE == 9
    if (x >= 0) return quotient(10, x);
#elif CASE == 10
    return half(x & ~1);
#elif CASE == 11
    return half(x & ~2);
#elif CASE == 12
    return half_of_any(x & ~1);
#elif CASE == 13
    return half_of_any(x);
#elif CASE == 14
    if (x > 0) return outer(x);
#elif CASE == 15
    if (x >= 0) return sloppy(x);
#elif CASE == 16
    int (*f)(const int *, int) = last;
    return f(a, 3);
#elif CASE == 17
    int (*f)(const int *, int) = last;
    return f(a, 0);
#elif CASE == 18
    return a[next_byte(3)];
#elif CASE == 19
    return a[next_byte(-1)];
#elif CASE == 20
    return last(sooth_any_buffer(12), 3);
#elif CASE == 21
    return last(sooth_any_buffer(8), 3);
#elif CASE == 22
    return (int)length(sooth_any_string(5));
#elif CASE == 23
    return (int)length(sooth_any_string(5) + 6);
#elif CASE == 24 || CASE == 25
    int first = 1, second = 2;
    fill(&first, &second);
    if ((CASE == 24 ? second : first) > 2) reach_error();
#endif
    return 0;
}
