/* A list that is kept sorted by insertion: neighbours are in order. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t), *c = a, *before = 0;
        t->h = __VERIFIER_nondet_int();
        while (c && c->h < t->h) {
            before = c;
            c = c->n;
        }
        t->n = c;
        if (before) before->n = t;
        else a = t;
    }
    for (struct node *c = a; c && c->n; c = c->n)
        if (c->h > c->n->h) reach_error();
    while (a) {
        struct node *t = a->n;
        free(a);
        a = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memcleanup true */
/* twin: reach s/c->h < t->h/c->h > t->h/ */
/* twin: reach s/if (c->h > c->n->h)/if (c->h >= c->n->h)/ */
