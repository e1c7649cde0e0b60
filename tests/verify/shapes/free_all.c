/* Built and freed: nothing is left. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = 1;
        t->n = a;
        a = t;
    }
    while (a) {
        struct node *t = a->n;
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/while (a) {/if (a) {/ */
/* twin: memsafety s/a = t;$/a = t->n;/ */
