/* Doubly linked: built at the front, nodes unlinked in the middle, freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *n, *p; int h; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = 1;
        t->n = a;
        t->p = 0;
        if (a) a->p = t;
        a = t;
    }
    struct node *c = a;
    while (c && __VERIFIER_nondet_int()) c = c->n;
    if (c) {
        if (c->p) c->p->n = c->n;
        else a = c->n;
        if (c->n) c->n->p = c->p;
        free(c);
    }
    while (a) {
        struct node *t = a->n;
        if (a->p) reach_error();
        if (t) t->p = 0;
        free(a);
        a = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/if (c->n) c->n->p = c->p;/c->n->p = c->p;/ */
/* twin: memsafety s/else a = c->n;/;/ */
/* twin: reach s/if (t) t->p = 0;/;/ */
