#include "input.h"
struct three { short a, b, c; };
static struct three many[500];
static int big[1000];
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), i = x % 500;
    many[i].b = 5;
    many[499 - i].c = 6;
    big[i + 3] = 1;
    if (HIDDEN(x) && many[i].b == 5 && many[499 - i].c == 6 && big[i + 3] == 1 && big[i] == 0) reach_error();
    return 0;
}
/* expect: reach false */
