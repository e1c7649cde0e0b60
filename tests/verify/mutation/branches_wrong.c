#include "input.h"
static int state;
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int local[2] = {1, 2}, *h = 0;
    if (HIDDEN(x)) {
        state = 3;
        local[1] = 4;
        h = malloc(8);
        if (!h) return 0;
        h[1] = 9;
    } else {
        local[0] = 0;
    }
    if (state == 3 && local[0] == 1 && local[1] == 4 && h && h[1] == 9) reach_error();
    return 0;
}
/* expect: reach false */
