#include "input.h"
static int one(void) { return 1; }
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    char a = 0, *p = HIDDEN(x) ? (char *)one : &a;
    *p = 1;
    return 0;
}
/* expect: memsafety false */
