/* Two kinds of nodes from one allocation, told apart by a flag. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *n; int big; };
struct large { struct node base; int more; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        int big = __VERIFIER_nondet_int() != 0;
        struct node *t = malloc(big ? sizeof(struct large) : sizeof(struct node));
        t->big = big;
        t->n = a;
        a = t;
    }
    while (a) {
        struct node *t = a->n;
        if (a->big) ((struct large *)a)->more = 1;
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memsafety s/if (a->big) (/(/ */
/* twin: memsafety s/t->big = big;/t->big = !big;/ */
