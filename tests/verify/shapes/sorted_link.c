/* Sorted insertion through the link before the place. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t), **p = &a;
        t->h = __VERIFIER_nondet_int();
        while (*p && (*p)->h < t->h) p = &(*p)->n;
        t->n = *p;
        *p = t;
    }
    for (struct node *c = a; c && c->n; c = c->n)
        if (c->h > c->n->h) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/(\*p)->h < t->h/(*p)->h != t->h/ */
