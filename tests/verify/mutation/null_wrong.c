#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int a = 0, *p = HIDDEN(x) ? 0 : &a;
    return *p;
}
/* expect: memsafety false */
