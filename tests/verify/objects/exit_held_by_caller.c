/* The program ends in a callee while main still needs the list: nothing is lost. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void stop(void) { exit(1); }
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    if (__VERIFIER_nondet_int()) stop();
    *p = 1;
    free(p);
    return 0;
}
/* expect: memsafety true */
