#include "input.h"
int main(void)
{
    int c = __VERIFIER_nondet_int();
    int *p = malloc(8), *q = 0;
    if (!p) return 0;
    if (c) q = p;
    p[1] = 3;
    if (q) free(q);
    else free(p);
    for (int i = 0; i < 3; i++) {
        int *r = malloc(4);
        if (!r) return 0;
        *r = i;
        free(r);
    }
    return 0;
}
/* expect: memsafety true */
