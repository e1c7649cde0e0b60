#include "input.h"
struct three { short a, b, c; };
static int big[1000];
static struct three many[500];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 1000, j = __VERIFIER_nondet_uint() % 1000;
    unsigned k = __VERIFIER_nondet_uint() % 500;
    big[i] = 7;
    CHECK(big[i] == 7 && (i == j || big[j] == 0));
    big[j] = 8;
    CHECK(i == j ? big[i] == 8 : big[i] == 7);
    many[k].b = 5;
    many[(k + 1) % 500].a = 6;
    CHECK(many[k].b == 5 && many[k].a == 0 && many[k].c == 0);
    return 0;
}
/* expect: reach true */
