#include "input.h"
int main(void)
{
    int a = 1, b = 2, c = __VERIFIER_nondet_int();
    int *p = c > 3 ? &a : &b, **pp = &p;
    *p = 5;
    CHECK(c > 3 ? a == 5 && b == 2 : a == 1 && b == 5);
    if (c == 7)
        **pp = 6;
    else
        p = &a;
    CHECK(c == 7 ? a == 6 : *p == (c > 3 ? 5 : 1));
    int *h = 0;
    if (c > 0) {
        h = malloc(4);
        if (!h) return 0;
        *h = c;
    }
    CHECK(c > 0 ? *h == c : h == 0);
    return 0;
}
/* expect: reach true */
