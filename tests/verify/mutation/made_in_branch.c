#include "input.h"
int main(void)
{
    int c = __VERIFIER_nondet_int();
    int *p = 0;
    if (c) {
        p = malloc(4);
        if (!p) return 0;
        *p = 1;
    }
    if (c) free(p);
    return 0;
}
/* expect: memsafety true */
