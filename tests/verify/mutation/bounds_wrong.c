#include "input.h"
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100) return 0;
    char *p = malloc(n);
    if (!p) return 0;
    unsigned i = __VERIFIER_nondet_uint() % 1000;
    if (i == n && i > 43) p[i] = 1;
    free(p);
    return 0;
}
/* expect: memsafety false */
