/* Nodes are counted while they are made and again on a walk: both give one number. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *n; };
int main(void)
{
    struct node *h = 0;
    int made = 0, seen = 0;
    while (__VERIFIER_nondet_int() && made < 100000) {
        struct node *x = malloc(sizeof *x);
        x->n = h;
        h = x;
        made++;
    }
    for (struct node *p = h; p; p = p->n)
        seen++;
    if (seen != made) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/seen = 0/seen = 1/ */
/* twin: reach s/h = x;/if (made != 3) h = x;/ */
