#include "input.h"
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    int *p = malloc(4);
    if (!p) return 0;
    *p = 0;
    for (unsigned i = 0; i < n; i++) {
        if (HIDDEN(m) && i == 2) free(p);
        if (i < 9) *p = 1;
    }
    return 0;
}
/* expect: memsafety not-true */
