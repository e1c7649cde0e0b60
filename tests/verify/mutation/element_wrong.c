#include "input.h"
int main(void)
{
    int a[6] = {0, 1, 2, 3, 4, 5};
    unsigned x = __VERIFIER_nondet_uint(), i = x % 6, j = (x >> 3) % 6;
    a[i] = 50;
    a[j] += 10;
    if (HIDDEN(x) && (a[i] == 60 || a[j] == (int)j + 10)) reach_error();
    return 0;
}
/* expect: reach false */
