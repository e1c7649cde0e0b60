#include "input.h"
int main(void)
{
    int c = __VERIFIER_nondet_int();
    int *p = c ? calloc(4, 4) : malloc(16);
    if (!p) return 0;
    if (!c) memset(p, 1, 16);
    CHECK(p[2] == (c ? 0 : 0x01010101));
    free(p);
    int fresh;
    int *q = &fresh;
    if (c) *q = 3;
    CHECK(!c || fresh == 3);
    return 0;
}
/* expect: reach true */
