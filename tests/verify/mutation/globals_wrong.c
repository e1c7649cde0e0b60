#include "input.h"
static const int table[64] = {[5] = 77, [63] = 3};
static int *slot[64];
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int v = 4;
    slot[x % 64] = &v;
    if (HIDDEN(x) && table[5] == 77 && table[x % 64] <= 77 && *slot[x % 64] == 4) reach_error();
    return 0;
}
/* expect: reach false */
