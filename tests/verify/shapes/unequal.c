/* All nodes with one value are removed through the links: no other node has it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *n; };
int main(void)
{
    struct node *h = 0;
    int k = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        struct node *x = malloc(sizeof *x);
        x->v = __VERIFIER_nondet_int();
        x->n = h;
        h = x;
    }
    struct node **link = &h;
    while (*link) {
        struct node *x = *link;
        if (x->v == k) {
            *link = x->n;
            free(x);
        } else {
            link = &x->n;
        }
    }
    for (struct node *p = h; p; p = p->n)
        if (p->v == k) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/link = &x->n;/link = \&x->n; if (*link) link = \&(*link)->n;/ */
