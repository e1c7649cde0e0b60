#include "input.h"
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100) return 0;
    char *p = malloc(n), local[8];
    if (!p) return 0;
    unsigned i = __VERIFIER_nondet_uint();
    if (i < n) p[i] = 1;
    p[n - 1] = 2;
    if (i <= 4) memcpy(local + i, "abcd", 4);
    if (i < 5) *(int *)(local) = 3;
    free(p);
    return 0;
}
/* expect: memsafety true */
