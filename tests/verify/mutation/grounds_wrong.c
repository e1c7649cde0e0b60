#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int *a = malloc(16);
    if (!a) return 0;
    if (HIDDEN(x))
        memset(a, 1, 16);
    else
        memset(a, 2, 16);
    if (a[2] == 0x01010101) reach_error();
    return 0;
}
/* expect: reach false */
