#include "input.h"
int main(void)
{
    int c = __VERIFIER_nondet_int();
    int *a = malloc(16);
    if (!a) return 0;
    if (c)
        memset(a, 1, 16);
    else
        memset(a, 2, 16);
    CHECK(a[2] == (c ? 0x01010101 : 0x02020202));
    return 0;
}
/* expect: reach true */
