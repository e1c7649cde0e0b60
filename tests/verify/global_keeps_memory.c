extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <stdlib.h>
int *keep;
int main(void)
{
    keep = malloc(4);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup false(valid-memcleanup) */
