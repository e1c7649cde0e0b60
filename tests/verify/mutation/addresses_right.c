#include "input.h"
int main(void)
{
    int a[4], b, *p = a + 1, *q = a + 3;
    CHECK(q - p == 2 && p < q && p != q && p != &b && (char *)q - (char *)a == 12);
    unsigned long n = (unsigned long)p;
    CHECK((int *)n == p && (int *)(n + 8) == q && (n & 3) == 0 && n != 0);
    int *h = malloc(4), *g = malloc(4);
    if (!h || !g) return 0;
    CHECK(h != g && h != &b && h != a);
    unsigned i = __VERIFIER_nondet_uint() % 5;
    CHECK((a + i == a) == (i == 0) && a + i >= a && a + i != 0);
    return 0;
}
/* expect: reach true */
