extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <stdlib.h>
int main(void)
{
    char *p = malloc(3);
    free(p);
    if (__VERIFIER_nondet_int() == 7) free(p);
    return 0;
}
/* expect: memsafety false(valid-free) */
