#include <inttypes.h>
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);
#ifndef LEAST
#define LEAST INTMAX_MIN
#endif
int main(void)
{
    intmax_t (*through)(intmax_t) = imaxabs;
    intmax_t number = __VERIFIER_nondet_long();
    if (number < LEAST) return 0;
    return through(number) == 5;
}
/* expect: overflow false */
/* expect: overflow true -DLEAST=-INTMAX_MAX */
