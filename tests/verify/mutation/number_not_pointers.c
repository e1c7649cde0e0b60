#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    char *p = (char *)(unsigned long)x;
    int a;
    CHECK(p != (char *)&a || x >= 4096);
    CHECK((char *)-14L > p || sizeof(long) == 4);
    return 0;
}
/* expect: reach true */
