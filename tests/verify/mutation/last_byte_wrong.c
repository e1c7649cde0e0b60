#include "input.h"
int main(void)
{
    char local[8];
    unsigned x = __VERIFIER_nondet_uint(), i = x % 8;
    if (HIDDEN(x)) i = 5;
    else if (i > 4) i = 0;
    *(int *)(local + i) = 3;
    return 0;
}
/* expect: memsafety false */
