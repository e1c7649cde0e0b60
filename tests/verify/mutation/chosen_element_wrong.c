#include "input.h"
static int big[1000];
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), i = x % 1000;
    int v = 0, *p = HIDDEN(x) ? &v : big + i;
    *p = 1;
    if (v == 1 && big[i] == 0) reach_error();
    return 0;
}
/* expect: reach false */
