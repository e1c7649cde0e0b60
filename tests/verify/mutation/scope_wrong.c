#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int out = 0, *p = &out;
    {
        int in = 1;
        if (HIDDEN(x)) p = &in;
    }
    return *p;
}
/* expect: memsafety false */
