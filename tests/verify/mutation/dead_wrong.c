#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int *p = malloc(4);
    if (!p) return 0;
    if (HIDDEN(x)) free(p);
    *p = 1;
    if (!HIDDEN(x)) free(p);
    return 0;
}
/* expect: memsafety false */
