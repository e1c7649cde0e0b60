#include "input.h"
static int *p;
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    p = malloc(4);
    if (!p) return 0;
    for (unsigned i = 0; i < n; i++)
        if (i == 70000 && HIDDEN(m)) free(p);
    *p = 1;
    return 0;
}
/* expect: memsafety not-true --engine ai */
