#include "input.h"
static const int fixed = 3;
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int a = 0, *p = HIDDEN(x) ? (int *)&fixed : &a;
    *p = 4;
    return 0;
}
/* expect: memsafety false */
