#include "input.h"
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) {
        if (n == -1) reach_error();
        return 1;
    }
    char *a = malloc(n), *b = malloc(n);
    return a < b;
}
/* expect: reach false */
