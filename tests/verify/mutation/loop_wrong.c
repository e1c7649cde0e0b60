#include "input.h"
int main(void)
{
    int a = 0, b = 5, *p = &a;
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++) {
        *p = 3;
        p = HIDDEN(m) ? &b : &a;
    }
    if (b == 3) reach_error();
    return 0;
}
/* expect: reach not-true */
