#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int *p = HIDDEN(x) ? calloc(4, 4) : malloc(16);
    if (!p) return 0;
    if (!HIDDEN(x)) memset(p, 1, 16);
    if (p[2] == 0) reach_error();
    free(p);
    return 0;
}
/* expect: reach false */
