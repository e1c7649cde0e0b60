#include "input.h"
int main(void)
{
    int a[6] = {0, 1, 2, 3, 4, 5};
    unsigned i = __VERIFIER_nondet_uint() % 6, j = __VERIFIER_nondet_uint() % 6;
    a[i] = 50;
    CHECK(a[i] == 50 && (a[j] == 50 || a[j] == (int)j));
    CHECK(i == j || a[j] == (int)j);
    a[j] = 60;
    CHECK(a[i] == (i == j ? 60 : 50));
    return 0;
}
/* expect: reach true */
