/* A word of ones, then twos, then a three. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = malloc(sizeof *a), *p = a;
    while (__VERIFIER_nondet_int()) {
        p->h = 1;
        p->n = malloc(sizeof *a);
        p = p->n;
    }
    while (__VERIFIER_nondet_int()) {
        p->h = 2;
        p->n = malloc(sizeof *a);
        p = p->n;
    }
    p->h = 3;
    p->n = 0;
    p = a;
    while (p->h == 1) p = p->n;
    while (p->h == 2) p = p->n;
    if (p->h != 3) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/p->h = 3;/p->h = 4;/ */
/* twin: reach s/p->h = 2;/p->h = 2 + __VERIFIER_nondet_int();/ */
