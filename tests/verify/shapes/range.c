/* Values in a range; the maximum found bounds all. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        int x = __VERIFIER_nondet_int();
        if (x < 10 || x > 20) x = 15;
        t->h = x;
        t->n = a;
        a = t;
    }
    for (struct node *p = a; p; p = p->n)
        if (p->h < 10 || p->h > 20) reach_error();
    return 0;
}
/* expect: reach true --invariants */
/* says: a -> list by n, 1 or more nodes, each h >= 10 and h <= 20 */
/* twin: reach s/p->h > 20/p->h > 19/ */
/* twin: reach s/x < 10/x < 9/ */
