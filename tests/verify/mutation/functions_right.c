#include "input.h"
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const choose[2])(void) = {one, two};
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 2;
    int (*f)(void) = choose[i];
    CHECK(f() == (int)i + 1 && f != 0 && (f == one) == (i == 0));
    return 0;
}
/* expect: reach true */
