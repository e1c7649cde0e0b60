#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    char *p = (char *)(unsigned long)x;
    int a;
    if (HIDDEN(x) && p > (char *)16 && (char *)-14L > p) reach_error();
    if (p == (char *)&a && x < 4096) reach_error();
    return 0;
}
/* expect: reach false */
