/* Built with growing values at the end, so that each element is smaller than the next. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = malloc(sizeof *a), *last = a;
    a->h = __VERIFIER_nondet_int();
    a->n = 0;
    while (__VERIFIER_nondet_int()) {
        int h = __VERIFIER_nondet_int();
        if (h <= last->h) continue;
        last->n = malloc(sizeof *a);
        last = last->n;
        last->h = h;
        last->n = 0;
    }
    int smallest = a->h;
    for (struct node *c = a; c; c = c->n) {
        if (c->h < smallest) reach_error();
        if (c->n && c->h >= c->n->h) reach_error();
        smallest = c->h;
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/if (h <= last->h)/if (h < last->h)/ */
