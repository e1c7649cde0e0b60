/* Only the last element has a 3: a walk to the 3 needs no test for the end. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = malloc(sizeof *a), *p = a;
    while (__VERIFIER_nondet_int()) {
        p->h = __VERIFIER_nondet_int() ? 1 : 2;
        p->n = malloc(sizeof *p);
        p = p->n;
    }
    p->h = 3;
    p->n = 0;
    for (p = a; p->h != 3; p = p->n) {
    }
    while (a) {
        p = a->n;
        free(a);
        a = p;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/p->h = 3;/p->h = 2;/ */
