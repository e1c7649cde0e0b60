/* The number of nodes made is the number of nodes that a walk counts. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *n; };
int main(void)
{
    struct node *a = 0;
    int made = 0, seen = 0;
    while (made < 1000 && __VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->n = a;
        a = t;
        made++;
    }
    for (struct node *p = a; p; p = p->n)
        seen++;
    if (seen != made) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/seen = 0;/seen = 1;/ */
