#include "input.h"
int main(void)
{
    int a = 1, b = 2;
    unsigned x = __VERIFIER_nondet_uint();
    int *p = HIDDEN(x) ? &a : &b;
    *p = 5;
    if (a == 5 && b == 2) reach_error();
    return 0;
}
/* expect: reach false */
