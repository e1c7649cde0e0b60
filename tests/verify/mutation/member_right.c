#include "input.h"
struct pair { int a, b; };
int main(void)
{
    struct pair s[5] = {{0}};
    unsigned i = __VERIFIER_nondet_uint() % 5, j = __VERIFIER_nondet_uint() % 5;
    s[i].b = 4;
    CHECK(s[i].b == 4 && s[i].a == 0 && (i == j || s[j].b == 0));
    s[j].a = 3;
    CHECK(s[i].b == 4 && s[j].a == 3);
    return 0;
}
/* expect: reach true */
