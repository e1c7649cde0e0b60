#include "input.h"
static int *kept;
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int **p = malloc(sizeof *p);
    if (!p) return 0;
    *p = malloc(4);
    kept = *p;
    if (HIDDEN(x)) kept = 0;
    free(p);
    return 0;
}
/* expect: memsafety false */
