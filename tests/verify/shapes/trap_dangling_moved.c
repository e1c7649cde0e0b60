/* A dangling pointer that is moved may become null. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    char *p = malloc(4);
    free(p);
    while (__VERIFIER_nondet_int()) {}
    char *q = p - (unsigned long)p;
    if (!q) reach_error();
    return 0;
}
/* expect: reach unknown */
