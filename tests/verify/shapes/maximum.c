/* The maximum found while building bounds all. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = 0;
    int max = -1000;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        int x = __VERIFIER_nondet_int();
        t->h = x;
        if (x > max) max = x;
        t->n = a;
        a = t;
    }
    for (struct node *p = a; p; p = p->n)
        if (p->h > max) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/p->h > max/p->h >= max/ */
/* twin: reach s/x > max) max = x/x > max) max = x - 1/ */
