/* Nodes whose size is open: flexible array members. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *n; unsigned size; char d[]; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned k = __VERIFIER_nondet_uint() % 100;
        struct node *t = malloc(sizeof *t + k);
        t->size = k;
        t->n = a;
        a = t;
        if (k) t->d[k - 1] = 0;
    }
    while (a) {
        struct node *t = a->n;
        if (a->size) a->d[a->size - 1] = 1;
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memsafety s/if (a->size) a->d/a->d/ */
/* twin: memsafety s/malloc(sizeof \*t + k)/malloc(11 + k)/ */
/* twin: memsafety s/a->d\[a->size - 1\]/a->d[a->size + 4]/ */
