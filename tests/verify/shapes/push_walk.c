/* A list built at the front: every node holds 1. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
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
    for (struct node *p = a; p; p = p->n)
        if (p->h != 1) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety not-true */
/* twin: reach s/h = 1/h = 2/ */
/* twin: memsafety s/t->n = a;/;/ */
