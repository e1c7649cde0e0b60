#include "input.h"
int main(void)
{
    int a = 0, b = 5, *p = &a, n = __VERIFIER_nondet_int();
    char used[64];
    for (int i = 0; i < n; i++) {
        *p = i & 7;
        used[i & 63] = (char)(i & 3);
        if (i & 1) b = 6;
    }
    CHECK(a >= 0 && a <= 7 && (b == 5 || b == 6));
    return 0;
}
/* expect: reach true */
