#include "input.h"
int main(void)
{
    int a[4];
    unsigned x = __VERIFIER_nondet_uint();
    int i = HIDDEN(x) ? -1 : 0;
    a[i] = 3;
    return 0;
}
/* expect: memsafety false */
