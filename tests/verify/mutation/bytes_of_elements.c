#include "input.h"
int main(void)
{
    unsigned a[300];
    unsigned i = __VERIFIER_nondet_uint() % 300, x = __VERIFIER_nondet_uint();
    a[i] = x;
    unsigned char *b = (unsigned char *)a;
    b[4 * i + 1] = 9;
    CHECK((a[i] & 255) == (x & 255) && (a[i] >> 8 & 255) == 9 && a[i] >> 16 == x >> 16);
    return 0;
}
/* expect: reach true */
