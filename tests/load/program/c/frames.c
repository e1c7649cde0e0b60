/* Recursion, mutual and deep; many results; locals of each frame are their own. */
#include <stdio.h>
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static unsigned ackermann(unsigned m, unsigned n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int depth(int n, int **outer)
{
    int mine = n, *p = &mine;
    int below = n > 0 ? depth(n - 1, &p) : 0;
    if (outer) **outer += 1;
    return below + mine;
}
struct pair { long a, b; };
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
int main(int argc, char **argv)
{
    printf("%d %d %u %d\n", even(3000), odd(7), ackermann(2, 6), depth(50, 0));
    struct pair p = swap(swap(swap((struct pair){1, 2})));
    printf("%ld %ld %d %d %d\n", p.a, p.b, argc, argv[0] != 0, argv[1] == 0);
    return 250 + argc;
}
