/* No object is that large: malloc gives null. */
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void)
{
    char *p = malloc(__VERIFIER_nondet_ulong());
    if (!p) reach_error();
    free(p);
    return 0;
}
/* expect: reach unknown */
