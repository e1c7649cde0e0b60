#include "input.h"
int main(void)
{
    int c = __VERIFIER_nondet_int(), a[4] = {1, 2, 3, 4};
    int *p = c ? a + 1 : a + 3, *q = c > 5 ? p : a;
    CHECK(*p == (c ? 2 : 4));
    *q = 9;
    CHECK(a[1] == (c > 5 ? 9 : 2) && a[3] == 4 && a[0] == (c > 5 ? 1 : 9));
    return 0;
}
/* expect: reach true */
